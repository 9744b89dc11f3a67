package io.seatrial.formats.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * A text that holds one JSON document, perhaps with lines before it (a prompt, a banner, a log) and a prompt behind it. Numbers keep all
 * their digits; names that come twice and anything behind the document are refused.
 *
 * @param root the document
 * @param prefixLines lines before it that are not blank and no prompt
 * @param isStrict whether it is JSON by the book
 */
public record JsonText(JsonObject root, int prefixLines, boolean isStrict) {
    /** Read JSON by the book. */
    public static JsonText strict(Lines lines) {
        Document document = Document.of(lines);
        return document.read(true);
    }

    /**
     * Read JSON with what tools get wrong: names without quotes, a comma behind the last entry, missing values.
     *
     * @param repair what is done to each line if the text is not JSON by the book
     */
    public static JsonText lenient(Lines lines, UnaryOperator<String> repair) {
        Document document = Document.of(lines);
        try {
            return document.read(true);
        } catch (FormatException e) {
            return document.with(repair).read(false);
        }
    }

    /** Tell whether a document may begin with this line; a log's {@code [1234.5] text} and a prompt's {@code [root@host ~]#} do not. */
    static boolean opens(String line) {
        String start = line.strip();
        return start.matches(
                "(?s)\\{\\s*(?:\".*|\\}.*|[A-Za-z_]\\w*\\s*:.*|)|\\[\\s*(?:[\\[{\"].*|\\].*|-?\\d+\\s*,.*|)");
    }

    private record Document(List<Line> lines, int prefixLines) {
        static Document of(Lines source) {
            List<Line> all = new ArrayList<>();
            source.forEachRemaining(all::add);
            source.remnant().ifPresent(all::add);
            int prefix = 0;
            int start = 0;
            while (start < all.size() && !opens(all.get(start).text())) {
                prefix += all.get(start).isBlank() ? 0 : 1;
                start++;
            }
            if (start == all.size()) {
                throw all.isEmpty() || prefix == 0
                        ? FormatException.missing("a JSON document")
                        : all.get(0).malformed("a JSON document");
            }
            return new Document(withoutPromptBehind(all.subList(start, all.size())), prefix);
        }

        private static List<Line> withoutPromptBehind(List<Line> lines) {
            int end = lines.size();
            while (end > 1
                    && (lines.get(end - 1).isBlank()
                            || Prompt.command(lines.get(end - 1).text()).isPresent())) {
                end--;
            }
            return lines.subList(0, end);
        }

        Document with(UnaryOperator<String> repair) {
            return new Document(
                    lines.stream()
                            .map(line -> line.with(repair.apply(line.text())))
                            .toList(),
                    prefixLines);
        }

        JsonText read(boolean isStrict) {
            StringBuilder text = new StringBuilder();
            lines.forEach(line -> text.append(line.text()).append('\n'));
            try {
                return new JsonText(
                        new JsonObject("", JsonTree.read(text.toString(), isStrict)), prefixLines, isStrict);
            } catch (JsonProcessingException e) {
                throw at(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // cannot happen: the text is in memory
            }
        }

        private FormatException at(JsonProcessingException e) {
            int index = e.getLocation() == null ? 0 : e.getLocation().getLineNr() - 1;
            Line line = lines.get(Math.max(0, Math.min(index, lines.size() - 1)));
            int column =
                    e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getColumnNr());
            return line.malformed(column, "strict JSON (" + firstLine(e.getOriginalMessage()) + ")");
        }

        private static String firstLine(String message) {
            String first = message.lines().findFirst().orElse("not JSON");
            return first.isEmpty() ? first : first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1);
        }
    }
}
