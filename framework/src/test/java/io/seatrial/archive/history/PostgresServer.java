package io.seatrial.archive.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A private cluster of Debian's postgresql on loopback, without a socket in the file system; its only user has a password. */
final class PostgresServer implements AutoCloseable {
    static final String USER = "keeper";
    static final String PASSWORD = "not 'a' real one";

    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
    private static final long PATIENCE_S = 120;

    private final Path programs;
    private final Path data;
    private final int port;

    private PostgresServer(Path programs, Path data, int port) {
        this.programs = programs;
        this.data = data;
        this.port = port;
    }

    static PostgresServer start() throws IOException, InterruptedException {
        assertThat(INSTALLED).as("install the package postgresql").isDirectory();
        Path folder = Path.of(run("mktemp", "-d", "/tmp/postgres-XXXXXX").strip());
        PostgresServer server = new PostgresServer(newest(), folder.resolve("data"), freePort());
        run("sh", "-c", "umask 077; printf '%s\\n' \"$1\" > \"$2\"", "sh", PASSWORD, folder + "/secret");
        run(
                server.programs + "/initdb",
                "--username=" + USER,
                "--pwfile=" + folder + "/secret",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "--pgdata=" + server.data);
        // a process that is cut off loses nothing of what the kernel has; only the power would
        server.control(
                "start",
                "-o",
                "-p " + server.port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off");
        return server;
    }

    private static Path newest() throws IOException {
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> new AssertionError("install the package postgresql"));
        }
    }

    /** Stop it and start it again, with what was running cut off. */
    void restart() throws IOException, InterruptedException {
        control("restart", "-m", "immediate");
    }

    private void control(String what, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                programs + "/pg_ctl",
                what,
                "-w",
                "-s",
                "-D",
                data.toString(),
                "-l",
                data.resolveSibling("log").toString()));
        command.addAll(List.of(more));
        run(command.toArray(String[]::new));
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        control("stop", "-m", "immediate");
        run("rm", "-rf", data.getParent().toString());
    }

    /** PostgreSQL refuses to be started by root, which tests in containers are. */
    private static String run(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            all.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        all.addAll(List.of(command));
        // a file, since the server keeps the output of who starts it open
        Path said = Files.createTempFile("postgres", ".txt");
        Process process = new ProcessBuilder(all)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
        String text = Files.readString(said, StandardCharsets.UTF_8);
        Files.delete(said);
        assertThat(ended).as("%s ends", command[0]).isTrue();
        assertThat(process.exitValue()).as("%s: %s", command[0], text).isZero();
        return text;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
