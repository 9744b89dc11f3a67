package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the message bundle against the sources: both must name the same keys. */
class MessageBundleTest {
    private static final Pattern SAID =
            Pattern.compile("(?:Message\\.of|new Message|Texts\\.text)\\(((?:[^,;()]|\\([^()]*\\))*)");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z0-9]+(?:[.-][a-z0-9]+)*)\"");
    /** What the code may put behind a key that it names: the companions of {@link Texts}, and the sides of a ruling. */
    private static final List<String> COMPANIONS = List.of(
            ".expected",
            ".was",
            ".next",
            ".pass.at-most",
            ".pass.at-least",
            ".fail.at-most",
            ".fail.at-least",
            ".at-most",
            ".at-least");
    /** For other rooms, when a text has no key of its own. */
    private static final Set<String> FREE = Set.of("plain");

    @Test
    void every_key_in_the_sources_has_a_text() throws IOException {
        Set<String> used = said();
        assertThat(used).as("the sources were read").hasSizeGreaterThan(30);
        assertThat(used).as("keys without a text in messages.properties").isSubsetOf(keys());
    }

    @Test
    void every_text_has_a_use() throws IOException {
        Set<String> literals = found(LITERAL);
        assertThat(keys().stream().filter(key -> !isUsed(key, literals)))
                .as("keys in messages.properties that no source names")
                .isEmpty();
    }

    private static boolean isUsed(String key, Set<String> literals) {
        return FREE.contains(key)
                || literals.contains(key)
                || COMPANIONS.stream().anyMatch(c -> key.endsWith(c) && literals.contains(without(key, c)));
    }

    private static String without(String key, String companion) {
        return key.substring(0, key.length() - companion.length());
    }

    @Test
    void no_key_has_two_texts() {
        assertThat(allKeys()).doesNotHaveDuplicates();
    }

    /** A bundle keeps the last text of a key and says nothing of the others. */
    @Test
    void no_key_stands_twice_in_its_file() throws IOException {
        for (String name : Texts.BUNDLES) {
            List<String> written = written(name);
            assertThat(written).as(name).doesNotHaveDuplicates();
            assertThat(written)
                    .as("the lines of %s were read", name)
                    .containsExactlyInAnyOrderElementsOf(
                            ResourceBundle.getBundle(name, Locale.ROOT).keySet());
        }
    }

    private static List<String> written(String bundle) throws IOException {
        Path file = project().resolve("framework/src/main/resources/" + bundle.replace('.', '/') + ".properties");
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("[=:\\s]", 2)[0])
                .toList();
    }

    private static List<String> allKeys() {
        return Texts.BUNDLES.stream()
                .flatMap(name -> ResourceBundle.getBundle(name, Locale.ROOT).keySet().stream())
                .toList();
    }

    private static Set<String> keys() {
        return new TreeSet<>(allKeys());
    }

    /** The literals of the first argument, which may choose between two. */
    private static Set<String> said() throws IOException {
        return found(SAID).stream()
                .flatMap(argument -> LITERAL.matcher(argument.replaceAll("\\([^()]*\\)", ""))
                        .results()
                        .map(r -> r.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> found(Pattern pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : List.of("framework", "suites")) {
            Path sources = project().resolve(module).resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                found.addAll(foundBelow(sources, pattern));
            }
        }
        return found;
    }

    private static Set<String> foundBelow(Path folder, Pattern pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                found.addAll(pattern.matcher(Files.readString(file))
                        .results()
                        .map((MatchResult r) -> r.group(1))
                        .collect(Collectors.toSet()));
            }
        }
        return found;
    }

    private static Path project() {
        return Path.of(System.getProperty("seatrial.project.dir", "..")).toAbsolutePath();
    }
}
