package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.collectives.LogDemands.Declared;
import io.seatrial.formats.NcclLog;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.LogFinding.Outcome;
import io.seatrial.report.Texts;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogAssertionsTest {
    private static final LogDemands ITSELF = LogDemands.none(2);
    private static final Map<String, OptionalInt> NICS =
            Map.of("mlx5_0", OptionalInt.of(0), "mlx5_1", OptionalInt.of(1));

    private static LogDemands declared(Map<String, OptionalInt> ofFirst, Map<String, OptionalInt> ofSecond) {
        return new LogDemands(Map.of("gpu-01", new Declared(2, ofFirst), "gpu-02", new Declared(2, ofSecond)), 2);
    }

    private static LogFinding find(String assertion, JobLog log, LogDemands demands) {
        return LogAssertions.judge(List.of(log.report()), demands).stream()
                .filter(finding -> finding.assertion().equals(assertion))
                .findFirst()
                .orElseThrow();
    }

    private static String text(LogFinding finding) {
        return finding.messages().stream().map(Texts::sentence).collect(Collectors.joining("\n"));
    }

    private static Map<String, Outcome> outcomes(List<NcclLog.Report> logs, LogDemands demands) {
        return LogAssertions.judge(logs, demands).stream()
                .collect(Collectors.toMap(LogFinding::assertion, LogFinding::outcome, (a, b) -> a, TreeMap::new));
    }

    private static void broken(String assertion, JobLog log, LogDemands demands, String... words) {
        LogFinding finding = find(assertion, log, demands);
        assertThat(text(finding)).contains(words).doesNotContain("{");
        assertThat(finding.outcome()).isEqualTo(Outcome.BROKEN);
    }

    private static void unknown(String assertion, JobLog log, LogDemands demands, String... words) {
        LogFinding finding = find(assertion, log, demands);
        assertThat(text(finding)).contains(words).doesNotContain("{");
        assertThat(finding.outcome()).isEqualTo(Outcome.CANNOT_TELL);
    }

    @Test
    void a_sound_job_holds_in_all_and_every_sentence_is_filled() {
        for (LogDemands demands : List.of(ITSELF, declared(NICS, NICS))) {
            assertThat(outcomes(List.of(JobLog.sound().report()), demands))
                    .hasSize(9)
                    .allSatisfy((assertion, outcome) ->
                            assertThat(outcome).as(assertion).isEqualTo(Outcome.HOLDS));
            LogAssertions.judge(List.of(JobLog.sound().report()), demands)
                    .forEach(finding -> assertThat(text(finding)).doesNotContain("{", "nccl-log."));
        }
    }

    @Test
    void one_file_for_each_process_says_the_same_as_one_for_all() {
        List<NcclLog.Report> files = List.of("gpu-01:100:", "gpu-01:101:", "gpu-02:200:", "gpu-02:201:").stream()
                .map(process -> JobLog.sound()
                        .without(line -> !line.startsWith(process))
                        .report())
                .toList();
        assertThat(outcomes(files, declared(NICS, NICS)).values()).containsOnly(Outcome.HOLDS);
    }

    @Test
    void a_log_that_is_not_there_is_never_taken_for_a_good_one() {
        JobLog half = JobLog.sound().without(line -> line.startsWith("gpu-02:201:"));
        assertThat(outcomes(List.of(half.report()), ITSELF).values()).containsOnly(Outcome.CANNOT_TELL);
        unknown("every-rank", half, ITSELF, "Of 4 ranks", "to have come up: 3");
        unknown("gpu-direct", half, ITSELF, "gpu-02: no line shows by which NIC channel 1,3 of 4 leaves it");
        unknown("rails", half, ITSELF, "Channel 1,3 of ranks 1 -> 3");
    }

    @Test
    void a_log_that_says_only_warnings_proves_nothing() {
        JobLog silent = JobLog.sound().without(line -> !line.contains("NCCL version"));
        assertThat(outcomes(List.of(silent.report()), ITSELF).values()).containsOnly(Outcome.CANNOT_TELL);
        unknown("rdma", silent, ITSELF, "NCCL_DEBUG=INFO");
    }

    @Test
    void a_cut_log_is_never_green() {
        String text = JobLog.sound().text();
        NcclLog.Report cut = JobLog.read(text.substring(0, text.length() - 4));
        assertThat(outcomes(List.of(cut), ITSELF).values()).containsOnly(Outcome.CANNOT_TELL);
    }

    @Test
    void sockets_on_one_host_are_named() {
        JobLog log = JobLog.sound()
                .with(line -> line.startsWith("gpu-02:200")
                        ? line.replace("Using network IB", "Using network Socket")
                        : line);
        broken("rdma", log, ITSELF, "gpu-02: it runs over TCP sockets (rank 2)", "libibverbs");
    }

    @Test
    void sockets_are_named_even_where_no_line_says_which_ranks_there_are() {
        JobLog log = JobLog.sound()
                .without(line -> line.contains("Init"))
                .with(line -> line.replace("Using network IB", "Using network Socket"));
        broken("rdma", log, ITSELF, "gpu-01: it runs over TCP sockets. Look", "gpu-02: it runs over TCP sockets. Look");
    }

    @Test
    void the_bootstrap_over_sockets_is_no_fallback() {
        JobLog log = JobLog.sound().and("gpu-01:100:1100 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>");
        assertThat(find("rdma", log, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void a_plugin_of_which_the_log_does_not_tell_what_is_below_is_not_proven() {
        JobLog log = JobLog.sound().with(line -> line.replace("Using network IB", "Using network AWS Libfabric"));
        unknown("rdma", log, ITSELF, "Network AWS Libfabric");
        JobLog external = JobLog.sound().with(line -> line.replace("Using network IB", "Using network IBext_v9"));
        assertThat(find("rdma", external, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void one_channel_that_is_staged_through_the_host_is_named_with_rank_nic_and_peer() {
        JobLog log = JobLog.sound()
                .with(line -> line.contains("Channel 03/0 : 1[1] -> 3[1] [send]") ? line.replace("/GDRDMA", "") : line);
        broken("gpu-direct", log, ITSELF, "gpu-01: rank 1 sends channel 3 to rank 3 by mlx5_1 without GPU Direct RDMA");
        assertThat(find("gpu-direct", log, ITSELF).messages()).hasSize(1);
    }

    @Test
    void ranks_of_one_host_that_meet_over_the_network_are_not_channels_between_hosts() {
        JobLog log = JobLog.sound()
                .and("gpu-01:100:1100 [0] NCCL INFO Channel 00/1 : 0[0] -> 1[1] [send] via NET/IB/0/Shared");
        assertThat(find("gpu-direct", log, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void a_line_of_a_channel_that_nobody_can_read_leaves_the_question_open() {
        JobLog log = JobLog.sound()
                .and("gpu-01:100:1100 [0] NCCL INFO Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0/NEWTHING");
        unknown("gpu-direct", log, ITSELF, "1 lines of channels");
    }

    @Test
    void the_summary_of_rings_speaks_where_no_channel_does() {
        JobLog log =
                JobLog.sound().without(line -> line.contains("via NET")).with(line -> line.replace("GDR 1", "GDR 0"));
        broken("gpu-direct", log, ITSELF, "GDR 0");
    }

    /** All channels of gpu-01 by its first NIC. */
    private static JobLog oneNic() {
        return JobLog.sound().with(line -> line.startsWith("gpu-01") ? line.replace("NET/IB/1/", "NET/IB/0/") : line);
    }

    @Test
    void a_nic_without_a_channel_is_named_against_the_librarys_own_list_and_against_the_inventory() {
        broken("nics", oneNic(), ITSELF, "gpu-01: of 2 NICs these carry no channel: mlx5_1");
        broken("nics", oneNic(), declared(NICS, NICS), "gpu-01: of 2 NICs these carry no channel: mlx5_1");
        Map<String, OptionalInt> three =
                Map.of("mlx5_0", OptionalInt.of(0), "mlx5_1", OptionalInt.of(1), "mlx5_7", OptionalInt.of(2));
        broken("nics", JobLog.sound(), declared(three, NICS), "gpu-01: of 3 NICs these carry no channel: mlx5_7");
    }

    @Test
    void a_nic_that_the_inventory_does_not_know_is_named() {
        broken(
                "nics",
                JobLog.sound(),
                declared(NICS, Map.of("mlx5_0", OptionalInt.of(0))),
                "gpu-02: channels go by mlx5_1, which the inventory does not declare");
    }

    @Test
    void a_nic_is_not_called_unused_while_lines_of_its_host_are_missing() {
        JobLog log = JobLog.sound().without(line -> line.startsWith("gpu-01:101"));
        unknown("nics", log, ITSELF, "gpu-01: no line shows by which NIC channel 1,3");
    }

    @Test
    void a_device_that_stands_for_two_ports_uses_both() {
        JobLog log = JobLog.sound()
                .with(line -> line.startsWith("gpu-01") ? line.replaceAll("NET/IB/[01]/", "NET/IB/2/") : line)
                .and(
                        "gpu-01:100:1100 [0] NCCL INFO NET/IB : Made virtual device [2] name=mlx5_0+mlx5_1 speed=800000 ndevs=2");
        assertThat(find("nics", log, declared(NICS, NICS)).outcome()).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void too_few_channels_on_a_nic_are_counted() {
        broken("channels-per-nic", JobLog.sound(), LogDemands.none(3), "gpu-01: mlx5_0 carries 2 channels, expected 3");
        assertThat(text(find("channels-per-nic", JobLog.sound(), ITSELF))).contains("2 channels or more");
    }

    @Test
    void a_ring_that_changes_its_rail_is_named_with_both_nics() {
        broken("rails", oneNic(), ITSELF, "Channel 1,3 of ranks 1 -> 3 goes from gpu-01/mlx5_0 to gpu-02/mlx5_1");
        Map<String, OptionalInt> swapped = Map.of("mlx5_0", OptionalInt.of(1), "mlx5_1", OptionalInt.of(0));
        broken("rails", JobLog.sound(), declared(NICS, swapped), "gpu-01/mlx5_0 to gpu-02/mlx5_0");
    }

    @Test
    void where_some_nics_have_rails_one_without_is_not_proven() {
        Map<String, OptionalInt> half = Map.of("mlx5_0", OptionalInt.of(0), "mlx5_1", OptionalInt.empty());
        unknown("rails", JobLog.sound(), declared(NICS, half), "gpu-02: mlx5_1 has no rail");
    }

    @Test
    void two_versions_are_named_with_their_hosts() {
        JobLog log = JobLog.sound().with(line -> line.startsWith("gpu-02") ? line.replace("2.27.3", "2.26.2") : line);
        broken("version", log, ITSELF, "2.26.2+cuda12.9 (gpu-02); 2.27.3+cuda12.9 (gpu-01)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.18.1+cuda12.1", "2.23.4+cuda12.6"})
    void a_version_that_rank_0_alone_prints_proves_nothing_where_the_library_does_not_compare(String version) {
        JobLog log = JobLog.sound().with(line -> line.replace("2.27.3+cuda12.9", version));
        assertThat(find("version", log, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
        JobLog alone = log.without(line -> line.contains("NCCL version") && !line.startsWith("gpu-01:100:"));
        unknown("version", alone, ITSELF, version, "gpu-01, gpu-02");
    }

    @Test
    void a_version_that_rank_0_alone_prints_is_enough_where_the_library_compares() {
        JobLog log = JobLog.sound().without(line -> line.contains("NCCL version") && !line.startsWith("gpu-01:100:"));
        assertThat(find("version", log, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void the_first_failed_request_is_named_with_device_and_both_addresses() {
        JobLog log = JobLog.sound()
                .and(
                        "gpu-02:200:1200 [0] transport/net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer 192.0.2.5<53908> with"
                                + " status=5 opcode=1 len=0 vendor err 249 (Recv) localGid ::ffff:198.51.100.9 remoteGids::ffff:198.51.100.8 hca mlx5_1")
                .and(
                        "gpu-02:200:1200 [0] transport/net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer 192.0.2.5<53908> with"
                                + " status=12 opcode=1 len=0 vendor err 129 (Recv) localGid ::ffff:198.51.100.3 remoteGids::ffff:198.51.100.5 hca mlx5_0");
        broken(
                "completions",
                log,
                ITSELF,
                "gpu-02",
                "mlx5_0",
                "from ::ffff:198.51.100.3 to ::ffff:198.51.100.5",
                "status 12; 2 failed in all");
        broken("warnings", log, ITSELF, "Got completion from peer");
    }

    @Test
    void a_release_that_names_no_device_still_tells_the_peer() {
        JobLog log = JobLog.sound()
                .and(
                        "gpu-02:200:1200 [0] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer 192.0.2.5<40022> with"
                                + " error 12, opcode 0, len 0, vendor err 129");
        broken("completions", log, ITSELF, "peer 192.0.2.5", "status 12");
    }

    @Test
    void hosts_and_gpus_are_held_against_the_inventory() {
        LogDemands more = new LogDemands(
                Map.of(
                        "gpu-01.example.org", new Declared(8, NICS),
                        "gpu-03", new Declared(2, NICS)),
                2);
        broken("every-rank", JobLog.sound(), more, "gpu-01: expected 8 ranks", "saw 2");
        LogDemands other = new LogDemands(Map.of("gpu-01", new Declared(0, NICS), "gpu-03", new Declared(2, NICS)), 2);
        unknown("every-rank", JobLog.sound(), other, "gpu-02: it takes part", "gpu-03: it is declared");
    }

    @Test
    void a_job_within_one_host_says_nothing_of_the_fabric() {
        JobLog log = JobLog.sound()
                .without(line -> line.startsWith("gpu-02") || line.contains("via NET"))
                .with(line -> line.replace("nranks 4", "nranks 2"));
        assertThat(find("every-rank", log, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
        unknown("gpu-direct", log, ITSELF, "All ranks are on one host");
        unknown("rails", log, ITSELF, "All ranks are on one host");
    }

    @Test
    void logs_of_two_jobs_are_not_put_together() {
        JobLog other = JobLog.sound().with(line -> line.replace("gpu-0", "node-0"));
        assertThat(LogAssertions.judge(List.of(JobLog.sound().report(), other.report()), ITSELF)
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.CANNOT_TELL);
    }

    private static String overSockets(String line) {
        return line.replace("Using network IB", "Using network Socket")
                .replaceAll("NET/IB/[01]/GDRDMA", "NET/Socket/0")
                .replace("GDR 1", "GDR 0");
    }

    @Test
    void over_sockets_only_the_network_is_to_blame_and_nothing_of_nics_is_known() {
        JobLog log = JobLog.sound().with(LogAssertionsTest::overSockets);
        for (LogDemands demands : List.of(ITSELF, declared(NICS, NICS))) {
            assertThat(outcomes(List.of(log.report()), demands))
                    .containsEntry("rdma", Outcome.BROKEN)
                    .containsEntry("gpu-direct", Outcome.CANNOT_TELL)
                    .containsEntry("nics", Outcome.CANNOT_TELL)
                    .containsEntry("channels-per-nic", Outcome.CANNOT_TELL)
                    .containsEntry("rails", Outcome.CANNOT_TELL)
                    .containsEntry("completions", Outcome.CANNOT_TELL)
                    .containsEntry("version", Outcome.HOLDS);
        }
        unknown("channels-per-nic", log, ITSELF, "Over TCP sockets a channel goes by no NIC");
        unknown("completions", log, ITSELF, "Over TCP sockets there are no work requests");
    }

    @Test
    void one_host_over_sockets_leaves_what_the_other_shows_of_its_nics() {
        JobLog log = JobLog.sound()
                .with(line -> line.startsWith("gpu-02") ? overSockets(line) : line.replace("/GDRDMA", ""));
        broken("rdma", log, ITSELF, "gpu-02: it runs over TCP sockets (rank 2)");
        broken("gpu-direct", log, ITSELF, "gpu-01: rank 0 sends channel 0,2 to rank 2 by mlx5_0");
        unknown("nics", log, ITSELF, "Over TCP sockets");
    }

    @Test
    void over_a_network_that_nobody_knows_no_failed_request_proves_nothing() {
        JobLog plugin = JobLog.sound().with(line -> line.replace("Using network IB", "Using network AWS Libfabric"));
        unknown("completions", plugin, ITSELF, "Network AWS Libfabric");
        JobLog silent = JobLog.sound().without(line -> line.contains("Using network"));
        unknown("completions", silent, ITSELF, "gpu-01: rank 0-1 does not say which network");
    }

    @Test
    void two_releases_without_a_process_in_one_file_differ() {
        JobLog log = JobLog.sound()
                .without(line -> line.contains("NCCL version"))
                .and("NCCL version 2.27.3+cuda12.9")
                .and("NCCL version 2.26.2+cuda12.9");
        broken("version", log, ITSELF, "More than one release is loaded: 2.26.2+cuda12.9; 2.27.3+cuda12.9");
    }

    @Test
    void what_pytorch_gave_up_is_a_warning_said_once_for_each_rank() {
        String timeout = "[Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE,"
                + " Timeout(ms)=600000) ran for 600011 milliseconds before timing out.";
        JobLog log = JobLog.sound()
                .and("[rank3]:[E1201 10:00:00.1 ProcessGroupNCCL.cpp:616] " + timeout)
                .and(
                        "[rank3]:[E1201 10:00:00.2 ProcessGroupNCCL.cpp:1538] [PG 0 Rank 3] NCCL watchdog thread terminated with"
                                + " exception: " + timeout);
        broken("warnings", log, ITSELF, "Rank 3: PyTorch gave up: Watchdog caught", "SeqNum=7, OpType=ALLREDUCE");
        assertThat(find("warnings", log, ITSELF).messages()).hasSize(1);
    }

    @Test
    void an_abort_by_itself_neither_accuses_nor_clears() {
        JobLog log = JobLog.sound()
                .and("gpu-01:100:100 [0] NCCL INFO comm 0x500 rank 0 nranks 4 cudaDev 0 busId 1b000 - Abort COMPLETE")
                .and("gpu-02:200:200 [0] NCCL INFO comm 0x510 rank 2 nranks 4 cudaDev 0 busId 1b000 - Abort COMPLETE");
        unknown("warnings", log, ITSELF, "gpu-01: a communicator was aborted (2 in all)", "exit status of the job");
        JobLog destroyed = JobLog.sound().and("gpu-01:100:100 [0] NCCL INFO comm 0x500 rank 0 - Destroy COMPLETE");
        assertThat(find("warnings", destroyed, ITSELF).outcome()).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void a_log_of_nothing_but_the_release_tells_too_little() {
        NcclLog.Report log = JobLog.read("NCCL version 2.27.3+cuda12.9\n");
        assertThat(outcomes(List.of(log), ITSELF)).hasSize(9);
        assertThat(outcomes(List.of(log), ITSELF).values()).containsOnly(Outcome.CANNOT_TELL);
    }

    @Test
    void a_full_log_leaves_open_only_what_its_missing_lines_could_tell() {
        JobLog full = JobLog.sound().and("500 lines more are not shown, 0 of them warnings");
        assertThat(outcomes(List.of(full.report()), declared(NICS, NICS)))
                .containsEntry("every-rank", Outcome.HOLDS)
                .containsEntry("rdma", Outcome.HOLDS)
                .containsEntry("version", Outcome.HOLDS)
                .containsEntry("warnings", Outcome.HOLDS)
                .containsEntry("completions", Outcome.HOLDS)
                .containsEntry("gpu-direct", Outcome.CANNOT_TELL)
                .containsEntry("nics", Outcome.CANNOT_TELL)
                .containsEntry("channels-per-nic", Outcome.CANNOT_TELL)
                .containsEntry("rails", Outcome.CANNOT_TELL);
        unknown("gpu-direct", full, ITSELF, "500 lines of the log are not kept");
    }

    @Test
    void a_full_log_that_lacks_warnings_clears_nobody_of_them() {
        JobLog full = JobLog.sound().and("500 lines more are not shown, 2 of them warnings");
        unknown("warnings", full, ITSELF, "2 warnings of the log are not kept");
        unknown("completions", full, ITSELF, "2 warnings of the log are not kept");
        JobLog older = JobLog.sound().and("... 500 lines are left out");
        unknown("warnings", older, ITSELF, "500 warnings of the log are not kept");
    }

    @Test
    void a_full_log_still_accuses_by_what_it_has_and_not_by_what_it_lacks() {
        JobLog staged = JobLog.sound()
                .with(line -> line.contains("Channel 03/0 : 1[1] -> 3[1] [send]") ? line.replace("/GDRDMA", "") : line)
                .and("500 lines more are not shown, 0 of them warnings")
                .and("gpu-01:100:1100 [0] misc/socket.cc:483 NCCL WARN Connect to 10.0.0.2<40100> failed");
        broken("gpu-direct", staged, ITSELF, "gpu-01: rank 1 sends channel 3");
        broken("warnings", staged, ITSELF, "Connect to 10.0.0.2");
        JobLog oneNic = oneNic().and("500 lines more are not shown, 0 of them warnings");
        assertThat(find("nics", oneNic, ITSELF).outcome()).isEqualTo(Outcome.CANNOT_TELL);
    }
}
