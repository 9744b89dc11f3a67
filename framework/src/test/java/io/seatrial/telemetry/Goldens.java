package io.seatrial.telemetry;

import io.seatrial.telemetry.SwitchServer.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** Answers of switches from files. */
final class Goldens {
    private static final Path RESOURCES = Path.of("src/test/resources");

    private Goldens() {}

    /** Return a text of room formats: {@code eos-pfc-json/totals-per-port}. */
    static String format(String golden) {
        return text("formats/" + golden + "/input.txt");
    }

    static String sonic(String file) {
        return text("telemetry/sonic/" + file);
    }

    private static String text(String path) {
        try {
            return Files.readString(RESOURCES.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, String> sonic() {
        return Map.of(
                "sonic-db-dump -n COUNTERS_DB -y", sonic("counters-db.json"),
                "counterpoll show", sonic("counterpoll.txt"),
                "sonic-db-dump -n CONFIG_DB -y", format("sonic-config-db/two-ports-one-without-roce"),
                "lldpctl -f json0", sonic("lldp.json"));
    }

    /** Answer as a switch does that knows these commands and no others. */
    static Function<String, Reply> knowing(Map<String, String> answers) {
        return command -> answers.containsKey(command)
                ? Reply.of(answers.get(command))
                : Reply.failed(127, "unknown command: " + command);
    }
}
