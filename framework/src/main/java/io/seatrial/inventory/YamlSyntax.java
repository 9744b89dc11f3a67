package io.seatrial.inventory;

import java.io.StringReader;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Tells whether a text is YAML at all, whatever it says; several documents are. */
public final class YamlSyntax {
    private YamlSyntax() {}

    /**
     * What is no YAML.
     *
     * @param line counted from 1
     * @param what the parser's words
     */
    public record Broken(int line, String what) {}

    /** Return where a text ceases to be YAML, empty where it does not. */
    public static Optional<Broken> broken(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        try {
            new Yaml(options).parse(new StringReader(text)).forEach(event -> {});
            return Optional.empty();
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            return Optional.of(new Broken(line, String.valueOf(e.getProblem())));
        } catch (ReaderException e) {
            int before = text.offsetByCodePoints(0, Math.min(e.getPosition(), text.codePointCount(0, text.length())));
            long line =
                    1 + text.substring(0, before).chars().filter(c -> c == '\n').count();
            return Optional.of(new Broken((int) line, "a character that YAML does not allow"));
        } catch (YAMLException e) {
            return Optional.of(new Broken(1, String.valueOf(e.getMessage())));
        }
    }
}
