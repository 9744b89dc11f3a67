package io.seatrial.report.page;

import io.seatrial.report.Texts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Writes HTML; every text and every attribute is escaped, and what was opened must be closed. */
final class Html {
    /** After these a line may end without a space being seen. */
    private static final Set<String> BLOCKS = Set.of(
            "div", "dl", "figure", "h1", "h2", "header", "li", "main", "ol", "p", "section", "table", "thead", "tr",
            "ul");

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Open an element.
     *
     * @param attributes names and values, alternating
     */
    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(attributes[i + 1]))
                    .append('"');
        }
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Close the element that was opened last. */
    Html close() {
        String tag = open.pop();
        out.append("</").append(tag).append('>');
        if (BLOCKS.contains(tag)) {
            out.append('\n');
        }
        return this;
    }

    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** Write an element that holds a text. */
    Html leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Add a piece that is markup already: a picture or a fragment made here. */
    Html markup(String trusted) {
        out.append(trusted);
        return this;
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("HTML: still open: " + open);
        }
        return out.toString();
    }

    static String escaped(String text) {
        return Texts.printable(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
