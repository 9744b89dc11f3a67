package io.seatrial.diagnosis;

import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whose counters leave judgements unproven: switches that do not answer, stand still or begin anew, and NICs that lack what others show. */
final class Mutes {
    /** Why a port does not tell; few packets or no stimulus are no fault of who counts. */
    private static final Set<String> AT_PORT = Set.of(
            "counter.absent",
            "counter.not-sampled",
            "counter.too-short",
            "counter.reset",
            "counter.frozen",
            "counter.none-of",
            "counter.no-level");

    private final Wiring wiring;

    /** What is missing because of one node or port. */
    private record Missing(Set<String> ports, List<Reading> readings, Map<String, Integer> whys) {
        Missing() {
            this(new TreeSet<>(), new ArrayList<>(), new TreeMap<>());
        }

        /** Return the reason that is given most often, the first of equal ones by name. */
        String why() {
            return whys.entrySet().stream()
                    .max(Map.Entry.<String, Integer>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                    .map(Map.Entry::getKey)
                    .orElse("");
        }
    }

    Mutes(Wiring wiring) {
        this.wiring = wiring;
    }

    /** Return the port that does not show a counter which a reading needs, empty where the reading lacks nothing else. */
    Optional<String> absent(Reading reading) {
        if (!reading.isNotProven() || !why(reading).equals("absent")) {
            return Optional.empty();
        }
        return ports(reading).stream().filter(wiring::isOfHost).findFirst();
    }

    /**
     * Return the suspects of what is not proven, those of most first.
     *
     * @param silent switches of which something did not answer, with the cause in full; where nothing is missing for it, it is no suspect
     */
    List<Suspect> suspects(Collection<Reading> all, Map<String, Message> silent, FabricWording wording) {
        Map<String, Missing> byPort = new TreeMap<>();
        Map<String, Missing> byNode = new TreeMap<>();
        all.stream()
                .filter(Reading::isNotProven)
                .forEach(reading -> ports(reading).forEach(port -> {
                    String key = wiring.isOfHost(port) ? port : Wiring.nodeOf(port);
                    note(wiring.isOfHost(port) ? byPort : byNode, key, port, reading);
                }));
        List<Suspect> found = new ArrayList<>();
        byNode.forEach((node, missing) -> found.add(
                silent.containsKey(node)
                        ? wording.silent(node, silent.get(node), missing.readings())
                        : wording.mute(node, missing.ports(), missing.why(), missing.readings())));
        // A counter that most NICs lack is a matter of the cluster, and of no single one of them.
        long nics = nics(all);
        if (2L * byPort.size() < nics) {
            byPort.forEach((port, missing) ->
                    found.add(wording.muteNic(wiring.linkAt(port).orElseThrow(), missing.why(), missing.readings())));
        }
        found.sort(Comparator.comparingDouble(Suspect::score).reversed().thenComparing(Suspect::subject));
        return found;
    }

    private static void note(Map<String, Missing> by, String key, String port, Reading reading) {
        Missing missing = by.computeIfAbsent(key, k -> new Missing());
        missing.ports().add(port);
        missing.readings().add(reading);
        missing.whys().merge(why(reading), 1, Integer::sum);
    }

    private long nics(Collection<Reading> all) {
        return all.stream()
                .map(Reading::subject)
                .distinct()
                .filter(id -> wiring.link(id).filter(Wiring::isOfHost).isPresent())
                .count();
    }

    /** Return the ports that do not tell what a reading needs. */
    private Set<String> ports(Reading reading) {
        Message message = reading.verdict().message();
        Set<String> ports = new TreeSet<>();
        if (AT_PORT.contains(message.key())) {
            ports.add(text(message, "port"));
        } else if (message.key().equals("counter.one-end")) {
            ports.add(text(message, "other"));
        } else if (message.key().equals("counter.neither-end")) {
            Place.parse(text(message, "direction")).ifPresent(place -> {
                ports.add(place.port());
                place.sender().ifPresent(ports::add);
            });
        }
        ports.removeIf(port -> wiring.linkAt(port).isEmpty());
        return ports;
    }

    /** Return why in one word: {@code absent}, {@code reset}, {@code frozen}, {@code not-sampled} ... */
    private static String why(Reading reading) {
        Message message = reading.verdict().message();
        return switch (message.key()) {
            case "counter.one-end" -> text(message, "why").replace(' ', '-');
            case "counter.neither-end" -> text(message, "sender").replace(' ', '-');
            case "counter.none-of", "counter.no-level" -> "absent";
            default -> message.key().replace("counter.", "");
        };
    }

    private static String text(Message message, String name) {
        return Objects.toString(message.values().get(name), "");
    }
}
