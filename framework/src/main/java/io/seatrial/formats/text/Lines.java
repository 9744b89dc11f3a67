package io.seatrial.formats.text;

import java.io.InputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The lines of a text as a terminal shows them, one at a time: without line ends of either kind, byte order mark, colours, pager prompts and
 * what erased them, and without the blank lines, shell prompts and commands before the first other line. A last line without line end may be cut
 * anywhere, so it is not among the lines; {@link #remnant} gives it afterwards.
 */
public final class Lines implements Iterator<Line>, Iterable<Line> {
    private final RawLines raw;
    private Line next;
    private Line remnant;
    private String echo;
    private boolean begun;
    private boolean ended;

    Lines(InputStream bytes) {
        raw = new RawLines(bytes);
    }

    @Override
    public Iterator<Line> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        while (next == null && !ended) {
            advance();
        }
        return next != null;
    }

    @Override
    public Line next() {
        Line line = peek();
        next = null;
        return line;
    }

    /** Return the next line without taking it. */
    public Line peek() {
        if (!hasNext()) {
            throw new NoSuchElementException("no line left");
        }
        return next;
    }

    /** Return the last line if it has no line end; known when no line is left. */
    public Optional<Line> remnant() {
        return hasNext() ? Optional.empty() : Optional.ofNullable(remnant);
    }

    /** Return false where the text surely is cut, for it ends within a line; else null: a format without an end line cannot tell more. */
    public Boolean completeAsFarAsKnown() {
        return remnant().isPresent() ? Boolean.FALSE : null;
    }

    /** Return the command of the prompt before the text, where one stands there. */
    public Optional<String> echo() {
        hasNext();
        return Optional.ofNullable(echo);
    }

    /** Say that the text has nothing of the format. */
    public FormatException missing(String expected) {
        return remnant().map(line -> line.malformed(expected)).orElseGet(() -> FormatException.missing(expected));
    }

    private void advance() {
        String line = raw.next();
        if (line == null) {
            ended = true;
            return;
        }
        String shown = Terminal.shown(line);
        if (shown == null || !begun && (shown.isBlank() || isPrompt(shown))) {
            return;
        }
        begun = true;
        Line taken = new Line(raw.number(), shown);
        if (raw.isWhole()) {
            next = taken;
        } else {
            remnant = taken;
            ended = true;
        }
    }

    private boolean isPrompt(String shown) {
        Optional<String> command = Prompt.command(shown);
        command.filter(c -> !c.isEmpty()).ifPresent(c -> echo = c);
        return command.isPresent();
    }
}
