package io.seatrial.telemetry.infiniband;

import io.seatrial.formats.InfinibandPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Width and rate of an InfiniBand port. Tools print the signalling rate of one lane; what people call its rate is the data rate, which is
 * what sysfs, ibstat and cluster.yaml have (4X NDR = 400 Gb/s). IBTA volume 1 and 2; rdma-core libibmad/dump.c prints the names.
 */
final class InfinibandSpeed {
    private static final Pattern WIDTH = Pattern.compile("(\\d{1,2})[xX]");
    private static final Pattern GBPS = Pattern.compile("([\\d.]+)\\s*(?:Gbps|Gb/s)?(?:\\s*\\((FDR10)\\))?");

    /**
     * A generation.
     *
     * @param signalling of a lane as printed, Gb/s
     * @param name such as {@code NDR}
     * @param rate data rate of 4 lanes, Gb/s
     */
    private record Generation(String signalling, String name, int rate) {}

    private static final List<Generation> GENERATIONS = List.of(
            new Generation("2.5", "SDR", 10),
            new Generation("5.0", "DDR", 20),
            new Generation("10.0", "QDR", 40),
            new Generation("14.0625", "FDR", 56),
            new Generation("25.78125", "EDR", 100),
            new Generation("53.125", "HDR", 200),
            new Generation("106.25", "NDR", 400),
            new Generation("212.5", "XDR", 800));

    private InfinibandSpeed() {}

    static OptionalInt lanes(String width) {
        Matcher matcher = WIDTH.matcher(width == null ? "" : width.strip());
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /** Return bit/s; empty for a speed that is none of these generations. FDR10 is called 40 Gb/s as QDR is. */
    static Optional<Long> rate(String width, String speed) {
        OptionalInt lanes = lanes(width);
        if (lanes.isEmpty() || speed == null) {
            return Optional.empty();
        }
        Matcher gbps = GBPS.matcher(speed.strip());
        return GENERATIONS.stream()
                .filter(each -> each.name().equals(speed.strip()) || gbps.matches() && isSame(each, gbps.group(1)))
                .map(each -> each.rate() * 1_000_000_000L / 4 * lanes.getAsInt())
                .findFirst();
    }

    private static boolean isSame(Generation generation, String gbps) {
        return gbps.matches("\\d+(\\.\\d+)?")
                && new BigDecimal(generation.signalling()).compareTo(new BigDecimal(gbps)) == 0;
    }

    /** Return width and rate of a port; of one that is down they mean nothing. */
    static List<Setting> settings(SubjectId subject, InfinibandPort port) {
        if (!"Active".equals(port.state())) {
            Message down = Message.of(
                    "reading.absent",
                    "port",
                    subject.name(),
                    "cause",
                    "the port is " + port.state() + " (" + port.physicalState() + ")");
            return List.of(
                    Setting.unreadable(subject, Setting.WIDTH, down), Setting.unreadable(subject, Setting.RATE, down));
        }
        return settings(subject, port.width(), port.speed());
    }

    static List<Setting> settings(SubjectId subject, String width, String speed) {
        Message odd = Message.of(
                "reading.absent", "port", subject.name(), "cause", "unknown width and speed: " + width + ", " + speed);
        OptionalInt lanes = lanes(width);
        return List.of(
                lanes.isPresent()
                        ? Setting.of(subject, Setting.WIDTH, Integer.toString(lanes.getAsInt()))
                        : Setting.unreadable(subject, Setting.WIDTH, odd),
                rate(width, speed)
                        .map(rate -> Setting.of(subject, Setting.RATE, Long.toString(rate)))
                        .orElseGet(() -> Setting.unreadable(subject, Setting.RATE, odd)));
    }
}
