package io.seatrial.cli;

import io.seatrial.diagnosis.PairBlame;
import io.seatrial.formats.PairwiseResults;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What takes more than one room: a reader says what stands in a text, and another room what follows from it. */
final class Composed {
    /** Pairs as they were read, and whom they blame. */
    record Blame(
            List<JudgedPair> pairs,
            List<String> blamedNodes,
            List<List<String>> undecidedPairs,
            List<String> clearedNodes,
            Boolean complete) {}

    /** A pair as it was read, and whether it is slow beside the best one; null where it has no value. */
    record JudgedPair(String a, String b, BigDecimal busbwGbPerS, Boolean slow, Boolean crossesTor) {}

    private Composed() {}

    /** Return what was read, with what follows from it where the format asks a question that reading alone does not answer. */
    static Object of(Object read) {
        return read instanceof PairwiseResults.Report pairs ? blame(pairs) : read;
    }

    private static Blame blame(PairwiseResults.Report read) {
        PairBlame blame = PairBlame.of(read.pairs().stream()
                .map(pair -> new PairBlame.Pair(pair.a(), pair.b(), pair.busbwGbPerS()))
                .toList());
        List<JudgedPair> pairs = new ArrayList<>();
        for (int i = 0; i < read.pairs().size(); i++) {
            PairwiseResults.Pair pair = read.pairs().get(i);
            pairs.add(new JudgedPair(
                    pair.a(), pair.b(), pair.busbwGbPerS(), blame.slow().get(i), pair.crossesTor()));
        }
        List<List<String>> undecided = blame.undecided().stream()
                .map(pair -> List.of(pair.a(), pair.b()))
                .toList();
        return new Blame(pairs, blame.blamed(), undecided, blame.cleared(), read.complete());
    }
}
