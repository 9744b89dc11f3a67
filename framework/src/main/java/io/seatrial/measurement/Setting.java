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
    /**
     * Of a host, the place follows: a line that sets a variable for NCCL, {@code /etc/nccl.conf:3: NCCL_DEBUG=INFO}, {@code environment} for
     * that of a login; or {@link #NONE}.
     */
    public static final String NCCL = "nccl.";
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
    /** Of a port, what follows names it: a fact of the NIC behind it. */
    public static final String NIC = "nic.";
    /** Of a port: the board of its NIC as the kernel names it, {@code MT_0000000838}. */
    public static final String NIC_MODEL = "nic.model";
    /** Of a port: the firmware that its NIC runs, {@code 28.39.1002}. */
    public static final String FIRMWARE = "nic.firmware";
    /** Of a port, the index follows: an entry of the GID table, type and address, {@code RoCE v2 0000:...}. */
    public static final String GID = "gid.";
    /** Of a port: priorities with PFC, {@code 3,4}, or {@link #NONE}. */
    public static final String PFC = "qos.pfc";
    /** Of a port: by what packets are classified, {@code dscp}, {@code pcp} or {@link #NONE}. */
    public static final String TRUST = "qos.trust";
    /** Of a port: DSCPs of each priority (traffic class) in their order, {@code 0: 0-25,27-63; 3: 26}, or {@link #NONE}. */
    public static final String DSCP_MAP = "qos.dscp-map";
    /** Of a port: egress queue of each priority (traffic class), {@code 0:0,3:3}, or {@link #NONE}. */
    public static final String QUEUE_MAP = "qos.queue-map";
    /** Of a port, the queue follows: where ECN marks, {@code kmin=1048576 kmax=2097152 pmax=5} in bytes and percent, or {@link #OFF}. */
    public static final String ECN = "qos.ecn.queue.";
    /**
     * Of a port, the priority group follows: {@code headroom=165568 xon=2288 size=1248 dynamic-th=-2}, bytes except the last, each as far as
     * configured, or {@link #OFF} where the group is lossy. The headroom lies beyond the occupancy at which pause begins, and is not that.
     */
    public static final String XOFF = "qos.xoff.";
    /** Of a port: {@code action=drop detection=200ms restoration=400ms}, or {@link #OFF}. */
    public static final String WATCHDOG = "qos.watchdog";
    /** Of a port of a switch: largest frame, bytes. Of a port of a host: MTU of its network interface, bytes. */
    public static final String MTU = "qos.mtu";
    /** Of a port of a host: the DSCP that the driver gives all its RDMA traffic, or {@link #NONE} where applications choose it. */
    public static final String ROCE_DSCP = "qos.roce-dscp";
    /** Of a port of a host: priorities in which it sends and heeds congestion notifications, {@code np=3,4 rp=3}, each or {@link #NONE}. */
    public static final String DCQCN = "qos.dcqcn";
    /** Of a port of a host: how it notifies and reacts, {@code roce_np/cnp_dscp=48 roce_rp/rpg_ai_rate=5}, as its driver names it. */
    public static final String DCQCN_PARAMETERS = "qos.dcqcn-parameters";
    /**
     * Of a port: who announces itself at the other end of its cable, {@code node/port} as that one calls both, several separated by
     * {@code ", "}. A host names its network device or its MAC address there, never its RDMA device.
     */
    public static final String NEIGHBOUR = "lldp.neighbour";

    /** Text of a list that is known to be empty. */
    public static final String NONE = "none";
    /** Text of what is known not to be on. */
    public static final String OFF = "off";

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

    /**
     * Tell whether a question for settings of a name is one for this one.
     *
     * @param wanted a name; one that ends in a dot stands for every name that begins so
     */
    public boolean isNamed(String wanted) {
        return wanted.endsWith(".") ? name.startsWith(wanted) : name.equals(wanted);
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
