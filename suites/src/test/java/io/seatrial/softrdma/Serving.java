package io.seatrial.softrdma;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code seatrial-probe serve} in a guest, started by hand; it and the programs that were put there are gone after it, whatever comes. */
final class Serving implements AutoCloseable {
    /** The program that is shipped. */
    static final Path PROBE = Path.of("..", "native-probes", "target", "linux-x86_64", "seatrial-probe")
            .toAbsolutePath();

    private static final String PROGRAM = "/usr/bin/seatrial-probe";
    private static final String STOP = "for p in $(ps -C seatrial-probe -o pid=); do kill $p; done; rm -f " + PROGRAM;
    private static final Pattern TOKEN = Pattern.compile("token ([0-9a-f]{32})");
    private static final Pattern PORT = Pattern.compile("listening on [0-9.]+ port ([0-9]+)");

    private final SoftRdmaLab lab;
    private final Set<Integer> guests;
    private final Process process;
    private String port;
    private String token;

    private Serving(SoftRdmaLab lab, Set<Integer> guests, Process process) {
        this.lab = lab;
        this.guests = guests;
        this.process = process;
    }

    /**
     * Start serving and wait until it listens.
     *
     * @param at the guest that serves
     * @param from the guest that measures
     */
    static Serving start(SoftRdmaLab lab, int at, int from, String command) throws IOException {
        Set<Integer> guests = new TreeSet<>();
        guests.add(at);
        guests.add(from);
        guests.forEach(guest -> lab.put(guest, PROBE, PROGRAM));
        Serving serving = new Serving(lab, guests, lab.startIn(at, command));
        try {
            serving.awaitListening();
            return serving;
        } catch (IOException | AssertionError e) {
            serving.close();
            throw e;
        }
    }

    /** Token and port stand on lines of their own. */
    private void awaitListening() throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.append(line).append('\n');
            Matcher named = TOKEN.matcher(said);
            Matcher listens = PORT.matcher(said);
            if (named.find() && listens.find()) {
                token = named.group(1);
                port = listens.group(1);
                return;
            }
        }
        throw new AssertionError("the serving side ended: " + said);
    }

    /** Put port and token in place of {@code P} and {@code T}. */
    String filled(String command) {
        return command.replace("--port=P", "--port=" + port).replace("--token=T", "--token=" + token);
    }

    @Override
    public void close() {
        guests.forEach(guest -> lab.in(guest, STOP));
        process.destroy();
    }
}
