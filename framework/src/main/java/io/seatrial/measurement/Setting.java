package io.seatrial.measurement;

import java.util.Objects;
import java.util.Optional;

/**
 * A configuration reading: a name, and its text or the reason why it could not be read.
 *
 * @param subject what is configured
 * @param name for example {@code link.state}
 * @param text what was read; empty where it was unreadable
 * @param cause why it was unreadable; present exactly when the text is absent
 */
public record Setting(SubjectId subject, String name, Optional<String> text, Optional<Message> cause) {
    public Setting {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(name, "name");
        if (text.isPresent() == cause.isPresent()) {
            throw new IllegalArgumentException(
                    "setting " + name + " of " + subject + ": expected either a text or a cause");
        }
    }
}
