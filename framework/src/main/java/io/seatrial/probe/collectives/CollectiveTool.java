package io.seatrial.probe.collectives;

import io.seatrial.formats.text.FormatException;
import io.seatrial.probe.LeashedTool;
import io.seatrial.probe.ProbeException;
import io.seatrial.transport.Remote;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs collective test programs from one host: the first of a group, or one from which the site starts its jobs. The process carries a token,
 * by which the journal of a run finds and ends it.
 */
public final class CollectiveTool {
    /** What a launcher takes to end its processes, and the script to see it. */
    private static final Duration AFTER_DEADLINE = Duration.ofSeconds(20);

    private static final Duration QUESTION = Duration.ofSeconds(30);
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final int TIMED_OUT = 124;

    // mpirun of Open MPI says so in its first line; others have words of their own for hosts and counts
    private static final String OFFER = "command -v srun >/dev/null && echo srun; "
            + "[ -n \"$SLURM_JOB_ID\" ] && echo allocation; "
            + "command -v mpirun >/dev/null && echo \"mpirun $(mpirun --version 2>&1 </dev/null | head -n 1)\"; exit 0";

    private final Remote remote;
    private final String token;
    private final Consumer<String> transcript;

    /**
     * Run programs from a host.
     *
     * @param token under which the journal knows what runs
     * @param transcript takes the command and each line that is printed; called on an I/O thread, must not block
     */
    public CollectiveTool(Remote remote, String token, Consumer<String> transcript) {
        this.remote = Objects.requireNonNull(remote, "remote");
        this.token = Objects.requireNonNull(token, "token");
        this.transcript = Objects.requireNonNull(transcript, "transcript");
    }

    /**
     * Run a program to its end.
     *
     * @return fails with {@link ProbeException}, whose message is the cause, where what ran is not what was asked: one rank, several jobs,
     *     other ranks, hosts, sizes or work, no end, or numbers that do not fit together
     */
    public CompletableFuture<ToolCurve> measure(ToolRun run) {
        if (run.ranks() < 2) {
            return CompletableFuture.failedFuture(failed("group " + run.group().name() + " has " + run.ranks()
                    + " rank; a collective needs 2 or more, for one rank moves nothing over any bus"));
        }
        return offer().thenCompose(offer -> measure(run, launcher(run, offer)));
    }

    private CompletableFuture<CollectiveLauncher.Offer> offer() {
        LeashedTool asked = LeashedTool.launch(remote, token, QUESTION, List.of("/bin/sh", "-c", OFFER), line -> {});
        return within(asked, QUESTION, "the question for srun and mpirun was not answered")
                .thenApply(status -> {
                    List<String> lines = asked.text().lines().toList();
                    String mpirun = lines.stream()
                            .filter(line -> line.startsWith("mpirun "))
                            .map(line -> line.substring("mpirun ".length()).strip())
                            .findFirst()
                            .orElse("");
                    return new CollectiveLauncher.Offer(lines.contains("srun"), lines.contains("allocation"), mpirun);
                });
    }

    private CollectiveLauncher launcher(ToolRun run, CollectiveLauncher.Offer offer) {
        CollectiveLauncher launcher = run.launcher()
                .or(() -> CollectiveLauncher.choose(run, offer))
                .orElseThrow(() -> failed("nothing there can start ranks on "
                        + run.group().hosts().size()
                        + " hosts: " + offer.inWords()
                        + "; run within an allocation of Slurm, install Open MPI, or name the launcher"));
        if (launcher == CollectiveLauncher.PER_HOST && run.group().hosts().size() > 1) {
            throw failed("one process cannot reach the other hosts of group "
                    + run.group().name() + "; expected the launcher srun or mpirun for a group of several hosts");
        }
        if (launcher == CollectiveLauncher.MPIRUN && !offer.mpirun().isEmpty() && !offer.isOpenMpi()) {
            throw failed("mpirun is not Open MPI's (" + offer.mpirun()
                    + "), so its arguments are others; expected Open MPI");
        }
        return launcher;
    }

    private CompletableFuture<ToolCurve> measure(ToolRun run, CollectiveLauncher launcher) {
        List<String> words = launcher.words(run);
        LeashedTool command = LeashedTool.launch(remote, token, run.deadline(), words, transcript);
        return within(command, run.deadline().plus(AFTER_DEADLINE), run.program() + " did not end")
                .thenApply(status -> curve(run, launcher, words, command, status));
    }

    private ToolCurve curve(
            ToolRun run, CollectiveLauncher launcher, List<String> words, LeashedTool command, int status) {
        if (status == NOT_FOUND || status == NOT_EXECUTABLE) {
            String what = command.missing().isEmpty() ? run.program() : command.missing();
            throw failed(what + " cannot be started" + lastWords(command)
                    + "; install it at the same place on every host, or name another one");
        }
        if (status == TIMED_OUT) {
            throw failed(run.program() + " did not end within " + run.deadline().toSeconds()
                    + " s and was ended; look whether its ranks hang, or allow it more time" + lastWords(command));
        }
        ToolPrint print = print(run, command, status);
        ToolReading.refusal(run, print, status).ifPresent(cause -> {
            throw failed(status == 0 ? cause : cause + lastWords(command));
        });
        Map<String, String> environment = new TreeMap<>(command.environment());
        environment.putAll(run.environment());
        return new ToolCurve(
                ToolReading.curve(run, print), print.tool(), print.library(), launcher, words, environment);
    }

    private ToolPrint print(ToolRun run, LeashedTool command, int status) {
        try {
            return ToolPrint.of(command.text());
        } catch (FormatException e) {
            if (status != 0) {
                throw failed(run.program() + " ended with exit status " + status + lastWords(command));
            }
            throw new ProbeException(remote.host(), ProbeException.Kind.GARBAGE, e.getMessage(), e);
        }
    }

    private static String lastWords(LeashedTool command) {
        return command.errors().isEmpty() ? "" : "; it last said: " + String.join("; ", command.errors());
    }

    private ProbeException failed(String cause) {
        return new ProbeException(remote.host(), ProbeException.Kind.FAILED, cause, null);
    }

    private CompletableFuture<Integer> within(LeashedTool command, Duration limit, String what) {
        return command.ended()
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .handle((status, failure) -> {
                    command.close();
                    if (failure == null) {
                        return status;
                    }
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    boolean silent = cause instanceof TimeoutException;
                    throw new ProbeException(
                            remote.host(),
                            silent ? ProbeException.Kind.SILENT : ProbeException.Kind.DIED,
                            silent
                                    ? what + " within " + limit.toSeconds() + " s; look whether the host hangs"
                                    : cause.getMessage(),
                            cause);
                });
    }
}
