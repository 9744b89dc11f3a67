package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireErrorsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                                    | a JSON object",
                "[]                                                    | a JSON object",
                "7                                                     | a JSON object",
                "null                                                  | a JSON object",
                "{\"ev\":\"done\",\"id\":1,\"rc\":                     | a JSON object",
                "{\"ev\":\"done\",\"id\":1,\"rc\":0                    | a JSON object",
                "{\"ev\":\"done\",\"id\":1,\"rc\":0} {}                | a JSON object",
                "{\"ev\":\"done\",\"id\":1,\"rc\":0}x                  | a JSON object",
                "{\"ev\":\"done\",\"id\":1,\"rc\":0,\"rc\":1}          | Duplicate field 'rc'",
                "{\"ev\":\"done\",\"id\":1,\"rc\":NaN}                 | a JSON object",
                "{\"ev\":\"done\",\"id\":1,\"rc\":00}                  | a JSON object",
                "{\"id\":1,\"rc\":0}                                   | a text 'ev'",
                "{\"ev\":3,\"id\":1,\"rc\":0}                          | a text 'ev'",
                "{\"ev\":\"done\",\"id\":1}                            | an integer 'rc'",
                "{\"ev\":\"done\",\"id\":1,\"rc\":null}                | an integer 'rc'",
                "{\"ev\":\"done\",\"id\":1,\"rc\":0.0}                 | an integer 'rc'",
                "{\"ev\":\"done\",\"id\":1,\"rc\":1e0}                 | an integer 'rc'",
                "{\"ev\":\"done\",\"id\":1,\"rc\":\"0\"}               | an integer 'rc'",
                "{\"ev\":\"done\",\"id\":1,\"rc\":4294967296}          | an integer 'rc' of 32 bit",
                "{\"ev\":\"done\",\"id\":1.5,\"rc\":0}                 | an integer 'id'",
                "{\"ev\":\"done\",\"id\":9223372036854775808,\"rc\":0} | an integer 'id'",
                "{\"ev\":\"ready\",\"id\":1,\"port\":5}                | a text 'address'",
                "{\"ev\":\"port\",\"id\":1,\"device\":\"d\",\"port\":1,\"state\":4}            | a text 'state'",
                "{\"ev\":\"port\",\"id\":1,\"device\":\"d\",\"port\":1,\"netdev\":null}        | a text 'netdev'",
                "{\"ev\":\"port\",\"id\":1,\"device\":\"d\",\"port\":1,\"rate\":4e11}          | an integer 'rate'",
                "{\"ev\":\"netdev\",\"id\":1,\"name\":\"e\",\"speed\":-1.0}                    | an integer 'speed'",
                "{\"ev\":\"histogram\",\"id\":1,\"more\":false}                                | a list 'buckets'",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":{},\"more\":false}                 | a list 'buckets'",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[1]],\"more\":false}              | 'buckets' as [index, count] pairs",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[5,6],\"more\":false}              | 'buckets' as [index, count] pairs",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[{\"a\":1,\"b\":2}],\"more\":false} | 'buckets' as [index, count] pairs",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[1,2.5]],\"more\":false}          | 'buckets' as [index, count] pairs",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[1,99999999999999999999]],\"more\":false} | 'buckets' as [index, count] pairs",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[2,1],[1,1]],\"more\":false}      | in rising index",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[1,1],[1,1]],\"more\":false}      | in rising index",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[4352,1]],\"more\":false}         | an index of 0..4351",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[[1,0]],\"more\":false}            | a count of 1 or more",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[]}                                | true or false as 'more'",
                "{\"ev\":\"histogram\",\"id\":1,\"buckets\":[],\"more\":\"no\"}                | true or false as 'more'",
            })
    void what_is_not_of_the_format_is_refused_with_the_line(String line, String expected) {
        assertThatThrownBy(() -> Wire.decode(line))
                .isInstanceOf(WireException.class)
                .hasMessageStartingWith("agent said '" + line + "'; expected ")
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "latency   | \"n\":1,\"min\":1                           | an integer 'max'",
                "latency   | \"n\":1,\"min\":1,\"max\":1.5               | an integer 'max'",
                "latency   | \"n\":1,\"min\":1,\"max\":2,\"p50\":1.5     | an integer 'p50'",
                "latency   | \"n\":1,\"min\":1,\"max\":9223372036854775808 | an integer 'max'",
                "bandwidth | \"bytes\":1,\"window_ns\":1                 | an integer 'rate'",
                "bandwidth | \"bytes\":1,\"window_ns\":1,\"rate\":\"1\"  | an integer 'rate'",
                "bandwidth | \"bytes\":1,\"window_ns\":1,\"rate\":3.4e10 | an integer 'rate'",
            })
    void a_result_has_its_numbers_as_integers(String operation, String numbers, String expected) {
        String line = "{\"ev\":\"result\",\"id\":1,\"op\":\"" + operation + "\",\"fabric\":\"tcp\",\"kind\":\"k\","
                + numbers + "}";
        assertThatThrownBy(() -> Wire.decode(line))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("\"op\":\"" + operation)
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource({"1.5", "-1", "18446744073709551616", "1e400", "\"1\"", "null", "true"})
    void a_counter_is_an_unsigned_integer(String value) {
        String line =
                "{\"ev\":\"counters\",\"id\":1,\"t_ns\":1,\"mono_ns\":1,\"source\":\"sysfs\",\"device\":\"d\",\"full\":true,"
                        + "\"values\":{\"rx\":" + value + "},\"more\":false}";
        assertThatThrownBy(() -> Wire.decode(line))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("an unsigned integer 'rx' of 64 bit");
    }

    @Test
    void a_zero_byte_is_refused_and_cannot_steer_a_terminal() {
        assertThatThrownBy(() -> Wire.decode("{\"ev\":\"do\0ne\",\"id\":1,\"rc\":0}\u001b[2J"))
                .isInstanceOf(WireException.class)
                .hasMessageStartingWith("agent said '{\"ev\":\"do?ne\",\"id\":1,\"rc\":0}?[2J'");
    }

    @Test
    void a_line_of_a_mebibyte_is_refused_and_its_beginning_quoted() {
        String line = "{\"ev\":\"done\",\"id\":1,\"rc\":0,\"x\":\"" + "y".repeat(1 << 20) + "\"}";
        assertThatThrownBy(() -> Wire.decode(line))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("agent said '{\"ev\":\"done\",\"id\":1")
                .hasMessageContaining("...'; expected a line of at most 4096 B")
                .message()
                .hasSizeLessThan(300);
    }

    @Test
    void the_longest_line_of_the_format_is_read() {
        String line = "{\"ev\":\"done\",\"id\":1,\"rc\":0,\"x\":\"é\"}";
        String longest = line.replace("é", "é" + "y".repeat(4095 - line.length() - 1));
        assertThat(Wire.decode(longest)).isEqualTo(new Event.Done(OptionalLong.of(1), 0));
        assertThatThrownBy(() -> Wire.decode(longest.replace("é", "éy"))).isInstanceOf(WireException.class);
    }

    @Test
    void deep_nesting_is_refused() {
        String line = "{\"ev\":\"done\",\"id\":1,\"rc\":0,\"x\":" + "[".repeat(1500) + "]".repeat(1500) + "}";
        assertThatThrownBy(() -> Wire.decode(line))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("agent said '{\"ev\":\"done\"")
                .hasMessageContaining("nesting");
    }

    @Test
    void what_is_not_known_is_absent_and_never_a_number() {
        assertThat(Wire.decode("{\"ev\":\"port\",\"id\":1,\"device\":\"d\",\"port\":1}"))
                .isEqualTo(new Event.PortInfo(
                        OptionalLong.of(1),
                        "d",
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Event.PortDetails.UNKNOWN));
        assertThat(Wire.decode("{\"ev\":\"gpu-process\",\"id\":1,\"pid\":5,\"device\":\"/dev/nvidia0\"}"))
                .isEqualTo(new Event.GpuProcess(OptionalLong.of(1), 5, "", "/dev/nvidia0"));
    }

    @Test
    void an_event_or_a_key_that_is_not_known_is_no_error() {
        assertThat(Wire.decode("{\"ev\":\"weather\",\"id\":4,\"x\":1.5}"))
                .isEqualTo(new Event.Unknown(OptionalLong.of(4), "weather"));
        assertThat(Wire.decode("{\"ev\":\"done\",\"id\":4,\"rc\":0,\"new\":{\"a\":[1.5]}}"))
                .isEqualTo(new Event.Done(OptionalLong.of(4), 0));
    }
}
