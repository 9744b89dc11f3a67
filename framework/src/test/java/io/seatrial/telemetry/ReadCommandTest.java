package io.seatrial.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seatrial.inventory.Switch;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadCommandTest {
    private static final SwitchPorts PORTS =
            new SwitchPorts("leaf-1", Map.of("Ethernet8", 1L, "swp1s0", 1L, "et-0/0/24:1", 1L, "Ethernet1/1/1", 1L));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "reload",
                "configure terminal",
                "clear counters",
                "sonic-clear pfccounters",
                "counterpoll queue disable",
                "counterpoll show ; reboot",
                "sonic-db-dump -n COUNTERS_DB -y -k *",
                "sonic-db-cli CONFIG_DB FLUSHDB",
                "sudo show version",
                "nv set interface swp1 qos",
                "nv config apply",
                "lldpctl -f json0 -c x",
                "lldpcli configure system hostname x",
                "tc qdisc del dev eth0 root",
                "tc -s -d -j qdisc show dev eth0",
                "ip link set eth0 down",
                "ip -s -s -j link show; reboot",
                "show",
                "show version; reload",
                "show version | json",
                "show version|sh",
                "show version & reload",
                "show version && reload",
                "show version > flash:x",
                "show version < x",
                "show `reboot`",
                "show $(reboot)",
                "show version\nreload",
                "show version\rreload",
                "show  version",
                " show version",
                "show version ",
                "show -x",
                "show 'a b'",
                "show \"a\"",
                "show a\\ b",
                "show a*",
                "show a?",
                "show {a,b}",
                "show ~root",
                "show !1",
                "show #",
                "show tech-support",
                "show techsupport",
                "shows version",
                "SHOW version"
            })
    void what_is_not_on_the_list_is_refused(String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReadCommand.of(words))
                .withMessageContaining("expected one that only reads");
    }

    @Test
    void a_filter_follows_by_name_only() {
        assertThat(ReadCommand.of("show interfaces extensive", ReadCommand.Filter.NO_MORE)
                        .text())
                .isEqualTo("show interfaces extensive | no-more");
        assertThatIllegalArgumentException().isThrownBy(() -> ReadCommand.of("reload", ReadCommand.Filter.JSON));
    }

    static Stream<SwitchSystem> systems() {
        return SwitchSystems.all().stream();
    }

    /** The list is held here a second time in other words: what a system sends is looked at as a shell would see it. */
    @ParameterizedTest
    @MethodSource("systems")
    void every_command_of_every_system_only_reads(SwitchSystem system) {
        List<String> commands = Stream.of(
                        system.refreshes().stream().map(Question::command),
                        system.counters(PORTS).stream().map(Question::command),
                        system.settings(PORTS).stream().map(Question::command))
                .flatMap(command -> command)
                .map(ReadCommand::text)
                .toList();

        assertThat(commands).isNotEmpty().allSatisfy(command -> {
            String words = command.replaceFirst(" \\| (json|no-more)$", "");
            assertThat(words).matches("[A-Za-z0-9 /_.:-]+");
            assertThat(words)
                    .matches(
                            "(show|nv show|counterpoll show|sonic-db-dump -n|lldpctl -f json0|tc -s -d -j qdisc show$|ip -s -s -j link show$)( .*)?")
                    .doesNotContainPattern("\\b(set|clear|delete|configure|request|reset|reload|save|write|copy)\\b");
        });
    }

    @Test
    void the_systems_of_the_inventory_are_those_that_can_be_asked() {
        assertThat(SwitchSystems.all()).extracting(SwitchSystem::name).isEqualTo(Switch.SYSTEMS);
    }
}
