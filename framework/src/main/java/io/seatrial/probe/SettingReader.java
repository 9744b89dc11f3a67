package io.seatrial.probe;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.PciLink;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the settings of a host and of its declared ports from what the host said of itself. Whatever it did not say is unreadable, with the
 * reason; a port that is declared and not there has unreadable settings, and is missing among the ports of its host.
 */
public final class SettingReader {
    /** What a host says where verbs can be used. */
    private static final String VERBS = "ok";

    private final Host host;
    private final Contact contact;
    private final List<Setting> settings = new ArrayList<>();

    private SettingReader(Host host, Contact contact) {
        this.host = host;
        this.contact = contact;
    }

    /** Return every setting of the host and of each of its ports, by the names of {@link Setting}. */
    public static List<Setting> read(Host host, Contact contact) {
        SettingReader reader = new SettingReader(host, contact);
        reader.ofHost();
        host.ports().forEach(reader::ofPort);
        return List.copyOf(reader.settings);
    }

    private void ofHost() {
        SubjectId subject = new SubjectId(SubjectId.Kind.HOST, host.name());
        boolean told = contact.info().stream().anyMatch(Event.HostInfo.class::isInstance);
        String names = ports().map(port -> RdmaPort.name(port.device(), port.port()))
                .sorted()
                .collect(Collectors.joining(", "));
        add(
                subject,
                Setting.RDMA_PORTS,
                told ? Optional.of(names) : Optional.empty(),
                "the host said nothing of itself");
    }

    private Stream<Event.PortInfo> ports() {
        return contact.info().stream().filter(Event.PortInfo.class::isInstance).map(Event.PortInfo.class::cast);
    }

    private void ofPort(RdmaPort port) {
        SubjectId subject = new SubjectId(SubjectId.Kind.PORT, port.id());
        Optional<Event.PortInfo> info = ports().filter(
                        p -> p.device().equals(port.device()) && p.port() == port.number())
                .findFirst();
        String absent = info.isPresent()
                ? "the kernel does not tell it"
                : "the host has no RDMA port " + port.device() + ":" + port.number();
        add(subject, Setting.RATE, info.flatMap(p -> text(p.rate())), absent);
        add(subject, Setting.WIDTH, info.flatMap(p -> text(p.details().width())), absent);
        add(
                subject,
                Setting.ACTIVE_MTU,
                info.flatMap(p -> text(p.details().activeMtu())),
                info.isPresent() ? withoutVerbs().orElse(absent) : absent);
        add(subject, Setting.LINK_LAYER, info.flatMap(Event.PortInfo::linkLayer), absent);
        add(subject, Setting.PCIE, info.flatMap(p -> slot(p.details().pci())).map(PciLink::text), absent);
        add(subject, Setting.NIC_MODEL, info.flatMap(p -> p.details().nic().board()), absent);
        add(subject, Setting.FIRMWARE, info.flatMap(p -> p.details().nic().firmware()), absent);
        gids(subject, port, info, absent);
    }

    /** The active MTU stands in no file: the library of verbs alone tells it. */
    private Optional<String> withoutVerbs() {
        return contact.info().stream()
                .filter(Event.HostInfo.class::isInstance)
                .map(Event.HostInfo.class::cast)
                .filter(host -> !host.verbs().orElse(VERBS).equals(VERBS))
                .map(host -> "verbs cannot be used on the host (" + host.verbs().orElseThrow() + ")"
                        + host.verbsWhy().map(why -> ": " + why).orElse(""))
                .findFirst();
    }

    /** A table that is known to be empty is one reading without a text; of one that nobody spoke of nothing is known. */
    private void gids(SubjectId subject, RdmaPort port, Optional<Event.PortInfo> info, String absent) {
        List<Event.Gid> gids = contact.info().stream()
                .filter(Event.Gid.class::isInstance)
                .map(Event.Gid.class::cast)
                .filter(gid -> gid.device().equals(port.device()) && gid.port() == port.number())
                .toList();
        for (Event.Gid gid : gids) {
            add(subject, Setting.GID + gid.index(), Optional.of(gid.type() + " " + gid.gid()), absent);
        }
        if (gids.isEmpty()) {
            boolean none = info.map(p -> p.details().gids().orElse(-1) == 0).orElse(false);
            add(subject, Setting.GID + "none", none ? Optional.of("") : Optional.empty(), absent);
        }
    }

    private static Optional<String> text(OptionalLong number) {
        return number.isPresent() ? Optional.of(Long.toString(number.getAsLong())) : Optional.empty();
    }

    /** Return the slot of a device, empty where it has none (a virtual device) or sysfs tells a speed of no generation. */
    static Optional<PciLink> slot(Event.PciSlot pci) {
        return PciLink.of(pci.speed().orElse(0), pci.width().orElse(0));
    }

    private void add(SubjectId subject, String name, Optional<String> text, String absent) {
        settings.add(text.filter(t -> contact.whyNot().isEmpty())
                .map(t -> Setting.of(subject, name, t))
                .orElseGet(() -> Setting.unreadable(
                        subject,
                        name,
                        Message.of(
                                "reading.absent",
                                "port",
                                subject.name(),
                                "cause",
                                contact.whyNot().orElse(absent)))));
    }
}
