package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOutputTest {
    private static final String READY = "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":41000}\n";
    private static final String REWRITTEN = "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":9}\n";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<String> asked = new ArrayList<>();

    private AgentOutput output(boolean garbage) {
        AgentOutput.Entrances entrances = new AgentOutput.Entrances() {
            @Override
            public OptionalInt open(long id, String address, int port) {
                asked.add("open " + id + " " + address + " " + port);
                return address.startsWith("127.77.1.") ? OptionalInt.of(9) : OptionalInt.empty();
            }

            @Override
            public void close(long id) {
                asked.add("close " + id);
            }
        };
        return new AgentOutput(out, entrances, garbage);
    }

    private static void write(AgentOutput output, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        output.write(bytes, bytes.length);
    }

    private String passed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_ready_event_gets_the_port_of_an_entrance() throws IOException {
        write(output(false), READY);
        assertThat(passed()).isEqualTo(REWRITTEN);
        assertThat(asked).containsExactly("open 7 127.77.1.2 41000");
    }

    @Test
    void a_line_in_pieces_of_one_byte_is_still_one_event() throws IOException {
        AgentOutput output = output(false);
        String text = "before\n" + READY + "after\n";
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            output.write(new byte[] {b}, 1);
        }
        assertThat(passed()).isEqualTo("before\n" + REWRITTEN + "after\n");
    }

    @Test
    void keys_that_nobody_knows_stay() throws IOException {
        write(
                output(false),
                "{\"new\":[1,{\"a\":\"\u00e4\"}],\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":41000}\n");
        assertThat(passed())
                .isEqualTo(
                        "{\"new\":[1,{\"a\":\"\u00e4\"}],\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":9}\n");
    }

    @Test
    void a_done_event_closes_the_entrance_of_its_request() throws IOException {
        write(output(false), "{\"ev\":\"done\",\"id\":7,\"rc\":0}\n");
        assertThat(passed()).isEqualTo("{\"ev\":\"done\",\"id\":7,\"rc\":0}\n");
        assertThat(asked).containsExactly("close 7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ \"ev\" : \"hello\", \"v\": 1 }\n",
                "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":41000} tail\n",
                "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":\"41000\"}\n",
                "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":4.1e4}\n",
                "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.9.2\",\"port\":41000}\n",
                "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\"\n",
                "{\"ev\":\"ready\"}\n",
                "{not json\n",
                "{\n",
                "\n\n",
                "x{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":41000}\n",
                "{\"ev\":\"ready\",\"id\":7,\"address\":\"127.77.1.2\",\"port\":41000}",
                "{\u0000\u0000\u0000\u0007\n"
            })
    void what_is_no_ready_event_of_this_host_passes_byte_for_byte(String text) throws IOException {
        try (AgentOutput output = output(false)) {
            write(output, text);
        }
        assertThat(passed()).isEqualTo(text);
    }

    @Test
    void bytes_that_are_no_text_pass_as_they_are() throws IOException {
        byte[] bytes = new byte[1024];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 7 == 0 ? '\n' : i % 5 == 0 ? '{' : i);
        }
        try (AgentOutput output = output(false)) {
            output.write(bytes, bytes.length);
        }
        assertThat(out.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void text_without_a_brace_is_not_held_back() throws IOException {
        write(output(false), "password: ");
        assertThat(passed()).isEqualTo("password: ");
    }

    @Test
    void a_line_longer_than_any_event_is_not_held_back() throws IOException {
        String endless = "{" + "x".repeat(10_000);
        AgentOutput output = output(false);
        write(output, endless);
        assertThat(passed()).isEqualTo(endless);
        write(output, "\n" + READY);
        assertThat(passed()).isEqualTo(endless + "\n" + REWRITTEN);
    }

    @Test
    void a_garbage_agent_tells_its_hello_and_then_nothing_that_can_be_read() throws IOException {
        AgentOutput output = output(true);
        write(output, "{\"ev\":\"hello\",\"v\":1}\n" + READY + "{\"ev\":\"done\",\"id\":7,\"rc\":0}\n");
        String[] lines = passed().split("\n");
        assertThat(lines).hasSize(3);
        assertThat(lines[0]).isEqualTo("{\"ev\":\"hello\",\"v\":1}");
        assertThat(lines[1]).startsWith("{\"ev\":\"ready\",").contains("libibverbs: Warning", "\ufffd");
        assertThat(lines[2])
                .startsWith("{\"ev\":\"done\"")
                .contains("libibverbs: Warning")
                .doesNotContain("rc");
        assertThat(asked).isEmpty();
    }
}
