/**
 * Is every host set up as it is meant to be? Settings are read, never changed; what is expected stands in criteria.yaml and cluster.yaml.
 * It must not know how a setting is read, nor what is expected of it.
 */
package io.seatrial.suites.configuration;
