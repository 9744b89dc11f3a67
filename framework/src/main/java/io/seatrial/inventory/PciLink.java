package io.seatrial.inventory;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PCI Express link as it is trained or declared. What it carries follows from generation and lanes: 8b/10b coding up to 5 GT/s, 128b/130b
 * from 8 GT/s on, none at 64 GT/s, cut to whole Mb/s for each lane, as the Linux kernel counts "available PCIe bandwidth" (drivers/pci/pci.h,
 * {@code PCIE_SPEED2MBS_ENC}).
 *
 * @param speed MT/s per lane
 * @param lanes lanes in use, 1 to 32
 */
public record PciLink(long speed, int lanes) {
    /**
     * The share of a link that memory writes of a NIC get: 256 B of payload in a packet of 24 to 30 B more, and room for acknowledgements
     * and credits. Derived, not measured: 105 of 126 Gb/s and 220 of 252 Gb/s are reported as reachable.
     */
    public static final int USABLE_PERCENT = 85;

    /** Name of a measurement's number that tells the speed of an end's slot; {@code from} or {@code to} follows. */
    public static final String SPEED_OF = "pcie.speed.";
    /** The same for its lanes. */
    public static final String LANES_OF = "pcie.lanes.";

    /** Mb/s of one lane by MT/s. */
    private static final Map<Long, Long> LANE = new TreeMap<>(Map.of(
            2_500L, 2_500L * 8 / 10,
            5_000L, 5_000L * 8 / 10,
            8_000L, 8_000L * 128 / 130,
            16_000L, 16_000L * 128 / 130,
            32_000L, 32_000L * 128 / 130,
            64_000L, 64_000L));

    private static final int MOST_LANES = 32;
    private static final String EXPECTED =
            "speed and width of a slot, for example 32GT/s x16 (2.5, 5, 8, 16, 32 or 64 GT/s; 1 to 32 lanes)";
    private static final Pattern TEXT = Pattern.compile("([0-9]+(?:\\.[0-9])?) ?GT/s x([0-9]{1,2})");

    public PciLink {
        if (!isLink(speed, lanes)) {
            throw new Malformed("a PCIe link of " + speed + " MT/s and " + lanes + " lanes", EXPECTED);
        }
    }

    /**
     * Read {@code 32GT/s x16}.
     *
     * @throws IllegalArgumentException if it is none, with what is expected
     */
    public static PciLink parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw new Malformed("'" + text + "'", EXPECTED);
        }
        long speed = new BigDecimal(parts.group(1)).movePointRight(3).longValueExact();
        return new PciLink(speed, Integer.parseInt(parts.group(2)));
    }

    /** Return a link as sysfs tells it, empty where the speed (MT/s) is of no generation or there are no lanes: sysfs says so where it does not know. */
    public static Optional<PciLink> of(long speed, long lanes) {
        return isLink(speed, lanes) ? Optional.of(new PciLink(speed, (int) lanes)) : Optional.empty();
    }

    private static boolean isLink(long speed, long lanes) {
        return LANE.containsKey(speed) && lanes >= 1 && lanes <= MOST_LANES;
    }

    /** Return what the link carries after its coding, bit/s: 504.112 Gb/s for 32 GT/s x16. */
    public long raw() {
        return LANE.get(speed) * lanes * 1_000_000;
    }

    /** Return what is left for data of a NIC, bit/s: {@value #USABLE_PERCENT} % of {@link #raw()}. */
    public long usable() {
        return raw() / 100 * USABLE_PERCENT;
    }

    /** Return {@code 32 GT/s x16}. */
    public String text() {
        return BigDecimal.valueOf(speed, 3).stripTrailingZeros().toPlainString() + " GT/s x" + lanes;
    }
}
