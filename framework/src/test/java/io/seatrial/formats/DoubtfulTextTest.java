package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read surely is refused or named: never merged, dropped or given another unit in silence. */
class DoubtfulTextTest {
    private static final String RULER = "-".repeat(88) + "\n";
    private static final String DIAGNOSTIC = "| Diagnostic                | Result           |\n"
            + "|-----  Metadata  ----------+------------------|\n"
            + "| Number of GPUs Detected   | 4                |\n"
            + "+-----  Hardware  ----------+------------------+\n"
            + "%s+---------------------------+------------------+\n";
    private static final String COLLECTIVE =
            "#       size         count      type   redop    root     %s #wrong     time   algbw   busbw #wrong\n"
                    + "#        (B)    (elements)                               %s            (us)  (GB/s)  (GB/s)\n"
                    + "%s# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 240.68\n";
    private static final String NAMES = "time   algbw   busbw";
    private static final String UNITS = "(us)  (GB/s)  (GB/s)";

    private static <T> T read(Format<T> format, String text) {
        try (Source source = Source.of(text)) {
            return format.read(source);
        }
    }

    private static void refuses(Format<?> format, String text, String... said) {
        assertThatThrownBy(() -> read(format, text))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll(said);
    }

    private static DcgmiDiagText.Test diagnostic(String... rows) {
        StringBuilder text = new StringBuilder();
        for (String row : rows) {
            String[] cells = row.split("=");
            text.append(String.format("| %-25s | %-16s |%n", cells[0], cells[1]).replace("\r", ""));
        }
        return read(new DcgmiDiagText(), DIAGNOSTIC.formatted(text)).tests().get(0);
    }

    @Test
    void a_test_that_has_the_name_of_the_header_is_a_test() {
        DcgmiDiagText.Test test = diagnostic("Diagnostic=Fail - GPU: 3");
        assertThat(test.name()).isEqualTo("Diagnostic");
        assertThat(test.status()).isEqualTo("fail");
        assertThat(test.failedGpus()).containsExactly(3);
    }

    @Test
    void gpus_behind_pass_skip_and_warn_have_not_failed() {
        DcgmiDiagText.Test passed = diagnostic("GPU Memory=Pass - GPUs: 0-2");
        assertThat(passed.failedGpus()).isEmpty();
        assertThat(passed.perGpu()).containsExactly("pass", "pass", "pass");
        assertThat(diagnostic("GPU Memory=Skip - GPU: 1").perGpu()).containsExactly(null, "skip");
        assertThat(diagnostic("GPU Memory=Warn - GPU: 0").failedGpus()).isEmpty();
    }

    @Test
    void a_second_line_of_other_gpus_makes_the_test_as_bad_as_its_worst() {
        DcgmiDiagText.Test test = diagnostic("GPU Memory=Pass - GPUs: 0, 2", "=Fail - GPU: 1");
        assertThat(test.status()).isEqualTo("fail");
        assertThat(test.failedGpus()).containsExactly(1);
        assertThat(test.perGpu()).containsExactly("pass", "fail", "pass");
    }

    @Test
    void two_network_devices_in_one_text_are_refused_at_the_second() {
        refuses(
                new EthtoolStats(),
                "NIC statistics:\n     rx_prio3_pause: 5\nNIC statistics:\n     tx_prio3_pause: 9\n",
                "line 3");
        refuses(new EthtoolStats(), "NIC statistics:\n     rx_packets: 5\n     rx_packets: 7\n", "line 3", "5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1,234", "0x10", "1.5", "99999999999999999999", "18446744073709551616"})
    void a_counter_that_the_kernel_cannot_have_is_refused(String value) {
        refuses(new EthtoolStats(), "NIC statistics:\n     rx_packets: " + value + "\n", "line 2", value);
    }

    @Test
    void the_largest_counter_is_read() {
        assertThat(read(new EthtoolStats(), "NIC statistics:\n     a: 18446744073709551615\n")
                        .counters()
                        .get("a"))
                .isEqualTo(new BigInteger("18446744073709551615"));
    }

    @Test
    void indented_names_and_numbers_of_another_tool_are_no_counters_of_a_device() {
        refuses(new EthtoolStats(), "CA 'mlx5_0'\n    Number of ports: 1\n    Rate: 100\n", "NIC statistics");
    }

    @Test
    void a_file_of_sysfs_that_comes_twice_is_refused() {
        String file = "/sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_packets:";
        refuses(new SysfsIbCounters(), file + "1\n" + file + "2\n", "line 2", "line 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cntn 4 type QP pid 30489 comm a.out out_of_buffer 5 lqpn 178",
                "np_cnp_sent 7 rp_cnp_handled 12\n34 rp_cnp_ignored 0",
                "np_cnp_sent -7",
                "np_cnp_sent N/A"
            })
    void rdma_counters_that_are_not_names_and_values_by_turns_are_refused(String words) {
        refuses(new RdmaStatistic(), "link mlx5_0/1 " + words + "\n", "line ");
    }

    private static String bandwidth(String unit, String row) {
        return "                    RDMA_Write BW Test\n" + RULER
                + " #bytes     #iterations    BW peak[" + unit + "]    BW average[" + unit + "]   MsgRate[Mpps]\n"
                + row + "\n" + RULER;
    }

    @Test
    void a_bandwidth_in_an_unknown_unit_is_refused() {
        refuses(new PerftestBw(), bandwidth("KB/sec", " 65536  5000  392.36  392.30  0.748249"), "KB/sec");
    }

    @Test
    void a_message_rate_that_contradicts_the_bandwidth_makes_the_result_invalid() {
        PerftestBw.Report report =
                read(new PerftestBw(), bandwidth("Gb/sec", " 65536  5000  392.36  392.30  0.000001"));
        assertThat(report.resultValid()).isFalse();
        assertThat(report.finding()).contains("message rate");
        assertThat(read(new PerftestBw(), bandwidth("Gb/sec", " 65536  5000  392.36  392.30  0.748249"))
                        .resultValid())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {" 65536  1  inf  inf  inf", " 65536  -5000  -392.36  -392.30  -0.748249"})
    void a_bandwidth_row_without_numbers_is_named_and_missing(String row) {
        PerftestBw.Report report = read(new PerftestBw(), bandwidth("Gb/sec", row));
        assertThat(report.rows()).isEmpty();
        assertThat(report.complete()).isFalse();
        assertThat(report.warnings()).extracting(PerftestBlock.Warning::kind).containsExactly("incomplete-row");
    }

    private static String latency(String unit, String row) {
        return "                    RDMA_Write Latency Test\n" + RULER
                + " #bytes #iterations    t_min[U]    t_max[U]  t_typical[U]    t_avg[U]\n".replace("U", unit)
                + row + "\n" + RULER;
    }

    @Test
    void a_latency_row_without_numbers_is_named_and_missing() {
        PerftestLat.Report report = read(new PerftestLat(), latency("usec", " 2  1000  1.52  nan  1.55  1.56"));
        assertThat(report.complete()).isFalse();
        assertThat(report.warnings()).hasSize(1);
        assertThat(read(new PerftestLat(), latency("usec", " 2  1000  1.52  1.60  1.55  1.56"))
                        .complete())
                .isTrue();
    }

    @Test
    void a_latency_in_an_unknown_unit_is_refused() {
        refuses(new PerftestLat(), latency("nsec", " 2  1000  1520.00  1600.00  1550.00  1560.00"), "nsec");
    }

    private static String collective(String row) {
        return COLLECTIVE.formatted(NAMES, UNITS, row + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  8,589,934,592  2,147,483,648  float  sum  -1  35,700  240.61  240.61  0  35,680  240.75  240.75  0",
                "  8589934592  2147483648  float  sum  -1  35700  240,61  240,61  0  35680  240,75  240,75  0",
                "  8589934592  2147483648  float  sum  -1  1e999999  240.61  240.61  0  35680  240.75  240.75  0"
            })
    void a_row_of_a_collective_that_cannot_be_read_is_a_finding(String row) {
        CollectiveText.Report report = read(new NcclTests(), collective(row));
        assertThat(report.first().complete()).isFalse();
        assertThat(report.note()).contains("1 rows could not be read");
    }

    @Test
    void bandwidth_that_is_not_size_by_time_is_a_finding() {
        String row = "  8589934592  2147483648  float  sum  -1  35700  %s  %s  0  35680  240.75  240.75  0";
        assertThat(read(new NcclTests(), collective(row.formatted("24.61", "24.61")))
                        .note())
                .contains("not its size by its time");
        assertThat(read(new NcclTests(), collective(row.formatted("240.61", "240.61")))
                        .note())
                .isNull();
    }

    @Test
    void columns_and_units_of_a_collective_other_than_the_programs_are_refused() {
        refuses(new NcclTests(), COLLECTIVE.formatted("busbw   algbw   time", UNITS, ""), "line 1", "order");
        refuses(new NcclTests(), COLLECTIVE.formatted(NAMES, "(ms)  (GB/s)  (GB/s)", ""), "line 2", "(ms)");
        refuses(new NcclTests(), COLLECTIVE.formatted(NAMES, "(us)  (Gb/s)  (Gb/s)", ""), "line 2", "(Gb/s)");
    }

    @Test
    void a_test_program_that_failed_at_once_is_a_failed_run() {
        CollectiveText.Report report = read(
                new NcclTests(), "gpu-01: Test CUDA failure common.cu:1000 'no CUDA-capable device is detected'\n");
        assertThat(report.failed()).isTrue();
        assertThat(report.failures()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483632", "2147483633", "2147483634", "2147483635", "9223372036854775792"})
    void blank_values_of_dcgm_are_no_values(String blank) {
        String sample = "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL{gpu=\"0\"} ";
        assertThat(read(new PrometheusDcgm(), sample + blank + "\n")
                        .metrics()
                        .get(0)
                        .value())
                .isNull();
    }

    @Test
    void a_negative_counter_of_dcgm_is_refused() {
        refuses(
                new PrometheusDcgm(),
                "# TYPE DCGM_FI_DEV_PCIE_REPLAY_COUNTER counter\nDCGM_FI_DEV_PCIE_REPLAY_COUNTER{gpu=\"0\"} -3\n",
                "line 2");
    }

    @Test
    void a_kernel_message_that_was_repeated_is_counted_as_often() {
        String event = "NVRM: Xid (PCI:0000:43:00): 94, pid=1234, name=a, Contained";
        DmesgXid.Report report =
                read(new DmesgXid(), "kernel: " + event + "\nkernel: message repeated 5 times: [ " + event + "]\n");
        assertThat(report.events()).hasSize(6).allMatch(e -> e.message().equals("Contained"));
    }

    @Test
    void gids_that_are_not_all_there_are_not_complete() {
        String text = "DEV\tPORT\tINDEX\tGID\tIPv4\tVER\tDEV\n"
                + "mlx5_0\t1\t3\tfe80:0000:0000:0000:a288:c2ff:fef7:a1b2\t\tIB/RoCE v1\teth0\nn_gids_found=";
        assertThat(read(new ShowGids(), text + "5\n").complete()).isFalse();
        assertThat(read(new ShowGids(), text + "1\n").complete()).isTrue();
        assertThat(read(new ShowGids(), text + "1\n").gids().get(0).roceVersion())
                .isEqualTo(1);
    }
}
