package io.seatrial.report;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes sentences from messages. The bundles are {@code io/seatrial/report/messages.properties} and {@code
 * messages-judge.properties} beside it; a sentence holds its values as
 * {@code {name}}. A key may have companions: {@code KEY.expected} (what a sound fabric would have shown), {@code KEY.was} (what was seen in
 * its place) and {@code KEY.next} (what to do next); all may hold the same values.
 */
public final class Texts {
    /**
     * A key stands in one of them; the second holds what criteria, baselines and diagnosis say, the third what is said of counters, the fourth
     * of collectives, the fifth of earlier runs, the sixth of signed records, the seventh
     * of two runs side by side.
     */
    static final List<String> BUNDLES = List.of(
            "io.seatrial.report.messages",
            "io.seatrial.report.messages-judge",
            "io.seatrial.report.messages-counters",
            "io.seatrial.report.messages-collectives",
            "io.seatrial.report.messages-history",
            "io.seatrial.report.messages-signoff",
            "io.seatrial.report.messages-compare");

    private static final Map<String, String> WORDS = words();
    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");
    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cntrl}&&[^\n\t]]|[\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]");

    private Texts() {}

    /**
     * Return the sentence of a message. Quantities of one unit are written in the same scale, because they are there to be compared. A
     * key that the bundle does not know gives the key and its values, never an exception: a run must not end for want of a word.
     */
    public static String sentence(Message message) {
        return find(message.key(), message.values())
                .map(said -> said + overRounds(message))
                .orElseGet(() -> bare(message));
    }

    /** A number of rounds belongs to whatever value it stands beside. */
    private static String overRounds(Message message) {
        return message.values().containsKey(Message.ROUNDS)
                ? find("over-rounds", message.values()).map(said -> " " + said).orElse("")
                : "";
    }

    /** Return the sentence of a verdict with what belongs to it: the remark of a watch, ticket and last day of a waiver. */
    public static String sentence(Verdict verdict) {
        String said = sentence(verdict.message());
        if (verdict instanceof Verdict.Pass pass && pass.watch().isPresent()) {
            return said
                    + (said.endsWith(".") ? " " : "; ")
                    + sentence(pass.watch().get());
        }
        return verdict instanceof Verdict.Waived waived
                ? said + " (" + waived.ticket() + ", " + text("page.until") + " " + waived.expires() + ")"
                : said;
    }

    /** Return a fixed text, or the key itself where the bundle does not know it. */
    public static String text(String key) {
        return find(key, Map.of()).orElse(key);
    }

    /**
     * Return the lines that explain a judgement: expected, but was, where, what to do next, with the colons and the numbers below each
     * other.
     */
    public static List<String> facts(Judgement judgement) {
        return Explanation.of(judgement).lines();
    }

    /** Return the sentence of a judgement and below it its {@linkplain #facts facts}: the message of a failed result. */
    public static String explain(Judgement judgement) {
        return sentence(judgement.verdict()) + "\n" + String.join("\n", facts(judgement));
    }

    /**
     * Return a text that cannot steer the terminal or mirror the line it stands in: control and direction characters other than line
     * end and tab are shown as U+FFFD. For everything that a host or a file said.
     */
    public static String printable(String text) {
        return CONTROL.matcher(text).replaceAll("\uFFFD");
    }

    /** Return the text of a companion key, for example {@code KEY.next}, with the values of the message. */
    static Optional<String> companion(Message message, String suffix) {
        return find(message.key() + suffix, message.values());
    }

    private static Map<String, String> words() {
        Map<String, String> words = new HashMap<>();
        for (String name : BUNDLES) {
            ResourceBundle bundle = ResourceBundle.getBundle(name, Locale.ROOT);
            bundle.keySet().forEach(key -> words.put(key, bundle.getString(key)));
        }
        return words;
    }

    private static Optional<String> find(String key, Map<String, Object> values) {
        return Optional.ofNullable(WORDS.get(key)).map(template -> filled(template, values));
    }

    private static String filled(String template, Map<String, Object> values) {
        Map<String, String> written = written(values);
        return PLACE.matcher(template)
                .replaceAll(place -> Matcher.quoteReplacement(written.getOrDefault(place.group(1), place.group())));
    }

    private static String bare(Message message) {
        List<String> parts = new ArrayList<>(List.of(message.key()));
        written(message.values()).forEach((name, value) -> parts.add(name + "=" + value));
        return String.join(" ", parts);
    }

    private static Map<String, String> written(Map<String, Object> values) {
        Map<String, String> result = new LinkedHashMap<>();
        values.forEach((name, value) -> result.put(name, printable(String.valueOf(value))));
        for (Unit unit : Unit.values()) {
            writeTogether(unit, values, result);
        }
        return result;
    }

    private static void writeTogether(Unit unit, Map<String, Object> values, Map<String, String> result) {
        Map<String, Quantity> same = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (value instanceof Quantity quantity && quantity.unit() == unit) {
                same.put(name, quantity);
            }
        });
        List<String> texts = Quantities.together(List.copyOf(same.values()));
        int next = 0;
        for (String name : same.keySet()) {
            result.put(name, texts.get(next++).strip());
        }
    }
}
