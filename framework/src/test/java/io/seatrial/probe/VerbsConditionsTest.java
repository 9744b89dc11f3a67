package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class VerbsConditionsTest {
    private static final VerbsSettings CHOSEN = new VerbsSettings(
            Optional.of("exchange"),
            Optional.of("event"),
            OptionalInt.of(4096),
            OptionalInt.of(4),
            OptionalInt.empty(),
            OptionalInt.of(64),
            OptionalInt.of(3),
            OptionalInt.of(106),
            OptionalInt.of(7),
            Optional.empty(),
            Optional.empty());

    @Test
    void everything_that_moves_a_value_and_was_chosen_is_a_condition() {
        assertThat(VerbsConditions.declared(Verb.WRITE, 8, CHOSEN).values())
                .containsOnly(
                        Map.entry("message-bytes", "8"),
                        Map.entry("verb", "write"),
                        Map.entry("mode", "event"),
                        Map.entry("connect", "exchange"),
                        Map.entry("qps", "4"),
                        Map.entry("inline", "64"),
                        Map.entry("sl", "3"),
                        Map.entry("traffic-class", "106"));
    }

    @Test
    void what_was_left_to_the_probe_is_no_condition_until_it_says_it() {
        assertThat(VerbsConditions.declared(Verb.WRITE, 8, VerbsSettings.DEFAULT)
                        .values())
                .containsOnlyKeys("message-bytes", "verb");
    }

    @Test
    void what_the_probe_did_stands_before_what_it_was_told() {
        Reading reading = new Reading(
                "roce2",
                Map.of("inline", 8L, "qps", 4L, "mtu", 4096L, "n", 1000L),
                Map.of("connect", "rdma-cm", "mode", "poll"),
                Optional.empty());
        assertThat(VerbsConditions.measured(VerbsConditions.declared(Verb.WRITE, 8, CHOSEN), reading)
                        .values())
                .containsEntry("inline", "8")
                .containsEntry("connect", "rdma-cm")
                .containsEntry("mode", "poll")
                .containsEntry("mtu", "4096")
                .containsEntry("traffic-class", "106")
                .doesNotContainKey("n");
    }
}
