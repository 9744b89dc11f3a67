package io.seatrial.report.congestion;

import io.seatrial.measurement.SubjectId;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What counters said in a run, for the report. A run whose ports were not read has {@link #NONE} and shows nothing of it.
 *
 * @param rounds rounds with the ports that took part, in the order of time
 * @param ports every port that was read or should have been, for the maps of switch ports
 * @param links every link that was asked for, in any order
 */
public record Congestion(List<RoundCounters> rounds, List<PortCounters> ports, List<LinkCounters> links) {
    /** No counters were asked for. */
    public static final Congestion NONE = new Congestion(List.of(), List.of(), List.of());

    public Congestion {
        rounds = List.copyOf(rounds);
        ports = List.copyOf(ports);
        links = List.copyOf(links);
    }

    /** Tell whether there is nothing to show. */
    public boolean isEmpty() {
        return rounds.isEmpty() && ports.isEmpty() && links.isEmpty();
    }

    /** Return the windows of all rounds. */
    public List<NamedWindow> windows() {
        return rounds.stream().map(RoundCounters::window).toList();
    }

    /**
     * Return the charts of a port, or of both ends of a link, over the worst round that it took part in: what is attached to its result. None
     * where it took part in no round.
     *
     * @param subject a port, or a link {@code a~b}
     */
    public List<RoundPicture.Chart> charts(SubjectId subject) {
        Set<String> ends = Set.of(subject.name().split("~", 2));
        return rounds.stream()
                .map(round -> new RoundCounters(
                        round.window(),
                        round.ports().stream()
                                .filter(port -> ends.contains(port.port().name()))
                                .toList()))
                .filter(round -> !round.ports().isEmpty())
                .map(round -> new RoundPicture(round, windows()))
                .max(Comparator.comparingDouble(RoundPicture::rank))
                .map(picture -> picture.charts(ends.size()))
                .orElse(List.of());
    }
}
