package io.seatrial.report.page;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.Finding;
import io.seatrial.report.Kind;
import io.seatrial.report.Numbers;
import io.seatrial.report.Quantities;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Every link with a small coloured cell per criterion, the worst link first; a link without any verdict stays visible. */
final class LinkTable {
    /** Above this many rows the table is folded; the wall of cells above it stays. */
    private static final int FOLDED = 64;

    private final Map<String, Map<String, Judgement>> byLink;
    private final SortedSet<String> criteria;
    private final Map<String, String> tiers;

    private LinkTable(RunReport report) {
        this.tiers = report.links().stream().collect(Collectors.toMap(Link::id, Link::tier, (a, b) -> a, TreeMap::new));
        this.byLink = new TreeMap<>();
        this.criteria = new TreeSet<>();
        tiers.keySet().forEach(link -> byLink.put(link, new TreeMap<>()));
        report.findings().forEach(this::add);
    }

    static String html(RunReport report) {
        LinkTable table = new LinkTable(report);
        if (table.byLink.isEmpty()) {
            return new Html().leaf("p", Texts.text("page.links.none")).toString();
        }
        return table.html();
    }

    private void add(Finding finding) {
        Judgement judgement = finding.judgement();
        if (judgement.subject().kind() != SubjectId.Kind.LINK) {
            return;
        }
        String link = judgement.subject().name();
        criteria.add(judgement.criterion());
        tiers.putIfAbsent(link, finding.labels().getOrDefault(Finding.TIER, ""));
        byLink.computeIfAbsent(link, name -> new TreeMap<>()).put(judgement.criterion(), judgement);
    }

    private String html() {
        List<String> links = worstFirst();
        Html html = new Html();
        wall(html);
        boolean folded = links.size() > FOLDED;
        if (folded) {
            html.open("details").leaf("summary", Texts.text("page.links.all") + " " + links.size());
        }
        table(html, links);
        return (folded ? html.close() : html).toString();
    }

    /** One row of small cells per criterion, in the order of names, so that a bad switch shows as a block. */
    private void wall(Html html) {
        for (String criterion : criteria) {
            html.open("div", "class", "wall").leaf("span", criterion, "class", "name");
            byLink.forEach((link, judgements) -> brick(html, link, judgements.get(criterion)));
            html.close();
        }
    }

    private static void brick(Html html, String link, Judgement judgement) {
        if (judgement == null) {
            html.leaf("i", "\u00b7", "class", "none", "title", link);
            return;
        }
        Kind kind = Kind.of(judgement.verdict());
        String title = link + ": " + Numbers.of(judgement.verdict()).seen();
        html.leaf("i", kind == Kind.PASSED ? "\u00a0" : kind.mark(), "class", css(judgement), "title", title);
    }

    private void table(Html html, List<String> links) {
        html.open("div", "class", "wide").open("table", "class", "links");
        html.open("thead").open("tr").leaf("th", Texts.text("table.link")).leaf("th", Texts.text("table.tier"));
        criteria.forEach(criterion -> html.leaf("th", criterion, "class", "number"));
        html.close().close().open("tbody");
        Map<Judgement, String> numbers = numbers();
        links.forEach(link -> row(html, link, numbers));
        html.close().close().close();
    }

    private void row(Html html, String link, Map<Judgement, String> numbers) {
        html.open("tr").leaf("td", link).leaf("td", tiers.getOrDefault(link, ""));
        for (String criterion : criteria) {
            cell(html, byLink.get(link).get(criterion), numbers);
        }
        html.close();
    }

    /** The texts of all numbers, each criterion in one scale. */
    private Map<Judgement, String> numbers() {
        Map<Judgement, String> numbers = new HashMap<>();
        for (String criterion : criteria) {
            List<Judgement> seen = byLink.values().stream()
                    .map(judgements -> judgements.get(criterion))
                    .filter(judgement ->
                            judgement != null && judgement.verdict().evidence().isPresent())
                    .toList();
            List<String> texts = Quantities.column(seen.stream()
                    .map(judgement ->
                            judgement.verdict().evidence().orElseThrow().seen())
                    .toList());
            for (int i = 0; i < seen.size(); i++) {
                numbers.put(seen.get(i), texts.get(i).strip());
            }
        }
        return numbers;
    }

    private static void cell(Html html, Judgement judgement, Map<Judgement, String> numbers) {
        if (judgement == null) {
            html.leaf("td", "\u00b7", "class", "number none");
            return;
        }
        Kind kind = Kind.of(judgement.verdict());
        String seen = numbers.getOrDefault(judgement, kind.word());
        String title = Texts.sentence(judgement.verdict());
        html.leaf("td", seen + " " + kind.mark(), "class", "number " + css(judgement), "title", title);
    }

    /** Passed cells are darker the nearer they are to the limit: {@code heat-0} far inside to {@code heat-4} at the edge. */
    private static String css(Judgement judgement) {
        Kind kind = Kind.of(judgement.verdict());
        if (kind != Kind.PASSED) {
            return kind.css();
        }
        double severity = judgement.verdict().evidence().map(Evidence::severity).orElse(0.0);
        return "heat-" + Math.max(0, Math.min(4, (int) (severity * 10) - 5));
    }

    private List<String> worstFirst() {
        List<String> links = new ArrayList<>(byLink.keySet());
        links.sort(Comparator.comparing(this::worstKind)
                .thenComparing(this::severity, Comparator.reverseOrder())
                .thenComparing(Comparator.naturalOrder()));
        return links;
    }

    /** A link without any verdict ranks with those not proven. */
    private Kind worstKind(String link) {
        return byLink.get(link).values().stream()
                .map(judgement -> Kind.of(judgement.verdict()))
                .min(Comparator.naturalOrder())
                .orElse(Kind.NOT_PROVEN);
    }

    private double severity(String link) {
        return byLink.get(link).values().stream()
                .flatMap(judgement -> judgement.verdict().evidence().stream())
                .mapToDouble(Evidence::severity)
                .max()
                .orElse(0);
    }
}
