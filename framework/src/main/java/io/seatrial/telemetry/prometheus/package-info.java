/**
 * What a Prometheus server has scraped of the ports of the cluster, as raw samples with the times at which they were scraped. It must not
 * know how the answers come over the network, nor how counters are judged.
 */
package io.seatrial.telemetry.prometheus;
