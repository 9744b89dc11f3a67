package io.seatrial.probe;

import io.seatrial.formats.Lldptool;
import io.seatrial.formats.MlnxQos;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.DscpMap;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.probe.NicQosText.Part;
import io.seatrial.probe.NicQosText.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes settings of one port of what its host told: the names, and the form of the texts, are those of switches, so that both can be compared.
 */
final class NicQosSettings {
    private static final List<String> NAMES = List.of(
            Setting.MTU,
            Setting.PFC,
            Setting.TRUST,
            Setting.DSCP_MAP,
            Setting.QUEUE_MAP,
            Setting.ROCE_DSCP,
            Setting.DCQCN,
            Setting.DCQCN_PARAMETERS);

    /** As mlx5's {@code tc/N/traffic_class} shows it; the two low bits are ECN. */
    private static final Pattern TRAFFIC_CLASS = Pattern.compile("Global tclass=(\\d{1,3})");

    private static final int DSCP_UNIT = 4;
    private static final int LARGEST_CLASS = 255;
    /** As grep prints the switches of MLNX_OFED. */
    private static final Pattern SWITCH = Pattern.compile(".*/ecn/roce_(np|rp)/enable/([0-7]):([01])");

    private static final Pattern PARAMETER = Pattern.compile(".*/(?:ecn|cc_params)/((?!roce_.p/enable/)[^:]+):(.*)");

    private final RdmaPort port;
    private final SubjectId subject;
    private final List<Setting> settings = new ArrayList<>();

    NicQosSettings(RdmaPort port) {
        this.port = port;
        this.subject = new SubjectId(SubjectId.Kind.PORT, port.id());
    }

    /** Say that nothing could be read, and why. */
    List<Setting> unreadable(String cause) {
        return NAMES.stream().map(name -> missing(name, cause)).toList();
    }

    List<Setting> from(Parts parts, String netdev) {
        mtu(parts.get("mtu"), netdev);
        classes(parts);
        trafficClass(parts.get("traffic-class"));
        dcqcn(parts.get("ecn"), netdev);
        parameters(parts.get("ecn"), parts.get("parameters"));
        return List.copyOf(settings);
    }

    private void mtu(Part mtu, String netdev) {
        String text = mtu.text().strip();
        add(
                Setting.MTU,
                mtu.isRead() && text.matches("\\d{1,6}") ? Optional.of(text) : Optional.empty(),
                cause(mtu, "the host has no network interface " + netdev));
    }

    /** lldptool knows PFC alone: DSCPs and the trust are the driver's. */
    private void classes(Parts parts) {
        Part tool = parts.get("mlnx_qos");
        if (tool.isRead()) {
            mlnxQos(tool);
            return;
        }
        String cause = toolCause(tool);
        pfcOfLldptool(parts.get("lldptool"), cause);
        List.of(Setting.TRUST, Setting.DSCP_MAP, Setting.QUEUE_MAP).forEach(name -> settings.add(missing(name, cause)));
    }

    private static String toolCause(Part tool) {
        return tool.status() == NicQosText.NOT_FOUND
                ? "the host has no mlnx_qos; install mlnx-tools there"
                : "mlnx_qos " + ended(tool);
    }

    private static String ended(Part tool) {
        String how = tool.status() == NicQosText.TOO_LONG
                ? "did not end within 5 s"
                : "ended with exit status " + tool.status();
        return tool.text().isBlank() ? how : how + ": " + tool.lastLine();
    }

    private void mlnxQos(Part tool) {
        try {
            MlnxQos.Report report = new MlnxQos().read(Source.of(tool.text()));
            String silent = "mlnx_qos does not print it";
            boolean byDscp = "dscp".equals(report.trust());
            add(Setting.PFC, Optional.ofNullable(report.pfcPriorities()).map(NicQosSettings::list), silent);
            add(Setting.TRUST, Optional.ofNullable(report.trust()), silent);
            Optional<String> map = byDscp
                    ? Optional.ofNullable(report.dscpOfPriority()).map(NicQosSettings::dscpMap)
                    : Optional.ofNullable(report.trust()).map(trust -> Setting.NONE);
            add(Setting.DSCP_MAP, map, silent);
            add(Setting.QUEUE_MAP, queueMap(report.trafficClasses()), silent);
        } catch (FormatException e) {
            List.of(Setting.PFC, Setting.TRUST, Setting.DSCP_MAP, Setting.QUEUE_MAP)
                    .forEach(name -> settings.add(missing(name, "mlnx_qos: " + e.getMessage())));
        }
    }

    private static String dscpMap(Map<Integer, List<Integer>> byPriority) {
        SortedMap<Integer, Integer> priorities = new TreeMap<>();
        byPriority.forEach((priority, dscps) -> dscps.forEach(dscp -> priorities.put(dscp, priority)));
        return new DscpMap(priorities).text();
    }

    private static Optional<String> queueMap(List<MlnxQos.TrafficClass> classes) {
        SortedMap<Integer, Integer> queues = new TreeMap<>();
        classes.forEach(of -> of.priorities().forEach(priority -> queues.put(priority, of.tc())));
        return queues.isEmpty()
                ? Optional.empty()
                : Optional.of(queues.entrySet().stream()
                        .map(queue -> queue.getKey() + ":" + queue.getValue())
                        .collect(Collectors.joining(",")));
    }

    private void pfcOfLldptool(Part tool, String otherCause) {
        Optional<String> priorities = Optional.empty();
        if (tool.isRead()) {
            try {
                Lldptool.Report report = new Lldptool().read(Source.of(tool.text()));
                priorities = Optional.ofNullable(report.pfc())
                        .flatMap(pfc -> Optional.ofNullable(pfc.priorities()))
                        .map(NicQosSettings::list);
            } catch (FormatException e) {
                // what mlnx_qos said, or that it is not there, is the cause that a person can do something about
            }
        }
        add(Setting.PFC, priorities, otherCause);
    }

    private static String list(List<Integer> priorities) {
        return priorities.isEmpty()
                ? Setting.NONE
                : priorities.stream().sorted().map(Object::toString).collect(Collectors.joining(","));
    }

    /** A file that is there and names no class leaves it to applications. */
    private void trafficClass(Part file) {
        Matcher forced = TRAFFIC_CLASS.matcher(file.text());
        Optional<String> dscp = Optional.empty();
        if (file.status() == 0) {
            boolean isForced = forced.find() && Integer.parseInt(forced.group(1)) <= LARGEST_CLASS;
            dscp = Optional.of(
                    isForced ? Integer.toString(Integer.parseInt(forced.group(1)) / DSCP_UNIT) : Setting.NONE);
        }
        add(Setting.ROCE_DSCP, dscp, cause(file, "the driver has no tc/" + port.number() + "/traffic_class"));
    }

    private void dcqcn(Part files, String netdev) {
        SortedMap<String, SortedSet<Integer>> enabled = new TreeMap<>();
        files.text().lines().map(SWITCH::matcher).filter(Matcher::matches).forEach(found -> {
            SortedSet<Integer> priorities = enabled.computeIfAbsent(found.group(1), side -> new TreeSet<>());
            if (found.group(3).equals("1")) {
                priorities.add(Integer.valueOf(found.group(2)));
            }
        });
        boolean both = enabled.containsKey("np") && enabled.containsKey("rp");
        Optional<String> text = both
                ? Optional.of(
                        "np=" + list(List.copyOf(enabled.get("np"))) + " rp=" + list(List.copyOf(enabled.get("rp"))))
                : Optional.empty();
        add(
                Setting.DCQCN,
                text,
                "the driver shows no switches below /sys/class/net/" + netdev
                        + "/ecn (MLNX_OFED and DOCA do); look at the firmware's by mlxconfig");
    }

    private void parameters(Part ofed, Part debugfs) {
        Optional<String> text = parameters(ofed).or(() -> parameters(debugfs));
        add(
                Setting.DCQCN_PARAMETERS,
                text,
                debugfs.text().isBlank()
                        ? "neither sysfs nor debugfs shows them"
                        : "neither sysfs nor debugfs shows them: " + debugfs.lastLine() + " (debugfs needs root)");
    }

    private static Optional<String> parameters(Part files) {
        List<String> told = files.text()
                .lines()
                .map(PARAMETER::matcher)
                .filter(Matcher::matches)
                .map(file -> file.group(1) + "=" + file.group(2).strip().replace(' ', '_'))
                .sorted()
                .toList();
        return told.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", told));
    }

    private static String cause(Part part, String absent) {
        return part.text().isBlank() ? absent : absent + ": " + part.lastLine();
    }

    private void add(String name, Optional<String> text, String cause) {
        settings.add(text.map(known -> Setting.of(subject, name, known)).orElseGet(() -> missing(name, cause)));
    }

    private Setting missing(String name, String cause) {
        return Setting.unreadable(subject, name, Message.of("reading.absent", "port", subject.name(), "cause", cause));
    }
}
