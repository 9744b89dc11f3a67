package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a report goes that is made after its run: never into the folder of a run, which nothing changes once it is closed. */
final class ReportFolder {
    private ReportFolder() {}

    /**
     * Return a folder that somebody named, absolute.
     *
     * @throws UsageException if it is in the folder of a run
     */
    static Path outsideRuns(String option, Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        for (Path above = absolute; above != null; above = above.getParent()) {
            if (RunArchive.isRun(above)) {
                throw new UsageException(option + ": " + folder + " is in the folder of run " + above.getFileName()
                        + ", which is never changed after the run; name a folder outside");
            }
        }
        return absolute;
    }

    /** Make a new folder for a report beside the folder of all runs: {@code reports/again/CLUSTER/RUN-1}, then {@code RUN-2}. */
    static Path next(Path runs, RunArchive archive) throws IOException {
        Path all = runs.resolveSibling("again").resolve(archive.header().cluster());
        Files.createDirectories(all);
        for (int number = 1; ; number++) {
            try {
                return Files.createDirectory(all.resolve(archive.header().run() + "-" + number));
            } catch (FileAlreadyExistsException e) {
                // of an earlier report; the next number is free
            }
        }
    }
}
