package io.seatrial.telemetry;

import io.seatrial.formats.TcQdiscJson;
import io.seatrial.formats.TcQdiscJson.Qdisc;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The egress queues that the queueing disciplines of a Linux machine make. A packet passes every discipline from a leaf to the root, so a
 * queue is what the leaves below one class of the outermost classful discipline hold together: band 0 of {@code prio}, {@code ets} or
 * {@code mqprio} (and the first transmit queue of {@code mq}) is queue 0; elsewhere the class's own number is the queue's. A device without
 * classes has queue 0 alone.
 */
final class LinuxQueues {
    /** Kinds whose classes are numbered from 1 in their order. */
    private static final Set<String> COUNTED_FROM_ONE = Set.of("prio", "ets", "mqprio", "mq", "multiq", "taprio");
    /** Kinds whose classes bear any number. */
    private static final Set<String> NUMBERED = Set.of("htb", "hfsc", "drr", "qfq", "cbq");
    /** Kinds that order what is received, or that hold no packet and count none, so that their 0 means nothing. */
    private static final Set<String> NONE = Set.of("ingress", "clsact", "noqueue");

    private static final String DEFAULT_HANDLE = "0:";
    private static final int HEXADECIMAL = 16;

    private LinuxQueues() {}

    /**
     * A leaf with every discipline above it.
     *
     * @param path from the leaf to the root
     */
    private record Leaf(int queue, List<Qdisc> path) {
        Qdisc own() {
            return path.get(0);
        }

        /** Where two disciplines mark one after the other nobody knows how many packets that are together. */
        BigInteger marked() {
            List<BigInteger> counts =
                    path.stream().map(Qdisc::marked).filter(Objects::nonNull).toList();
            return counts.size() == 1 ? counts.get(0) : null;
        }
    }

    /**
     * A queue; null where a number is not told.
     *
     * @param device that sends from it
     * @param number from 0
     * @param red the discipline that marks, where it is RED and the only one
     */
    record Queue(
            String device,
            int number,
            BigInteger bytes,
            BigInteger packets,
            BigInteger drops,
            BigInteger earlyDrops,
            BigInteger marked,
            BigInteger backlogBytes,
            Qdisc red) {}

    static List<Queue> of(TcQdiscJson.Report report) {
        Map<String, List<Qdisc>> devices = new TreeMap<>();
        report.qdiscs().stream()
                .filter(qdisc -> !NONE.contains(qdisc.kind()))
                .forEach(qdisc -> devices.computeIfAbsent(qdisc.dev(), name -> new ArrayList<>())
                        .add(qdisc));
        List<Queue> queues = new ArrayList<>();
        devices.forEach((device, all) -> queues.addAll(ofDevice(device, all)));
        return queues;
    }

    private static List<Queue> ofDevice(String device, List<Qdisc> all) {
        Map<String, Qdisc> byHandle = new HashMap<>();
        all.forEach(qdisc -> byHandle.putIfAbsent(qdisc.handle(), qdisc)); // parents stand before their children
        SortedMap<Integer, List<Leaf>> queues = new TreeMap<>();
        for (Qdisc qdisc : all) {
            if (isLeaf(qdisc, all)) {
                Leaf leaf = leaf(qdisc, byHandle);
                queues.computeIfAbsent(leaf.queue(), number -> new ArrayList<>())
                        .add(leaf);
            }
        }
        List<Queue> made = new ArrayList<>();
        queues.forEach((number, leaves) -> made.add(queue(device, number, leaves, queues.size() == 1)));
        return made;
    }

    private static boolean isLeaf(Qdisc qdisc, Collection<Qdisc> all) {
        boolean isDefault = qdisc.handle().equals(DEFAULT_HANDLE) && qdisc.parent() != null;
        return isDefault
                || all.stream()
                        .noneMatch(other -> other != qdisc && qdisc.handle().equals(above(other)));
    }

    /** Return the handle of the discipline that another one hangs at: {@code 1:} of {@code 1:3}, {@code 0:} of {@code :3}. */
    private static String above(Qdisc qdisc) {
        if (qdisc.parent() == null) {
            return "";
        }
        String major = qdisc.parent().substring(0, qdisc.parent().indexOf(':') + 1);
        return major.equals(":") ? DEFAULT_HANDLE : major;
    }

    private static Leaf leaf(Qdisc leaf, Map<String, Qdisc> byHandle) {
        List<Qdisc> path = new ArrayList<>(List.of(leaf));
        int queue = 0;
        Qdisc parent = byHandle.get(above(leaf));
        for (Qdisc child = leaf; parent != null && !path.contains(parent); parent = byHandle.get(above(child))) {
            path.add(parent);
            queue = queue(child.parent(), parent.kind(), queue);
            child = parent;
        }
        return new Leaf(queue, path);
    }

    /** The outermost classes decide: each step upwards replaces what one further in said. */
    private static int queue(String classId, String kind, int within) {
        String minor = classId.substring(classId.indexOf(':') + 1);
        if (minor.isEmpty() || !COUNTED_FROM_ONE.contains(kind) && !NUMBERED.contains(kind)) {
            return within;
        }
        int number = Integer.parseInt(minor, HEXADECIMAL);
        return NUMBERED.contains(kind) ? number : number - 1;
    }

    /** The drops of a root hold those of everything below it, and its own; among several queues nobody knows whose these were. */
    private static Queue queue(String device, int number, List<Leaf> leaves, boolean isOnly) {
        List<Qdisc> own = leaves.stream().map(Leaf::own).toList();
        List<Qdisc> path = leaves.get(0).path();
        BigInteger drops = isOnly ? path.get(path.size() - 1).drops() : sum(own, Qdisc::drops);
        return new Queue(
                device,
                number,
                sum(own, Qdisc::bytes),
                sum(own, Qdisc::packets),
                drops,
                leaves.size() == 1 ? early(path) : null,
                sum(leaves, Leaf::marked),
                sum(own, Qdisc::backlogBytes),
                leaves.size() == 1 ? red(path) : null);
    }

    private static Qdisc red(List<Qdisc> path) {
        List<Qdisc> red =
                path.stream().filter(qdisc -> qdisc.kind().equals("red")).toList();
        return red.size() == 1 ? red.get(0) : null;
    }

    private static BigInteger early(List<Qdisc> path) {
        Qdisc red = red(path);
        return red == null ? null : red.earlyDrops();
    }

    private static <T> BigInteger sum(List<T> parts, Function<T, BigInteger> of) {
        BigInteger sum = BigInteger.ZERO;
        for (T part : parts) {
            BigInteger value = of.apply(part);
            if (value == null) {
                return null;
            }
            sum = sum.add(value);
        }
        return sum;
    }
}
