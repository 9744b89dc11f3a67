package io.seatrial.inventory;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code tiers:} and holds the declared oversubscription against the links. */
final class TierReader {
    static final List<String> NAMES = List.of(Link.HOST_LEAF, "leaf-spine", "spine-core");
    /** Declared ratios are written with one or two decimals. */
    private static final double SLACK = 1.01;

    private final Problems problems;
    private final Map<String, Node> places = new HashMap<>();

    TierReader(Problems problems) {
        this.problems = problems;
    }

    List<Tier> read(Section cluster, Wiring wiring) {
        List<Tier> tiers = new ArrayList<>();
        int before = problems.count();
        for (Node node : cluster.filled("tiers")) {
            Section.read(problems, node, Shape.TIER).flatMap(this::tier).ifPresent(tiers::add);
        }
        boolean complete = problems.count() == before && !tiers.isEmpty();
        wiring.tiers().forEach((tier, place) -> {
            if (complete && !places.containsKey(tier)) {
                problems.add(
                        place,
                        "a link of tier " + tier + ", which 'tiers' does not declare",
                        "'- {name: " + tier + "}'");
            }
        });
        tiers.forEach(tier -> check(tier, wiring.links()));
        return tiers;
    }

    private Optional<Tier> tier(Section section) {
        Optional<String> name = section.text("name");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        if (!NAMES.contains(name.get())) {
            String found = "tier '" + name.get() + "'";
            problems.add(section.place("name"), found, String.join(", ", NAMES), Nearest.to(name.get(), NAMES));
            return Optional.empty();
        }
        boolean first = Unique.once(problems, places, section.place("name"), name.get(), "tier '" + name.get() + "'");
        return first ? Optional.of(new Tier(name.get(), oversubscription(section))) : Optional.empty();
    }

    private double oversubscription(Section section) {
        String text = section.text("oversubscription").orElse("1.0");
        double ratio = text.matches("\\d{1,4}(\\.\\d{1,6})?") ? Double.parseDouble(text) : 0;
        if (ratio > 0) {
            return ratio;
        }
        problems.add(
                section.place("oversubscription"),
                "oversubscription '" + text + "'",
                "downlink over uplink capacity as a number above 0, for example 1.0 or 2.0");
        return 1.0;
    }

    /** A switch that has more below than it declares would be judged against bandwidth that cannot be there. */
    private void check(Tier tier, List<Link> links) {
        Map<String, Long> above = new TreeMap<>(NaturalOrder.INSTANCE);
        Map<String, Long> below = new HashMap<>();
        for (Link link : links) {
            if (link.tier().equals(tier.name())) {
                above.merge(link.a().node(), link.rate(), Long::sum);
            }
            below.merge(link.b().node(), link.rate(), Long::sum);
        }
        above.forEach((name, up) -> {
            double ratio = below.getOrDefault(name, 0L) / (double) up;
            if (ratio > tier.oversubscription() * SLACK) {
                String found = String.format(
                        Locale.ROOT,
                        "oversubscription %s, but %s has %s below and %s above",
                        number(tier.oversubscription()),
                        name,
                        Amount.rate(below.get(name)),
                        Amount.rate(up));
                String expected = number(ratio) + ", or the uplinks that are missing";
                problems.add(places.get(tier.name()), found, expected);
            }
        });
    }

    private static String number(double ratio) {
        return new BigDecimal(ratio)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
