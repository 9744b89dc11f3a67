package io.seatrial.measurement;

import java.util.Objects;
import java.util.Optional;

/**
 * A configuration reading: a name, and its text or the reason why it could not be read.
 *
 * @param subject what is configured
 * @param name one of the names below, for example {@code mtu.active}
 * @param text what was read; empty where it was unreadable
 * @param cause why it was unreadable; present exactly when the text is absent
 */
public record Setting(SubjectId subject, String name, Optional<String> text, Optional<Message> cause) {
    /** Of a host: the names of its RDMA ports, sorted, separated by {@code ", "}. */
    public static final String RDMA_PORTS = "rdma.ports";
    /** Of a port: its rate, bit/s. */
    public static final String RATE = "rate";
    /** Of a port: its lanes. */
    public static final String WIDTH = "width";
    /** Of a port: the active RDMA MTU, bytes. */
    public static final String ACTIVE_MTU = "mtu.active";
    /** Of a port: {@code Ethernet}, {@code InfiniBand}. */
    public static final String LINK_LAYER = "link-layer";
    /** Of a port: the PCIe link of its device as trained, {@code 32 GT/s x16}. */
    public static final String PCIE = "pcie";
    /** Of a port, the index follows: an entry of the GID table, type and address, {@code RoCE v2 0000:...}. */
    public static final String GID = "gid.";

    /** The metric of a survey of settings: they have no number. */
    public static final Metric METRIC = new Metric("configuration", Unit.COUNT, Direction.HIGHER_IS_BETTER);

    public Setting {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(name, "name");
        if (text.isPresent() == cause.isPresent()) {
            throw new IllegalArgumentException(
                    "setting " + name + " of " + subject + ": expected either a text or a cause");
        }
    }

    /** Make a reading. */
    public static Setting of(SubjectId subject, String name, String text) {
        return new Setting(subject, name, Optional.of(text), Optional.empty());
    }

    /** Make a reading that failed. */
    public static Setting unreadable(SubjectId subject, String name, Message cause) {
        return new Setting(subject, name, Optional.empty(), Optional.of(cause));
    }
}
