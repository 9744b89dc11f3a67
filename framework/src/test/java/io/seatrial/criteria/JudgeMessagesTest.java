package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The texts of judging and the keys that the code uses are the same set. */
class JudgeMessagesTest {
    private static final Path MAIN = Path.of("src/main");
    private static final Set<String> ROOMS = Set.of("criteria", "baseline", "diagnosis");
    private static final Pattern OURS =
            Pattern.compile("(evidence|limit|setting|class|baseline|watch|link|waiver|not-asked|suspect|decide)\\.");
    /** Every key is a literal of dotted words, but those that a ruling puts together. */
    private static final Pattern LITERAL = Pattern.compile("\"([a-z]+(?:[.-][a-z]+)*\\.[a-z-]+)\"");

    private static Set<String> texts() throws IOException {
        Properties texts = new Properties();
        for (String name : new String[] {"messages", "messages-judge", "messages-collectives"}) {
            Path file = MAIN.resolve("resources/io/seatrial/report/" + name + ".properties");
            if (Files.exists(file)) {
                try (var in = Files.newBufferedReader(file)) {
                    texts.load(in);
                }
            }
        }
        Set<String> keys = new TreeSet<>(texts.stringPropertyNames());
        // the record of a sign-off says how its waivers stand: no room of these does, and MessageBundleTest holds its
        // keys
        keys.removeIf(key -> key.startsWith("waiver.scope") || key.startsWith("waiver.state"));
        // companions of a text are found by its key
        keys.removeIf(key -> !OURS.matcher(key).lookingAt() || key.matches(".*\\.(expected|was|next)"));
        return keys;
    }

    private static Set<String> ruled() {
        Set<String> keys = new TreeSet<>();
        for (String prefix :
                new String[] {"limit", "limit.provisional", "class", "baseline", "baseline.class", "baseline.shared"}) {
            for (String what : new String[] {"pass", "fail"}) {
                keys.add(prefix + "." + what + ".at-most");
                keys.add(prefix + "." + what + ".at-least");
            }
        }
        keys.addAll(
                Set.of("baseline.bound.pass.at-most", "baseline.bound.pass.at-least")); // it says what a pass rests on
        return keys;
    }

    private static Set<String> literals() throws IOException {
        Set<String> literals = new TreeSet<>();
        for (String room : ROOMS) {
            try (Stream<Path> files = Files.walk(MAIN.resolve("java/io/seatrial/" + room))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    Matcher literal = LITERAL.matcher(Files.readString(file));
                    while (literal.find()) {
                        literals.add(literal.group(1));
                    }
                }
            }
        }
        return literals;
    }

    @Test
    void every_text_is_used() throws IOException {
        Set<String> used = literals();
        used.addAll(ruled());
        assertThat(used).containsAll(texts());
    }

    @Test
    void every_key_has_a_text() throws IOException {
        Set<String> keys = literals();
        keys.removeIf(literal -> KnownAsk.LIST.stream()
                .anyMatch(ask -> ask.id().equals(literal)
                        || ask.statistics().stream()
                                .anyMatch(s -> s.metric().id().equals(literal))));
        keys.removeAll(Set.of(
                "shipped-limits.yaml",
                "cluster.yaml",
                "criteria.yaml",
                "waivers.yaml",
                "baseline.json",
                "limit.provisional",
                "baseline.class",
                "baseline.bound",
                "baseline.shared"));
        keys.addAll(ruled());
        // the keys of counters and windows stand in a bundle of their own, which MessageBundleTest holds
        keys.removeIf(literal -> !OURS.matcher(literal).lookingAt());
        keys.removeIf(literal -> literal.startsWith("origin"));
        assertThat(texts()).containsAll(keys);
    }
}
