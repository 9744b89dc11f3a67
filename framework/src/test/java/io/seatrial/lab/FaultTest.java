package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
    private final Cluster cluster = VirtualCluster.four();

    private List<String> touched(String text) {
        Fault fault = Fault.parse(text, cluster);
        return cluster.links().stream().filter(fault::touches).map(Link::id).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slow-cable:gpu-01/mlx5_0", "long-cable:leaf-1/Ethernet5", "dead-port:spine-1", "slow-cable:gpu-01",
                "dead-host:gpu-01", "unknown-host-key:gpu-02", "hung-host:gpu-03", "garbage-agent:gpu-04",
                "swapped-rails:gpu-02", "late-slow:gpu-03/mlx5_1"
            })
    void every_fault_is_read_and_written_alike(String text) {
        assertThat(Fault.parse(text, cluster)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pfc-storm:gpu-01/mlx5_0",
                "ecn-off:leaf-1",
                "ecn-high:spine-2",
                "lossy-class:leaf-2",
                "pfc-mismatch:gpu-02/mlx5_1",
                "dscp-mismatch:gpu-03/mlx5_0",
                "bit-errors:gpu-04/mlx5_1",
                "flapping-link:gpu-01/mlx5_1",
                "watchdog:leaf-1/Ethernet5",
                "counter-frozen:leaf-1",
                "switch-unreachable:spine-1",
                "counter-reset:leaf-2"
            })
    void a_fault_of_congestion_needs_switches_that_mark_and_pause(String text) {
        assertThat(Fault.parse(text, VirtualCluster.congested())).hasToString(text);
        assertThatThrownBy(() -> Fault.parse(text, cluster))
                .hasMessageContaining("fault '" + text + "': the lab of cluster virtual has no switches that mark")
                .hasMessageContaining("qos: {}");
    }

    @ParameterizedTest
    @CsvSource({
        "ecn-off:gpu-01,has no SWITCH named 'gpu-01'",
        "pfc-storm:gpu-01,has no HOST/DEVICE named 'gpu-01'",
        "pfc-storm:leaf-1/Ethernet1,has no HOST/DEVICE named 'leaf-1/Ethernet1'",
        "watchdog:gpu-01/mlx5_0,has no SWITCH/PORT named 'gpu-01/mlx5_0'",
        "watchdog:leaf-1/Ethernet55,nearest is 'leaf-1/Ethernet5'"
    })
    void a_fault_of_congestion_takes_its_own_subjects(String text, String part) {
        assertThatThrownBy(() -> Fault.parse(text, VirtualCluster.congested())).hasMessageContaining(part);
    }

    @ParameterizedTest
    @CsvSource({"gpu-01/mlx5_0,1", "gpu-01,2", "leaf-1/Ethernet5,1", "leaf-1,6", "spine-2,2"})
    void a_fault_of_links_touches_the_links_of_its_subject(String subject, int links) {
        assertThat(touched("slow-cable:" + subject))
                .hasSize(links)
                .allSatisfy(link -> assertThat(link).contains(subject));
    }

    @Test
    void a_fault_of_a_host_touches_no_link() {
        assertThat(touched("dead-host:gpu-01")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "slow-cabel:gpu-01,no fault is named 'slow-cabel'; nearest is 'slow-cable'",
        "slow-cable:gpu-1/mlx5_0,'gpu-1/mlx5_0'; nearest is 'gpu-01/mlx5_0'",
        "dead-port:leaf-1/Ethernet55,'leaf-1/Ethernet55'; nearest is 'leaf-1/Ethernet5'",
        "dead-host:gpu-01/mlx5_0,has no HOST named 'gpu-01/mlx5_0'",
        "dead-host:leaf-1,has no HOST named 'leaf-1'",
        "swapped-rails:leaf-1,has no HOST with two ports on two leaves named 'leaf-1'",
        "late-slow:leaf-1/Ethernet5,has no HOST/DEVICE named 'leaf-1/Ethernet5'",
        "slow-cable,'expected NAME:SUBJECT, for example slow-cable:gpu-01/mlx5_0'",
        "slow-cable:,named ''. Faults are"
    })
    void what_is_wrong_is_said_with_the_nearest_name_and_all_faults(String text, String part) {
        assertThatThrownBy(() -> Fault.parse(text, cluster))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fault '" + text + "'")
                .hasMessageContaining(part)
                .hasMessageContaining("dead-host:SUBJECT with HOST")
                .hasMessageContaining("slow-cable:SUBJECT with HOST, HOST/DEVICE, SWITCH or SWITCH/PORT");
    }

    @Test
    void a_name_that_is_like_no_other_has_no_nearest_one() {
        assertThatThrownBy(() -> Fault.parse("xyz:gpu-01", cluster)).hasMessageNotContaining("nearest");
    }

    @Test
    void all_faults_are_listed_with_subjects_and_effect() {
        assertThat(Fault.names().keySet())
                .containsExactly(
                        "bit-errors",
                        "counter-frozen",
                        "counter-reset",
                        "dead-host",
                        "dead-port",
                        "dscp-mismatch",
                        "ecn-high",
                        "ecn-off",
                        "flapping-link",
                        "garbage-agent",
                        "hung-host",
                        "late-slow",
                        "long-cable",
                        "lossy-class",
                        "pfc-mismatch",
                        "pfc-storm",
                        "slow-cable",
                        "swapped-rails",
                        "switch-unreachable",
                        "unknown-host-key",
                        "watchdog");
        assertThat(Fault.names())
                .hasEntrySatisfying("dead-host", line -> assertThat(line).startsWith("HOST: "));
        assertThat(Fault.names().values()).allSatisfy(line -> assertThat(line).doesNotContain("\n"));
    }
}
