package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Events of the GPU driver in a kernel log (dmesg, journalctl, syslog), whatever stands before {@code NVRM:}, drivers 295 to 575. Forms:
 * {@code Xid (PCI:0000:9b:00): 119, pid=12, name=x, text}, without process since the driver prints none for some, {@code Xid (0000:03:00)}
 * in old releases, and a GPU that fell off the bus at start, over three lines and without number (NVIDIA/NVSentinel issue 155; it
 * counts as 79). NVSwitch events are SXids. Numbers and their meaning: NVIDIA Xid catalog.
 *
 * <p>Xid 45 is the echo of an earlier error: the driver clears a channel because of it.
 */
public final class DmesgXid implements Format<DmesgXid.Report> {
    private static final Pattern XID =
            Pattern.compile("NVRM: Xid \\((?:PCI:)?([0-9A-Fa-f:.]+)\\): (\\d{1,4}),? ?(.*)$");
    /** How rsyslog shortens a line that comes again. */
    private static final Pattern REPEATED = Pattern.compile("message repeated (\\d{1,5}) times: \\[ ?(.*)\\]\\s*$");

    private static final Pattern SXID =
            Pattern.compile("nvidia-nvswitch\\d*: SXid \\((?:PCI:)?([0-9A-Fa-f:.]+)\\): (\\d{1,6}), ?(.*)$");
    private static final Pattern PROCESS =
            Pattern.compile("^pid='?(\\d{1,10}|<unknown>)'?(?:, name=([^,]*))?(?:, |$)(.*)$");
    private static final Pattern SEVERITY = Pattern.compile("\\b(Fatal|Nonfatal|Non-fatal)\\b");
    private static final Pattern LINK = Pattern.compile("\\b[Ll]ink (\\d{1,3})\\b");
    private static final Pattern CAUSE = Pattern.compile("caused by previous Xid (\\d{1,4})\\b");
    private static final Pattern FALLEN_START = Pattern.compile("NVRM: The NVIDIA GPU ([0-9A-Fa-f:.]+)");
    private static final Pattern FALLEN_LINE =
            Pattern.compile("NVRM: GPU ([0-9A-Fa-f:.]+): GPU has fallen off the bus");
    private static final Pattern PROBE = Pattern.compile("NVIDIA probe routine failed for (\\d{1,4}) device");
    private static final Pattern ECHO = Pattern.compile("RC all channels for critical error \\d+");
    private static final int CLEARED_CHANNEL = 45;
    private static final int OFF_THE_BUS = 79;

    /**
     * All events of a log.
     *
     * @param events in the order of the text
     * @param rootEvents numbers of those that are no echo; a GPU that fell off the bus without a number counts as 79
     * @param failedDevices which the driver could not start
     * @param switchEvents of NVSwitches
     * @param notAnEventLine the first line that speaks of an error without being one
     * @param complete false where the last line is cut; else null, for a log has no end
     */
    public record Report(
            List<Event> events,
            List<Integer> rootEvents,
            Integer failedDevices,
            List<SwitchEvent> switchEvents,
            String notAnEventLine,
            Boolean complete) {}

    /**
     * One event.
     *
     * @param kind {@code xid} or {@code fallen_off_bus}
     * @param pci of the GPU, as printed
     * @param xid number; null where the driver prints none
     * @param equivalentXid number of the same event in other releases, where this one has none
     * @param pid of the process; null where unknown
     * @param process its name; null where unknown
     * @param severityWord {@code Fatal} or {@code Nonfatal}, of NVLink events
     * @param nvlink index of the link
     * @param causedByXid the earlier event, where the text says so
     * @param message the rest of the line
     */
    public record Event(
            String kind,
            String pci,
            Integer xid,
            Integer equivalentXid,
            Long pid,
            String process,
            String severityWord,
            Integer nvlink,
            Integer causedByXid,
            String message) {}

    /** An event of an NVSwitch: bus id, SXid number, {@code Fatal} or {@code Non-fatal}, link, the rest of the line. */
    public record SwitchEvent(String pci, int sxid, String severityWord, Integer nvlink, String message) {}

    @Override
    public String id() {
        return "dmesg-xid";
    }

    @Override
    public String about() {
        return "kernel log: Xid events of NVIDIA GPUs and NVSwitches";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("NVRM: ") || head.has(SXID));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("failed_devices");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Log log = new Log();
        while (lines.hasNext()) {
            log.take(lines.next());
        }
        if (!log.isOfDriver) {
            throw lines.missing("a line of the GPU driver, 'NVRM: ...' or 'nvidia-nvswitch0: SXid ...'");
        }
        return log.report(lines.completeAsFarAsKnown());
    }

    private static final class Log {
        private final List<Event> events = new ArrayList<>();
        private final List<SwitchEvent> switches = new ArrayList<>();
        private String starting;
        private Integer failed;
        private String echo;
        private boolean isOfDriver;

        void take(Line line) {
            Matcher repeated = REPEATED.matcher(line.text());
            boolean isRepeated = repeated.find();
            int times = isRepeated ? Integer.parseInt(repeated.group(1)) : 1;
            for (int i = 0; i < times; i++) {
                take(isRepeated ? repeated.group(2) : line.text());
            }
        }

        private void take(String text) {
            if (!text.contains("NVRM: ") && !text.contains("SXid ")) {
                return;
            }
            isOfDriver |= text.contains("NVRM: ");
            Matcher xid = XID.matcher(text);
            if (xid.find()) {
                events.add(event(
                        xid.group(1),
                        Integer.parseInt(xid.group(2)),
                        xid.group(3).strip()));
            } else {
                switchEvent(text);
                fallen(text);
                others(text);
            }
        }

        private static Event event(String pci, int number, String text) {
            Matcher process = PROCESS.matcher(text);
            boolean named = process.matches();
            String rest = named ? process.group(3) : text;
            return new Event(
                    "xid",
                    pci,
                    number,
                    null,
                    named && process.group(1).charAt(0) != '<' ? Long.valueOf(process.group(1)) : null,
                    named ? known(process.group(2)) : null,
                    group(SEVERITY, rest),
                    whole(LINK, rest),
                    whole(CAUSE, rest),
                    rest);
        }

        private static String known(String name) {
            return name == null || name.isBlank() || name.contains("<unknown>") ? null : name.strip();
        }

        private static String group(Pattern pattern, String text) {
            Matcher found = pattern.matcher(text);
            return found.find() ? found.group(1) : null;
        }

        private static Integer whole(Pattern pattern, String text) {
            String found = group(pattern, text);
            return found == null ? null : Integer.valueOf(found);
        }

        private void switchEvent(String text) {
            Matcher found = SXID.matcher(text);
            if (found.find()) {
                isOfDriver = true;
                String rest = found.group(3).strip();
                switches.add(new SwitchEvent(
                        found.group(1),
                        Integer.parseInt(found.group(2)),
                        group(SEVERITY, rest),
                        whole(LINK, rest),
                        rest));
            }
        }

        private void fallen(String text) {
            String begun = group(FALLEN_START, text);
            starting = begun != null ? begun : starting;
            boolean falls = text.contains("fallen off the bus");
            String named = group(FALLEN_LINE, text);
            String pci = named != null ? named : falls ? starting : null;
            if (pci == null) {
                return;
            }
            starting = null;
            // A driver that gives the number repeats it in words.
            if (events.stream().noneMatch(event -> isOffTheBus(event) && isSame(event.pci(), pci))) {
                events.add(new Event(
                        "fallen_off_bus", pci, null, OFF_THE_BUS, null, null, null, null, null, "fallen off the bus"));
            }
        }

        private static boolean isOffTheBus(Event event) {
            return event.xid() == null || event.xid() == OFF_THE_BUS;
        }

        private static boolean isSame(String a, String b) {
            return a.startsWith(b) || b.startsWith(a);
        }

        private void others(String text) {
            Integer count = whole(PROBE, text);
            failed = count == null ? failed : (Integer) (failed == null ? count : Math.max(failed, count));
            Matcher found = ECHO.matcher(text);
            if (echo == null && found.find()) {
                echo = found.group();
            }
        }

        Report report(Boolean complete) {
            List<Integer> roots = events.stream()
                    .map(event -> event.xid() == null ? event.equivalentXid() : event.xid())
                    .filter(number -> number != CLEARED_CHANNEL)
                    .toList();
            return new Report(events, roots, failed, switches, echo, complete);
        }
    }
}
