package io.seatrial.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinesTest {
    private static List<String> read(String text) {
        List<String> lines = new ArrayList<>();
        Source.of(text).lines().forEachRemaining(line -> lines.add(line.number() + ":" + line.text()));
        return lines;
    }

    @Test
    void a_last_line_without_line_end_is_no_line_but_what_remains() {
        Lines lines = Source.of("one\ntwo").lines();
        assertThat(lines.next().text()).isEqualTo("one");
        assertThat(lines.hasNext()).isFalse();
        assertThat(lines.remnant()).hasValue(new Line(2, "two"));
        assertThat(lines.completeAsFarAsKnown()).isFalse();
    }

    @Test
    void a_text_that_ends_at_a_line_end_may_still_be_cut() {
        Lines lines = Source.of("one\n").lines();
        lines.next();
        assertThat(lines.completeAsFarAsKnown()).isNull();
        assertThat(lines.remnant()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            a\\r\\n|a
            a\\r\\r\\n|a
            \\e[1;31mred\\e[0m\\r\\n|red
            a\\e[5Cb\\n|a     b
            \\e]0;title\\ab\\n|b
            --More--\\b\\b\\b\\b\\b\\b\\b\\b        \\b\\b\\b\\b\\b\\b\\b\\bEthernet0  1\\n|Ethernet0  1
            --More--\\r        \\r  Ethernet0  1\\n|  Ethernet0  1
            <--- More --->\\r              \\rEthernet0\\n|Ethernet0
            ---(more 40%)---\\r\\e[KEthernet0\\n|Ethernet0
            123\\r45\\n|45
            N\\bN/\\b/A\\bA\\n|N/A
            ---------  ----\\n|---------  ----
            a\\u00a0b\\n|a b
            """)
    void shows_what_a_terminal_shows(String raw, String shown) {
        String text = raw.replace("\\r", "\r")
                .replace("\\n", "\n")
                .replace("\\e", "\u001b")
                .replace("\\b", "\b")
                .replace("\\a", "\u0007")
                .replace("\\u00a0", "\u00a0");
        assertThat(read(text)).containsExactly("1:" + shown);
    }

    @Test
    void lines_of_a_pager_alone_are_none_but_keep_the_numbers() {
        assertThat(read("one\n--More--\ntwo\nlines 1-24\nthree\n")).containsExactly("1:one", "3:two", "5:three");
    }

    @Test
    void the_prompt_before_the_text_is_no_line_but_its_command_is_kept() {
        Lines lines = Source.of("\nadmin@leaf-1:~$ show pfc counters\n\nPort Rx\nadmin@leaf-1:~$ exit\n")
                .lines();
        assertThat(lines.echo()).hasValue("show pfc counters");
        List<String> texts = new ArrayList<>();
        lines.forEachRemaining(line -> texts.add(line.text()));
        assertThat(texts).containsExactly("Port Rx", "admin@leaf-1:~$ exit");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            admin@leaf-1:~$ show it            | show it
            [root@gpu-01 ~]# ibstat            | ibstat
            leaf-1#show interfaces             | show interfaces
            leaf-1(config-if)# end             | end
            leaf-a> show it                    | show it
            {master:0}                         | -
            #       size         count         | -
            # Using devices                    | -
            [1,0]<stdout>:#  size              | -
            > quoted                           | -
            [12.5] NVRM: Xid                   | -
            node01 slots=8 # spare             | -
            """)
    void knows_a_prompt_from_other_lines(String line, String command) {
        assertThat(Prompt.command(line).orElse("-")).isEqualTo(command);
    }

    @Test
    void a_line_across_every_edge_of_the_buffer_is_whole() {
        String line = "x".repeat(65_530);
        for (int more = 0; more < 12; more++) {
            String text = line + "y".repeat(more) + "\nend\n";
            assertThat(read(text)).containsExactly("1:" + line + "y".repeat(more), "2:end");
        }
    }

    @Test
    void fifty_megabytes_need_the_memory_of_one_line() {
        Lines lines = Source.of(new Repeated("gpu-01:1:2 [0] NCCL INFO nothing to see here\n", 50 << 20))
                .lines();
        long before = used();
        long most = 0;
        int count = 0;
        for (Line line : lines) {
            count++;
            if (count % 400_000 == 0) {
                most = Math.max(most, used() - before);
            }
        }
        assertThat(count).isEqualTo((50 << 20) / 45);
        assertThat(most).isLessThan(8 << 20);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void a_line_that_never_ends_is_refused_with_its_beginning() {
        Lines lines = Source.of(new Repeated("abc", 70 << 20)).lines();
        assertThatThrownBy(lines::hasNext)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 1, column 1: found 'abcabc")
                .hasMessageContaining("expected a line of at most 64 MiB");
    }

    /** The same bytes again and again. */
    private static final class Repeated extends InputStream {
        private final byte[] part;
        private final long size;
        private long at;

        Repeated(String part, long size) {
            this.part = part.getBytes(StandardCharsets.US_ASCII);
            this.size = size;
        }

        @Override
        public int read() {
            return at < size ? part[(int) (at++ % part.length)] : -1;
        }
    }

    @Test
    void the_head_is_read_without_taking_anything() {
        Source source = Source.of("a\nb\n");
        assertThat(source.head().lines()).containsExactly("a", "b");
        assertThat(source.lines().next().text()).isEqualTo("a");
    }
}
