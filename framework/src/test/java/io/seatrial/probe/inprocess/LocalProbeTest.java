package io.seatrial.probe.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.probe.Event;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalProbeTest {
    /** A library that answers what a test tells it to. */
    private record Answers(int abi, String answer) implements LocalProbe.Entry {
        @Override
        public int seatrial_probe_abi() {
            return abi;
        }

        @Override
        public int seatrial_probe_call(String request, byte[] buffer, int length) {
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, buffer, 0, Math.min(bytes.length, length));
            return bytes.length;
        }
    }

    private static String netdevs(int number) {
        StringBuilder text = new StringBuilder("{\"events\":[");
        for (int i = 0; i < number; i++) {
            text.append("{\"ev\":\"netdev\",\"id\":0,\"name\":\"eth").append(i).append("\"},");
        }
        return text.append("{\"ev\":\"done\",\"id\":0,\"rc\":0}]}").toString();
    }

    @Test
    void this_machine_tells_what_it_is() {
        List<Event> info = LocalProbe.load().info();
        assertThat(info).hasAtLeastOneElementOfType(Event.HostInfo.class);
        assertThat(info.stream().filter(Event.NetdevInfo.class::isInstance).map(e -> ((Event.NetdevInfo) e).name()))
                .contains("lo");
        assertThat(((Event.Done) info.get(info.size() - 1)).code()).isZero();
    }

    @Test
    void the_counters_of_an_interface_are_sampled_once() {
        List<Event> sampled = LocalProbe.load().counters(List.of(), List.of("lo"));
        Event.Counters lo = (Event.Counters) sampled.stream()
                .filter(Event.Counters.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(lo.device()).isEqualTo("lo");
        assertThat(lo.full()).isTrue();
        assertThat(lo.values()).containsKeys("rx_bytes", "tx_bytes");
    }

    @Test
    void an_interface_that_does_not_exist_is_an_error_and_no_counter() {
        List<Event> sampled = LocalProbe.load().counters(List.of(), List.of("no-such-0"));
        assertThat(sampled).doesNotHaveAnyElementsOfTypes(Event.Counters.class);
        assertThat(Event.failures(sampled)).extracting(Event.Failure::code).containsExactly(5);
    }

    @Test
    void another_abi_is_refused_with_both_numbers() {
        assertThatThrownBy(() -> LocalProbe.of(new Answers(2, "")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ABI 2; expected 1")
                .hasMessageContaining("from the same source");
    }

    @Test
    void an_answer_that_does_not_fit_is_fetched_again_in_full() {
        List<Event> events = LocalProbe.of(new Answers(1, netdevs(2000))).info();
        assertThat(events).hasSize(2001);
        assertThat(((Event.NetdevInfo) events.get(1999)).name()).isEqualTo("eth1999");
    }

    @Test
    void an_answer_that_is_as_long_as_the_buffer_counts_as_cut_and_is_fetched_again() {
        String answer = netdevs(1);
        String filled = answer + " ".repeat(16 * 1024 - answer.length());
        assertThat(LocalProbe.of(new Answers(1, filled)).info()).hasSize(2);
    }

    @Test
    void an_answer_without_events_is_an_error_and_no_empty_host() {
        assertThatThrownBy(() -> LocalProbe.of(new Answers(1, "{}")).info())
                .hasMessageContaining("expected 'events', got {}");
        assertThatThrownBy(() -> LocalProbe.of(new Answers(1, "oops")).info()).hasMessageContaining("not JSON: oops");
    }
}
