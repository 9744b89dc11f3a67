package io.seatrial.probe;

import io.seatrial.formats.capture.CaptureFile;
import io.seatrial.formats.capture.CaptureSummary;
import io.seatrial.formats.text.FormatException;
import io.seatrial.inventory.RdmaPort;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The headers of RoCEv2 that pass a port for a bounded time, by the host's own tcpdump. The first 86 bytes of each packet are kept, nothing is written on the host,
 * and the program ends with the connection, at its bounds, or when it is asked to. The command is this one and no other.
 *
 * <p>Software devices send through their network interface, and are captured there. Packets of hardware pass the kernel by; libpcap 1.9 and
 * later, built with libibverbs, captures them at the RDMA device (its module rdmasniff), where the driver offers that. This has not been tried
 * on hardware.
 */
final class HeaderCapture {
    /** Ethernet with two VLAN tags, IPv6, UDP, BTH and AETH: 14 + 8 + 40 + 8 + 12 + 4 bytes. */
    static final int SNAP_LENGTH = 86;

    /** Behind the word vlan, offsets are those of tagged frames: hence this order. */
    private static final String FILTER = "udp dst port 4791 or (vlan and udp dst port 4791)";

    private static final LeashedTool.Naming NAMING = new LeashedTool.Naming(
            "tcpdump", "install tcpdump on the host, or measure without --capture", "tcpdump: listening on ");
    private static final Duration READY = Duration.ofSeconds(10);
    private static final Duration LAST_WORDS = Duration.ofSeconds(20);
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,31}");
    private static final Pattern LOST = Pattern.compile("([0-9]+) packets? dropped by kernel");
    private static final int DEADLINE_PASSED = 124;

    // $1 interface, $2 snap length, $3 packets, $4 filter. What comes over the connection is text, hence base64.
    // -p: the interface is left in its mode. Where it takes all frames, a segment that echoes shows sent packets twice.
    // Immediate mode: else the kernel collects packets for up to a second, and those of the last one are gone at the
    // end.
    // When the group is told to end, tcpdump alone does: what it has then goes through, and the shell waits for it.
    private static final String SCRIPT = """
            command -v tcpdump >/dev/null || exit 127;
            trap : TERM HUP INT;
            tcpdump -i "$1" -n -p --immediate-mode -s "$2" -c "$3" -w - "$4" | (trap '' TERM HUP INT; exec base64)
            """.replace("\n", " ");

    private final RdmaPort port;
    private final CaptureBounds bounds;
    private final CompletableFuture<LeashedTool> started;

    private HeaderCapture(RdmaPort port, CaptureBounds bounds, CompletableFuture<LeashedTool> started) {
        this.port = port;
        this.bounds = bounds;
        this.started = started;
    }

    /** Start to capture. What goes wrong is told at the end. */
    static HeaderCapture start(PortFacts facts, Contact contact, CaptureBounds bounds) {
        RdmaPort port = facts.port();
        try {
            LeashedTool tool =
                    LeashedTool.start(contact.agent(), bounds.longest(), 0, words(interfaceOf(facts), bounds), NAMING);
            return new HeaderCapture(port, bounds, CompletableFuture.completedFuture(tool));
        } catch (ProbeException e) {
            return new HeaderCapture(port, bounds, CompletableFuture.failedFuture(e));
        }
    }

    private static List<String> words(String at, CaptureBounds bounds) {
        return List.of(
                "sh",
                "-c",
                SCRIPT,
                "capture",
                at,
                Integer.toString(SNAP_LENGTH),
                Integer.toString(bounds.packets()),
                FILTER);
    }

    /** Names come from the inventory and from the host: none may become an option of tcpdump. */
    private static String interfaceOf(PortFacts facts) {
        RdmaPort port = facts.port();
        String name = facts.fabric().startsWith("soft-") ? facts.netdev() : port.name();
        if (!INTERFACE.matcher(name).matches()) {
            throw new ProbeException(
                    port.host(),
                    ProbeException.Kind.FAILED,
                    "capture at " + port.id() + ": no interface '" + name + "'; expected a name such as eth1 or mlx5_0",
                    null);
        }
        return name;
    }

    /** Complete when packets are taken, or when it is clear that none will be. */
    CompletableFuture<Void> ready() {
        return started.thenCompose(
                        tool -> Agent.within(tool.listening(), READY, port.host(), "tcpdump did not begin to capture"))
                .handle((listens, failure) -> null);
    }

    /** Complete when it has ended, by whatever bound. */
    CompletableFuture<Void> awaitEnd() {
        return started.thenCompose(LeashedTool::ended).handle((status, failure) -> null);
    }

    /** End the capture and complete with it; never fails. */
    CompletableFuture<PortCapture> end() {
        return started.thenCompose(this::last)
                .exceptionally(failure ->
                        PortCapture.none(port.id(), Agent.cause(failure).getMessage()));
    }

    private CompletableFuture<PortCapture> last(LeashedTool tool) {
        tool.stop();
        return Agent.within(tool.ended(), LAST_WORDS, port.host(), "tcpdump did not end")
                .thenApply(status -> captured(tool, status))
                .whenComplete((capture, failure) -> tool.close());
    }

    private PortCapture captured(LeashedTool tool, int status) {
        String text = tool.text().replaceAll("\\s", "");
        if (text.isEmpty() || status != 0 && status != DEADLINE_PASSED) {
            throw tool.failure(status);
        }
        try {
            byte[] file = Base64.getDecoder().decode(text);
            CaptureFile capture = CaptureFile.read(file);
            boolean isFull = capture.packets().size() >= bounds.packets();
            return new PortCapture(
                    port.id(), file, Optional.of(CaptureSummary.of(capture)), lost(tool), isFull, Optional.empty());
        } catch (FormatException | IllegalArgumentException e) {
            throw new ProbeException(
                    port.host(), ProbeException.Kind.FAILED, "the capture at " + port.id() + ": " + e.getMessage(), e);
        }
    }

    private static long lost(LeashedTool tool) {
        return tool.errors().stream()
                .map(LOST::matcher)
                .filter(Matcher::find)
                .mapToLong(told -> Long.parseLong(told.group(1)))
                .findFirst()
                .orElse(0);
    }
}
