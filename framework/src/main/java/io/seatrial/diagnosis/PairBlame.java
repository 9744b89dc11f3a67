package io.seatrial.diagnosis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whom slow pairs of hosts blame, by the rule of the third host: a slow pair alone says nothing about which end is bad; a host that is slow
 * with several partners, of which some do well elsewhere, and that does well with nobody, is bad itself (domain notes, localisation).
 *
 * @param slow whether each pair is slow, in the order given; null where it has no value
 * @param blamed hosts, in the order in which slow pairs first name them
 * @param cleared hosts that do well with somebody, in the order in which good pairs first name them
 * @param undecided slow pairs that no blamed host explains: either end, or the path between them
 */
public record PairBlame(List<Boolean> slow, List<String> blamed, List<String> cleared, List<Pair> undecided) {
    /** A pair below this share of the best pair is slow; pairs of a healthy class lie within a few percent of each other. */
    private static final BigDecimal SLOW = new BigDecimal("0.8");
    /** Fewer partners cannot tell the host from the path. */
    private static final int PARTNERS = 2;

    /**
     * Two hosts and what was measured between them.
     *
     * @param value higher is better, in any unit that is the same for all pairs; null where there is none
     */
    public record Pair(String a, String b, BigDecimal value) {
        private boolean has(String host) {
            return a.equals(host) || b.equals(host);
        }

        private String partnerOf(String host) {
            return a.equals(host) ? b : a;
        }
    }

    public PairBlame {
        slow = Collections.unmodifiableList(new ArrayList<>(slow));
        blamed = List.copyOf(blamed);
        cleared = List.copyOf(cleared);
        undecided = List.copyOf(undecided);
    }

    /** Judge pairs of one class: the same hardware, sizes and distance, but for whether they cross a leaf. */
    public static PairBlame of(List<Pair> pairs) {
        BigDecimal best = pairs.stream()
                .map(Pair::value)
                .filter(value -> value != null)
                .max(BigDecimal::compareTo)
                .orElse(BigDecimal.ZERO);
        List<Boolean> slow = new ArrayList<>();
        pairs.forEach(pair -> slow.add(pair.value() == null ? null : isSlow(pair, best)));
        List<Pair> bad = where(pairs, slow, true);
        Set<String> cleared = hosts(where(pairs, slow, false));
        List<String> blamed = blamed(bad, cleared);
        List<Pair> undecided = bad.stream()
                .filter(pair -> blamed.stream().noneMatch(pair::has))
                .toList();
        return new PairBlame(slow, blamed, List.copyOf(cleared), undecided);
    }

    private static boolean isSlow(Pair pair, BigDecimal best) {
        return pair.value().compareTo(best.multiply(SLOW)) < 0;
    }

    private static List<Pair> where(List<Pair> pairs, List<Boolean> slow, boolean wanted) {
        List<Pair> found = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            if (slow.get(i) != null && slow.get(i) == wanted) {
                found.add(pairs.get(i));
            }
        }
        return found;
    }

    private static Set<String> hosts(List<Pair> pairs) {
        Set<String> hosts = new LinkedHashSet<>();
        pairs.forEach(pair -> hosts.addAll(List.of(pair.a(), pair.b())));
        return hosts;
    }

    private static List<String> blamed(List<Pair> bad, Set<String> cleared) {
        Map<String, Set<String>> partners = new LinkedHashMap<>();
        for (Pair pair : bad) {
            for (String host : List.of(pair.a(), pair.b())) {
                partners.computeIfAbsent(host, h -> new LinkedHashSet<>()).add(pair.partnerOf(host));
            }
        }
        return partners.keySet().stream()
                .filter(host -> !cleared.contains(host) && partners.get(host).size() >= PARTNERS)
                .filter(host -> partners.get(host).stream().anyMatch(cleared::contains))
                .toList();
    }
}
