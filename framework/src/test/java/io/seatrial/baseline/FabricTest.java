package io.seatrial.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FabricTest {
    /** Every kind that the wire format names. */
    @ParameterizedTest
    @CsvSource({
        "tcp, true",
        "virtual-tcp, true",
        "soft-roce, true",
        "soft-iwarp, true",
        "infiniband, false",
        "roce2, false",
        "roce1, false",
        "iwarp, false",
        "efa, false",
        "usnic, false"
    })
    void tells_software_from_hardware(String fabric, boolean software) {
        assertThat(Fabric.isSoftware(fabric)).isEqualTo(software);
        assertThat(Fabric.isUnknown(fabric)).isFalse();
    }
}
