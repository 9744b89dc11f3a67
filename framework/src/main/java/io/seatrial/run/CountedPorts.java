package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.SourceRecord;
import io.seatrial.criteria.counters.LinkCounters;
import io.seatrial.criteria.counters.PortCounters;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Everything that was counted in a run, by port.
 *
 * @param ports series by port, one for each source
 * @param slowest the longest refresh interval among the sources
 */
public record CountedPorts(Map<SubjectId, List<CounterSeries>> ports, Duration slowest) {
    public CountedPorts {
        ports = Map.copyOf(ports);
    }

    /** Read what an archive holds, once through. */
    public static CountedPorts of(RunArchive archive) {
        return of(archive.sources(), archive::forEachReading);
    }

    /** @param readings gives every reading to whom it is told, those of one port from one source in the order of time */
    static CountedPorts of(List<SourceRecord> records, Consumer<Consumer<CounterReading>> readings) {
        Map<String, CounterSource> sources = sources(records);
        Map<SubjectId, Map<String, CounterSeries.Builder>> builders = new LinkedHashMap<>();
        readings.accept(reading -> builder(builders, sources, reading).add(reading));
        Duration slowest = sources.values().stream()
                .map(CounterSource::refresh)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return new CountedPorts(series(builders), slowest);
    }

    private static Map<String, CounterSource> sources(List<SourceRecord> records) {
        Map<String, CounterSource> sources = new HashMap<>();
        for (SourceRecord record : records) {
            if (record.cause().isEmpty()) {
                sources.merge(
                        key(record.source().node(), record.source().name()), record.source(), CountedPorts::worse);
            }
        }
        return sources;
    }

    /** Builders go as their series come: both together would not fit for many ports. */
    private static Map<SubjectId, List<CounterSeries>> series(
            Map<SubjectId, Map<String, CounterSeries.Builder>> builders) {
        Map<SubjectId, List<CounterSeries>> ports = new HashMap<>();
        Iterator<Map.Entry<SubjectId, Map<String, CounterSeries.Builder>>> rest =
                builders.entrySet().iterator();
        while (rest.hasNext()) {
            Map.Entry<SubjectId, Map<String, CounterSeries.Builder>> next = rest.next();
            ports.put(
                    next.getKey(),
                    next.getValue().values().stream()
                            .map(CounterSeries.Builder::build)
                            .toList());
            rest.remove();
        }
        return ports;
    }

    /** A source that became slower or less certain during the run is as good as at its worst. */
    private static CounterSource worse(CounterSource one, CounterSource other) {
        return new CounterSource(
                one.node(),
                one.name(),
                longer(one.refresh(), other.refresh()),
                longer(one.uncertainty(), other.uncertainty()));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static CounterSeries.Builder builder(
            Map<SubjectId, Map<String, CounterSeries.Builder>> builders,
            Map<String, CounterSource> sources,
            CounterReading reading) {
        return builders.computeIfAbsent(reading.port(), port -> new LinkedHashMap<>())
                .computeIfAbsent(reading.source(), name -> builder(sources, reading.port(), name));
    }

    private static CounterSeries.Builder builder(Map<String, CounterSource> sources, SubjectId port, String name) {
        String node = node(port);
        return new CounterSeries.Builder(port, sources.getOrDefault(key(node, name), unknown(node, name)));
    }

    /** Of a source that never said how often it is renewed a window tells nothing. */
    private static CounterSource unknown(String node, String name) {
        return new CounterSource(node, name, Duration.ofDays(1), Duration.ZERO);
    }

    private static String key(String node, String source) {
        return node + " " + source;
    }

    private static String node(SubjectId port) {
        int slash = port.name().indexOf('/');
        return slash < 0 ? port.name() : port.name().substring(0, slash);
    }

    /** Return what both ends of a link counted; an end of which nothing was read is there without series. */
    LinkCounters of(Link link) {
        return new LinkCounters(link, of(link.a()), of(link.b()));
    }

    private PortCounters of(End end) {
        return of(new SubjectId(SubjectId.Kind.PORT, end.toString()));
    }

    /** Return what a port counted; one of which nothing was read is there without series. */
    PortCounters of(SubjectId port) {
        return new PortCounters(port, ports.getOrDefault(port, List.of()));
    }
}
