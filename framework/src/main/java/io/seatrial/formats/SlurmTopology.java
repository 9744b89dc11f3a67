package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.HostNames;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * topology.conf of Slurm (topology.conf(5), releases 2.x to 25.x): {@code topology/tree} with SwitchName, Nodes, Switches in any order,
 * {@code topology/block} (23.11) with BlockName and BlockSizes, {@code topology/ring} (25.05) with RingName. Keys are of any case, a
 * backslash joins lines, {@code #} begins a comment.
 */
public final class SlurmTopology implements Format<SlurmTopology.Report> {
    private static final Pattern KEY = Pattern.compile("(\\w+)\\s*=\\s*(\\S+)");
    private static final Pattern MARK = Pattern.compile("(?i)^\\s*(?:SwitchName|BlockName|BlockSizes|RingName)\\s*=");
    private static final Map<String, String> KINDS =
            Map.of("switchname", "tree", "blockname", "block", "blocksizes", "block", "ringname", "ring");
    private static final Set<String> KNOWN =
            Set.of("switchname", "nodes", "switches", "linkspeed", "blockname", "blocksizes", "ringname");

    /**
     * What the file says.
     *
     * @param kind {@code tree}, {@code block} or {@code ring}
     * @param leaves nodes by switch, switches with nodes only
     * @param parents upper switch by lower switch
     * @param roots switches that are under no other
     * @param connected whether one root is above all others; null where there are no switches, or the text is cut
     * @param nodes number of different nodes
     * @param blocks nodes by block
     * @param blockSizes as declared, in nodes
     * @param rings nodes by ring, in their order
     * @param finding what does not fit together, null if nothing
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Report(
            String kind,
            Map<String, List<String>> leaves,
            Map<String, String> parents,
            List<String> roots,
            Boolean connected,
            Integer nodes,
            Map<String, List<String>> blocks,
            List<Integer> blockSizes,
            Map<String, List<String>> rings,
            String finding,
            Boolean complete) {}

    @Override
    public String id() {
        return "slurm-topology";
    }

    @Override
    public String about() {
        return "topology.conf of Slurm: tree, block or ring";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(MARK));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("nodes", "roots", "connected", "finding");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Draft draft = new Draft();
        StringBuilder joined = new StringBuilder();
        for (Line line : lines) {
            String text = line.text().replaceFirst("(?<!\\\\)#.*", "").stripTrailing();
            boolean goesOn = text.endsWith("\\");
            joined.append(goesOn ? text.substring(0, text.length() - 1) : text).append(' ');
            if (!goesOn) {
                draft.take(line.with(joined.toString()));
                joined.setLength(0);
            }
        }
        if (draft.kind == null) {
            throw lines.missing("SwitchName=, BlockName= or RingName= of topology.conf");
        }
        return draft.report(lines.completeAsFarAsKnown());
    }

    private static final class Draft {
        private String kind;
        private final Map<String, List<String>> nodes = new LinkedHashMap<>();
        private final Map<String, List<String>> below = new LinkedHashMap<>();
        private final List<Integer> sizes = new ArrayList<>();

        void take(Line line) {
            if (line.isBlank()) {
                return;
            }
            Map<String, String> keys = keys(line);
            String mark = keys.keySet().stream()
                    .filter(KINDS::containsKey)
                    .findFirst()
                    .orElse(null);
            if (mark == null || kind != null && !kind.equals(KINDS.get(mark))) {
                throw line.malformed("SwitchName=, BlockName= or RingName=, one kind in a file");
            }
            kind = KINDS.get(mark);
            if (mark.equals("blocksizes")) {
                for (String size : keys.get(mark).split(",")) {
                    sizes.add(new Cell(line, 1, size).index());
                }
            } else {
                define(line, keys, mark);
            }
        }

        private void define(Line line, Map<String, String> keys, String mark) {
            for (String name : names(line, keys.get(mark))) {
                if (nodes.containsKey(name) || below.containsKey(name)) {
                    throw line.malformed("each name defined once");
                }
                if (keys.containsKey("nodes")) {
                    nodes.put(name, names(line, keys.get("nodes")));
                }
                if (keys.containsKey("switches")) {
                    below.put(name, names(line, keys.get("switches")));
                }
            }
        }

        private static Map<String, String> keys(Line line) {
            Map<String, String> keys = new LinkedHashMap<>();
            Matcher key = KEY.matcher(line.text());
            int end = 0;
            while (key.find()) {
                String name = key.group(1).toLowerCase(Locale.ROOT);
                if (!KNOWN.contains(name)
                        || !line.text().substring(end, key.start()).isBlank()) {
                    throw line.malformed(end + 1, "KEY=VALUE of topology.conf");
                }
                keys.put(name, key.group(2));
                end = key.end();
            }
            if (!line.text().substring(end).isBlank()) {
                throw line.malformed(end + 1, "KEY=VALUE of topology.conf");
            }
            return keys;
        }

        private static List<String> names(Line line, String list) {
            try {
                return HostNames.expand(list);
            } catch (HostNames.Malformed e) {
                throw line.malformed(Math.max(1, line.text().indexOf(list) + 1), e.expected() + " (" + e.found() + ")");
            }
        }

        Report report(Boolean complete) {
            boolean tree = kind.equals("tree");
            Map<String, String> parents = parents();
            Set<String> switches = new LinkedHashSet<>(nodes.keySet());
            switches.addAll(below.keySet());
            // In the order of the file an upper switch may come first, so roots are sought among all.
            List<String> roots =
                    switches.stream().filter(name -> !parents.containsKey(name)).toList();
            Set<String> all = new LinkedHashSet<>();
            nodes.values().forEach(all::addAll);
            return new Report(
                    kind,
                    tree ? nodes : null,
                    tree ? parents : null,
                    tree ? roots : null,
                    tree && complete == null && !switches.isEmpty() ? (Boolean) (roots.size() == 1) : null,
                    all.size(),
                    kind.equals("block") ? nodes : null,
                    kind.equals("block") ? sizes : null,
                    kind.equals("ring") ? nodes : null,
                    finding(parents, switches),
                    complete);
        }

        private Map<String, String> parents() {
            Map<String, String> parents = new LinkedHashMap<>();
            below.forEach((upper, lower) -> lower.forEach(name -> parents.putIfAbsent(name, upper)));
            return parents;
        }

        private String finding(Map<String, String> parents, Set<String> switches) {
            List<String> found = new ArrayList<>();
            List<String> undefined = parents.keySet().stream()
                    .filter(name -> !switches.contains(name))
                    .toList();
            if (!undefined.isEmpty()) {
                found.add("named under a switch but not defined: " + String.join(", ", undefined));
            }
            found.addAll(twice("node", nodes));
            found.addAll(twice("switch", below));
            return found.isEmpty() ? null : String.join("; ", found);
        }

        /** In a tree, a block or a ring each name has one place. */
        private static List<String> twice(String what, Map<String, List<String>> places) {
            Map<String, List<String>> placesOf = new LinkedHashMap<>();
            places.forEach((place, names) -> names.forEach(name ->
                    placesOf.computeIfAbsent(name, n -> new ArrayList<>()).add(place)));
            return placesOf.entrySet().stream()
                    .filter(e -> e.getValue().size() > 1)
                    .map(e -> what + " " + e.getKey() + " is listed under " + String.join(" and ", e.getValue()))
                    .toList();
        }
    }
}
