package io.seatrial.formats;

import io.seatrial.formats.Format.Likeness;
import io.seatrial.formats.text.Head;
import java.util.List;
import java.util.Optional;

/** Every format there is. A new one is one file and one line here; the tests over this list then ask for its golden files. */
public final class Formats {
    /** In the order in which {@code read --list} shows them. */
    public static final List<Format<?>> ALL = List.of(
            new AnsibleInventory(),
            new CounterDelta(),
            new DcgmiDiagJson(),
            new DcgmiDiagText(),
            new DcgmiDmon(),
            new DmesgXid(),
            new EosEcnJson(),
            new EosEcnText(),
            new EosPfcJson(),
            new EosPfcText(),
            new EosPfcwdJson(),
            new EosQueueText(),
            new EthtoolStats(),
            new GnmiOpenconfig(),
            new Hostlist(),
            new Iblinkinfo(),
            new Ibnetdiscover(),
            new Ibqueryerrors(),
            new Ibstat(),
            new IbvDevinfo(),
            new JunosInterfaceExtensive(),
            new LldpctlJson(),
            new Lldptool(),
            new MlnxQos(),
            new NcclLog(),
            new NcclTests(),
            new NcclTestsJson(),
            new NvidiaSmiCsv(),
            new NvidiaSmiTopo(),
            new NvueQosCounters(),
            new NxosPfc(),
            new NxosQueuing(),
            new OmpiHostfile(),
            new PairwiseResults(),
            new Perfquery(),
            new PerftestBw(),
            new PerftestJson(),
            new PerftestLat(),
            new PrometheusDcgm(),
            new PrometheusNode(),
            new RcclTests(),
            new RdmaLink(),
            new RdmaStatistic(),
            new ShowGids(),
            new SlurmTopology(),
            new SnmpWalk(),
            new SonicCounterpoll(),
            new SonicCountersDb(),
            new SonicFec(),
            new SonicInterfaceCounters(),
            new SonicPfcCounters(),
            new SonicPfcwd(),
            new SonicPfcwdConfig(),
            new SonicPgDrop(),
            new SonicQueueCounters(),
            new SonicWatermark(),
            new SonicWredCounters(),
            new SysfsIbCounters());

    private Formats() {}

    /** Return the format of that name, or nothing. */
    public static Optional<Format<?>> byId(String id) {
        return ALL.stream()
                .filter(format -> format.id().equals(id))
                .<Format<?>>map(format -> format)
                .findFirst();
    }

    /** Return the formats that a text may be of, judged by its beginning: the sure ones, or where none is sure those that it could be. */
    public static List<Format<?>> like(Head head) {
        List<Format<?>> sure = like(head, Likeness.SURE);
        return sure.isEmpty() ? like(head, Likeness.PERHAPS) : sure;
    }

    private static List<Format<?>> like(Head head, Likeness wanted) {
        return ALL.stream()
                .filter(format -> format.likeness(head) == wanted)
                .<Format<?>>map(format -> format)
                .toList();
    }
}
