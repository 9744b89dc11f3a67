package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader says beyond the numbers of a text (that it passed, is whole, is none) stands on something in the text. */
class EvidenceTest {
    private static final String RULER = "-".repeat(88) + "\n";
    private static final String TITLE = "                    RDMA_Write BW Test\n" + RULER;
    private static final String HEADER =
            " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n";
    private static final String ROW = " 65536      5000             392.36             392.30             0.748249\n";
    private static final String QUEUES = "Port  TxQ  Counter/pkts  Counter/bytes  Drop/pkts  Drop/bytes\n";

    private static JsonNode read(String id, String text) {
        try (Source source = Source.of(text)) {
            return FormatJson.tree(Formats.byId(id).orElseThrow().read(source));
        }
    }

    private static FormatException refused(String id, String text) {
        return catchThrowableOfType(FormatException.class, () -> read(id, text));
    }

    @Test
    void a_file_of_two_programs_is_complete_when_both_have_ended() {
        String ended = TITLE + HEADER + ROW + RULER;
        assertThat(read("perftest-bw", ended + ended).get("complete").booleanValue())
                .isTrue();
        JsonNode first = read("perftest-bw", TITLE + HEADER + ROW + ended);
        assertThat(first.get("complete").booleanValue()).isFalse();
        assertThat(first.get("failed").isNull()).isTrue();
        assertThat(read("perftest-bw", ended + ROW).get("complete").booleanValue())
                .isFalse();
    }

    @Test
    void of_two_programs_only_the_partner_of_a_server_is_its_client() {
        String ended = TITLE + HEADER + ROW + RULER;
        String waiting = "* Waiting for client to connect... *\n";
        assertThat(read("perftest-bw", waiting + ended + ended).at("/blocks").findValuesAsText("role"))
                .containsExactly("server", "client");
        assertThat(read("perftest-bw", ended + ended).at("/blocks/0/role").isNull())
                .isTrue();
        assertThat(read("perftest-bw", waiting + ended + ended + ended)
                        .at("/blocks/2/role")
                        .isNull())
                .isTrue();
    }

    @Test
    void a_failure_of_the_data_path_wins_over_what_the_other_end_saw_of_it() {
        String server = "* Waiting for client to connect... *\n                    RDMA_Write Latency Test\n" + RULER
                + "ethernet_read_keys: Couldn't read remote address\n Unable to read to socket/rdma_cm\n";
        String client = "                    RDMA_Write Latency Test\n" + RULER
                + " Completion with error at client\n Failed status 12: wr_id 0 syndrom 0x81\nscnt=128, ccnt=0\n";
        JsonNode read = read("perftest-lat", server + client);
        assertThat(read.get("failure_stage").textValue()).isEqualTo("data_path");
        assertThat(read.at("/completion_error/status").intValue()).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource({"99999999999, 1", "12, 99999999999999999999"})
    void numbers_of_a_failure_that_no_program_prints_are_no_numbers(String status, String count) {
        JsonNode read = read(
                "perftest-bw",
                TITLE + " Completion with error at client\n Failed status " + status + ": wr_id 0 syndrom 0x81\nscnt="
                        + count + ", ccnt=0\n");
        assertThat(read.get("failed").booleanValue()).isTrue();
        assertThat(read.get("completion_error").isNull()).isEqualTo(status.length() > 4);
        assertThat(read.get("sent").isNull()).isEqualTo(count.length() > 18);
    }

    @Test
    void the_table_of_another_command_behind_it_leaves_a_table_as_it_is() {
        String wred = "Port  TxQ  WredDrp/pkts  WredDrp/bytes  EcnMarked/pkts  EcnMarked/bytes\n"
                + "Ethernet0  UC3  0  0  7  9\n";
        JsonNode read = read("sonic-wred-counters", wred + QUEUES + "Ethernet0  UC3  1  2  3  4\n");
        assertThat(read.get("header_present").booleanValue()).isTrue();
        assertThat(read.get("queues")).hasSize(1);
        assertThat(read.at("/queues/0/ecn_marked_packets").intValue()).isEqualTo(7);
    }

    private static String verdict(String... results) {
        return verdictOf("", results);
    }

    private static String verdictOf(String error, String... results) {
        String text =
                "{\"DCGM Diagnostic\": {%s\"test_categories\": [{\"category\": \"Hardware\", \"tests\": [{\"name\": \"memory\","
                        + " \"results\": [%s]}]}]}}\n";
        return read("dcgmi-diag-json", text.formatted(error, String.join(",", results)))
                .get("hardware_verdict")
                .textValue();
    }

    private static String result(int gpu, String status) {
        return "{\"entity_group\": \"GPU\", \"entity_id\": " + gpu + ", \"status\": \"" + status + "\"}";
    }

    @Test
    void hardware_passes_only_where_every_gpu_passed_something_and_nothing_else_was_said() {
        assertThat(verdict(result(0, "Pass"), result(1, "Pass"))).isEqualTo("pass");
        assertThat(verdict(result(0, "Pass"), result(1, "Skip"))).isEqualTo("not_proven");
        assertThat(verdict(result(0, "Pass"), result(0, "Warn"))).isEqualTo("not_proven");
        assertThat(verdict(result(0, "Pass"), result(0, "Aborted"))).isEqualTo("not_proven");
        assertThat(verdict(result(0, "Pass"), "{\"gpu_id\": \"0\"}")).isEqualTo("not_proven");
        assertThat(verdictOf("\"runtime_error\": \"lost\",", result(0, "Pass"))).isEqualTo("not_proven");
        assertThat(verdict(result(0, "Skip"))).isEqualTo("not_tested");
        assertThat(verdict(result(0, "Pass"), result(1, "Fail"), result(1, "Warn")))
                .isEqualTo("fail");
    }

    @Test
    void walks_stand_in_the_order_of_time() {
        String frames = "IEEE8021-PFC-MIB::ieee8021PfcRequests.1 = Counter32: ";
        FormatException back = refused("snmp-walk", "t=10\n" + frames + "5\nt=9.5\n" + frames + "7\n");
        assertThat(back).hasMessageContainingAll("line 3", "a time of 10 s or later");
        JsonNode read = read("snmp-walk", "t=10 " + frames + "5\nt=10.0 " + frames.replace(".1 ", ".2 ") + "6\n");
        assertThat(read.get("walks")).as("10 and 10.0 are one moment").hasSize(1);
    }

    @Test
    void one_snapshot_neither_has_nor_rules_out_a_reset() {
        assertThat(read("counter-delta", "t=0 a: 5\n").get("reset_detected").isNull())
                .isTrue();
        assertThat(read("counter-delta", "t=0 a: 5\nt=1 b: 5\n")
                        .get("reset_detected")
                        .isNull())
                .as("no counter is in both")
                .isTrue();
        assertThat(read("counter-delta", "t=0 a: 5\nt=1 a: 6\n")
                        .get("reset_detected")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void pause_counters_are_not_said_to_be_missing_in_a_text_that_is_cut() {
        String begun = "NIC statistics:\n     rx_packets: 5\n";
        assertThat(read("ethtool-stats", begun).get("pause_counters_present").booleanValue())
                .isFalse();
        assertThat(read("ethtool-stats", begun + "     rx_pri")
                        .get("pause_counters_present")
                        .isNull())
                .isTrue();
    }

    @Test
    void a_wrong_value_of_a_document_is_found_by_its_path() {
        FormatException number =
                refused("sonic-queue-counters", "{\"Ethernet0\": {\"UC0\": {\"totalpacket\": \"1.5\"}}}");
        assertThat(number).hasMessageContainingAll("Ethernet0.UC0.totalpacket", "1.5");
        FormatException cell =
                refused("sonic-interface-counters", "{\"Ethernet0\": {\"STATE\": \"U\", \"RX_OK\": \"x\"}}");
        assertThat(cell).hasMessageContainingAll("Ethernet0.RX_OK", "'x'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2025-11-30T06:05:45.123456789Z ",
                "[pod/nccl-launcher-x7/mpi] ",
                "[pod/nccl-launcher-x7/mpi] 2025-11-30T06:05:45.123456789Z ",
                "[2025-11-30 06:05:45] "
            })
    void the_version_of_nccl_is_found_behind_what_others_put_before_it(String before) {
        String log = before + "NCCL version 2.27.5+cuda12.9\n" + before + "gpu-01:17:23 [0] NCCL INFO Init timings\n";
        JsonNode read = read("nccl-log", log);
        assertThat(read.get("nccl_version").textValue()).isEqualTo("2.27.5+cuda12.9");
        assertThat(read.get("hosts").get(0).textValue()).isEqualTo("gpu-01");
    }

    @Test
    void a_file_of_perftest_is_known_by_its_results_alone() {
        String text = "{\n\"results\": {\n\"MsgSize\": 65536,\n\"BW_average\": 92.41\n}\n}\n";
        try (Source source = Source.of(text)) {
            assertThat(Formats.like(source.head())).extracting(Format::id).containsExactly("perftest-json");
        }
    }

    @Test
    void a_port_that_comes_twice_is_two_runs() {
        assertThat(refused("eos-pfc-text", "Port   RxPfc  TxPfc\nEt1    5    6\nEt1    7    8\n"))
                .hasMessageContainingAll("line 3", "once");
    }

    @Test
    void a_number_that_would_fill_a_page_is_refused() {
        assertThat(refused("pairwise-results", "a,b 1e999\n")).hasMessageContainingAll("line 1", "1e999", "900");
    }
}
