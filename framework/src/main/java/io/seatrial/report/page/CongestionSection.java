package io.seatrial.report.page;

import io.seatrial.measurement.Message;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import io.seatrial.report.congestion.Congestion;
import io.seatrial.report.congestion.LinkCounters;
import io.seatrial.report.congestion.Pairing.Agreement;
import io.seatrial.report.congestion.PortMaps;
import io.seatrial.report.congestion.RoundCounters;
import io.seatrial.report.congestion.RoundPicture;
import java.util.Comparator;
import java.util.List;

/** What counters of ports say: maps of the switch ports, charts of the worst rounds, both ends of every link. Nothing where none were read. */
final class CongestionSection {
    /** Rounds that are drawn; the others are in the table of links. */
    private static final int ROUNDS = 6;
    /** Rounds that are seen without unfolding. */
    private static final int OPEN = 2;
    /** Ports that are drawn of a round. */
    private static final int PORTS = 6;

    private final Congestion congestion;
    private final Html html = new Html();

    private CongestionSection(Congestion congestion) {
        this.congestion = congestion;
    }

    /** Return the section, empty where the run has no counters: its style comes with it, so that other pages do not change. */
    static String html(RunReport report) {
        return report.congestion().isEmpty() ? "" : new CongestionSection(report.congestion()).section(report);
    }

    private String section(RunReport report) {
        html.open("section", "class", "congestion")
                .markup("<style>\n" + Templates.text("congestion.css") + "</style>\n");
        html.leaf("h2", Texts.text("congestion.title"));
        coverage();
        html.open("div", "class", "maps");
        for (PortMaps.Titled map : PortMaps.of(congestion, report.links())) {
            html.open("figure", "class", "wide").markup(map.svg()).close();
        }
        html.close();
        rounds();
        html.markup(EndsTable.html(congestion.links()));
        return html.close().toString();
    }

    /** What both ends of how many links told: nothing below may be taken for more. */
    private void coverage() {
        List<LinkCounters> links = congestion.links();
        if (links.isEmpty()) {
            html.leaf("p", Texts.text("congestion.no-links"));
            return;
        }
        long differ = links.stream().filter(l -> l.count(Agreement.DIFFER) > 0).count();
        long open = links.stream()
                .filter(l -> l.count(Agreement.ONE_SIDED) + l.count(Agreement.UNKNOWN) > 0)
                .count();
        html.leaf(
                "p",
                Texts.sentence(Message.of(
                        "congestion.coverage", "links", (long) links.size(), "differ", differ, "open", open)));
    }

    private void rounds() {
        List<RoundPicture> rounds = worstFirst();
        if (rounds.isEmpty()) {
            return;
        }
        html.leaf("h3", Texts.text("congestion.rounds"));
        html.leaf("p", legend(rounds.size()), "class", "note");
        for (int i = 0; i < Math.min(ROUNDS, rounds.size()); i++) {
            round(rounds.get(i), i < OPEN);
        }
    }

    private List<RoundPicture> worstFirst() {
        record Ranked(RoundPicture picture, double rank) {}
        return congestion.rounds().stream()
                .map(round -> new RoundPicture(round, congestion.windows()))
                .map(picture -> new Ranked(picture, picture.rank()))
                .sorted(Comparator.comparingDouble(Ranked::rank).reversed())
                .map(Ranked::picture)
                .toList();
    }

    private static String legend(int rounds) {
        return Texts.sentence(Message.of(
                "congestion.rounds.note", "shown", (long) Math.min(ROUNDS, rounds), "rounds", (long) rounds));
    }

    private void round(RoundPicture picture, boolean open) {
        RoundCounters round = picture.round();
        if (open) {
            html.open("details", "open", "open");
        } else {
            html.open("details");
        }
        html.leaf("summary", heading(round)).open("div", "class", "charts");
        picture.charts(PORTS)
                .forEach(chart -> html.open("figure").markup(chart.svg()).close());
        html.close().close();
    }

    private static String heading(RoundCounters round) {
        return Texts.sentence(Message.of(
                "congestion.round",
                "window",
                round.window().name(),
                "from",
                SummaryPage.TIME.format(round.window().when().from()),
                "shown",
                (long) Math.min(PORTS, round.ports().size()),
                "ports",
                (long) round.ports().size()));
    }
}
