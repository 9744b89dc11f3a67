package io.seatrial.formats;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.JsonText;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Inventory of Ansible in its INI form (ansible docs, Building an inventory; plugin ansible.builtin.ini, releases 2.x), and what
 * {@code ansible-inventory --list} prints as JSON. Ranges are {@code host[01:04]}, {@code host[a:c]}, {@code host[0:8:2]}, both ends
 * included, width kept. A host's own variables win over those of its groups. Every value is a text.
 */
public final class AnsibleInventory implements Format<AnsibleInventory.Report> {
    private static final Pattern SECTION = Pattern.compile("^\\s*\\[([\\w.-]+)(?::(\\w+))?\\]\\s*(?:[#;].*)?$");
    private static final Set<String> PARTS = Set.of("hosts", "vars", "children");
    private static final Pattern YAML = Pattern.compile("^\\s*(?:---.*|-\\s.*|[\\w.-]+:(?:\\s.*)?)$");
    /** A name or an address, perhaps with a port; an address of version 6 has brackets where it has a port. */
    private static final Pattern ADDRESS = Pattern.compile(
            "\\[([0-9a-fA-F:.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)\\](?::(\\d{1,5}))?|([^:\\[\\]]*(?:\\[[^\\]]*\\][^:\\[\\]]*)*):(\\d{1,5})");

    private static final Pattern HOST = Pattern.compile("^\\s*([\\w.:\\[\\]-]+)((?:\\s+[\\w.]+\\s*=.*)?)$");
    private static final Pattern VARIABLE =
            Pattern.compile("([A-Za-z_]\\w*)\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s#]\\S*|)");
    private static final Pattern SETTING = Pattern.compile("^\\s*([A-Za-z_]\\w*)\\s*=\\s*(.*?)\\s*$");
    private static final String UNGROUPED = "ungrouped";
    private static final String ALL = "all";

    /**
     * What the inventory says.
     *
     * @param groups hosts by group, those of its children included, in the order of the text
     * @param vars variables by host, own ones and those of its groups; and by group, where it has some
     * @param finding what does not fit together, null if nothing
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            Map<String, List<String>> groups,
            Map<String, Map<String, String>> vars,
            String finding,
            Boolean complete) {}

    @Override
    public String id() {
        return "ansible-inventory";
    }

    @Override
    public String about() {
        return "inventory of Ansible, INI or the JSON of ansible-inventory --list";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean ini = !head.isJson() && head.has(SECTION) && !head.has("SwitchName");
        return Likeness.sureIf(head.isJsonWith("_meta", "hostvars")).or(Likeness.perhapsIf(ini));
    }

    @Override
    public Set<String> conclusions() {
        // Variables of groups often come last and then belong to hosts that were read before.
        return Set.of("finding");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        if (lines.hasNext() && lines.peek().text().strip().startsWith("{")) {
            return json(JsonText.strict(lines).root());
        }
        Draft draft = new Draft();
        for (Line line : lines) {
            String text = line.text().strip();
            if (!text.isEmpty() && text.charAt(0) != '#' && text.charAt(0) != ';') {
                draft.take(line);
            }
        }
        if (draft.groups.isEmpty()) {
            throw lines.missing("a host or a [group] of an Ansible inventory");
        }
        return draft.report(lines.completeAsFarAsKnown());
    }

    private static Report json(JsonObject root) {
        Draft draft = new Draft();
        if (!root.object().has("_meta")) {
            throw FormatException.inDocument("", "no '_meta'", "the output of ansible-inventory --list");
        }
        root.members().forEach((group, value) -> {
            if (!group.equals("_meta")) {
                draft.group(group)
                        .addAll(value.at("hosts").entries().stream()
                                .map(JsonObject::text)
                                .toList());
                draft.children(group)
                        .addAll(value.at("children").entries().stream()
                                .map(JsonObject::text)
                                .toList());
            }
        });
        root.at("_meta")
                .at("hostvars")
                .members()
                .forEach((host, vars) -> vars.members()
                        .forEach((name, value) -> draft.vars(host)
                                .put(
                                        name,
                                        value.node().isValueNode()
                                                ? value.node().asText()
                                                : value.node().toString())));
        return draft.report(null);
    }

    private static final class Draft {
        private final Map<String, Set<String>> groups = new LinkedHashMap<>();
        private final Map<String, Set<String>> children = new LinkedHashMap<>();
        private final Map<String, Map<String, String>> hostVars = new LinkedHashMap<>();
        private final Map<String, Map<String, String>> groupVars = new LinkedHashMap<>();
        private String section = UNGROUPED;
        private String part;

        Set<String> group(String name) {
            return groups.computeIfAbsent(name, key -> new LinkedHashSet<>());
        }

        Set<String> children(String name) {
            return children.computeIfAbsent(name, key -> new LinkedHashSet<>());
        }

        Map<String, String> vars(String host) {
            return hostVars.computeIfAbsent(host, key -> new LinkedHashMap<>());
        }

        void take(Line line) {
            Matcher header = SECTION.matcher(line.text());
            if (header.matches()) {
                section(line, header);
            } else if ("vars".equals(part)) {
                setting(line);
            } else if ("children".equals(part)) {
                children(section).add(line.text().strip().replaceFirst("\\s+#.*", ""));
            } else {
                host(line);
            }
        }

        private void section(Line line, Matcher header) {
            section = header.group(1);
            part = "hosts".equals(header.group(2)) ? null : header.group(2);
            if (part != null && !PARTS.contains(part)) {
                throw line.malformed(header.start(2) + 1, "vars, children or hosts behind the group's name");
            }
            if (!"vars".equals(part)) {
                group(section);
            }
        }

        private void setting(Line line) {
            Matcher setting = SETTING.matcher(line.text());
            if (!setting.matches()) {
                throw line.malformed("NAME=VALUE in [" + section + ":vars]");
            }
            groupVars
                    .computeIfAbsent(section, key -> new LinkedHashMap<>())
                    .put(setting.group(1), bare(setting.group(2)));
        }

        private void host(Line line) {
            if (YAML.matcher(line.text()).matches()) {
                throw line.malformed("the INI form or the JSON of 'ansible-inventory --list'; YAML is not read here");
            }
            Matcher host = HOST.matcher(line.text().replaceFirst("\\s+#.*", ""));
            if (!host.matches()) {
                throw line.malformed("a host with NAME=VALUE behind it, or [group]");
            }
            Matcher address = ADDRESS.matcher(host.group(1));
            boolean withPort = address.matches();
            String pattern = !withPort ? host.group(1) : address.group(1) == null ? address.group(3) : address.group(1);
            String port = !withPort ? null : address.group(1) == null ? address.group(4) : address.group(2);
            for (String name : AnsibleRange.expand(line, pattern)) {
                group(section).add(name);
                if (port != null) {
                    vars(name).put("ansible_port", port);
                }
                Matcher variable = VARIABLE.matcher(host.group(2));
                while (variable.find()) {
                    vars(name).put(variable.group(1), bare(variable.group(2)));
                }
            }
        }

        private static String bare(String value) {
            boolean quoted = value.length() > 1
                    && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                    && value.charAt(0) == value.charAt(value.length() - 1);
            return quoted ? value.substring(1, value.length() - 1) : value;
        }

        Report report(Boolean complete) {
            children.keySet().forEach(group -> checkNoLoop(group, List.of()));
            Map<String, List<String>> members = new LinkedHashMap<>();
            groups.keySet().forEach(name -> members.put(name, List.copyOf(members(name, new LinkedHashSet<>()))));
            Map<String, Map<String, String>> vars = new LinkedHashMap<>();
            members.values().forEach(hosts -> hosts.forEach(host -> vars.put(host, of(host, members))));
            groupVars.forEach((group, own) -> vars.putIfAbsent(group, own));
            vars.values().removeIf(Map::isEmpty);
            return new Report(members, vars, finding(), complete);
        }

        private void checkNoLoop(String group, List<String> above) {
            List<String> path = new ArrayList<>(above);
            path.add(group);
            if (above.contains(group)) {
                throw FormatException.inDocument(
                        "[" + group + ":children]", String.join(" > ", path), "no group below itself");
            }
            children.getOrDefault(group, Set.of()).forEach(child -> checkNoLoop(child, path));
        }

        private Set<String> members(String group, Set<String> seen) {
            Set<String> hosts = new LinkedHashSet<>(groups.getOrDefault(group, Set.of()));
            if (seen.add(group)) {
                children.getOrDefault(group, Set.of()).forEach(child -> hosts.addAll(members(child, seen)));
            }
            return hosts;
        }

        /** A child's variables win over its parent's, so those of larger groups come first. */
        private Map<String, String> of(String host, Map<String, List<String>> members) {
            Map<String, String> vars = new LinkedHashMap<>(groupVars.getOrDefault(ALL, Map.of()));
            List<String> in = new ArrayList<>(members.keySet().stream()
                    .filter(g -> !g.equals(ALL) && members.get(g).contains(host))
                    .toList());
            in.sort((a, b) -> Boolean.compare(isAbove(b, a), isAbove(a, b)));
            in.forEach(group -> vars.putAll(groupVars.getOrDefault(group, Map.of())));
            vars.putAll(hostVars.getOrDefault(host, Map.of()));
            return vars;
        }

        private boolean isAbove(String upper, String lower) {
            Set<String> below = children.getOrDefault(upper, Set.of());
            return below.contains(lower)
                    || below.stream().anyMatch(child -> !child.equals(upper) && isAbove(child, lower));
        }

        private String finding() {
            Set<String> undefined = new TreeSet<>();
            children.values().forEach(undefined::addAll);
            undefined.addAll(groupVars.keySet());
            undefined.removeAll(groups.keySet());
            undefined.remove(ALL);
            return undefined.isEmpty()
                    ? null
                    : "groups without hosts or a section of their own: " + String.join(", ", undefined);
        }
    }
}
