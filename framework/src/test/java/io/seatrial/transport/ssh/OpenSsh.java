package io.seatrial.transport.ssh;

import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.SshSettings.Bastion;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real OpenSSH server on loopback addresses, with keys and settings of its own in one folder. It lets in the user that runs the test. */
final class OpenSsh implements AutoCloseable {
    static final String USER = System.getProperty("user.name");
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    private final Path folder;
    private final int port;
    private final Process process;

    private OpenSsh(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /** Fail, as the profile has to, where the program is not there. */
    static void require() {
        if (!Files.isExecutable(SSHD)) {
            throw new AssertionError(SSHD + " is missing; install the packages openssh-server and openssh-client");
        }
    }

    /** Start a server with keys of three types; {@code extra} are further lines of its settings. */
    static OpenSsh start(Path folder, List<String> addresses, String... extra) throws IOException {
        require();
        // the folder that the server gives up its rights into; only root needs it
        if (USER.equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        int port = TestServer.freePort();
        for (String type : List.of("ed25519", "ecdsa", "rsa")) {
            if (Files.notExists(folder.resolve("host_" + type))) {
                key(folder.resolve("host_" + type), "-t", type, "-N", "");
            }
        }
        Path config = folder.resolve("sshd_config");
        Files.writeString(config, config(folder, port, addresses, extra));
        Process process = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        OpenSsh server = new OpenSsh(folder, port, process);
        addresses.forEach(server::awaitListening);
        return server;
    }

    /** Make a key pair with ssh-keygen. */
    static Path key(Path file, String... options) throws IOException {
        Files.deleteIfExists(file);
        run(concat(List.of("ssh-keygen", "-q", "-f", file.toString()), options));
        return file;
    }

    static String run(List<String> command) throws IOException {
        return run(command, List.of());
    }

    static String run(List<String> command, List<String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        environment.forEach(pair -> builder.environment().put(pair.split("=", 2)[0], pair.split("=", 2)[1]));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new AssertionError(command + ": " + output);
        }
        return output;
    }

    void authorize(Path publicKey) throws IOException {
        Files.write(
                folder.resolve("authorized"),
                Files.readAllBytes(publicKey),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    int port() {
        return port;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Return the known_hosts line of one of its keys. */
    String known(String address, String type) throws IOException {
        return "[" + address + "]:" + port + " "
                + Files.readString(file("host_" + type + ".pub")).strip();
    }

    SshSettings settings(List<Path> keys, Path knownHosts) {
        return settings(keys, knownHosts, Optional.empty());
    }

    SshSettings settings(List<Path> keys, Path knownHosts, Optional<Bastion> bastion) {
        return new SshSettings(USER, port, keys, false, Optional.of("PASSPHRASE"), List.of(knownHosts), bastion);
    }

    static Host host(String name, String address, SshSettings settings) {
        return Hosts.host(name, address, settings);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** End the processes that serve sessions, as a host that goes down does; the server itself stays. */
    void cutSessions() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static String config(Path folder, int port, List<String> addresses, String... extra) {
        StringBuilder text = new StringBuilder("Port " + port + "\n");
        addresses.forEach(
                address -> text.append("ListenAddress ").append(address).append('\n'));
        for (String type : List.of("ed25519", "ecdsa", "rsa")) {
            text.append("HostKey ").append(folder.resolve("host_" + type)).append('\n');
        }
        text.append("AuthorizedKeysFile ").append(folder.resolve("authorized")).append('\n');
        text.append("PidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nPasswordAuthentication no\n");
        text.append("MaxStartups 1000\n");
        // the start-up files of the user's own shell are none of the test's business, and may take seconds
        text.append("SetEnv HOME=").append(folder).append('\n');
        for (String line : extra) {
            text.append(line).append('\n');
        }
        return text.toString();
    }

    private void awaitListening(String address) {
        await().atMost(Duration.ofSeconds(20))
                .failFast(() -> !process.isAlive())
                .until(() -> accepts(address));
    }

    private boolean accepts(String address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> concat(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all;
    }
}
