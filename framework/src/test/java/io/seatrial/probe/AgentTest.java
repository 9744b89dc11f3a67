package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.seatrial.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AgentTest {
    private static final String HELLO = Samples.events("session").get(0);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final FakeRemote remote = new FakeRemote("gpu-01");

    private CompletableFuture<Agent> start(Duration greeting) {
        return Agent.start(remote, "exec probe agent", greeting);
    }

    private Agent talking() {
        CompletableFuture<Agent> starting = start(LONG);
        remote.only().says(HELLO);
        return starting.join();
    }

    private static ProbeException failure(CompletableFuture<?> future) {
        Throwable failure = catchThrowable(future::join);
        assertThat(failure).isInstanceOf(CompletionException.class).hasCauseInstanceOf(ProbeException.class);
        return (ProbeException) failure.getCause();
    }

    private static void assertFailure(CompletableFuture<?> future, ProbeException.Kind kind, String... texts) {
        ProbeException failure = failure(future);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure).hasMessageStartingWith("host gpu-01: ").hasMessageContainingAll(texts);
    }

    @Test
    void an_agent_stands_when_it_has_greeted() {
        CompletableFuture<Agent> starting = start(LONG);
        assertThat(starting).isNotDone();
        remote.only().says(HELLO);
        assertThat(starting.join().hello().build()).isEqualTo("0123456789ab");
        assertThat(starting.join().host()).isEqualTo("gpu-01");
        assertThat(remote.only().text()).isEqualTo("exec probe agent");
    }

    @Test
    void what_a_login_shell_says_before_the_greeting_is_kept_and_not_taken_for_the_agent() {
        CompletableFuture<Agent> starting = start(LONG);
        remote.only().says("Welcome to the cluster!").says("").says(HELLO);
        assertThat(starting.join().transcript().lines())
                .containsExactly("< Welcome to the cluster!", "< ", "< " + HELLO);
    }

    @Test
    void another_version_is_refused_and_let_go_of() {
        CompletableFuture<Agent> starting = start(LONG);
        remote.only().says(HELLO.replace("\"v\":1", "\"v\":2"));
        assertFailure(
                starting, ProbeException.Kind.NOT_DEPLOYED, "wire version 2", "expected 1", "remove the old probe");
        assertThat(remote.only().isClosed()).isTrue();
    }

    @Test
    void a_refused_lease_is_a_busy_host_with_the_owner_s_text() {
        CompletableFuture<Agent> starting = start(LONG);
        String refusal = Samples.events("lease-refused").get(1);
        remote.only().says(refusal);
        remote.only().ends(8);
        assertFailure(
                starting,
                ProbeException.Kind.BUSY,
                "lease: run 2026-11-29-a of \"site\" <ops@example.org>",
                "another run uses this host");
    }

    @Test
    void a_refused_lease_after_the_greeting_is_known_at_the_first_request() {
        CompletableFuture<Agent> starting = start(LONG);
        Samples.events("lease-refused").forEach(remote.only()::says);
        remote.only().ends(8);
        assertFailure(
                starting.thenCompose(a -> a.ask(new Request.Info(), LONG)), ProbeException.Kind.BUSY, "lease: run");
    }

    @Test
    void silence_instead_of_a_greeting_is_silent() {
        assertFailure(start(SHORT), ProbeException.Kind.SILENT, "did not greet within 50 ms", "look whether the host");
        assertThat(remote.only().isClosed()).isTrue();
    }

    @Test
    void an_end_instead_of_a_greeting_is_told_with_the_last_words() {
        CompletableFuture<Agent> starting = start(LONG);
        remote.only().complains("sh: seatrial-probe: not found");
        remote.only().ends(127);
        assertFailure(
                starting, ProbeException.Kind.DIED, "exit status 127; its last line: sh: seatrial-probe: not found");
    }

    @Test
    void an_end_without_a_word_is_told_as_that() {
        CompletableFuture<Agent> starting = start(LONG);
        remote.only().ends(126);
        assertFailure(starting, ProbeException.Kind.DIED, "agent ended with exit status 126 without a word");
    }

    @Test
    void a_lost_connection_ends_everything_with_its_own_message() {
        Agent agent = talking();
        CompletableFuture<?> asked = agent.ask(new Request.Info(), LONG);
        remote.only()
                .breaksOff(new TransportException("gpu-01", TransportException.Kind.LOST, "connection reset", null));
        assertFailure(asked, ProbeException.Kind.DIED, "connection reset");
    }

    @Test
    void answers_of_interleaved_requests_go_to_the_right_ones() {
        Agent agent = talking();
        CompletableFuture<List<Event>> first = agent.ask(new Request.Info(), LONG);
        CompletableFuture<List<Event>> second = agent.ask(new Request.Info(), LONG);
        remote.only()
                .says("{\"ev\":\"netdev\",\"id\":2,\"name\":\"of-second\"}")
                .says("{\"ev\":\"netdev\",\"id\":1,\"name\":\"of-first\"}")
                .says("{\"ev\":\"done\",\"id\":2,\"rc\":0}");
        assertThat(first).isNotDone();
        remote.only().says("{\"ev\":\"done\",\"id\":1,\"rc\":0}");
        assertThat(names(first.join())).containsExactly("of-first");
        assertThat(names(second.join())).containsExactly("of-second");
        assertThat(remote.only().sent()).containsExactly("{\"id\":1,\"do\":\"info\"}", "{\"id\":2,\"do\":\"info\"}");
    }

    private static List<String> names(List<Event> events) {
        return events.stream()
                .filter(Event.NetdevInfo.class::isInstance)
                .map(e -> ((Event.NetdevInfo) e).name())
                .toList();
    }

    @Test
    void events_of_a_request_that_nobody_made_disturb_nothing() {
        Agent agent = talking();
        CompletableFuture<List<Event>> asked = agent.ask(new Request.Info(), LONG);
        remote.only().says("{\"ev\":\"done\",\"id\":99,\"rc\":6}").says("{\"ev\":\"done\",\"id\":1,\"rc\":0}");
        assertThat(asked.join()).hasSize(1);
    }

    @Test
    void garbage_fails_every_open_request_and_all_later_ones() {
        Agent agent = talking();
        CompletableFuture<?> first = agent.ask(new Request.Info(), LONG);
        CompletableFuture<?> second = agent.ask(new Request.Stop(1), LONG);
        remote.only().says("Segmentation fault").says("{\"ev\":\"done\",\"id\":1,\"rc\":0}");
        assertFailure(first, ProbeException.Kind.GARBAGE, "agent said 'Segmentation fault'; expected a JSON object");
        assertFailure(second, ProbeException.Kind.GARBAGE, "Segmentation fault");
        assertFailure(agent.ask(new Request.Info(), LONG), ProbeException.Kind.GARBAGE, "Segmentation fault");
        assertThat(agent.broken().join().kind()).isEqualTo(ProbeException.Kind.GARBAGE);
    }

    @Test
    void a_spoiled_event_is_garbage_too_and_reaches_the_transport_as_nothing() {
        Agent agent = talking();
        CompletableFuture<?> asked = agent.ask(new Request.Info(), LONG);
        remote.only().says("{\"ev\":\"histogram\",\"id\":1,\"buckets\":[{\"a\":1,\"b\":2}],\"more\":false}");
        assertFailure(asked, ProbeException.Kind.GARBAGE, "'buckets' as [index, count] pairs");
    }

    @Test
    void silence_is_told_with_what_was_asked_and_how_long() {
        assertFailure(
                talking().ask(new Request.Info(), SHORT),
                ProbeException.Kind.SILENT,
                "agent did not answer Info within 50 ms");
    }

    @Test
    void death_in_the_middle_is_told_with_the_agent_s_last_words_and_not_ours() {
        Agent agent = talking();
        CompletableFuture<?> asked = agent.ask(new Request.Info(), LONG);
        remote.only().complains("*** stack smashing detected ***");
        CompletableFuture<?> alsoAsked = agent.ask(new Request.Stop(1), LONG);
        remote.only().ends(134);
        assertFailure(
                asked, ProbeException.Kind.DIED, "exit status 134; its last line: *** stack smashing detected ***");
        assertFailure(alsoAsked, ProbeException.Kind.DIED, "stack smashing");
        assertFailure(agent.ask(new Request.Info(), LONG), ProbeException.Kind.DIED, "exit status 134");
    }

    @Test
    void the_last_words_of_a_talkative_agent_are_kept() {
        Agent agent = talking();
        CompletableFuture<?> asked = agent.ask(new Request.Info(), LONG);
        for (int i = 0; i < 5000; i++) {
            remote.only().says("{\"ev\":\"netdev\",\"id\":1,\"name\":\"eth" + i + "\"}");
        }
        remote.only().ends(9);
        assertFailure(asked, ProbeException.Kind.DIED, "\"name\":\"eth4999\"");
        assertThat(agent.transcript().lines())
                .hasSize(2001)
                .startsWith("< " + HELLO)
                .contains("... 3002 lines are left out")
                .endsWith("< {\"ev\":\"netdev\",\"id\":1,\"name\":\"eth4999\"}");
    }

    @Test
    void a_failed_request_says_why_and_what_to_do() {
        Agent agent = talking();
        CompletableFuture<?> asked = agent.ask(new Request.Info(), LONG);
        Samples.events("errors").subList(0, 2).forEach(line -> remote.only().says(line.replace(":40,", ":1,")));
        assertFailure(
                asked,
                ProbeException.Kind.FAILED,
                "connect: 10.0.0.2 port 9: Connection refused; nobody listens there");
    }

    @Test
    void a_failed_request_without_a_reason_is_told_with_its_code() {
        CompletableFuture<?> asked = talking().ask(new Request.Info(), LONG);
        remote.only().says("{\"ev\":\"done\",\"id\":1,\"rc\":6}");
        assertFailure(asked, ProbeException.Kind.FAILED, "code 6 and no reason");
    }

    @Test
    void a_heartbeat_is_an_empty_line() {
        talking().heartbeat();
        assertThat(remote.only().sent()).containsExactly("");
    }

    @Test
    void closing_asks_the_agent_to_end_and_waits_for_it() {
        FakeRemote polite = new FakeRemote("gpu-01", (command, line) -> command.ends(0));
        CompletableFuture<Agent> starting = Agent.start(polite, "exec probe agent", LONG);
        polite.only().says(HELLO);
        starting.join().close();
        assertThat(polite.only().sent()).containsExactly("{\"id\":1,\"do\":\"quit\"}");
        assertThat(polite.only().isClosed()).isTrue();
    }

    @Test
    @Timeout(10)
    void closing_an_agent_that_hangs_comes_to_an_end() {
        Agent agent = talking();
        agent.close();
        assertThat(remote.only().sent()).containsExactly("{\"id\":1,\"do\":\"quit\"}");
        assertThat(remote.only().isClosed()).isTrue();
    }

    @Test
    void closing_after_garbage_asks_nothing_more() {
        Agent agent = talking();
        remote.only().says("garbage");
        agent.close();
        assertThat(remote.only().sent()).isEmpty();
        assertThat(remote.only().isClosed()).isTrue();
    }
}
