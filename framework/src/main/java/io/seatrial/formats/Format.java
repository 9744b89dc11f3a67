package io.seatrial.formats;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Source;
import java.util.Set;

/**
 * Reads one kind of text. A reader keeps no state between texts. What the text does not tell is null in the record, never 0, and a last
 * line without line end is not read as a whole one.
 *
 * @param <T> the record; {@link FormatJson} writes its components in snake case
 */
public interface Format<T> {
    /** Return the name under which {@link Formats} knows it: lower case, parts joined by hyphens. */
    String id();

    /** Return one line for people: which tool or log, in a dozen words. */
    String about();

    /** Tell from the beginning of a text whether it is of this format; no two formats may be sure of the same text. */
    Likeness likeness(Head head);

    /**
     * Read a text to its end, in memory that does not grow with what is skipped.
     *
     * @throws FormatException if the text is not of this format, with line and column or the quoted line
     * @throws java.io.UncheckedIOException if it cannot be read at all
     */
    T read(Source source);

    /**
     * Return the JSON names of fields that conclude from everything that was read: counts of entries, verdicts, findings. In a text that is
     * cut at a line end they may differ from the whole text's (a count only downwards); every other number must be the same or missing.
     */
    default Set<String> conclusions() {
        return Set.of();
    }

    /** How far the beginning of a text gives its format away. */
    enum Likeness {
        /** It is something else. */
        NO,
        /** It could be: a part of such a text, or a text that a more particular format may claim. */
        PERHAPS,
        /** It carries a mark that only this format has. */
        SURE;

        /** Return SURE where the mark is there, else NO. */
        public static Likeness sureIf(boolean mark) {
            return mark ? SURE : NO;
        }

        /** Return PERHAPS where the hint is there, else NO. */
        public static Likeness perhapsIf(boolean hint) {
            return hint ? PERHAPS : NO;
        }

        /** Return the surer of both. */
        public Likeness or(Likeness other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }
}
