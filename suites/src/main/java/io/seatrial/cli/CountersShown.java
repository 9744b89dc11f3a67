package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.SourceRecord;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.congestion.Congestion;
import io.seatrial.report.congestion.LinkCounters;
import io.seatrial.report.congestion.Lossless;
import io.seatrial.report.congestion.NamedWindow;
import io.seatrial.report.congestion.PortCounters;
import io.seatrial.report.congestion.RoundCounters;
import io.seatrial.run.CounterJoin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns what was counted in a run into what its report draws. */
final class CountersShown {
    private final Cluster cluster;
    private final CounterJoin join;
    private final Lossless lossless;
    private final Map<String, Message> silent = new HashMap<>();

    private CountersShown(Cluster cluster, RunArchive archive, CounterJoin join) {
        this.cluster = cluster;
        this.join = join;
        this.lossless = cluster.qos().flatMap(CountersShown::lossless).orElse(Lossless.USUAL);
        for (SourceRecord record : archive.sources()) {
            record.cause().ifPresent(cause -> silent.put(record.source().node(), cause));
        }
    }

    private static Optional<Lossless> lossless(Qos qos) {
        return qos.lossless().stream().findFirst().map(priority -> new Lossless(priority, qos.queueOf(priority)));
    }

    static Congestion of(Cluster cluster, RunArchive archive, CounterJoin join) {
        return join.counted().ports().isEmpty() ? Congestion.NONE : new CountersShown(cluster, archive, join).shown();
    }

    private Congestion shown() {
        List<NamedWindow> windows = join.windows().stream()
                .map(window -> new NamedWindow(window.ask(), window.number(), 0, window.window()))
                .toList();
        List<PortCounters> ports = new ArrayList<>();
        List<LinkCounters> links = new ArrayList<>();
        for (Link link : cluster.links()) {
            PortCounters a = port(link.a(), link);
            PortCounters b = port(link.b(), link);
            ports.add(a);
            ports.add(b);
            if (!windows.isEmpty()) {
                links.add(LinkCounters.worst(link, a, b, windows));
            }
        }
        return new Congestion(
                windows.stream().map(window -> new RoundCounters(window, ports)).toList(), ports, links);
    }

    private PortCounters port(End end, Link link) {
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, end.toString());
        List<CounterSeries> series = join.counted().ports().getOrDefault(port, List.of());
        Optional<Message> cause = series.isEmpty() ? Optional.ofNullable(silent.get(end.node())) : Optional.empty();
        return new PortCounters(port, link.rate(), lossless, series, cause);
    }
}
