package io.seatrial.formats;

import io.seatrial.formats.Format.Likeness;
import io.seatrial.formats.text.Head;
import java.util.List;
import java.util.Optional;

/**
 * Every format there is. A new one is one file and one line here; the tests over this list then ask for its golden files. The class has the
 * format's name ({@code perftest-bw} is {@code PerftestBw}), so that one can be had without loading all the others, which takes longer than
 * to read a small text.
 */
public final class Formats {
    /** Names of all formats, in the order in which {@code read --list} shows them. */
    public static final List<String> IDS = List.of(
            "ansible-inventory",
            "counter-delta",
            "dcgmi-diag-json",
            "dcgmi-diag-text",
            "dcgmi-dmon",
            "dmesg-xid",
            "eos-ecn-json",
            "eos-ecn-text",
            "eos-pfc-json",
            "eos-pfc-text",
            "eos-pfcwd-json",
            "eos-queue-text",
            "ethtool-stats",
            "gnmi-openconfig",
            "hostlist",
            "ibdiagnet-pm",
            "iblinkinfo",
            "ibnetdiscover",
            "ibqueryerrors",
            "ibstat",
            "ibv-devinfo",
            "ip-link-json",
            "junos-interface-extensive",
            "lldpctl-json",
            "lldptool",
            "mlnx-qos",
            "nccl-log",
            "nccl-tests",
            "nccl-tests-json",
            "nvidia-smi-csv",
            "nvidia-smi-topo",
            "nvue-qos-counters",
            "nxos-pfc",
            "nxos-queuing",
            "ompi-hostfile",
            "pairwise-results",
            "perfquery",
            "perftest-bw",
            "perftest-json",
            "perftest-lat",
            "prometheus-dcgm",
            "prometheus-node",
            "rccl-tests",
            "rdma-link",
            "rdma-statistic",
            "show-gids",
            "slurm-topology",
            "snmp-walk",
            "sonic-config-db",
            "sonic-counterpoll",
            "sonic-counters-db",
            "sonic-fec",
            "sonic-interface-counters",
            "sonic-pfc-counters",
            "sonic-pfcwd",
            "sonic-pfcwd-config",
            "sonic-pg-drop",
            "sonic-queue-counters",
            "sonic-watermark",
            "sonic-wred-counters",
            "sysfs-ib-counters",
            "tc-qdisc-json");

    private Formats() {}

    /** Return every format, in the order of the list. */
    public static List<Format<?>> all() {
        return IDS.stream().<Format<?>>map(Formats::made).toList();
    }

    /** Return the format of that name, or nothing. */
    public static Optional<Format<?>> byId(String id) {
        return IDS.contains(id) ? Optional.of(made(id)) : Optional.empty();
    }

    private static Format<?> made(String id) {
        try {
            Class<?> type = Class.forName(Formats.class.getPackageName() + "." + className(id));
            return (Format<?>) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no class " + className(id) + " with a constructor without arguments", e);
        }
    }

    private static String className(String id) {
        StringBuilder name = new StringBuilder();
        for (String part : id.split("-")) {
            name.append(Character.toUpperCase(part.charAt(0))).append(part, 1, part.length());
        }
        return name.toString();
    }

    /** Return the formats that a text may be of, judged by its beginning: the sure ones, or where none is sure those that it could be. */
    public static List<Format<?>> like(Head head) {
        List<Format<?>> all = all();
        List<Format<?>> sure = like(all, head, Likeness.SURE);
        return sure.isEmpty() ? like(all, head, Likeness.PERHAPS) : sure;
    }

    private static List<Format<?>> like(List<Format<?>> all, Head head, Likeness wanted) {
        return all.stream()
                .filter(format -> format.likeness(head) == wanted)
                .<Format<?>>map(format -> format)
                .toList();
    }
}
