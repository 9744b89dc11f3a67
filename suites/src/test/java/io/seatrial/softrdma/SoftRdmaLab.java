package io.seatrial.softrdma;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The running soft-RDMA lab, three guests. {@code lab.sh hold} ends them when its stdin ends, so they do not outlive this JVM, however it
 * comes to its end.
 */
final class SoftRdmaLab implements AutoCloseable {
    static final int GUESTS = 3;

    private static final Path SCRIPT = Path.of("src", "soft-rdma", "lab.sh").toAbsolutePath();
    private static final String HELD = "held";
    private static final int LONGEST_SECONDS = 120;
    /** {@code -Dsoft-rdma.siw=skip} leaves out iWARP, whose module has to be compiled. */
    private static final String SIW = System.getProperty("soft-rdma.siw", "build");

    private static final String BUSY = "SEATRIAL-BUSY";
    /** Packets that no connecting makes alone. */
    private static final String WATCH = """
            (c=/sys/class/infiniband/rxe0/ports/1/hw_counters/rcvd_pkts; b=$(cat $c); i=0
            while [ $(($(cat $c) - b)) -lt 100 ] && [ $i -lt 1000 ]; do i=$((i + 1)); sleep 0.2; done
            [ $i -eq 1000 ] || echo %s >/dev/console) >/dev/null 2>&1 </dev/null &
            """.formatted(BUSY);

    private final Path folder;
    private final int port;
    private final Process held;

    private SoftRdmaLab(Path folder, int port) throws IOException {
        this.folder = folder;
        this.port = port;
        this.held = script(List.of("hold", Integer.toString(GUESTS)), folder.resolve("lab.log"));
    }

    /**
     * Build what is not built yet, and boot.
     *
     * @param folder where keys, consoles and logs go
     * @throws AssertionError with what the lab says when it does not start: a package that is missing, a guest that does not come up
     */
    static SoftRdmaLab start(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.deleteIfExists(folder.resolve("lab.log"));
        SoftRdmaLab lab = new SoftRdmaLab(folder, freePorts());
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
        throw new AssertionError("the soft-RDMA lab does not start:\n" + Files.readString(folder.resolve("lab.log")));
    }

    static boolean hasIwarp() {
        return !SIW.equals("skip");
    }

    Path state() {
        return folder.resolve("state");
    }

    int port() {
        return port;
    }

    /** Run a command in a guest; what it prints, stdout and stderr. */
    String in(int guest, String command) {
        return require("ssh", Integer.toString(guest), command);
    }

    /** Put a program of this machine into a guest. */
    void put(int guest, Path file, String path) {
        require(Optional.of(file), "ssh", Integer.toString(guest), "cat >" + path + " && chmod 755 " + path);
    }

    /** Start a command in a guest; it ends at the latest with its stdin, where it watches that. */
    Process startIn(int guest, String command) {
        try {
            return script(List.of("ssh", Integer.toString(guest), command), folder.resolve("started.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Have a guest say on its console when its device is busy. From outside that costs it nothing, while a login now and then takes its
     * emulated CPU away from what is measured.
     */
    void watch(int guest) {
        in(guest, WATCH);
    }

    /** Wait until a watched guest is in the middle of a measurement. */
    void awaitBusy(int guest) {
        Path console = state().resolve("guest-" + guest + ".console");
        await().atMost(Duration.ofSeconds(LONGEST_SECONDS)).until(() -> count(console) > 0);
    }

    private static long count(Path console) throws IOException {
        return Files.readString(console, StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> line.contains(BUSY))
                .count();
    }

    void pullCable(int guest, String nic) {
        require("link", Integer.toString(guest), nic, "off");
    }

    void plugCable(int guest, String nic) {
        require("link", Integer.toString(guest), nic, "on");
    }

    /** End a guest as a power failure does. */
    void kill(int guest) {
        require("kill", Integer.toString(guest));
    }

    /** Boot a guest that was killed. */
    void boot(int guest) {
        require("boot", Integer.toString(guest));
    }

    private String require(String... words) {
        return require(Optional.empty(), words);
    }

    private String require(Optional<Path> input, String... words) {
        Path output = folder.resolve("call.log");
        try {
            Files.deleteIfExists(output);
            Process process = script(List.of(words), output);
            try (OutputStream stdin = process.getOutputStream()) {
                if (input.isPresent()) {
                    Files.copy(input.get(), stdin);
                }
            }
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError(String.join(" ", words) + ": " + out + Files.readString(output));
            }
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the lab was asked: " + String.join(" ", words), e);
        }
    }

    private Process script(List<String> words, Path errors) throws IOException {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(words);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        builder.environment()
                .putAll(Map.of(
                        "SEATRIAL_LAB_STATE", state().toString(),
                        "SEATRIAL_LAB_PORT", Integer.toString(port),
                        "SEATRIAL_LAB_SIW", SIW));
        return builder.start();
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

    static void say(String line) {
        System.out.println("soft-rdma: " + line);
    }

    @Override
    public void close() throws IOException {
        held.getOutputStream().close();
        try {
            if (!held.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                held.destroy();
            }
        } catch (InterruptedException e) {
            held.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
