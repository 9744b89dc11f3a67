package io.seatrial.probe.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.measurement.Collective;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.ProbeException;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The host gpu-01 with stand-ins for launchers and test programs, whose real processes run. */
final class ToolSite {
    static final ToolRun.Sizes SIZES = new ToolRun.Sizes(Printed.LEAST, Printed.LEAST << 2, 2);

    private static final SshSettings SSH =
            new SshSettings("user", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());

    private final Path folder;
    private final LocalTransport transport = new LocalTransport();
    private final List<String> transcript = new CopyOnWriteArrayList<>();
    private String before = "unset SLURM_JOB_ID; ";
    private final Remote remote;

    /** What the scripts need stands in the one folder of the PATH, so that launchers of this machine are not found. */
    ToolSite(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("bin"));
        for (String tool : List.of("sh", "env", "grep", "sed", "timeout", "cat", "head", "sleep")) {
            install(tool, "exec " + onPath(tool) + " \"$@\"");
        }
        remote = transport
                .open(new Host("gpu-01", "127.0.0.1", SSH, List.of(), 0))
                .join();
    }

    private static Path onPath(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(part -> Path.of(part, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    void close() {
        transport.close();
    }

    /** Let a shell do something before every program, such as to set a variable. */
    void set(String words) {
        before += words;
    }

    Remote remote() {
        return remote;
    }

    List<String> transcript() {
        return transcript;
    }

    void install(String name, String script) throws IOException {
        Path program = folder.resolve("bin").resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    /** Writes its words down and prints. */
    void installPrinting(String name, String printed, int status) throws IOException {
        Files.writeString(folder.resolve("printed"), printed);
        install(
                name,
                "[ \"$1\" = --version ] && { echo 'mpirun (Open MPI) 4.1.6'; exit 0; }\n"
                        + "printf '%s\\n' \"$@\" > " + folder.resolve("words") + "\ncat "
                        + folder.resolve("printed") + "\nexit " + status);
    }

    List<String> words() throws IOException {
        return Files.readAllLines(folder.resolve("words"));
    }

    private CollectiveTool tool() {
        return tool("run-9-gpu-01", transcript::add);
    }

    CollectiveTool tool(String token, Consumer<String> lines) {
        return new CollectiveTool(new OnPath(remote, before, folder.resolve("bin")), token, lines);
    }

    /** A host whose PATH has the stand-ins alone. */
    private record OnPath(Remote real, String before, Path programs) implements Remote {
        @Override
        public String host() {
            return real.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            return real.start(before + "PATH=" + Shell.quote(programs.toString()) + "; export PATH; " + command, lines);
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            return real.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return real.download(path, limit);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    static Group group(List<String> hosts) {
        List<RdmaPort> ports = hosts.stream()
                .flatMap(host -> Stream.of("mlx5_0", "mlx5_1").map(device -> port(host, device)))
                .toList();
        return new Group(String.join("+", hosts), GroupShape.PAIRS, ports);
    }

    private static RdmaPort port(String host, String device) {
        return new RdmaPort(
                host,
                device,
                1,
                "",
                "10.0.0.1",
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                400_000_000_000L,
                List.of());
    }

    static ToolRun run(List<String> hosts, int gpus, CollectiveLauncher launcher) {
        return run(hosts, gpus, launcher, Collective.ALL_REDUCE, Duration.ofSeconds(60));
    }

    static ToolRun run(
            List<String> hosts, int gpus, CollectiveLauncher launcher, Collective collective, Duration deadline) {
        return new ToolRun(
                group(hosts),
                gpus,
                collective,
                SIZES,
                20,
                5,
                Map.of("NCCL_IB_HCA", "=mlx5_0,mlx5_1", "NCCL_DEBUG", "WARN"),
                Optional.ofNullable(launcher),
                List.of(),
                ToolRun.programOf(collective),
                deadline);
    }

    ToolCurve measure(ToolRun run) {
        return tool().measure(run).join();
    }

    void refused(ToolRun run, String... words) {
        assertThatThrownBy(() -> tool().measure(run).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(ProbeException.class)
                .message()
                .startsWith("host gpu-01: ")
                .contains(words);
    }
}
