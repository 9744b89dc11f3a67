package io.seatrial.lab;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A switch of the lab that speaks as SONiC does: it knows four commands, and each of them changes nothing. */
final class VirtualSwitch {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SwitchMeter meter;
    private final CountersDb counters;
    private final Map<String, Supplier<String>> commands;

    VirtualSwitch(SwitchMeter meter) {
        this.meter = meter;
        this.counters = new CountersDb(meter);
        QueuePolicy policy = meter.quality().policy(meter.name()).orElse(null);
        this.commands = Map.of(
                "sonic-db-dump -n COUNTERS_DB -y", counters::dump,
                "sonic-db-dump -n CONFIG_DB -y", new ConfigDb(meter.name(), meter.ports(), policy)::dump,
                "counterpoll show", () -> CounterGroup.counterpoll(policy != null),
                "lldpctl -f json0", this::neighbors);
    }

    String name() {
        return meter.name();
    }

    /** Read a group of counters. */
    void refresh(CounterGroup group, long now) {
        counters.refresh(group, now);
    }

    /** Return what a command prints, empty for one that it does not have. */
    Optional<String> answer(String command) {
        return Optional.ofNullable(commands.get(command.strip())).map(Supplier::get);
    }

    /** Return the commands that it has, for people. */
    String commands() {
        return String.join("; ", new TreeSet<>(commands.keySet()));
    }

    private String neighbors() {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode interfaces = root.putArray("lldp").addObject().putArray("interface");
        for (SwitchPort port : meter.ports()) {
            port.neighbor().ifPresent(neighbor -> neighbor(interfaces.addObject(), port.name(), neighbor));
        }
        return SonicDump.text(root);
    }

    private void neighbor(ObjectNode entry, String port, SwitchPort.Neighbor neighbor) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(
                System.nanoTime() - meter.quality().start());
        entry.put("name", port).put("via", "LLDP");
        entry.put("age", "0 day, 00:" + two(seconds / 60 % 60) + ":" + two(seconds % 60));
        ObjectNode chassis = entry.putArray("chassis").addObject();
        chassis.putArray("id").addObject().put("type", "local").put("value", neighbor.system());
        chassis.putArray("name").addObject().put("value", neighbor.system());
        ObjectNode other = entry.putArray("port").addObject();
        other.putArray("id").addObject().put("type", "ifname").put("value", neighbor.port());
        other.putArray("descr").addObject().put("value", neighbor.port());
    }

    private static String two(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
