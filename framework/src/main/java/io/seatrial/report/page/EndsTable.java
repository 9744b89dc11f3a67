package io.seatrial.report.page;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import io.seatrial.report.congestion.LinkCounters;
import io.seatrial.report.congestion.NamedWindow;
import io.seatrial.report.congestion.Pairing;
import io.seatrial.report.congestion.Pairing.Agreement;
import io.seatrial.report.congestion.Pairing.Fact;
import io.seatrial.report.congestion.Percent;
import io.seatrial.report.congestion.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Both ends of each link side by side, the worst link first and open, the others folded. */
final class EndsTable {
    private static final int OPEN = 3;
    private static final double PPM = 1e6;

    private final Html html = new Html();

    private EndsTable() {}

    static String html(List<LinkCounters> links) {
        return links.isEmpty() ? "" : new EndsTable().all(links);
    }

    private String all(List<LinkCounters> links) {
        List<LinkCounters> worstFirst =
                links.stream().sorted(LinkCounters.WORST_FIRST).toList();
        html.leaf("h3", Texts.text("congestion.links"));
        html.leaf("p", Texts.text("congestion.links.note"), "class", "note");
        worstFirst.stream().limit(OPEN).forEach(link -> link(link, true));
        if (worstFirst.size() > OPEN) {
            html.open("details")
                    .leaf("summary", Texts.text("congestion.links.others") + " " + (worstFirst.size() - OPEN));
            worstFirst.stream().skip(OPEN).forEach(link -> link(link, false));
            html.close();
        }
        return html.toString();
    }

    private void link(LinkCounters link, boolean open) {
        if (open) {
            html.open("details", "class", "link", "open", "open");
        } else {
            html.open("details", "class", "link");
        }
        html.open("summary")
                .leaf("b", link.link().id())
                .leaf("span", brief(link))
                .close();
        html.open("div", "class", "wide").open("table");
        head(link);
        html.open("tbody");
        link.pairings().forEach(pairing -> row(link, pairing));
        html.close().close().close();
        html.open("p", "class", "note");
        html.text(link.sources().stream().map(Texts::sentence).collect(java.util.stream.Collectors.joining("; ")));
        html.close().close();
    }

    private void head(LinkCounters link) {
        html.open("thead").open("tr").leaf("th", window(link.window()));
        html.leaf("th", link.link().a().toString(), "class", "number");
        html.leaf("th", link.link().b().toString(), "class", "number");
        html.leaf("th", Texts.text("congestion.ends")).close().close();
    }

    private static String window(NamedWindow window) {
        long nanos = window.when().length().toNanos();
        return window.name() + ", " + Quantities.text(new Quantity(nanos, Unit.NANOSECONDS));
    }

    /** The link in one line, so that the folded ones can be looked through. */
    private static String brief(LinkCounters link) {
        List<String> parts = new ArrayList<>();
        parts.add(share("congestion.brief.paused", link.pauseShares()));
        parts.add(share("congestion.brief.marked", link.markedShares()));
        parts.add(count(link, Fact.DROPS, "congestion.brief.drops"));
        parts.add(count(link, Fact.ERRORS, "congestion.brief.errors"));
        long differ = link.count(Agreement.DIFFER);
        if (differ > 0) {
            parts.add(Texts.sentence(Message.of("congestion.brief.differ", "rows", differ)));
        }
        return String.join(" \u00b7 ", parts);
    }

    private static String share(String key, List<Long> shares) {
        String value = shares.isEmpty() ? Texts.text("congestion.unknown") : Percent.text(shares.get(0));
        return Texts.text(key) + " " + value;
    }

    private static String count(LinkCounters link, Fact fact, String key) {
        String value = link.knows(fact) ? grouped(link.most(fact)) : Texts.text("congestion.unknown");
        return Texts.text(key) + " " + value;
    }

    private void row(LinkCounters link, Pairing pairing) {
        html.open("tr").leaf("th", Texts.text(fact(pairing.fact())) + way(link, pairing), "scope", "row");
        end(link, pairing.fact(), pairing.a());
        end(link, pairing.fact(), pairing.b());
        html.leaf("td", Texts.text(agreement(pairing.agreement())), "class", css(pairing.agreement()))
                .close();
    }

    private static String way(LinkCounters link, Pairing pairing) {
        String a = link.link().a().node();
        String b = link.link().b().node();
        return switch (pairing.way()) {
            case A_TO_B -> ", " + a + " \u2192 " + b;
            case B_TO_A -> ", " + b + " \u2192 " + a;
            case EACH -> "";
        };
    }

    private void end(LinkCounters link, Fact fact, Tally tally) {
        if (tally.amount().isEmpty()) {
            String cause = tally.cause().map(Texts::sentence).orElse("");
            html.open("td", "class", "number unknown")
                    .text(Texts.text("congestion.unknown"))
                    .leaf("small", cause)
                    .close();
            return;
        }
        long amount = tally.amount().getAsLong();
        String text = fact.unit() == Unit.COUNT ? grouped(amount) : time(link, amount);
        html.leaf("td", text, "class", amount == 0 ? "number zero" : "number", "title", tally.source());
    }

    private static String time(LinkCounters link, long nanos) {
        double window = Math.max(1, link.window().when().length().toNanos());
        return Quantities.column(List.of(new Quantity(nanos, Unit.NANOSECONDS))).get(0) + " ("
                + Percent.text(Math.round(Math.min(1, nanos / window) * PPM)) + ")";
    }

    /** Digits in groups of three, with narrow spaces: nine digits cannot be compared otherwise. */
    private static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', '\u202f');
    }

    private static String fact(Fact fact) {
        return switch (fact) {
            case PACKETS -> "congestion.fact.packets";
            case PAUSE_FRAMES -> "congestion.fact.pause-frames";
            case PAUSE_TIME -> "congestion.fact.pause-time";
            case MARKS -> "congestion.fact.marks";
            case DROPS -> "congestion.fact.drops";
            case ERRORS -> "congestion.fact.errors";
        };
    }

    private static String agreement(Agreement agreement) {
        return switch (agreement) {
            case AGREE -> "congestion.agree";
            case DIFFER -> "congestion.differ";
            case ONE_SIDED -> "congestion.one-sided";
            case UNKNOWN -> "congestion.unknown";
            case NOT_COMPARABLE -> "congestion.not-comparable";
        };
    }

    private static String css(Agreement agreement) {
        return switch (agreement) {
            case AGREE -> "agree";
            case DIFFER -> "differ";
            case ONE_SIDED, UNKNOWN -> "open";
            case NOT_COMPARABLE -> "none";
        };
    }
}
