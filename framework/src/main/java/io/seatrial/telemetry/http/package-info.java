/**
 * Asks servers for JSON over HTTP, each request with a deadline and a largest answer, with secrets that are read where cluster.yaml names
 * them and never shown. It must not know what the answers mean.
 */
package io.seatrial.telemetry.http;
