package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that a message has a text and every value that the text names. */
public final class Told {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z-]+)}");
    private static final Properties TEXTS = load();

    private Told() {}

    private static Properties load() {
        Properties texts = new Properties();
        for (String name : new String[] {"messages", "messages-judge", "messages-collectives"}) {
            try (InputStream in = Told.class.getResourceAsStream("/io/seatrial/report/" + name + ".properties")) {
                if (in != null) {
                    Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
                    texts.load(reader);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return texts;
    }

    public static void assertTold(Message message) {
        String text = TEXTS.getProperty(message.key());
        assertThat(text).as("text of %s", message.key()).isNotNull();
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
            assertThat(message.values()).as("values of %s", message.key()).containsKey(place.group(1));
        }
    }

    public static Verdict.Pass passes(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Pass.class);
        assertTold(verdict.message());
        ((Verdict.Pass) verdict).watch().ifPresent(Told::assertTold);
        return (Verdict.Pass) verdict;
    }

    public static Verdict.Fail fails(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Fail.class);
        assertTold(verdict.message());
        return (Verdict.Fail) verdict;
    }

    /** The cause may come from elsewhere (a probe), so only its key is checked. */
    public static Verdict.NotProven notProven(Verdict verdict, String key) {
        assertThat(verdict).isInstanceOf(Verdict.NotProven.class);
        assertThat(verdict.message().key()).isEqualTo(key);
        if (TEXTS.containsKey(key)) {
            assertTold(verdict.message());
        }
        return (Verdict.NotProven) verdict;
    }
}
