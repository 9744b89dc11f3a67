package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.formats.EthtoolStats;
import io.seatrial.formats.MlnxQos;
import io.seatrial.formats.text.Source;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NicStatisticsTest {
    private static final String ETHTOOL = "sys/class/net/eth0/ethtool_stats";
    private static final String NET = "sys/class/net/eth0/";

    @TempDir
    private Path folder;

    private LabStand stand;

    private void start(String... faults) throws IOException {
        stand = new LabStand(VirtualCluster.congested(), folder, faults);
    }

    @AfterEach
    void close() throws Exception {
        if (stand != null) {
            stand.close();
        }
    }

    /** What {@code ethtool -S} prints of a port; the tree has its lines without head and indent. */
    private EthtoolStats.Report ethtool(String host) throws IOException {
        return new EthtoolStats()
                .read(Source.of("NIC statistics:\n" + stand.read(host, ETHTOOL).indent(5)));
    }

    @Test
    void statistics_read_as_those_of_mlx5() throws IOException {
        start();
        EthtoolStats.Report report = ethtool("gpu-01");
        assertThat(report.driverFamily()).isEqualTo("mlx5");
        assertThat(report.priorities()).hasSize(8);
        assertThat(report.priorities().get(3).rxPauseDurationUs()).isZero();
        assertThat(report.priorities().get(0).rxPauseDurationUs()).isNull();
        assertThat(report.pauseCountersPresent()).isTrue();
    }

    @Test
    void a_nic_without_pfc_has_no_counters_of_pauses() throws IOException {
        start("pfc-mismatch:gpu-01/mlx5_0");
        assertThat(ethtool("gpu-01").priorities().get(3).rxPauseFrames()).isNull();
        assertThat(ethtool("gpu-01").priorities().get(3).txPauseDurationUs()).isNull();
        assertThat(ethtool("gpu-02").priorities().get(3).rxPauseFrames()).isZero();
        assertThat(stand.read("gpu-01", NET + "mlnx_qos")).contains("enabled     0   0   0   0   0");
        assertThat(stand.read("gpu-02", NET + "mlnx_qos")).contains("enabled     0   0   0   1   0");
    }

    @Test
    void settings_read_as_those_of_mlnx_qos_and_the_trees_of_sysfs() throws IOException {
        start("dscp-mismatch:gpu-02/mlx5_0");
        MlnxQos.Report report = new MlnxQos().read(Source.of(stand.read("gpu-01", NET + "mlnx_qos")));
        assertThat(report.trust()).isEqualTo("dscp");
        assertThat(stand.read("gpu-01", NET + "ecn/roce_np/enable/3")).isEqualTo("1\n");
        assertThat(stand.read("gpu-01", NET + "ecn/roce_rp/enable/0")).isEqualTo("0\n");
        assertThat(stand.read("gpu-01", NET + "ecn/roce_np/cnp_dscp")).isEqualTo("48\n");
        String tclass = "sys/class/infiniband/mlx5_0/tc/1/traffic_class";
        assertThat(stand.read("gpu-01", tclass)).isEqualTo("Global tclass=106\n");
        assertThat(stand.read("gpu-02", tclass)).isEqualTo("Global tclass=2\n");
    }
}
