package io.seatrial.criteria.nccl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at NCCL_ALGO and NCCL_PROTO: words with commas between, {@code ^} before a list of what is left out, and from 2.24 on a list per
 * function ({@code AllReduce:Ring;Broadcast:Tree}). Words are compared whatever their case.
 */
final class ListLook {
    private static final Release STRICT = Release.of("2.24");
    private static final Release TWO_COLLNETS = Release.of("2.14");
    private static final Set<String> FUNCTIONS =
            Set.of("Broadcast", "Reduce", "AllGather", "ReduceScatter", "AllReduce", "SendRecv");
    private static final List<String> PROTOCOLS = List.of("LL", "LL128", "Simple");
    private static final String COLLNET = "collnet";
    /** The algorithms with the release that brought them, as far as it matters. */
    private static final Map<String, Optional<Release>> ALGORITHMS = algorithms();

    private final boolean algorithms;
    private final Remarks remarks;

    ListLook(boolean algorithms, Remarks remarks) {
        this.algorithms = algorithms;
        this.remarks = remarks;
    }

    private static Map<String, Optional<Release>> algorithms() {
        Map<String, Optional<Release>> all = new LinkedHashMap<>();
        all.put("Ring", Optional.empty());
        all.put("Tree", Optional.empty());
        all.put("CollnetDirect", Optional.of(TWO_COLLNETS));
        all.put("CollnetChain", Optional.of(TWO_COLLNETS));
        all.put("NVLS", Optional.of(Release.of("2.17")));
        all.put("NVLSTree", Optional.of(Release.of("2.18")));
        all.put("PAT", Optional.of(Release.of("2.23")));
        return all;
    }

    void look() {
        if (remarks.value().isEmpty()) {
            return;
        }
        for (String part : remarks.value().split(";")) {
            part(part);
        }
        if (!remarks.hasError()) {
            harms();
            remarks.add(Severity.WARNING, "debug.left");
        }
    }

    private void part(String part) {
        int colon = part.indexOf(':');
        if (colon >= 0) {
            function(part.substring(0, colon));
        }
        String list = part.substring(colon + 1);
        List<String> words = words(list);
        boolean left = list.startsWith("^") || words.stream().anyMatch(this::isKnown);
        words.forEach(word -> word(word, left));
    }

    private static List<String> words(String list) {
        List<String> words = new ArrayList<>();
        for (String word : (list.startsWith("^") ? list.substring(1) : list).split(",")) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    private void function(String name) {
        remarks.before(STRICT, Severity.ERROR, "list.function", "token", name);
        if (FUNCTIONS.stream().noneMatch(name::equalsIgnoreCase)) {
            String nearest = Guess.of(name, FUNCTIONS.stream().sorted().toList());
            remarks.from(STRICT, Severity.ERROR, "list.function-unknown", "token", name, "nearest", nearest);
        }
    }

    private boolean isKnown(String word) {
        return algorithms
                ? find(ALGORITHMS.keySet(), word).isPresent() || isOneCollnet(word)
                : find(PROTOCOLS, word).isPresent();
    }

    /** Before 2.14 there was one; without a release it is one that most do not have. */
    private boolean isOneCollnet(String word) {
        return word.equalsIgnoreCase(COLLNET)
                && remarks.release().filter(of -> !of.reaches(TWO_COLLNETS)).isPresent();
    }

    private static Optional<String> find(Iterable<String> known, String word) {
        for (String one : known) {
            if (one.equalsIgnoreCase(word)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    private void word(String word, boolean left) {
        Optional<String> algorithm = find(ALGORITHMS.keySet(), word);
        Optional<String> protocol = find(PROTOCOLS, word);
        String effect = effect(word, left);
        if (algorithms && algorithm.isPresent()) {
            ALGORITHMS.get(algorithm.get()).ifPresent(since -> notYet(algorithm.get(), since, left));
        } else if (algorithms && word.equalsIgnoreCase(COLLNET)) {
            remarks.from(TWO_COLLNETS, Severity.ERROR, "list.collnet", "token", word, "effect", effect);
        } else if (algorithms && protocol.isPresent()) {
            remarks.add(Severity.ERROR, "list.algorithm-of-protocol", "token", protocol.get(), "effect", effect);
        } else if (!algorithms && (algorithm.isPresent() || word.equalsIgnoreCase(COLLNET))) {
            String name = algorithm.orElse("CollnetDirect");
            remarks.add(Severity.ERROR, "list.protocol-of-algorithm", "token", name, "effect", effect);
        } else if (!algorithms && protocol.isEmpty() || algorithms) {
            unknown(word, effect);
        }
    }

    /** All these came before NCCL began to refuse words that it does not know. */
    private void notYet(String word, Release since, boolean left) {
        boolean others = left && (remarks.release().isEmpty() || wordsLeft(since));
        remarks.before(
                since, Severity.ERROR, "list.not-yet", "token", word, "since", since.text(), "effect", old(others));
    }

    /** Tell whether the judged release knows another word of the list. */
    private boolean wordsLeft(Release since) {
        String list = remarks.value();
        return list.startsWith("^")
                || words(list).stream()
                        .flatMap(word -> find(ALGORITHMS.keySet(), word).stream())
                        .anyMatch(word -> ALGORITHMS
                                .get(word)
                                .map(of -> !of.reaches(since)
                                        && remarks.release().get().reaches(of))
                                .orElse(true));
    }

    private void unknown(String word, String effect) {
        List<String> all = algorithms ? List.copyOf(ALGORITHMS.keySet()) : PROTOCOLS;
        remarks.add(
                Severity.ERROR,
                "list.unknown",
                "token",
                "'" + word + "'",
                "all",
                String.join(", ", all),
                "effect",
                effect,
                "nearest",
                Guess.of(word.strip(), all));
    }

    private String effect(String word, boolean left) {
        if (remarks.release().isEmpty()) {
            return Sentences.of("list.effect", Map.of("token", word, "old", old(left)));
        }
        return remarks.release().get().reaches(STRICT)
                ? Sentences.of("list.effect-new", Map.of("token", word))
                : old(left);
    }

    private static String old(boolean left) {
        return Sentences.of(left ? "list.effect-rest" : "list.effect-none", Map.of());
    }

    private void harms() {
        String value = remarks.value().toLowerCase(Locale.ROOT);
        if (algorithms && value.equals("tree")) {
            remarks.from(STRICT, Severity.WARNING, "list.tree-alone");
        }
        boolean forced = !value.startsWith("^") && words(value).contains("ll128");
        if (!algorithms && forced) {
            remarks.add(Severity.WARNING, "list.ll128");
        }
    }
}
