package io.seatrial.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    private static JsonText strict(String text) {
        return Source.of(text).json();
    }

    @Test
    void numbers_keep_every_digit() {
        JsonObject root = strict(
                        "{\"a\": 18446744073709551615, \"b\": \"9007199254740993\", \"c\": 0.10, \"d\": 1e400}")
                .root();
        assertThat(root.at("a").counter()).hasToString("18446744073709551615");
        assertThat(root.at("b").counter()).hasToString("9007199254740993");
        assertThat(root.at("c").decimal()).hasToString("0.10");
        assertThat(root.at("d").decimal()).hasToString("1E+400");
    }

    @Test
    void absent_null_and_unknown_are_null_and_never_0() {
        JsonObject root = strict("{\"a\": null, \"b\": \"N/A\", \"c\": \"-\"}").root();
        assertThat(root.at("a").counter()).isNull();
        assertThat(root.at("b").counter()).isNull();
        assertThat(root.at("c").decimal()).isNull();
        assertThat(root.at("d").at("e").index()).isNull();
        assertThat(root.at("d").entries()).isEmpty();
        assertThat(root.at("d").members()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a": 1, "a": 2}        | line 1, column 13
            {"a": 1} {"b": 2}       | line 1
            {"a": 1,}               | line 1
            {"a": NaN}              | line 1
            {"a": 'x'}              | line 1
            {"a": [1, 2             | line 2
            {"a": 01}               | line 1
            not JSON                | line 1, column 1
            """)
    void refuses_what_is_no_json_with_its_place(String text, String place) {
        assertThatThrownBy(() -> strict(text + "\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected")
                .hasMessageStartingWith(place.startsWith("line 2") ? "line" : place);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin@leaf-1:~$ show it | json\n{\"a\": 1}\nadmin@leaf-1:~$ \n",
                "[root@gpu-01 ~]# lldpctl -f json\n{\"a\": 1}\n",
                "[1234.5] a kernel said this\nWARNING: something\n{\n\"a\": 1\n}",
            })
    void finds_the_document_among_what_a_terminal_shows(String text) {
        assertThat(strict(text).root().at("a").index()).isEqualTo(1);
    }

    @Test
    void counts_the_lines_before_the_document() {
        assertThat(strict("one\n\ntwo\n[{\"a\": 1}]\n").prefixLines()).isEqualTo(2);
    }

    @Test
    void the_line_of_an_error_is_that_of_the_text() {
        assertThatThrownBy(() -> strict("a banner\n{\n  \"a\": 1\n  \"b\": 2\n}\n"))
                .hasMessageStartingWith("line 4, column ");
    }

    @Test
    void a_wrong_kind_of_value_is_refused_with_its_path() {
        JsonObject root = strict("{\"lldp\": {\"interface\": [{\"age\": 7, \"n\": -1, \"f\": 1.5}]}}")
                .root();
        JsonObject entry = root.at("lldp").at("interface").entries().get(0);
        assertThatThrownBy(() -> entry.at("age").text())
                .hasMessage("lldp.interface[0].age: found '7'; expected a text");
        assertThatThrownBy(() -> entry.at("n").counter()).hasMessageContaining("expected a whole number, 0 or more");
        assertThatThrownBy(() -> entry.at("f").counter()).hasMessageContaining("lldp.interface[0].f");
        assertThatThrownBy(() -> root.at("lldp").entries()).hasMessageContaining("expected an array");
    }
}
