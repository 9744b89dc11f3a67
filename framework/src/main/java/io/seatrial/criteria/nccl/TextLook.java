package io.seatrial.criteria.nccl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Looks at values that are compared with words: levels of distance and of logging, and lists of devices and interfaces. */
final class TextLook {
    /** As topoPathTypeStr of NCCL's src/graph/topo.cc has them, those that people use first. */
    private static final List<String> LEVELS =
            List.of("LOC", "NVL", "PIX", "PXB", "PHB", "SYS", "NVB", "C2C", "P2C", "PXN", "NET", "DIS");

    private static final Set<String> OLD_LEVELS = Set.of("NCCL_NET_GDR_LEVEL", "NCCL_P2P_LEVEL");
    private static final BigInteger HIGHEST_OLD = BigInteger.valueOf(5);
    private static final List<String> FAMILIES = List.of("AF_INET", "AF_INET6");
    /** As src/debug.cc and the guide have them; case does not count. */
    private static final List<String> SUBSYSTEMS = List.of(
            "INIT",
            "COLL",
            "P2P",
            "SHM",
            "NET",
            "GRAPH",
            "TUNING",
            "ENV",
            "ALLOC",
            "CALL",
            "PROXY",
            "NVLS",
            "BOOTSTRAP",
            "REG",
            "PROFILE",
            "RAS",
            "ALLOC_HOST",
            "DESTROY",
            "ALL");

    private static final List<String> DEBUG = List.of("VERSION", "WARN", "INFO", "ABORT", "TRACE");
    /** One more digit makes the name of another device; that of number 0 is the beginning of no other. */
    private static final Pattern NUMBERED = Pattern.compile(".*[0-9]_[1-9][0-9]*");

    private static final int MOST_DEVICES = 32;

    private final Remarks remarks;

    TextLook(Remarks remarks) {
        this.remarks = remarks;
    }

    void text() {
        String name = remarks.line().name();
        if (name.equals("NCCL_DEBUG")) {
            debug();
        } else if (name.equals("NCCL_DEBUG_SUBSYS")) {
            subsystems();
        } else if (name.equals("NCCL_SOCKET_FAMILY") || name.equals("NCCL_IB_ADDR_FAMILY")) {
            family();
        } else if (name.equals("NCCL_NET") && remarks.value().equalsIgnoreCase("Socket")) {
            remarks.off("off.net-socket");
        }
    }

    private void debug() {
        String value = remarks.value();
        if (value.equalsIgnoreCase("TRACE")) {
            remarks.add(Severity.WARNING, "debug.left");
        } else if (!value.isEmpty() && DEBUG.stream().noneMatch(value::equalsIgnoreCase)) {
            remarks.add(Severity.WARNING, "debug.level", "nearest", Guess.of(value.strip(), DEBUG));
        }
    }

    private void subsystems() {
        String list = remarks.value().replace("^", "");
        for (String word : list.split(",")) {
            if (!word.isEmpty() && SUBSYSTEMS.stream().noneMatch(word::equalsIgnoreCase)) {
                String nearest = Guess.of(word, SUBSYSTEMS);
                remarks.add(Severity.WARNING, "debug.subsystem", "token", word, "nearest", nearest);
            }
        }
    }

    private void family() {
        if (!FAMILIES.contains(remarks.value())) {
            remarks.add(Severity.ERROR, "value.family", "nearest", Guess.of(remarks.value(), FAMILIES));
        }
    }

    void level() {
        String value = remarks.value();
        boolean number = !value.isEmpty() && value.charAt(0) >= '0' && value.charAt(0) <= '9';
        if (!number && !LEVELS.contains(value)) {
            remarks.add(Severity.ERROR, "level.unknown", "nearest", Guess.of(value.strip(), LEVELS));
            return;
        }
        if (number
                && OLD_LEVELS.contains(remarks.line().name())
                && IntegerText.of(value).number().compareTo(HIGHEST_OLD) > 0) {
            remarks.add(Severity.WARNING, "level.number");
            return;
        }
        boolean lowest =
                value.equals("LOC") || number && IntegerText.of(value).number().signum() == 0;
        if (remarks.line().name().equals("NCCL_NET_GDR_LEVEL") && lowest) {
            remarks.off("off.gpu-direct");
        }
    }

    /** Look at a list: {@code [^][=]word,word}. */
    void devices(boolean rdma) {
        String value = remarks.value();
        boolean not = value.startsWith("^");
        boolean exact = value.startsWith(not ? "^=" : "=");
        String head = (not ? "^" : "") + (exact ? "=" : "");
        List<String> words = List.of(value.substring(head.length()).split(",", -1));
        String better = (not ? "^=" : "=") + cleaned(words);
        for (String word : words) {
            wrong(word, better);
        }
        if (rdma && !remarks.hasError()) {
            selects(words, exact, better);
        }
    }

    private static String cleaned(List<String> words) {
        List<String> clean = new ArrayList<>();
        words.forEach(word -> clean.add(word.strip().replaceFirst("^[=^]+", "")));
        return String.join(",", clean);
    }

    private void wrong(String word, String better) {
        if (!word.equals(word.strip())) {
            remarks.add(Severity.ERROR, "devices.blank", "token", word, "exact", better);
        } else if (word.startsWith("=") || word.startsWith("^")) {
            remarks.add(Severity.ERROR, "devices.equals", "token", word, "exact", better);
        }
    }

    private void selects(List<String> words, boolean exact, String better) {
        if (words.size() > MOST_DEVICES) {
            remarks.add(Severity.WARNING, "devices.too-many", "count", Integer.toString(words.size()));
        }
        List<String> begin = words.stream()
                .filter(word -> !exact && !word.isEmpty())
                .map(word -> word.replaceFirst(":.*", ""))
                .toList();
        begin.stream()
                .filter(device -> NUMBERED.matcher(device).matches())
                .findFirst()
                .ifPresentOrElse(
                        device -> prefix(Severity.WARNING, "devices.also-digits", device, better),
                        () -> begin.stream().findFirst().ifPresent(device -> unnumbered(device, better)));
    }

    private void unnumbered(String device, String better) {
        boolean single = device.endsWith("_0");
        prefix(
                Severity.INFO,
                single ? "devices.also-none" : "devices.also-all",
                device,
                single ? better : better + "_0,...");
    }

    private void prefix(Severity severity, String also, String device, String exact) {
        String takes = Sentences.of(also, Map.of("token", device));
        remarks.add(severity, "devices.prefix", "token", device, "also", takes, "exact", exact);
    }
}
