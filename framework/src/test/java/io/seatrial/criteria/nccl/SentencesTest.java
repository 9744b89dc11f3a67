package io.seatrial.criteria.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sentences and the sources name the same keys. */
class SentencesTest {
    private static final Path SOURCES = Path.of(
            System.getProperty("seatrial.project.dir", ".."), "framework/src/main/java/io/seatrial/criteria/nccl");
    private static final Pattern KEY = Pattern.compile(
            "\"((?:scope|name|line|integer|list|debug|off|level|sockets|cross|ib|devices|value)[.-][a-z0-9.-]+)\"");
    private static final Set<String> KINDS = Set.of("name.never", "name.ended", "name.deprecated", "name.pytorch");

    private static Set<String> used() throws IOException {
        Set<String> used = new TreeSet<>(KINDS);
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(SOURCES)) {
            all.forEach(files::add);
        }
        for (Path file : files) {
            KEY.matcher(Files.readString(file)).results().forEach(found -> used.add(found.group(1)));
        }
        return used;
    }

    @Test
    void every_sentence_has_a_use_and_every_use_a_sentence() throws IOException {
        Set<String> sentences = new TreeSet<>();
        ResourceBundle.getBundle("io.seatrial.criteria.nccl.sentences", Locale.ROOT)
                .keySet()
                .forEach(key -> sentences.add(key.replaceFirst("\\.meant$", "")));
        Set<String> used = used();
        used.add("off"); // of every switch, by its companion alone
        used.add("name.remove");
        assertThat(used).hasSizeGreaterThan(50);
        assertThat(sentences).isEqualTo(used);
    }
}
