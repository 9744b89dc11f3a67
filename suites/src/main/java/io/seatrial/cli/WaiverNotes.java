package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.Waiver;
import io.seatrial.criteria.Waivers;
import io.seatrial.measurement.Message;
import io.seatrial.report.Texts;
import io.seatrial.report.WaiverNote;
import io.seatrial.testkit.Concluded;
import java.util.List;

/** Shows every waiver of a run with its scope, and what it did. */
final class WaiverNotes {
    private WaiverNotes() {}

    static List<WaiverNote> of(RunArchive archive, Prepared prepared, Judged judged) {
        return prepared
                .waivers()
                .standings(judged.concluded().stream().map(Concluded::judgement).toList(), Judged.day(archive.header()))
                .stream()
                .map(WaiverNotes::note)
                .toList();
    }

    private static WaiverNote note(Waivers.Standing standing) {
        Waiver waiver = standing.waiver();
        return new WaiverNote(
                waiver.ticket(), scope(waiver), waiver.owner(), waiver.reason(), waiver.expires(), state(standing));
    }

    private static String scope(Waiver waiver) {
        return Texts.sentence(Message.of(
                waiver.coversNotProven() ? "waiver.scope.not-proven" : "waiver.scope",
                "criterion",
                waiver.criterion(),
                "subject",
                waiver.subject()));
    }

    private static Message state(Waivers.Standing standing) {
        return switch (standing.use()) {
            case NEEDED -> Message.of("waiver.state.needed", "results", (long) standing.results());
            case EXPIRED -> Message.of("waiver.state.expired");
            case NO_LONGER_NEEDED -> Message.of("waiver.state.no-longer-needed");
            case NOTHING_MATCHED -> Message.of("waiver.state.nothing-matched");
        };
    }
}
