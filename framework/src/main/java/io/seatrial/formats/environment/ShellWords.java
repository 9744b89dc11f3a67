package io.seatrial.formats.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Cuts a shell script into words as a shell does, as far as quotes, comments and separators go; nothing is expanded. */
final class ShellWords {
    /** A quote that is not closed within so many characters is an apostrophe of a text. */
    private static final int LONGEST_QUOTED = 16 * 1024;

    /** An array is of the shell alone: none can be exported. */
    private static final Pattern ARRAY = Pattern.compile("[A-Za-z_]\\w*\\+?=");

    private static final String SEPARATORS = ";&|()\n";

    private final String text;
    private final List<Word> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private int at;
    private int line;
    private int startLine;
    private boolean begun;
    private boolean known = true;

    /**
     * @param line the line at which it begins
     * @param text without quotes and backslashes
     * @param known false where something in it is expanded
     */
    record Word(int line, String text, boolean known) {
        /** Ends a command. */
        static final Word END = new Word(0, "", true);
    }

    private ShellWords(String text, int firstLine) {
        this.text = text;
        this.line = firstLine;
    }

    static List<Word> of(String text, int firstLine) {
        ShellWords cut = new ShellWords(text, firstLine);
        while (cut.at < text.length()) {
            cut.step();
        }
        cut.end();
        return cut.words;
    }

    private void step() {
        char c = text.charAt(at);
        if (c == '\\') {
            escaped();
        } else if (c == '\'' || c == '"') {
            quoted(c);
        } else if (c == '#' && !begun) {
            comment();
        } else if (c == '$' && text.startsWith("$(", at)) {
            take(c);
            known = false;
        } else if (SEPARATORS.indexOf(c) >= 0) {
            if (c == '(' && ARRAY.matcher(word).matches()) {
                drop();
            }
            end();
            words.add(Word.END);
            pass();
        } else if (c == ' ' || c == '\t') {
            end();
            pass();
        } else {
            take(c);
        }
    }

    private void take(char c) {
        begin();
        known &= c != '$' && c != '`';
        word.append(c);
        pass();
    }

    private void begin() {
        if (!begun) {
            begun = true;
            startLine = line;
        }
    }

    private void pass() {
        if (text.charAt(at) == '\n') {
            line++;
        }
        at++;
    }

    private void end() {
        if (begun) {
            words.add(new Word(startLine, word.toString(), known));
        }
        drop();
    }

    private void drop() {
        word.setLength(0);
        begun = false;
        known = true;
    }

    /** A backslash before a line end joins the lines, also where an editor left a carriage return. */
    private void escaped() {
        pass();
        if (text.startsWith("\r\n", at)) {
            pass();
        }
        if (at < text.length() && text.charAt(at) != '\n') {
            begin();
            word.append(text.charAt(at));
        }
        if (at < text.length()) {
            pass();
        }
    }

    private void quoted(char quote) {
        int close = closing(quote);
        if (close < 0) {
            take(quote);
            return;
        }
        begin();
        pass();
        while (at < close) {
            char c = text.charAt(at);
            boolean escape =
                    quote == '"' && c == '\\' && at + 1 < close && "\"\\$`\n".indexOf(text.charAt(at + 1)) >= 0;
            if (escape) {
                pass();
            } else {
                known &= quote == '\'' || c != '$' && c != '`';
            }
            word.append(text.charAt(at));
            pass();
        }
        pass();
    }

    private int closing(char quote) {
        int limit = Math.min(text.length(), at + LONGEST_QUOTED);
        for (int i = at + 1; i < limit; i++) {
            if (text.charAt(i) == quote) {
                return i;
            }
            if (quote == '"' && text.charAt(i) == '\\') {
                i++;
            }
        }
        return -1;
    }

    /** What a batch system reads in a comment is read here too. */
    private void comment() {
        boolean directive = text.startsWith("#SBATCH", at) || text.startsWith("#PBS", at) || text.startsWith("#$ ", at);
        if (directive) {
            pass();
            return;
        }
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
    }
}
