package io.seatrial.run;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.RunArchive;
import io.seatrial.transport.Change;
import io.seatrial.transport.Journal;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A setting of a host that a run changed by a command and nobody took back: whatever is measured on that host now is measured under it.
 *
 * @param run the run that changed it
 * @param journal the journal that says so
 * @param host the host; {@code -} where the journal cannot be read
 * @param command the command that takes it back; why not, where the journal cannot be read
 */
public record LeftTreatment(String run, Path journal, String host, String command) {
    /** A journal that cannot be read may hold anything. */
    private static final String UNKNOWN = "-";

    /** Return what all runs of a cluster left, oldest run first; runs whose header is damaged count by the folder they lie in. */
    public static List<LeftTreatment> of(Path runs, String cluster) {
        return RunArchive.all(runs).stream()
                .filter(folder -> cluster(folder).equals(cluster))
                .flatMap(folder -> in(folder, RunArchive.journal(folder)).stream())
                .toList();
    }

    /** Return what could not be taken back when a run ended, whether or not somebody did so since: its journal as it was closed says it. */
    public static List<LeftTreatment> atItsEnd(RunArchive archive) {
        return in(archive.folder(), archive.ownJournal());
    }

    private static String cluster(Path folder) {
        try {
            return RunArchive.open(folder).header().cluster();
        } catch (ArchiveException e) {
            return folder.toAbsolutePath().normalize().getParent().getFileName().toString();
        }
    }

    private static List<LeftTreatment> in(Path folder, Path journal) {
        String run = folder.getFileName().toString();
        if (!Files.exists(journal)) {
            return List.of();
        }
        try {
            return Journal.read(journal).stream()
                    .filter(change -> change.kind() == Change.Kind.COMMAND)
                    .map(change -> new LeftTreatment(run, journal, change.host(), change.target()))
                    .toList();
        } catch (UncheckedIOException e) {
            return List.of(new LeftTreatment(run, journal, UNKNOWN, String.valueOf(e.getMessage())));
        }
    }

    /** Say it in one sentence. */
    public String text() {
        return host.equals(UNKNOWN)
                ? "run " + run + ": " + command
                : "run " + run + " changed host " + host + " and did not take it back; expected '" + command
                        + "' to have worked, as " + journal + " says";
    }
}
