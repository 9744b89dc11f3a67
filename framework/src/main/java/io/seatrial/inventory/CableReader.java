package io.seatrial.inventory;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code cables:} between switches: both ends are ranges that pair up element by element, or the upper one is a template. */
final class CableReader {
    private final Problems problems;
    private final Wiring wiring;

    CableReader(Problems problems, Wiring wiring) {
        this.problems = problems;
        this.wiring = wiring;
    }

    void read(Section cluster) {
        for (Node node : cluster.list("cables")) {
            Section.read(problems, node, Shape.CABLE).ifPresent(this::cable);
        }
    }

    private void cable(Section cable) {
        OptionalLong rate = cable.amount("rate", Amount.RATE::parse);
        List<String> from = cable.names("from");
        List<String> to = cable.names("to");
        if (from.isEmpty() || to.isEmpty() || rate.isEmpty()) {
            return;
        }
        if (rate.getAsLong() == 0) {
            problems.add(cable.place("rate"), "rate 0", "more than 0");
            return;
        }
        boolean repeated = to.size() == 1 && to.get(0).indexOf('{') >= 0;
        if (from.size() != to.size() && !repeated) {
            String found = from.size() + " ends in 'from' and " + to.size() + " in 'to'";
            problems.add(cable.place("to"), found, "as many on both sides, or one template as 'to'");
            return;
        }
        for (int i = 0; i < from.size(); i++) {
            link(cable, i, from.get(i), to.get(repeated ? 0 : i), rate.getAsLong());
        }
    }

    private void link(Section cable, int index, String from, String to, long rate) {
        int slash = Math.max(0, from.indexOf('/'));
        Scope scope = new Scope(from.substring(0, slash), index, from.substring(slash), index);
        Node place = cable.place("to");
        Optional<String> name = cable.text("cable").flatMap(text -> Section.rendered(problems, place, text, scope));
        Section.rendered(problems, place, to, scope)
                .ifPresent(end -> wiring.between(cable.place("from"), from, end, rate, name));
    }
}
