package io.seatrial.measurement;

import java.util.List;
import java.util.Objects;

/**
 * What the log of a library says of a measurement. The findings stand here and not the text: every report reads them anew, and the logs of
 * large groups are far too long for that. Whoever doubts them has the text.
 *
 * @param file where the text is kept, below the folder of the run
 * @param findings one for each thing that must hold
 */
public record LogReading(String file, List<LogFinding> findings) {
    public LogReading {
        Objects.requireNonNull(file, "file");
        findings = List.copyOf(findings);
    }
}
