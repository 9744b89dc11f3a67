package io.seatrial.inventory;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code lab:}. */
final class LabReader {
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?) ?%");

    private final Problems problems;

    LabReader(Problems problems) {
        this.problems = problems;
    }

    Optional<LabSettings> read(Section top) {
        return top.section("lab", Shape.LAB).flatMap(this::lab);
    }

    private Optional<LabSettings> lab(Section lab) {
        OptionalLong delay = lab.amount("delay", Amount.DELAY::parse);
        OptionalInt queue = bytes(lab, "queue");
        if (delay.isEmpty() || queue.isEmpty()) {
            return Optional.empty();
        }
        if (!lab.has("qos")) {
            return Optional.of(new LabSettings(delay.getAsLong(), queue.getAsInt()));
        }
        return lab.section("qos", Shape.LAB_QOS)
                .flatMap(qos -> qos(qos, queue.getAsInt()))
                .map(qos -> new LabSettings(delay.getAsLong(), queue.getAsInt(), Optional.of(qos)));
    }

    private OptionalInt bytes(Section section, String key) {
        OptionalLong amount = section.amount(key, Amount.SIZE::parse);
        if (amount.isEmpty()) {
            return OptionalInt.empty();
        }
        if (amount.getAsLong() < 1 || amount.getAsLong() > Integer.MAX_VALUE) {
            problems.add(section.place(key), key + " of " + amount.getAsLong() + " B", "1 B to 2 GiB");
            return OptionalInt.empty();
        }
        return OptionalInt.of((int) amount.getAsLong());
    }

    private Optional<LabQos> qos(Section qos, int queue) {
        int before = problems.count();
        LabQos usual = LabQos.of(Math.max(queue, 8));
        int kmin = bytes(qos, "kmin", usual.kmin());
        int kmax = bytes(qos, "kmax", usual.kmax());
        int xoff = bytes(qos, "xoff", usual.xoff());
        int xon = bytes(qos, "xon", usual.xon());
        double pmax = qos.has("pmax") ? share(qos, "pmax", usual.pmax()) : usual.pmax();
        return problems.count() > before ? Optional.empty() : made(qos, queue, kmin, kmax, pmax, xoff, xon);
    }

    private Optional<LabQos> made(Section qos, int queue, int kmin, int kmax, double pmax, int xoff, int xon) {
        if (xoff > queue) {
            problems.add(qos.place("xoff"), "xoff of " + xoff + " B", "at most the queue, " + queue + " B");
            return Optional.empty();
        }
        try {
            return Optional.of(new LabQos(kmin, kmax, pmax, xoff, xon));
        } catch (IllegalArgumentException e) {
            problems.add(qos.place(), "thresholds in another order", e.getMessage());
            return Optional.empty();
        }
    }

    private int bytes(Section qos, String key, int usual) {
        return qos.has(key) ? bytes(qos, key).orElse(usual) : usual;
    }

    private double share(Section qos, String key, double usual) {
        Optional<String> text = qos.text(key);
        Matcher parts = SHARE.matcher(text.orElse(""));
        if (parts.matches()) {
            return Double.parseDouble(parts.group(1)) / 100;
        }
        text.ifPresent(found -> problems.add(qos.place(key), key + " '" + found + "'", "a share, for example 10%"));
        return usual;
    }
}
