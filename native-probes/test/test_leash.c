/* Nothing outlives its controller: every way in which one can go away. Bounds are generous; what counts is the exit status, and being
 * gone. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "harness.h"

static struct child agent;

static void expect_exit(int wanted) {
  int seen = exit_status(&agent, PATIENCE_MS);
  CHECK(seen == wanted, "exit status %d, wanted %d", seen, wanted);
  finish(&agent);
}

static void closing_stdin_ends_the_agent(void) {
  start_agent(&agent, "");
  CHECK(line_with(&agent, "\"ev\":\"hello\""), "no hello");
  close(agent.in);
  agent.in = -1;
  expect_exit(77);
}

static void closing_stdin_ends_an_agent_that_is_measuring(void) {
  start_agent(&agent, "");
  int port = serve(&agent, 1, "127.0.0.2", "");
  ask(&agent, "{\"id\":2,\"do\":\"run\",\"op\":\"bandwidth\",\"address\":\"127.0.0.2\",\"port\":%d,\"token\":\"" TOKEN "\",\"duration_ms\":60000}", port);
  pause_ms(200);
  close(agent.in);
  agent.in = -1;
  expect_exit(77);
}

static void a_silent_controller_ends_the_agent(void) {
  long long start_ms = ms_now();
  start_agent(&agent, "--heartbeat=1");
  CHECK(line_with(&agent, "\"ev\":\"hello\""), "no hello");
  expect_exit(77);
  CHECK(ms_now() - start_ms >= 900, "it ended after %lld ms, before the heartbeat was due", ms_now() - start_ms);
}

static void heartbeats_keep_the_agent(void) {
  start_agent(&agent, "--heartbeat=1");
  for (int i = 0; i < 8; i++) {
    ask(&agent, "%s", "");
    pause_ms(300);
  }
  ask(&agent, "{\"id\":1,\"do\":\"clock\"}");
  CHECK(done_of(&agent, 1) == 0, "the agent is gone");
  finish(&agent);
}

static void the_deadline_ends_the_agent_although_it_is_fed(void) {
  start(&agent, "agent --token=check --deadline=1 --heartbeat=0");
  CHECK(line_with(&agent, "\"where\":\"deadline\",\"code\":79"), "the deadline was not announced");
  expect_exit(79);
}

static void the_deadline_ends_a_measurement_of_a_person(void) {
  start(&agent, "serve --bind=127.0.0.2 --deadline=1");
  expect_exit(10);
}

static void a_person_may_close_stdin_unless_the_leash_is_asked_for(void) {
  start(&agent, "serve --bind=127.0.0.2 --deadline=60 --leash");
  CHECK(line_with(&agent, "listening"), "it does not listen");
  close(agent.in);
  agent.in = -1;
  expect_exit(77);
  start(&agent, "serve --bind=127.0.0.2 --deadline=60");
  CHECK(line_with(&agent, "listening"), "it does not listen");
  close(agent.in);
  agent.in = -1;
  CHECK(exit_status(&agent, 500) == -1, "it ended with stdin");
  finish(&agent);
}

static void signals_end_the_agent_with_their_own_status(void) {
  const int signals[] = {SIGTERM, SIGHUP};
  for (int i = 0; i < 2; i++) {
    start_agent(&agent, "");
    CHECK(line_with(&agent, "\"ev\":\"hello\""), "no hello");
    kill(agent.pid, signals[i]);
    expect_exit(78);
  }
}

static void a_reader_that_is_gone_ends_the_agent(void) {
  start_agent(&agent, "");
  CHECK(line_with(&agent, "\"ev\":\"hello\""), "no hello");
  close(agent.out);
  agent.out = -1;
  ask(&agent, "{\"id\":1,\"do\":\"clock\"}");
  expect_exit(9);
}

/* The pipe fills up, and the heartbeats go on: only the output tells. */
static void a_reader_that_does_not_read_ends_the_agent(void) {
  start_agent(&agent, "--heartbeat=2");
  for (int id = 1; id <= 8; id++) ask(&agent, "{\"id\":%d,\"do\":\"counters\",\"netdevs\":[\"lo\"],\"interval_ms\":1,\"count\":0}", id);
  int status = -1;
  for (long long until = ms_now() + PATIENCE_MS; status == -1 && ms_now() < until;) {
    if (write(agent.in, "\n", 1) < 0) break;
    status = exit_status(&agent, 200);
  }
  if (status == -1) status = exit_status(&agent, PATIENCE_MS);
  CHECK(status == 9, "exit status %d", status);
  finish(&agent);
}

/* The parent holds the write end of the agent's stdin; we hold only the read end of its stdout, whose end tells that it is gone. */
static void kill_9_of_the_parent_ends_the_agent(void) {
  int out[2];
  char byte;
  struct child watcher = {.pid = -1, .in = -1};
  if (pipe2(out, O_CLOEXEC) != 0) abort();
  pid_t parent = fork();
  if (parent == 0) {
    int in[2];
    if (pipe2(in, O_CLOEXEC) != 0) _exit(1);
    pid_t probe = fork();
    if (probe == 0) {
      char command[1024];
      dup2(in[0], 0);
      dup2(out[1], 1);
      snprintf(command, sizeof command, "exec %s agent --token=check --deadline=120", probe_command);
      execl("/bin/sh", "sh", "-c", command, (char *)NULL);
      _exit(127);
    }
    for (;;) pause();
  }
  close(out[1]);
  watcher.out = out[0];
  CHECK(line_with(&watcher, "\"ev\":\"hello\""), "no hello");
  kill(parent, SIGKILL);
  waitpid(parent, NULL, 0);
  CHECK(next_line(&watcher, PATIENCE_MS) == NULL && read(out[0], &byte, 1) == 0, "the agent is still there");
  close(out[0]);
}

static void reap_ends_the_agents_of_one_run_and_no_others(void) {
  struct child reaper, other;
  start(&agent, "agent --token=check-reap --deadline=120 --heartbeat=0");
  start(&other, "agent --token check-reap-2 --deadline=120 --heartbeat=0");
  CHECK(line_with(&agent, "\"ev\":\"hello\"") && line_with(&other, "\"ev\":\"hello\""), "no hello");
  start(&reaper, "reap --token=check-reap");
  char wanted[64];
  snprintf(wanted, sizeof wanted, "reaped %d", (int)agent.pid);
  const char *line = next_line(&reaper, PATIENCE_MS);
  CHECK(line && strcmp(line, wanted) == 0, "%s, wanted %s", line ? line : "nothing", wanted);
  expect_exit(78);
  CHECK(exit_status(&reaper, PATIENCE_MS) == 0, "reap failed");
  ask(&other, "{\"id\":1,\"do\":\"clock\"}");
  CHECK(done_of(&other, 1) == 0, "the other run's agent is gone");
  finish(&reaper);
  finish(&other);
}

int main(int argc, char **argv) {
  if (argc > 1) probe_command = argv[1];
  RUN(closing_stdin_ends_the_agent);
  RUN(closing_stdin_ends_an_agent_that_is_measuring);
  RUN(a_silent_controller_ends_the_agent);
  RUN(heartbeats_keep_the_agent);
  RUN(the_deadline_ends_the_agent_although_it_is_fed);
  RUN(the_deadline_ends_a_measurement_of_a_person);
  RUN(a_person_may_close_stdin_unless_the_leash_is_asked_for);
  RUN(signals_end_the_agent_with_their_own_status);
  RUN(a_reader_that_is_gone_ends_the_agent);
  RUN(a_reader_that_does_not_read_ends_the_agent);
  RUN(kill_9_of_the_parent_ends_the_agent);
  if (!is_emulated()) RUN(reap_ends_the_agents_of_one_run_and_no_others);
  CHECK_MAIN_END;
}
