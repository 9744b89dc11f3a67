package io.seatrial.criteria;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads one YAML file; whatever is wrong in it is said at once. */
final class YamlFile {
    private static final int LARGEST = 64 * 1024 * 1024;

    private YamlFile() {}

    /**
     * Read a file.
     *
     * @param known keys of its top level
     * @throws InvalidFileException if anything in it is wrong
     */
    static <T> T read(Path file, Set<String> known, Function<Section, T> reader) {
        return read(file.toString(), () -> Files.newBufferedReader(file), known, reader);
    }

    /** Read a file that comes with the product. */
    static <T> T shipped(String name, Set<String> known, Function<Section, T> reader) {
        return read(
                name,
                () -> new InputStreamReader(YamlFile.class.getResourceAsStream(name), StandardCharsets.UTF_8),
                known,
                reader);
    }

    /** Opens a text. */
    private interface Source {
        Reader open() throws IOException;
    }

    private static <T> T read(String name, Source source, Set<String> known, Function<Section, T> reader) {
        Problems problems = new Problems(name);
        Node root = compose(source, problems);
        problems.throwIfAny();
        T value = reader.apply(Section.open(problems, "", root, known));
        problems.throwIfAny();
        return value;
    }

    private static Node compose(Source source, Problems problems) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LARGEST);
        try (Reader text = source.open()) {
            Node node = new Yaml(options).compose(text);
            if (node == null) {
                problems.add(1, "file", "expected keys, got an empty file");
            }
            return node;
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            problems.add(line, "file", "expected YAML: " + e.getProblem());
        } catch (NoSuchFileException e) {
            problems.add(
                    1, "file", "found no such file; copy one from a cluster like this and have its limits approved");
        } catch (YAMLException | IOException e) {
            problems.add(1, "file", "expected a readable YAML file: " + e);
        }
        return null;
    }
}
