package io.seatrial.probe;

import io.seatrial.inventory.RdmaPort;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * The same operation by the host's own perftest: its server at the receiving port, its client at the sending one, who find each other by the address of the
 * data network. What a bandwidth test takes is rounded up to whole seconds, since perftest counts in those.
 */
final class PerftestFlow implements Operation {
    private static final Duration LISTEN = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Below the ports that kernels give out by themselves. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 12_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Ends ends;
    private final VerbsWork work;
    private final int port = FIRST_PORT + RANDOM.nextInt(PORTS);
    private LeashedTool server;

    PerftestFlow(Ends ends, VerbsWork work) {
        this.ends = ends;
        this.work = work;
    }

    @Override
    public CompletableFuture<Void> prepare() {
        ends.from().agent(); // without it nobody would call the server
        server = LeashedTool.start(ends.to().agent(), limit(), port, words(ends.receiver()));
        return Agent.within(server.listening(), LISTEN, ends.to().host(), work.tool() + " did not listen")
                .whenComplete((ready, failure) -> {
                    if (failure != null) {
                        server.close();
                    }
                });
    }

    @Override
    public CompletableFuture<Reading> measure() {
        List<String> words = words(ends.sender());
        words.add(ends.flow().to().address());
        LeashedTool client = LeashedTool.start(ends.from().agent(), limit(), 0, words);
        return Agent.within(client.output(), limit(), ends.from().host(), work.tool() + " did not end")
                .whenComplete((output, failure) -> {
                    client.close();
                    server.close();
                })
                .thenApply(output -> PerftestOutput.read(output, work, ends, client.version()));
    }

    private Duration limit() {
        boolean wholeSeconds = work.operation().equals("bandwidth");
        return (wholeSeconds ? Duration.ofSeconds(work.perftestSeconds()) : work.duration()).plus(PATIENCE);
    }

    private List<String> words(PortFacts facts) {
        RdmaPort own = facts.port();
        List<String> words = new ArrayList<>(List.of(
                work.tool(),
                "--ib-dev=" + own.device(),
                "--ib-port=" + own.number(),
                "--port=" + port,
                "--size=" + work.size(),
                "--CPU-freq"));
        facts.gidIndexOfAddress().ifPresent(index -> words.add("--gid-index=" + index));
        words.addAll(work.perftestWords());
        if (facts.isIwarp() || work.settings().connect().orElse("").equals("rdma-cm")) {
            words.add("--rdma_cm");
        }
        return words;
    }

    /** Put a setting where there is one. */
    static void put(List<String> words, String option, OptionalInt value) {
        value.ifPresent(number -> words.add(option + "=" + number));
    }
}
