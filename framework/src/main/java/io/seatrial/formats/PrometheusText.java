package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Samples in the text that exporters serve (Prometheus docs, Exposition formats, version 0.0.4; OpenMetrics 1.0 but for exemplars, which are
 * skipped).
 *
 * @param types counter, gauge ... by metric, where a {@code # TYPE} line says it
 */
record PrometheusText(List<Sample> samples, Map<String, String> types, boolean ended) {
    private static final Pattern TYPE = Pattern.compile("^#\\s*TYPE\\s+(\\S+)\\s+(\\S+)\\s*$");
    private static final Pattern SAMPLE = Pattern.compile(
            "^\\s*([a-zA-Z_:][\\w:]*)\\s*(?:\\{(.*?)\\}(?=\\s))?\\s+(\\S+)(?:\\s+-?[\\d.]+)?\\s*(?:#.*)?$");
    private static final Pattern LABEL =
            Pattern.compile("\\G\\s*([a-zA-Z_]\\w*)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*(?:,|$)");
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?");
    private static final Pattern NO_NUMBER = Pattern.compile("(?i)nan|[+-]?inf(?:inity)?");

    /**
     * One sample.
     *
     * @param value null for NaN and infinity
     */
    record Sample(Line line, String name, Map<String, String> labels, BigDecimal value) {
        /** Return the label as a whole number; null where it is absent or something else. */
        Integer index(String label) {
            String text = labels.get(label);
            return text != null && text.matches("\\d{1,9}") ? Integer.valueOf(text) : null;
        }

        /** Return the value as a count; null where it has a fraction or a sign. */
        BigInteger count() {
            boolean whole = value != null
                    && value.signum() >= 0
                    && value.stripTrailingZeros().scale() <= 0;
            return whole ? value.toBigIntegerExact() : null;
        }
    }

    static PrometheusText read(Lines lines) {
        List<Sample> samples = new ArrayList<>();
        Map<String, String> types = new LinkedHashMap<>();
        boolean ended = false;
        for (Line line : lines) {
            Matcher type = TYPE.matcher(line.text());
            if (type.matches()) {
                types.put(type.group(1), type.group(2));
            } else if (line.text().strip().equals("# EOF")) {
                ended = true;
            } else if (!line.isBlank() && !line.text().strip().startsWith("#")) {
                samples.add(sample(line));
            }
        }
        return new PrometheusText(samples, types, ended);
    }

    private static Sample sample(Line line) {
        Matcher sample = SAMPLE.matcher(line.text());
        if (!sample.matches()) {
            throw line.malformed("NAME{LABEL=\"VALUE\"} NUMBER of a Prometheus exporter");
        }
        return new Sample(line, sample.group(1), labels(line, sample.group(2)), value(line, sample));
    }

    private static BigDecimal value(Line line, Matcher sample) {
        if (NO_NUMBER.matcher(sample.group(3)).matches()) {
            return null;
        }
        if (!NUMBER.matcher(sample.group(3)).matches()) {
            throw line.malformed(sample.start(3) + 1, "a number, NaN or Inf");
        }
        return new Cell(line, sample.start(3) + 1, sample.group(3)).decimal();
    }

    private static Map<String, String> labels(Line line, String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        int end = 0;
        while (label.find()) {
            labels.put(label.group(1), label.group(2).replace("\\n", "\n").replaceAll("\\\\(.)", "$1"));
            end = label.end();
        }
        if (text != null && !text.substring(end).isBlank()) {
            throw line.malformed(line.text().indexOf('{') + end + 2, "LABEL=\"VALUE\"");
        }
        return labels;
    }

    /** Return false where the last line is cut, true where OpenMetrics' end is there, else null. */
    Boolean complete(Lines lines) {
        return lines.remnant().isPresent() ? Boolean.FALSE : ended ? Boolean.TRUE : null;
    }
}
