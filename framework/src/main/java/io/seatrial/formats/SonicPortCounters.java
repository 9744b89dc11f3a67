package io.seatrial.formats;

import io.seatrial.formats.text.JsonObject;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The counters of one port in SONiC's COUNTERS_DB (SAI inc/saiport.h). A value is null where the database does not have it.
 *
 * @param namespace the ASIC on a switch with several, else null
 * @param rxDiscardPackets for want of a buffer or by a rule, without an error
 * @param pfc priorities of which anything is counted, in their order
 */
public record SonicPortCounters(
        String namespace,
        String port,
        BigInteger rxBytes,
        BigInteger txBytes,
        BigInteger rxUnicastPackets,
        BigInteger txUnicastPackets,
        BigInteger rxErrorPackets,
        BigInteger txErrorPackets,
        BigInteger rxDiscardPackets,
        BigInteger txDiscardPackets,
        BigInteger ecnMarkedPackets,
        BigInteger fecCorrectedCodewords,
        BigInteger fecUncorrectableCodewords,
        BigInteger fecSymbolErrors,
        List<Priority> pfc) {
    public SonicPortCounters {
        pfc = List.copyOf(pfc);
    }

    /**
     * Pauses of one priority.
     *
     * @param rxPauseFrames frames that the port received, those that end a pause included
     * @param rxPauseDurationQuanta in quanta of 512 bit times
     * @param rxPauseDurationUs in microseconds, counted by the ASIC
     * @param rxPauseDurationUsEstimated in microseconds, estimated by the switch from polling
     * @param rxPauseOnToOff how often the port went from paused to not paused
     * @param rxRecentPauseUsEstimated microseconds of the last pause
     */
    public record Priority(
            int priority,
            BigInteger rxPauseFrames,
            BigInteger txPauseFrames,
            BigInteger rxPauseDurationQuanta,
            BigInteger txPauseDurationQuanta,
            BigInteger rxPauseDurationUs,
            BigInteger txPauseDurationUs,
            BigInteger rxPauseDurationUsEstimated,
            BigInteger rxPauseOnToOff,
            BigInteger rxPauseOnToOffEstimated,
            BigInteger rxRecentPauseUsEstimated) {}

    static SonicPortCounters of(String namespace, String port, JsonObject counters) {
        return new SonicPortCounters(
                namespace,
                port,
                stat(counters, "IF_IN_OCTETS"),
                stat(counters, "IF_OUT_OCTETS"),
                stat(counters, "IF_IN_UCAST_PKTS"),
                stat(counters, "IF_OUT_UCAST_PKTS"),
                stat(counters, "IF_IN_ERRORS"),
                stat(counters, "IF_OUT_ERRORS"),
                stat(counters, "IF_IN_DISCARDS"),
                stat(counters, "IF_OUT_DISCARDS"),
                stat(counters, "ECN_MARKED_PACKETS"),
                stat(counters, "IF_IN_FEC_CORRECTABLE_FRAMES"),
                stat(counters, "IF_IN_FEC_NOT_CORRECTABLE_FRAMES"),
                stat(counters, "IF_IN_FEC_SYMBOL_ERRORS"),
                IntStream.range(0, 8)
                        .mapToObj(priority -> priority(counters, priority))
                        .filter(Objects::nonNull)
                        .toList());
    }

    private static Priority priority(JsonObject counters, int priority) {
        String part = "_PORT_STAT_PFC_" + priority + "_";
        if (!counters.hasNameThat(name -> name.contains(part))) {
            return null;
        }
        String pfc = "PFC_" + priority + "_";
        return new Priority(
                priority,
                stat(counters, pfc + "RX_PKTS"),
                stat(counters, pfc + "TX_PKTS"),
                stat(counters, pfc + "RX_PAUSE_DURATION"),
                stat(counters, pfc + "TX_PAUSE_DURATION"),
                stat(counters, pfc + "RX_PAUSE_DURATION_US"),
                stat(counters, pfc + "TX_PAUSE_DURATION_US"),
                estimate(counters, pfc + "RX_PAUSE_DURATION_US"),
                stat(counters, pfc + "ON2OFF_RX_PKTS"),
                estimate(counters, pfc + "ON2OFF_RX_PKTS"),
                estimate(counters, pfc + "RECENT_PAUSE_TIME_US"));
    }

    private static BigInteger stat(JsonObject counters, String name) {
        return counters.at("SAI_PORT_STAT_" + name).counter();
    }

    private static BigInteger estimate(JsonObject counters, String name) {
        return counters.at("EST_PORT_STAT_" + name).counter();
    }
}
