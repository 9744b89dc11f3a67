package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The yardsticks that golden cases are held against find what they should: a soft one would let every reader pass. */
class YardsticksTest {
    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1}          | {a: 2}          | a
            {a: 1}          | {}              | a
            {}              | {a: 0}          | a
            {}              | {a: false}      | a
            {}              | {a: []}         | a
            {a: null}       | {a: 'x'}        | a
            {note: 'x'}     | {note: 'other'} | note
            {a: [1, 2]}     | {a: [1]}        | a
            {a: [{b: 1}]}   | {a: [{}]}       | a[0].b
            {mean_x: 1.000} | {mean_x: 1.001} | mean_x
            """)
    void any_field_that_differs_is_named(String want, String got, String field) {
        assertThat(Difference.between(json(quoted(want)), json(quoted(got)), "case"))
                .hasSize(1)
                .allMatch(found -> found.startsWith("case." + field + ": expected "));
    }

    @Test
    void null_may_be_left_out_and_zeros_behind_a_number_mean_nothing() {
        assertThat(Difference.between(json("{'a': null, 'b': 5}"), json("{'b': 5.0, 'c': null}"), "case"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1, complete: null}      | {a: 2, complete: null}      | .a
            {ok: true, complete: null}  | {ok: false, complete: null} | .ok
            {ok: false, complete: null} | {complete: null}            | .ok
            {t: 'y'}                    | {t: 'x'}                    | .t
            {n: 3, complete: null}      | {n: 2, complete: null}      | .n
            {d: [{n: 3}]}               | {d: [{n: 2}]}               | .d[0].n
            {up: true, complete: false} | {up: false, complete: null} | .up
            """)
    void what_a_cut_text_may_not_say_is_named(String cut, String whole, String place) {
        assertThat(Shortened.wrongIn(json(quoted(cut)), json(quoted(whole)), Set.of("n", "d", "up")))
                .hasSize(1)
                .allMatch(found -> found.startsWith(place + ": "));
    }

    @Test
    void a_cut_text_may_say_less_and_conclude_less() {
        JsonNode cut = json("{'a': null, 'n': 1, 'up': null, 'complete': false}");
        JsonNode whole = json("{'a': 1, 'n': 2, 'up': true, 'complete': true}");
        assertThat(Shortened.wrongIn(cut, whole, Set.of("n", "up"))).isEmpty();
        assertThat(Shortened.wrongIn(json("{'a': null, 'complete': true}"), whole, Set.of()))
                .hasSize(1);
    }

    private static String quoted(String text) {
        return text.replaceAll("(\\w+):", "'$1':");
    }
}
