package io.seatrial.softrdma;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * The running soft-RDMA lab, three guests. {@code lab.sh hold} ends them when its stdin ends, so they do not outlive this JVM, however it
 * comes to its end.
 */
final class SoftRdmaLab implements AutoCloseable {
    static final int GUESTS = 3;

    private static final String LAB = "lab.sh";
    private static final String HELD = "held";
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final Duration LONGEST_BENCH = Duration.ofMinutes(15);
    /** {@code -Dsoft-rdma.siw=skip} leaves out iWARP, whose module has to be compiled. */
    private static final String SIW = System.getProperty("soft-rdma.siw", "build");

    /** Packets that no connecting makes alone. */
    private static final String WATCH = """
            (c=/sys/class/infiniband/rxe0/ports/1/hw_counters/rcvd_pkts; b=$(cat $c); i=0
            while [ $(($(cat $c) - b)) -lt 100 ] && [ $i -lt 1000 ]; do i=$((i + 1)); sleep 0.2; done
            [ $i -eq 1000 ] || echo %s. >/dev/console) >/dev/null 2>&1 </dev/null &
            """;

    private final AtomicInteger watches = new AtomicInteger();
    private final Path state;
    private final int port;
    private final LabScripts scripts;
    private final Process held;

    private SoftRdmaLab(Path folder) throws IOException {
        state = folder.resolve("state");
        port = freePorts();
        scripts = new LabScripts(
                folder,
                Map.of(
                        "SEATRIAL_LAB_STATE", state.toString(),
                        "SEATRIAL_LAB_PORT", Integer.toString(port),
                        "SEATRIAL_LAB_SIW", SIW));
        Files.deleteIfExists(scripts.log(LAB).toPath());
        held = scripts.start(LAB, LAB, "hold", Integer.toString(GUESTS));
    }

    /**
     * Build what is not built yet, and boot.
     *
     * @param folder where keys, consoles and logs go
     * @throws AssertionError with what the lab says when it does not start: a package that is missing, a guest that does not come up
     */
    static SoftRdmaLab start(Path folder) throws IOException {
        Files.createDirectories(folder);
        SoftRdmaLab lab = new SoftRdmaLab(folder);
        try {
            lab.awaitHeld();
            return lab;
        } catch (IOException | RuntimeException | Error e) {
            lab.close();
            throw e;
        }
    }

    private void awaitHeld() throws IOException {
        BufferedReader out = held.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals(HELD)) {
                return;
            }
            say(line);
        }
        throw new AssertionError("the soft-RDMA lab does not start:\n"
                + Files.readString(scripts.log(LAB).toPath()));
    }

    static boolean hasIwarp() {
        return !SIW.equals("skip");
    }

    static void say(String line) {
        System.out.println("soft-rdma: " + line);
    }

    /** Return the folder with the keys and consoles. */
    Path state() {
        return state;
    }

    /** Return the port before that of the first guest. */
    int port() {
        return port;
    }

    /** Run a command in a guest, and return its stdout. */
    String in(int guest, String command) {
        return lab("ssh", Integer.toString(guest), command);
    }

    /** Put a program of this machine into a guest. */
    void put(int guest, Path file, String path) {
        String command = "cat >" + path + " && chmod 755 " + path;
        scripts.call(LONGEST, Optional.of(file), LAB, "ssh", Integer.toString(guest), command);
    }

    /** Start a command in a guest. It goes on there when the process here is ended. */
    Process startIn(int guest, String command) {
        try {
            return scripts.start("started", LAB, "ssh", Integer.toString(guest), command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Have a guest say on its console when its device is busy. From outside that costs it nothing, while a login now and then takes its
     * emulated CPU away from what is measured.
     */
    Watch watch(int guest) {
        String mark = "SEATRIAL-BUSY-"
                + watches.incrementAndGet(); // its own: what an earlier watch said still stands on the console
        in(guest, WATCH.formatted(mark));
        return new Watch(guest, mark);
    }

    /** Wait until a watched guest is in the middle of a measurement. */
    void awaitBusy(Watch watch) {
        Path console = state.resolve("guest-" + watch.guest() + ".console");
        await().atMost(LONGEST)
                .until(() ->
                        Files.readString(console, StandardCharsets.ISO_8859_1).contains(watch.mark() + "."));
    }

    /** What a guest will say on its console. */
    record Watch(int guest, String mark) {}

    void pullCable(int guest, String nic) {
        lab("link", Integer.toString(guest), nic, "off");
    }

    void plugCable(int guest, String nic) {
        lab("link", Integer.toString(guest), nic, "on");
    }

    /** End a guest as a power failure does. */
    void kill(int guest) {
        lab("kill", Integer.toString(guest));
    }

    /** Boot a guest that was killed. */
    void boot(int guest) {
        lab("boot", Integer.toString(guest));
    }

    /**
     * Boot what does not run, or does not answer on both segments: what one test left must not fail the next ones.
     *
     * @throws AssertionError if that does not help: the lab is broken then, and not what is tested
     */
    void mend() {
        lab("mend").lines().forEach(SoftRdmaLab::say);
    }

    /** Compare with perftest between guests 1 and 2 in short rounds, and return the table. */
    String bench(int rounds, Path probe) {
        LabScripts bench = scripts.with("ROUNDS", Integer.toString(rounds))
                .with("COUNT", "100")
                .with("BULK_COUNT", "300");
        return bench.call(LONGEST_BENCH, Optional.empty(), "bench.sh", probe.toString());
    }

    private String lab(String... words) {
        return scripts.call(LONGEST, Optional.empty(), LAB, words);
    }

    /** Return a port after which there are as many free ones as guests. */
    private static int freePorts() {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int tries = 0; tries < 100; tries++) {
            int first = random.nextInt(20_000, 30_000);
            if (areFree(first)) {
                return first;
            }
        }
        throw new AssertionError("no " + GUESTS + " free ports in a row between 20000 and 30000");
    }

    private static boolean areFree(int first) {
        for (int guest = 1; guest <= GUESTS; guest++) {
            try (ServerSocket socket = new ServerSocket(first + guest, 1, InetAddress.getLoopbackAddress())) {
                socket.getLocalPort();
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        held.getOutputStream().close();
        try {
            if (!held.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                held.destroy();
            }
        } catch (InterruptedException e) {
            held.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
