package io.seatrial.cli;

import io.seatrial.archive.CaptureRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.probe.CaptureSink;
import io.seatrial.probe.PortCapture;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Keeps captured headers in the archive of the run, and says once for each port and cause where there are none. */
final class KeptCaptures implements CaptureSink {
    private final RunArchive archive;
    private final Consumer<String> notes;
    private final Set<String> said = new TreeSet<>();

    KeptCaptures(RunArchive archive, Consumer<String> notes) {
        this.archive = archive;
        this.notes = notes;
    }

    @Override
    public void take(String ask, int round, int attempt, PortCapture capture) {
        if (capture.whyNot().isEmpty()) {
            CaptureRecord kept =
                    CaptureRecord.kept(ask, round, attempt, capture.port(), capture.numbers(), capture.isFull());
            archive.append(kept, capture.file());
            return;
        }
        String cause = capture.whyNot().get();
        archive.append(CaptureRecord.none(ask, round, attempt, capture.port(), cause), new byte[0]);
        String note = "no headers captured at " + capture.port() + ": " + cause;
        if (said.add(note)) {
            notes.accept(note);
        }
    }
}
