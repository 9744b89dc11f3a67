package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traps of the tools on a host that no golden case shows. */
class HostToolsTest {
    private static <T> T read(Format<T> format, String text) {
        try (Source source = Source.of(text)) {
            return format.read(source);
        }
    }

    @Test
    void a_sample_with_a_value_too_few_is_refused_with_its_line() {
        assertThatThrownBy(() -> read(new DcgmiDmon(), "#Entity   POWER  TMPTR\nID  W  C\nGPU 0     16.6\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 3")
                .hasMessageContaining("2 values");
    }

    @Test
    void a_row_of_gpus_with_a_value_too_many_is_refused() {
        assertThatThrownBy(() -> read(new NvidiaSmiCsv(), "index, temperature.gpu\n0, 30, 1\n"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("2 values");
    }

    @Test
    void one_lane_is_a_finding_on_infiniband_only() {
        String port =
                "/sys/class/infiniband/mlx5_0/ports/1/rate:25 Gb/sec (1X EDR)\n/sys/class/infiniband/mlx5_0/ports/1/link_layer:";
        assertThat(read(new SysfsIbCounters(), port + "Ethernet\n").finding()).isNull();
        assertThat(read(new SysfsIbCounters(), port + "InfiniBand\n").finding()).contains("one lane");
    }

    @Test
    void a_counter_that_cannot_count_further_gives_no_bytes() {
        String text = "# Port counters: Lid 6 port 1 (CapMask: 0x1600)\nPortXmitData:....................%s\n";
        assertThat(read(new Perfquery(), text.formatted("4294967295"))
                        .ports()
                        .get(0)
                        .txBytes())
                .isNull();
        assertThat(read(new Perfquery(), text.formatted("4294967294"))
                        .ports()
                        .get(0)
                        .txBytes())
                .isEqualTo(new BigInteger("17179869176"));
    }

    @ParameterizedTest
    @CsvSource({
        "SymbolErrorCounter, symbol_error",
        "PortRcvRemotePhysicalErrors, port_rcv_remote_physical_errors",
        "VL15Dropped, vl15_dropped",
        "QP1Dropped, qp1_dropped",
        "VL15_dropped, vl15_dropped",
    })
    void counters_have_one_name_in_every_tool(String printed, String plain) {
        assertThat(InfinibandCounters.plain(printed)).isEqualTo(plain);
    }

    @Test
    void a_gpu_that_fell_off_is_told_once_with_number_and_words() {
        String text = "NVRM: Xid (PCI:0000:05:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.\n"
                + "NVRM: GPU 0000:05:00.0: GPU has fallen off the bus.\n";
        assertThat(read(new DmesgXid(), text).rootEvents()).containsExactly(79);
    }
}
