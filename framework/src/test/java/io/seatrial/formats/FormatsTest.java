package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds every format of the list to the same rules, by its golden cases; a new format is under them as soon as it is in the list. */
class FormatsTest {
    private static final String EMPTIEST = "emptiest";
    private static final int CUT_EVERY = 7;

    static List<Golden> goldens() {
        return Golden.all();
    }

    static List<String> ids() {
        return Formats.all().stream().map(Format::id).toList();
    }

    @Test
    void names_are_plain_and_unique() {
        assertThat(ids()).isNotEmpty().doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)*"));
        assertThat(Formats.all())
                .allMatch(format -> !format.about().isBlank() && format.about().length() <= 100);
        assertThat(ids()).allMatch(id -> Formats.byId(id).orElseThrow().id().equals(id));
        assertThat(goldens()).extracting(Golden::format).isSubsetOf(ids());
    }

    @ParameterizedTest
    @MethodSource("ids")
    void every_format_has_golden_cases_and_among_them_its_emptiest_legal_text(String id) {
        List<String> cases = goldens().stream()
                .filter(g -> g.format().equals(id))
                .map(Golden::name)
                .toList();
        assertThat(cases).contains(EMPTIEST).hasSizeGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_what_the_text_says(Golden golden) {
        assertThat(Difference.between(golden.expected(), golden.read(), golden.format()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_alike_where_a_comma_parts_decimals(Golden golden) {
        JsonNode usual = golden.read();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(golden.read()).isEqualTo(usual);
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void no_number_comes_from_a_text_that_gives_none(String id) {
        Golden golden = goldens().stream()
                .filter(g -> g.format().equals(id) && g.name().equals(EMPTIEST))
                .findFirst()
                .orElseThrow();
        assertThat(numbers(golden.read(), "")).containsExactlyInAnyOrderElementsOf(numbers(golden.expected(), ""));
    }

    private static List<String> numbers(JsonNode node, String path) {
        List<String> found = new ArrayList<>();
        if (node.isNumber()) {
            found.add(path + "=" + node.decimalValue().stripTrailingZeros().toPlainString());
        }
        node.properties().forEach(e -> found.addAll(numbers(e.getValue(), path + "." + e.getKey())));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            found.addAll(numbers(node.get(i), path + "[" + i + "]"));
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("ids")
    void nothing_gives_a_clear_error_or_a_record_without_numbers(String id) {
        Format<?> format = Formats.byId(id).orElseThrow();
        for (String nothing : List.of("", "\n", "\r\n\r\n", "   \n", "\u001b[0m\n", "admin@leaf-1:~$ \n")) {
            try (Source source = Source.of(nothing)) {
                assertThat(numbers(FormatJson.tree(format.read(source)), "")).isEmpty();
            } catch (FormatException e) {
                assertThat(e).hasMessageContaining("expected ");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void refuses_another_text_and_says_what_it_expected(String id) {
        Format<?> format = Formats.byId(id).orElseThrow();
        String other = "Lorem ipsum dolor sit amet;\nconsetetur %% sadipscing <elitr>\n\tsed diam !! nonumy eirmod\n";
        try (Source source = Source.of(other)) {
            Object read = format.read(source);
            assertThat(read).as("no record of %s", other).isNull();
        } catch (FormatException e) {
            assertThat(e.expected()).isNotBlank();
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void a_cut_anywhere_gives_a_clear_error_or_nothing_wrong(Golden golden) {
        JsonNode whole = golden.read();
        byte[] bytes = golden.input().getBytes(StandardCharsets.UTF_8);
        for (int end = bytes.length - 1; end >= 0; end -= CUT_EVERY) {
            String cut = new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8);
            assertThat(wrongIn(golden, cut, whole))
                    .as("%s cut at byte %d", golden, end)
                    .isEmpty();
        }
    }

    private static List<String> wrongIn(Golden golden, String cut, JsonNode whole) {
        try {
            return Shortened.wrongIn(golden.read(cut), whole, golden.reader().conclusions());
        } catch (FormatException e) {
            return e.expected().isBlank() ? List.of("an error that does not say what was expected") : List.of();
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_the_same_with_line_ends_of_windows(Golden golden) {
        assertSame(golden, golden.input().replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_the_same_with_a_byte_order_mark(Golden golden) {
        assertSame(golden, "\uFEFF" + golden.input());
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_the_same_in_colour(Golden golden) {
        assertSame(golden, everyLine(golden, (line, n) -> "\u001b[1;3" + n % 8 + "m" + line + "\u001b[0m\u001b[K"));
        assertSame(golden, golden.input().replace(" ", " \u001b[32m").replace("\n", "\u001b[0m\n"));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_the_same_behind_a_prompt_and_its_echo(Golden golden) {
        for (String prompt : List.of(
                "admin@leaf-1:~$ show it | no-more",
                "leaf-1# show it",
                "[root@gpu-01 ~]# cat it",
                "leaf-1>show it",
                "root@gpu-01:/var/log# ./it --all > it.txt")) {
            assertSame(golden, prompt + "\n" + golden.input());
        }
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void reads_the_same_through_a_pager(Golden golden) {
        String erased = "\b".repeat(8) + " ".repeat(8) + "\b".repeat(8);
        for (String pager :
                List.of("--More--" + erased, " --More-- \r          \r", "---(more 40%)---\r\u001b[K", "--More--")) {
            assertSame(golden, everyLine(golden, (line, n) -> n % 3 == 1 ? pager + line : line));
        }
        // The prompt on a line of its own ends the line before it, so it cannot come behind a line that is cut.
        assertSame(
                golden,
                everyLine(golden, (line, n) -> n % 3 == 1 ? line + "\n--More--" : line)
                        .replaceFirst("\n--More--\\z", ""));
    }

    private interface Change {
        String of(String line, int number);
    }

    private static String everyLine(Golden golden, Change change) {
        StringBuilder all = new StringBuilder();
        String[] lines = golden.input().split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            boolean last = i == lines.length - 1;
            all.append(last && lines[i].isEmpty() ? "" : change.of(lines[i], i)).append(last ? "" : "\n");
        }
        return all.toString();
    }

    private static void assertSame(Golden golden, String text) {
        assertThat(golden.read(text)).as("%s", golden).isEqualTo(golden.read());
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void no_text_is_taken_for_another_format(Golden golden) {
        try (Source source = Source.of(golden.input())) {
            assertThat(Formats.like(source.head()))
                    .allMatch(format -> format.id().equals(golden.format()));
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void is_recognised_by_its_beginning(String id) {
        assertThat(goldens().stream().filter(g -> g.format().equals(id))).anySatisfy(golden -> {
            try (Source source = Source.of(golden.input())) {
                assertThat(Formats.like(source.head())).extracting(Format::id).containsExactly(id);
            }
        });
    }
}
