package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that look almost right: what cannot be read surely is refused, never merged, swapped or left out. */
class OddTextsTest {
    private static final String QOS = "Priority trust state: dscp\nPFC configuration:\n\tpriority    0   1   2   3\n";
    private static final String PFC =
            "  Port Rx    PFC0    PFC1    PFC2\n-----------  ------  ------  ------\n  Ethernet0       0       4       0\n";
    private static final String JUNOS = "Physical interface: et-0/0/1, Enabled, Physical link is Up\n";

    private static JsonNode read(String id, String text) {
        try (Source source = Source.of(text)) {
            return FormatJson.tree(Formats.byId(id).orElseThrow().read(source));
        }
    }

    private static void refused(String id, String text, String... parts) {
        FormatException refused = catchThrowableOfType(FormatException.class, () -> read(id, text));
        assertThat(refused).as("%s: %s", id, text).isNotNull().hasMessageContainingAll(parts);
    }

    @Test
    void rows_of_mlnx_qos_have_a_value_for_each_priority() {
        refused("mlnx-qos", QOS + "\tenabled     0   0   1\n", "line 4", "'enabled'", "4 priorities");
        refused("mlnx-qos", QOS + "\tenabled     0   0   x   1\n", "line 4", "in place of 'x'");
        refused("mlnx-qos", QOS + "\tpriority    0   1   2   3\n", "line 4", "one row 'priority'");
    }

    @Test
    void two_runs_of_a_command_are_not_one_table() {
        refused("sonic-pfc-counters", PFC + PFC, "line 6", "each port once");
        refused("nxos-pfc", "Port  Mode  Oper(VL bmap)  RxPPP  Drops\n", "RxPPP and TxPPP");
        String counters = "IFACE  STATE  RX_OK  RX_ERR\nEthernet0  U  5  6\n";
        refused("sonic-interface-counters", counters + counters, "line 4", "each port once");
        refused("sonic-interface-counters", counters + "IFACE  STATE  FEC_CORR  FEC_UNCORR\n", "line 3", "RX_OK");
    }

    @Test
    void a_row_with_values_that_ran_into_each_other_is_refused_as_a_short_one() {
        refused("sonic-pfc-counters", PFC.replace("0       4", "0 1,234 5"), "line 3", "4 values");
        String queues = "Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes\n";
        refused("eos-queue-text", queues + "Et1/1 UC1 5\n", "line 2", "6 values");
        refused("sonic-interface-counters", "IFACE  STATE  RX_OK  RX_ERR\nEthernet0  U  5\n", "line 2", "4 values");
    }

    @Test
    void junos_prints_no_separators_and_its_columns_have_one_order() {
        String title = "  Queue counters:       Queued packets  Transmitted packets      Dropped packets\n";
        refused("junos-interface-extensive", JUNOS + title + "    0       1,234      1234      0\n", "line 3", "1,234");
        refused(
                "junos-interface-extensive",
                JUNOS + "  Queue counters:       Queued packets  Dropped packets  Transmitted packets\n",
                "line 2",
                "Queue counters");
    }

    @ParameterizedTest
    @CsvSource({
        "node[3-1], 6, lower to the higher",
        "node[1-], 8, a number",
        "node[1-1000000000], 1, more than 100000 names",
        "<html>, 1, names of hosts"
    })
    void a_host_list_is_refused_with_reason_and_column(String list, int column, String reason) {
        refused("hostlist", list + "\n", "line 1, column " + column + ":", reason);
    }

    @Test
    void a_text_that_is_no_host_list_is_refused_although_one_line_could_be_a_name() {
        refused("hostlist", "{\n\"a\": 1\n}\nnull\n", "line 1, column 1");
        refused("hostlist", "CA 'mlx5_0'\nPort1\n", "line 1", "names of hosts");
        refused("hostlist", "gpu01 gpu02\n", "line 1, column 6", "names of hosts");
    }

    @Test
    void slots_stand_behind_a_name_and_have_no_separators() {
        refused("ompi-hostfile", "node05:8\n", "line 1", "'node05 slots=8'");
        refused("ompi-hostfile", "node01 slots=1,000\n", "line 1", "without separators");
        refused("ompi-hostfile", "node01 slot=8\n", "line 1", "slots=N");
        refused("ompi-hostfile", "node01 slots=8 slots=4\n", "line 1", "each key once");
        refused("ompi-hostfile", "a slots=999999999\n".repeat(3), "line 3", "fewer slots");
    }

    @Test
    void an_inventory_of_another_form_or_with_an_unknown_section_is_refused() {
        refused("ansible-inventory", "all:\n  hosts:\n    a:\n", "line 1", "YAML is not read here");
        refused("ansible-inventory", "[gpu]\na\n[gpu:childrens]\nb\n", "line 3", "vars, children or hosts");
        refused("ansible-inventory", "[a:children]\nb\n[b:children]\na\n", "a > b > a", "no group below itself");
    }

    @Test
    void units_that_are_no_power_of_ten_are_refused() {
        refused("pairwise-results", "a,b 48.2 GiB/s\n", "line 1, column 5", "GB/s, MB/s or Gb/s");
    }

    @Test
    void a_histogram_of_two_ports_is_refused() {
        String bins = "Symbol Errors Per Codeword      Codewords\nBIN0     5\nBIN1     6\n";
        assertThat(read("sonic-fec", bins).at("/ports/0/fec_symbol_error_bins").toString())
                .isEqualTo("[5,6]");
        refused("sonic-fec", bins + "BIN0     7\n", "line 4", "each bin once");
        assertThat(read("sonic-fec", bins + "BIN3:     7\n")
                        .at("/ports/0/fec_symbol_error_bins")
                        .toString())
                .isEqualTo("[5,6,null,7]");
        refused("sonic-fec", bins + "BIN2     x\n", "line 4", "a whole number");
    }

    @Test
    void rows_without_header_could_be_those_of_a_sister_command() {
        String row = "Ethernet0    UC3    N/A    N/A    12    12768\n";
        refused("sonic-queue-counters", row, "Counter/pkts");
        assertThat(read("sonic-queue-counters", "admin@leaf:~$ show queue counters | grep UC3\n" + row)
                        .path("queues"))
                .hasSize(1);
    }

    @Test
    void json_and_metrics_of_others_are_refused() {
        refused("sonic-queue-counters", "{\"Ethernet0\": {\"FEC_CORR\": \"5\"}}", "Ethernet0", "UC3");
        refused("sonic-queue-counters", "{\"Ethernet0\": {\"UC0\": {\"ecnmarkedpacket\": \"5\"}}}", "totalpacket");
        refused("sonic-wred-counters", "{\"Ethernet0\": {\"UC0\": {\"totalpacket\": \"5\"}}}", "ecnmarkedpacket");
        refused("prometheus-node", "# TYPE DCGM_FI_DEV_GPU_TEMP gauge\nDCGM_FI_DEV_GPU_TEMP{gpu=\"0\"} 4\n", "node_");
    }

    @Test
    void a_negative_count_of_json_is_named() {
        refused(
                "nvue-qos-counters",
                "{\"egress-queue-stats\": {\"traffic-class\": {\"3\": {\"wred-discards\": -1}}}}",
                "wred-discards",
                "-1");
    }
}
