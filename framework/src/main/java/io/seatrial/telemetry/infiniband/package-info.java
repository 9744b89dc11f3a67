/**
 * Counters and settings of the switches of an InfiniBand fabric: in-band by the tools of one host, or from NVIDIA's Unified Fabric Manager.
 * Nothing is asked that changes or resets anything. It must not know how a host is reached, nor how counters are judged.
 */
package io.seatrial.telemetry.infiniband;
