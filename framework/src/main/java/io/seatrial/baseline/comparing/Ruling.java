package io.seatrial.baseline.comparing;

import io.seatrial.baseline.Robust;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says what became of paired classes.
 *
 * @param worse largest probability that still counts as a move to the bad side, 0 where only a certain one does
 * @param better the same for the good side
 * @param alone the probability that a single moved subject of the family would have to reach
 */
record Ruling(Rules rules, double worse, double better, double alone) {
    /** With which probability the least move is found that is called detectable. */
    private static final double POWER = 0.8;

    /** A class and its subjects, ruled on. */
    record Ruled(ClassMove whole, List<SubjectMove> subjects) {}

    Ruled of(Pairs pairs) {
        double detectable = pairs.test().detectable(Math.max(alone, worse), POWER);
        List<SubjectMove> moves = new ArrayList<>();
        for (int i = 0; i < pairs.subjects().size(); i++) {
            moves.add(ofSubject(pairs, i, detectable));
        }
        ClassMove whole = whole(pairs, moves, detectable);
        return new Ruled(whole, moves.stream().map(move -> marked(move, whole)).toList());
    }

    private SubjectMove ofSubject(Pairs pairs, int index, double detectable) {
        SubjectMove.Seen before = seen(pairs.before().get(index));
        SubjectMove.Seen after = seen(pairs.after().get(index));
        Optional<Move> move = pairs.move(index, detectable);
        double tolerated = tolerated(pairs, before.value());
        Effect effect =
                move.map(by -> effect(pairs.metric().better(), by, tolerated)).orElse(Effect.CANNOT_TELL);
        Optional<Message> why = effect != Effect.CANNOT_TELL
                ? Optional.empty()
                : Optional.of(move.map(by -> why(before, after, by, tolerated))
                        .orElseGet(() -> Message.of("compare.why.no-spread")));
        return new SubjectMove(
                pairs.key(), pairs.metric(), pairs.subjects().get(index), before, after, move, false, effect, why);
    }

    private Effect effect(Direction good, Move move, double tolerated) {
        boolean toBadSide = move.isWorse(good);
        boolean beyond = Math.abs(move.change()) > tolerated;
        if (beyond && move.p(good) <= (toBadSide ? worse : better)) {
            return toBadSide ? Effect.WORSE : Effect.BETTER;
        }
        boolean within = -tolerated <= move.low() && move.high() <= tolerated;
        return within ? Effect.UNCHANGED : Effect.CANNOT_TELL;
    }

    private ClassMove whole(Pairs pairs, List<SubjectMove> moves, double detectable) {
        double common = pairs.common();
        Effect side =
                (common > 0) == (pairs.metric().better() == Direction.LOWER_IS_BETTER) ? Effect.WORSE : Effect.BETTER;
        long middle = Robust.median(pairs.before().stream().map(Robust::median).toList());
        boolean beyond = Math.abs(common) > tolerated(pairs, middle);
        Effect effect = beyond && isMost(moves, side)
                ? side
                : isMost(moves, Effect.UNCHANGED) ? Effect.UNCHANGED : Effect.CANNOT_TELL;
        return new ClassMove(pairs.key(), pairs.metric(), moves.size(), common, detectable, effect);
    }

    private static boolean isMost(List<SubjectMove> moves, Effect effect) {
        return moves.size() > 1
                && 2 * moves.stream().filter(move -> move.effect() == effect).count() > moves.size();
    }

    /** What lies no further from its class than is tolerated moved with it. */
    private SubjectMove marked(SubjectMove move, ClassMove whole) {
        if (!whole.isMoved() || move.effect() != whole.effect()) {
            return move;
        }
        double apart = Math.abs(move.move().orElseThrow().change() - whole.common());
        boolean shared = apart <= tolerated(move.key().ask(), move.before().value());
        return shared ? move.asItsClass(whole.subjects()) : move;
    }

    private static Message why(SubjectMove.Seen before, SubjectMove.Seen after, Move move, double tolerated) {
        boolean blind = !(move.detectable() <= tolerated);
        // nothing loses more than all of itself
        String few = move.detectable() < 1 ? "compare.why.too-few" : "compare.why.blind";
        return Message.of(
                blind ? few : "compare.why.near",
                "change",
                Percent.signed(move.change()),
                "before",
                (long) before.rounds(),
                "after",
                (long) after.rounds(),
                "detectable",
                Percent.of(move.detectable()),
                "low",
                Percent.signed(move.low()),
                "high",
                Percent.signed(move.high()),
                "tolerance",
                Percent.of(tolerated));
    }

    private double tolerated(Pairs pairs, long before) {
        return tolerated(pairs.key().ask(), before);
    }

    /** Return the tolerated move as a share of the value before. */
    private double tolerated(String ask, long before) {
        return (double) rules.tolerances().apply(ask).room(before) / before;
    }

    private static SubjectMove.Seen seen(List<Long> rounds) {
        return new SubjectMove.Seen(Robust.median(rounds), rounds.size());
    }
}
