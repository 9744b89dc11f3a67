package io.seatrial.formats;

import java.math.BigInteger;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the drivers name what they count for one priority. Sources: kernel, Documentation/networking/device_drivers/ethernet/mellanox/mlx5
 * and drivers/net/ethernet (mellanox/mlx4/en_ethtool.c, broadcom/bnxt/bnxt_ethtool.c, intel/ice/ice_ethtool.c, intel/i40e/i40e_ethtool.c,
 * hisilicon/hns3/hns3pf/hclge_main.c, huawei/hinic/hinic_ethtool.c, pensando/ionic/ionic_stats.c).
 */
final class EthtoolNames {
    /** What is counted; the enum's order is of no meaning. */
    enum Field {
        RX_BYTES,
        RX_PACKETS,
        TX_BYTES,
        TX_PACKETS,
        RX_PAUSE,
        RX_DURATION,
        RX_TRANSITIONS,
        TX_PAUSE,
        TX_DURATION,
        TX_TRANSITIONS,
        RX_XOFF,
        RX_XON,
        TX_XOFF,
        TX_XON,
        RX_DISCARDS,
        RX_MARKED
    }

    private static final Set<Field> PAUSE = EnumSet.range(Field.RX_PAUSE, Field.TX_XON);

    /**
     * A counter of one priority.
     *
     * @param priority 0 to 7
     * @param field what it counts
     */
    record Part(int priority, Field field) {}

    private record Name(Pattern pattern, Field field) {}

    private static final List<Name> NAMES = List.of(
            // mlx5
            name("rx_prio(\\d)_bytes", Field.RX_BYTES),
            name("rx_prio(\\d)_packets", Field.RX_PACKETS),
            name("tx_prio(\\d)_bytes", Field.TX_BYTES),
            name("tx_prio(\\d)_packets", Field.TX_PACKETS),
            name("rx_prio(\\d)_pause", Field.RX_PAUSE),
            name("rx_prio(\\d)_pause_duration", Field.RX_DURATION),
            name("rx_prio(\\d)_pause_transition", Field.RX_TRANSITIONS),
            name("tx_prio(\\d)_pause", Field.TX_PAUSE),
            name("tx_prio(\\d)_pause_duration", Field.TX_DURATION),
            name("tx_prio(\\d)_pause_transition", Field.TX_TRANSITIONS),
            name("rx_prio(\\d)_discards", Field.RX_DISCARDS),
            name("rx_prio(\\d)_marked", Field.RX_MARKED),
            // mlx4_en
            name("rx_prio_(\\d)_bytes", Field.RX_BYTES),
            name("rx_prio_(\\d)_packets", Field.RX_PACKETS),
            name("tx_prio_(\\d)_bytes", Field.TX_BYTES),
            name("tx_prio_(\\d)_packets", Field.TX_PACKETS),
            name("rx_pause_prio_(\\d)", Field.RX_PAUSE),
            name("rx_pause_duration_prio_(\\d)", Field.RX_DURATION),
            name("rx_pause_transition_prio_(\\d)", Field.RX_TRANSITIONS),
            name("tx_pause_prio_(\\d)", Field.TX_PAUSE),
            name("tx_pause_duration_prio_(\\d)", Field.TX_DURATION),
            name("tx_pause_transition_prio_(\\d)", Field.TX_TRANSITIONS),
            // bnxt_en
            name("rx_bytes_pri(\\d)", Field.RX_BYTES),
            name("rx_packets_pri(\\d)", Field.RX_PACKETS),
            name("tx_bytes_pri(\\d)", Field.TX_BYTES),
            name("tx_packets_pri(\\d)", Field.TX_PACKETS),
            name("rx_pfc_ena_frames_pri(\\d)", Field.RX_PAUSE),
            name("pfc_pri(\\d)_rx_duration_us", Field.RX_DURATION),
            name("pfc_pri(\\d)_rx_transitions", Field.RX_TRANSITIONS),
            name("tx_pfc_ena_frames_pri(\\d)", Field.TX_PAUSE),
            name("pfc_pri(\\d)_tx_duration_us", Field.TX_DURATION),
            name("pfc_pri(\\d)_tx_transitions", Field.TX_TRANSITIONS),
            // ice, i40e
            name("(?:port\\.)?rx_priority_(\\d)_xoff(?:_rx)?(?:\\.nic)?", Field.RX_XOFF),
            name("(?:port\\.)?rx_priority_(\\d)_xon(?:_rx)?(?:\\.nic)?", Field.RX_XON),
            name("(?:port\\.)?tx_priority_(\\d)_xoff(?:_tx)?(?:\\.nic)?", Field.TX_XOFF),
            name("(?:port\\.)?tx_priority_(\\d)_xon(?:_tx)?(?:\\.nic)?", Field.TX_XON),
            // hns3, hinic
            name("mac_rx_pfc_pri(\\d)_pkt_num", Field.RX_PAUSE),
            name("mac_tx_pfc_pri(\\d)_pkt_num", Field.TX_PAUSE),
            // ionic
            name("frames_rx_pri_?(\\d)", Field.RX_PACKETS),
            name("frames_tx_pri_?(\\d)", Field.TX_PACKETS),
            name("rx_pripause_?(\\d)_1us_count", Field.RX_DURATION),
            name("tx_pripause_?(\\d)_1us_count", Field.TX_DURATION));

    /** Families by names that only they have, the more particular first. */
    private static final List<Map.Entry<String, Pattern>> FAMILIES = List.of(
            Map.entry("mlx5", Pattern.compile("[rt]x_prio\\d_\\w+|rx_vport_rdma_\\w+|rx_out_of_buffer")),
            Map.entry("mlx4_en", Pattern.compile("[rt]x_(?:prio|pause_prio)_\\d.*")),
            Map.entry("bnxt_en", Pattern.compile("[rt]x_pfc_ena_frames_pri\\d|pfc_pri\\d_.*|rx_total_l4_csum_errors")),
            Map.entry("i40e", Pattern.compile("port\\.[rt]x_priority_\\d_.*")),
            Map.entry("ice", Pattern.compile("[rt]x_priority_\\d_xo.*|\\w+\\.nic")),
            Map.entry("hinic", Pattern.compile("mac_[rt]x_pause_num|mac_[rt]x_pfc_pkt_num")),
            Map.entry("hns3", Pattern.compile("mac_[rt]x_mac_pause_num|mac_[rt]x_pfc_pri\\d_pkt_num")),
            Map.entry("ionic", Pattern.compile("frames_rx_pri.*|[rt]x_pripause.*")),
            Map.entry(
                    "ena", Pattern.compile("queue_\\d+_[rt]x_\\w+|bw_(?:in|out)_allowance_exceeded|ena_admin_q_\\w+")));

    private EthtoolNames() {}

    private static Name name(String pattern, Field field) {
        return new Name(Pattern.compile(pattern), field);
    }

    /** Return what a name counts for a priority; nothing where it counts something else. */
    static Optional<Part> of(String name) {
        if (!name.contains("pri")) {
            return Optional.empty();
        }
        for (Name known : NAMES) {
            Matcher found = known.pattern.matcher(name);
            if (found.matches()) {
                return Optional.of(new Part(Integer.parseInt(found.group(1)), known.field));
            }
        }
        return Optional.empty();
    }

    /** Return the family of drivers that has such names; null where none is known. */
    static String family(Set<String> names, boolean hasRings) {
        // Both Huawei families have the totals, but only hns3 the frames of 802.3x under this name.
        boolean isHns3 = names.contains("mac_rx_mac_pause_num") || names.contains("mac_tx_mac_pause_num");
        return FAMILIES.stream()
                .filter(family -> !(isHns3 && family.getKey().equals("hinic")))
                .filter(family -> names.stream()
                        .anyMatch(name -> family.getValue().matcher(name).matches()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(hasRings ? "bnxt_en" : null);
    }

    /** Tell whether any of a priority's counters is of pause frames. */
    static boolean hasPause(EnumMap<Field, BigInteger> of) {
        return of.keySet().stream().anyMatch(PAUSE::contains);
    }

    /** Return a priority's counters of pause frames. */
    static EnumMap<Field, BigInteger> pause(EnumMap<Field, BigInteger> of) {
        EnumMap<Field, BigInteger> pause = new EnumMap<>(of);
        pause.keySet().retainAll(PAUSE);
        return pause;
    }
}
