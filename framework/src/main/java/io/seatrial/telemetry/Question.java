package io.seatrial.telemetry;

import io.seatrial.formats.text.Source;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A command and what its answer means.
 *
 * @param command what is asked
 * @param about names of the sources or settings that nothing is known of when there is no answer
 * @param reading reads the answer; fails with {@link io.seatrial.formats.text.FormatException}
 * @param <T> what is read
 */
public record Question<T>(ReadCommand command, List<String> about, Function<Source, T> reading) {
    public Question {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(reading, "reading");
        about = List.copyOf(about);
    }
}
