package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.formats.text.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden texts with one or two slips in them: a reader reads or refuses them, and never fails by itself. Seeded, so that a failure comes again. */
class MutationTest {
    private static final int TEXTS_PER_CASE = 60;

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.+-]+");
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final List<String> ODD = List.of(
            "",
            "-",
            "-1",
            "N/A",
            "nan",
            "inf",
            "x",
            "0",
            "00",
            "1,234",
            ",",
            "1,",
            "3-1",
            "99999",
            "4294967296",
            "99999999999999999999999",
            "1e999",
            "1.5",
            "0x1f",
            "1 2",
            "a=b",
            "null",
            "[",
            "\u00e4");

    static List<Golden> goldens() {
        return Golden.all();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void a_slip_in_the_text_gives_a_record_or_a_clear_error(Golden golden) {
        assertThat(failures(golden)).isEmpty();
    }

    static List<String> failures(Golden golden) {
        Random random = new Random(golden.toString().hashCode());
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < TEXTS_PER_CASE; i++) {
            String text = mutant(golden.input(), random);
            text = i % 2 == 0 ? text : mutant(text, random);
            try {
                golden.read(text);
            } catch (FormatException e) {
                assertThat(e.expected()).isNotBlank();
            } catch (RuntimeException | StackOverflowError e) {
                failures.add(e + " at " + e.getStackTrace()[0] + " in:\n" + text);
            }
        }
        return failures;
    }

    private static String mutant(String text, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> withoutLine(text, random);
            case 1 -> lineTwice(text, random);
            case 2 -> replaced(text, WORD, random);
            case 3 -> withoutCharacter(text, random);
            default -> replaced(text, NUMBER, random);
        };
    }

    private static String replaced(String text, Pattern what, Random random) {
        List<MatchResult> found = what.matcher(text).results().toList();
        if (found.isEmpty()) {
            return text;
        }
        MatchResult one = found.get(random.nextInt(found.size()));
        return text.substring(0, one.start()) + ODD.get(random.nextInt(ODD.size())) + text.substring(one.end());
    }

    private static String withoutCharacter(String text, Random random) {
        int at = text.isEmpty() ? 0 : random.nextInt(text.length());
        return text.isEmpty() ? text : text.substring(0, at) + text.substring(at + 1);
    }

    private static String withoutLine(String text, Random random) {
        List<String> lines = new ArrayList<>(List.of(text.split("(?<=\n)")));
        lines.remove(random.nextInt(lines.size()));
        return String.join("", lines);
    }

    private static String lineTwice(String text, Random random) {
        List<String> lines = new ArrayList<>(List.of(text.split("(?<=\n)")));
        int one = random.nextInt(lines.size());
        lines.add(random.nextInt(lines.size() + 1), lines.get(one));
        return String.join("", lines);
    }
}
