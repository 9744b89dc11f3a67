package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import org.junit.jupiter.api.Test;

/** What golden cases cannot show: texts that must be refused, and what stands between the rows of a switch's table. */
class SwitchFormatsTest {
    private static final String PFC_HEADER =
            "   Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7\n";
    private static final String PFC_ROW =
            " Ethernet0       0       0       0       7       0       0       0       0\n";
    private static final String WRED_ROW = "Ethernet0    UC3    N/A    N/A    12    12768\n";

    @Test
    void a_message_of_the_console_between_rows_is_passed_over() {
        String message = "2025 Nov  3 08:41:07.412998 leaf-b7 NOTICE pfcwd: storm detected on Ethernet0:3\n";
        JsonNode read =
                read("sonic-pfc-counters", PFC_HEADER + PFC_ROW + message + PFC_ROW.replace("Ethernet0", "Ethernet8"));
        assertThat(read.at("/counters")).hasSize(16);
        assertThat(read.at("/counters/8/port").textValue()).isEqualTo("Ethernet8");
    }

    @Test
    void a_row_with_a_value_too_few_is_refused_not_left_out() {
        refused("sonic-pfc-counters", PFC_HEADER + PFC_ROW + " Ethernet8       0       0\n", "line 3", "9 values");
        refused("sonic-counterpoll", "Type  Interval (in ms)  Status\nPORT_STAT  default (1000)\n", "line 2", "a type");
        refused("nxos-pfc", "Ethernet1/1        Auto Off           0\n", "line 1", "RxPPP and TxPPP");
    }

    @Test
    void a_value_that_is_no_count_is_refused_with_its_column() {
        refused("sonic-pfc-counters", PFC_HEADER + PFC_ROW.replace("7", "-7"), "line 2, column 42", "a whole number");
    }

    @Test
    void tables_of_a_sister_command_are_refused() {
        String wred = "Port  TxQ  WredDrp/pkts  WredDrp/bytes  EcnMarked/pkts  EcnMarked/bytes\n" + WRED_ROW;
        refused("sonic-queue-counters", wred, "Counter/pkts");
        refused(
                "sonic-queue-counters",
                "admin@leaf:~$ show queue wredcounters | grep UC3\n" + WRED_ROW,
                "Counter/pkts");
        refused("sonic-wred-counters", "admin@leaf:~$ show queue counters | grep UC3\n" + WRED_ROW, "EcnMarked/pkts");
        refused("sonic-fec", "IFACE  STATE  RX_OK\nEthernet0  U  1\n", "FEC_CORR");
        refused("eos-pfc-json", "{\"interfaces\": {\"Ethernet1\": {\"txQueues\": {}}}}", "ports with priorities");
        refused("eos-pfcwd-json", "{\"interfaces\": {\"Ethernet1\": {\"priorities\": {}}}}", "ports with txQueues");
    }

    @Test
    void a_command_without_json_says_so_in_the_error() {
        refused(
                "eos-ecn-json",
                "{\"errors\": [\"This is an unconverted command\"]}",
                "unconverted",
                "intfQueueCounters");
    }

    @Test
    void counters_of_several_interfaces_are_not_thrown_together() {
        String table = "switch-priority  rx-pause-frames\n---------------  ---------------\n3  1\n";
        refused(
                "nvue-qos-counters",
                "Interface: swp1\n" + table + "Interface: swp2\n" + table,
                "line 5",
                "one interface");
    }

    @Test
    void a_storm_is_not_ruled_out_where_a_queue_does_not_tell_or_none_is_listed() {
        String header =
                "QUEUE  STATUS  STORM DETECTED/RESTORED  TX OK/DROP  RX OK/DROP  TX LAST OK/DROP  RX LAST OK/DROP\n";
        String told = "Ethernet0:3  operational  1/1  1/0  1/0  0/0  0/0\n";
        assertThat(read("sonic-pfcwd", header + told).get("queues_in_storm_now").intValue())
                .isZero();
        assertThat(read(
                                "sonic-pfcwd",
                                header
                                        + told
                                        + told.replace("operational", "N/A").replace(":3", ":4"))
                        .get("queues_in_storm_now")
                        .isNull())
                .isTrue();
        assertThat(read("sonic-pfcwd", header).get("queues_in_storm_now").isNull())
                .isTrue();
    }

    @Test
    void queues_that_a_junos_port_lacks_are_known_only_from_a_whole_list() {
        String head =
                "Physical interface: et-0/0/1, Enabled, Physical link is Up\n  Egress queues: 4 supported, 2 in use\n"
                        + "  Queue counters:       Queued packets  Transmitted packets      Dropped packets\n    0  1  1  0\n";
        assertThat(read("junos-interface-extensive", head).get("queues_missing").isNull())
                .isTrue();
        assertThat(read("junos-interface-extensive", head + "    3  1  1  0\n")
                        .get("queues_missing")
                        .toString())
                .isEqualTo("[1,2]");
    }

    private static JsonNode read(String format, String text) {
        try (Source source = Source.of(text)) {
            return FormatJson.tree(Formats.byId(format).orElseThrow().read(source));
        }
    }

    private static void refused(String format, String text, String... parts) {
        assertThatThrownBy(() -> read(format, text))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll(parts);
    }
}
