package io.seatrial.probe;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Reads how the ports of a host treat classes of traffic and congestion: files of sysfs and debugfs, and what {@code mlnx_qos -i} or
 * {@code lldptool -t -i -V PFC} print of an interface. One script for all ports of a host, which is this one and no other, changes nothing, and
 * ends at its deadline or with the connection. What the host does not let it read is unreadable, with the cause.
 *
 * <p>The same tree that the agent may be given in place of {@code /} ({@code SEATRIAL_ROOT}) is read here.
 */
public final class NicQosReader {
    private static final LeashedTool.Naming NAMING =
            new LeashedTool.Naming("sh", "a POSIX shell is needed to read settings", "");
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration LAST_WORDS = Duration.ofSeconds(40);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,31}");

    // Arguments in threes: network interface, RDMA device, number of its port. grep -s says nothing of files that it
    // may
    // not read; what is behind a folder that it may not enter is told by the status. A hung driver must not take the
    // other ports with it, hence a deadline for each command.
    private static final String SCRIPT = """
            root=${SEATRIAL_ROOT-};
            part() { echo "@begin $1"; shift; timeout 5 "$@" 2>&1 </dev/null; status=$?; echo; echo "@end $status"; };
            tool() { part=$1; shift; command -v "$1" >/dev/null || { echo "@begin $part"; echo "@end 127"; return; };
              part "$part" "$@"; };
            while [ $# -ge 3 ]; do
              net=$root/sys/class/net/$1; ib=$root/sys/class/infiniband/$2; echo "@port $2 $3";
              pci=$(readlink -f "$ib/device"); pci=${pci##*/};
              part mtu cat "$net/mtu";
              part traffic-class cat "$ib/tc/$3/traffic_class";
              part ecn grep -rs . "$net/ecn";
              part parameters grep -rH . "$root/sys/kernel/debug/mlx5/$pci/cc_params";
              tool mlnx_qos mlnx_qos -i "$1";
              tool lldptool lldptool -t -i "$1" -V PFC;
              shift 3;
            done
            """.replace("\n", " ");

    private NicQosReader() {}

    /** Read all ports of a host; never fails. */
    public static CompletableFuture<List<Setting>> read(Host host, Contact contact) {
        Map<RdmaPort, String> netdevs = new LinkedHashMap<>();
        host.ports().forEach(port -> netdevs.put(port, new PortFacts(port, contact.info()).netdev()));
        return ask(netdevs, contact)
                .thenApply(text -> settings(netdevs, NicQosText.parse(text)))
                .exceptionally(
                        failure -> unreadable(netdevs, Agent.cause(failure).getMessage()));
    }

    private static CompletableFuture<String> ask(Map<RdmaPort, String> netdevs, Contact contact) {
        try {
            Agent agent = contact.agent();
            LeashedTool tool = LeashedTool.start(agent, LONGEST, 0, words(netdevs), NAMING);
            return Agent.within(tool.output(), LAST_WORDS, agent.host(), "the settings of its NICs were not read")
                    .whenComplete((text, failure) -> tool.close());
        } catch (ProbeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static List<String> words(Map<RdmaPort, String> netdevs) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, "settings"));
        netdevs.forEach((port, netdev) -> {
            if (isName(netdev) && isName(port.device())) {
                words.addAll(List.of(netdev, port.device(), Integer.toString(port.number())));
            }
        });
        return words;
    }

    /** Names come from the inventory and from the host: none may become an option, or leave the folder. */
    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static List<Setting> settings(Map<RdmaPort, String> netdevs, NicQosText told) {
        List<Setting> settings = new ArrayList<>();
        netdevs.forEach((port, netdev) -> {
            Optional<NicQosText.Parts> parts = told.of(port);
            NicQosSettings of = new NicQosSettings(port);
            settings.addAll(
                    parts.isPresent()
                            ? of.from(parts.get(), netdev)
                            : of.unreadable("the host names no network interface of " + port.device()));
        });
        return settings;
    }

    private static List<Setting> unreadable(Map<RdmaPort, String> netdevs, String cause) {
        return netdevs.keySet().stream()
                .flatMap(port -> new NicQosSettings(port).unreadable(cause).stream())
                .toList();
    }
}
