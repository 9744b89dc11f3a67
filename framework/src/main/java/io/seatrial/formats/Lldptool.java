package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TLVs of DCB as {@code lldptool -t [-n] -i PORT [-V TLV]} of lldpad prints them, releases 0.9.46 to 1.x: IEEE 802.1Qaz (printed by
 * lldp_8021qaz_clif.c) and the older CEE form. {@code PFC enabled: none} is an empty list, no PFC TLV is null.
 */
public final class Lldptool implements Format<Lldptool.Report> {
    private static final Pattern TITLE = Pattern.compile("^(\\S.*) TLV\\s*$");
    private static final Pattern ENTRY = Pattern.compile("^\\s+(\\S[^:]*?):\\s*(.*?)\\s*$");
    private static final Pattern END = Pattern.compile("^\\s*End of LLDPDU (?:TLV|LTV)\\s*$");
    private static final Pattern APP = Pattern.compile("^\\s*App#\\d+:\\s*$");
    private static final Pattern SUB_TLV = Pattern.compile("^\\s+(\\S.*) TLV:\\s*$");

    /**
     * What the TLVs say; null where one is not there.
     *
     * @param chassisMac chassis id where it is a MAC address
     * @param complete true if the end of the LLDPDU is there, false if the last line is cut, else null: a single TLV has no end
     */
    public record Report(
            String chassisMac, String portId, String system, Pfc pfc, Ets ets, List<App> apps, Boolean complete) {}

    /**
     * Priority flow control.
     *
     * @param willing whether it takes its peer's configuration over
     * @param capableClasses number of traffic classes that can be paused at a time
     * @param priorities that are paused; empty where none is, null where the line is missing
     */
    public record Pfc(Boolean willing, Integer capableClasses, List<Integer> priorities) {}

    /** Bandwidth classes: class by priority 0 to 7, percent by class. */
    public record Ets(
            Boolean willing, List<Integer> priorityToTc, List<Integer> tcBandwidthPercent, List<String> algorithms) {}

    /**
     * Priority of an application.
     *
     * @param selector 1 Ethertype, 2 TCP, 3 UDP, 4 TCP or UDP, 5 DSCP (IEEE 802.1Q, table D-9)
     * @param ethertype hexadecimal as printed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record App(
            Integer priority, Integer selector, String ethertype, Integer tcpPort, Integer udpPort, Integer dscp) {}

    @Override
    public String id() {
        return "lldptool";
    }

    @Override
    public String about() {
        return "lldptool of lldpad: PFC, ETS and APP TLVs";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("PFC capable traffic classes")
                || head.has("8021QAZ")
                || head.has("End of LLDPDU")
                || head.has(Pattern.compile("^Chassis ID TLV")));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Draft draft = new Draft();
        for (Line line : lines) {
            draft.take(line);
        }
        if (!draft.begun) {
            throw lines.missing("a title such as 'IEEE 8021QAZ PFC TLV' of lldptool");
        }
        return draft.report(lines.remnant().isPresent());
    }

    private static final class Draft {
        private String title = "";
        private boolean begun;
        private boolean ended;
        private String chassisMac;
        private String portId;
        private String system;
        private Pfc pfc;
        private Ets ets;
        private List<App> apps;

        void take(Line line) {
            Matcher header = TITLE.matcher(line.text());
            Matcher sub = SUB_TLV.matcher(line.text());
            Matcher entry = ENTRY.matcher(line.text());
            if (END.matcher(line.text()).matches()) {
                begun = true;
                ended = true;
            } else if (header.matches()) {
                begin(header.group(1));
            } else if (sub.matches() && title.startsWith("CEE")) {
                begin("CEE " + sub.group(1));
            } else if (APP.matcher(line.text()).matches()) {
                apps = apps == null ? new ArrayList<>() : apps;
                apps.add(new App(null, null, null, null, null, null));
            } else if (entry.matches()) {
                entry(new Cell(line, entry.start(2) + 1, entry.group(2)), entry.group(1));
            } else if (title.equals("System Name") && !line.isBlank()) {
                system = line.text().strip();
            } else if (title.equals("CEE Priority Flow Control") && line.text().contains("Willing")) {
                pfc = new Pfc(!line.text().contains("Not Willing"), pfc.capableClasses(), pfc.priorities());
            }
        }

        private void begin(String name) {
            begun = true;
            title = name;
            if (name.endsWith("PFC") || name.endsWith("Priority Flow Control")) {
                pfc = new Pfc(null, null, null);
            } else if (name.endsWith("ETS Configuration")) {
                ets = new Ets(null, null, null, null);
            } else if (name.endsWith("APP")) {
                apps = new ArrayList<>();
            }
        }

        private void entry(Cell value, String name) {
            if (title.equals("Chassis ID") && name.equals("MAC")) {
                chassisMac = value.text();
            } else if (title.equals("Port ID") && portId == null) {
                portId = value.text();
            } else if (title.endsWith("PFC") || title.endsWith("Priority Flow Control")) {
                pfc = pfc(value, name);
            } else if (title.endsWith("ETS Configuration")) {
                ets = ets(value, name);
            } else if (apps != null && !apps.isEmpty()) {
                apps.set(apps.size() - 1, app(apps.get(apps.size() - 1), value, name));
            }
        }

        private Pfc pfc(Cell value, String name) {
            return switch (name) {
                case "Willing" -> new Pfc(yes(value), pfc.capableClasses(), pfc.priorities());
                case "PFC capable traffic classes", "Number of TC's supported" ->
                    new Pfc(pfc.willing(), value.index(), pfc.priorities());
                case "PFC enabled", "PFC enabled on priorities" ->
                    new Pfc(
                            pfc.willing(),
                            pfc.capableClasses(),
                            value.text().equals("none") ? List.of() : numbers(value, "", ""));
                default -> pfc;
            };
        }

        private Ets ets(Cell value, String name) {
            return switch (name) {
                case "Willing" -> new Ets(yes(value), ets.priorityToTc(), ets.tcBandwidthPercent(), ets.algorithms());
                case "PRIO_MAP" ->
                    new Ets(ets.willing(), numbers(value, "\\d:", ""), ets.tcBandwidthPercent(), ets.algorithms());
                case "TC Bandwidth" ->
                    new Ets(ets.willing(), ets.priorityToTc(), numbers(value, "", "%"), ets.algorithms());
                case "TSA_MAP" ->
                    new Ets(ets.willing(), ets.priorityToTc(), ets.tcBandwidthPercent(), texts(value, "\\d:"));
                default -> ets;
            };
        }

        private static Boolean yes(Cell value) {
            return value.text().equals("yes") ? Boolean.TRUE : value.text().equals("no") ? Boolean.FALSE : null;
        }

        private static List<String> texts(Cell value, String before) {
            return Arrays.stream(value.text().split("\\s+"))
                    .map(word -> word.replaceFirst("^" + before, ""))
                    .toList();
        }

        private static List<Integer> numbers(Cell value, String before, String behind) {
            return texts(value, before).stream()
                    .map(word -> word.replaceFirst(behind + "$", ""))
                    .map(word -> new Cell(value.line(), value.column(), word).index())
                    .toList();
        }

        private static App app(App app, Cell value, String name) {
            return switch (name) {
                case "Priority" ->
                    new App(value.index(), app.selector(), app.ethertype(), app.tcpPort(), app.udpPort(), app.dscp());
                case "Sel" ->
                    new App(app.priority(), value.index(), app.ethertype(), app.tcpPort(), app.udpPort(), app.dscp());
                case "Ethertype" ->
                    new App(app.priority(), app.selector(), value.text(), app.tcpPort(), app.udpPort(), app.dscp());
                case "{S}TCP Port", "TCP Port", "TCP/UDP Port" ->
                    new App(app.priority(), app.selector(), app.ethertype(), value.index(), app.udpPort(), app.dscp());
                case "UDP or DCCP Port", "UDP Port" ->
                    new App(app.priority(), app.selector(), app.ethertype(), app.tcpPort(), value.index(), app.dscp());
                case "DSCP" ->
                    new App(
                            app.priority(),
                            app.selector(),
                            app.ethertype(),
                            app.tcpPort(),
                            app.udpPort(),
                            value.index());
                default -> app;
            };
        }

        Report report(boolean cut) {
            Boolean complete = cut ? Boolean.FALSE : ended ? Boolean.TRUE : null;
            return new Report(chassisMac, portId, system, pfc, ets, apps, complete);
        }
    }
}
