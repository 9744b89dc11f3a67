/**
 * The signed record of an acceptance: one folder with a manifest, the manifest's signature and a link to the record before it, and the check
 * that finds whatever was changed in it.
 * It works with files and {@code ssh-keygen} alone, so that a record can be checked years later and far from the cluster.
 * It must not know how a verdict was reached.
 */
package io.seatrial.archive.signoff;
