#include "harness.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *probe_command = "seatrial-probe";

bool is_emulated(void) {
  return getenv("SEATRIAL_EMULATED") != NULL;
}

long long ms_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

/* For tests in which time itself is the stimulus (a silent controller). */
void pause_ms(int ms) {
  poll(NULL, 0, ms);
}

static void run_command(const char *arguments) {
  char command[2048], *words[64], *save;
  int n = 0;
  snprintf(command, sizeof command, "%s %s", probe_command, arguments);
  for (char *word = strtok_r(command, " ", &save); word && n < 63; word = strtok_r(NULL, " ", &save)) words[n++] = word;
  words[n] = NULL;
  execvp(words[0], words);
  _exit(127);
}

void start(struct child *child, const char *arguments) {
  int in[2], out[2];
  /* O_CLOEXEC: another child must not hold the write end of this one's stdin. */
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) abort();
  signal(SIGPIPE, SIG_IGN);
  *child = (struct child){.in = in[1], .out = out[0]};
  child->pid = fork();
  if (child->pid == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(open(getenv("SEATRIAL_STDERR") ? getenv("SEATRIAL_STDERR") : "/dev/null", O_WRONLY | O_APPEND | O_CREAT, 0600), 2);
    signal(SIGPIPE, SIG_DFL);
    run_command(arguments);
  }
  close(in[0]);
  close(out[1]);
}

void start_agent(struct child *child, const char *more_options) {
  char arguments[512];
  snprintf(arguments, sizeof arguments, "agent --token=check --deadline=120 %s", more_options);
  start(child, arguments);
}

void ask(struct child *child, const char *fmt, ...) {
  char line[8192];
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(line, sizeof line - 1, fmt, args);
  va_end(args);
  line[n++] = '\n';
  if (write(child->in, line, (size_t)n) != n) fprintf(stderr, "a request could not be written\n");
}

/* Takes the first line out of the buffer. */
static const char *take_line(struct child *child) {
  static char line[16384];
  char *end = memchr(child->buffer, '\n', child->used);
  if (!end) return NULL;
  size_t n = (size_t)(end - child->buffer);
  memcpy(line, child->buffer, n);
  line[n] = 0;
  child->used -= n + 1;
  memmove(child->buffer, end + 1, child->used);
  return line;
}

const char *next_line(struct child *child, int ms) {
  long long until = ms_now() + ms;
  const char *line;
  while (!(line = take_line(child))) {
    struct pollfd p = {.fd = child->out, .events = POLLIN};
    long long left = until - ms_now();
    if (left <= 0 || poll(&p, 1, (int)left) <= 0) return NULL;
    ssize_t n = read(child->out, child->buffer + child->used, sizeof child->buffer - child->used);
    if (n <= 0) return NULL;
    child->used += (size_t)n;
  }
  return line;
}

const char *line_with(struct child *child, const char *text) {
  long long until = ms_now() + PATIENCE_MS;
  const char *line;
  while (ms_now() < until && (line = next_line(child, PATIENCE_MS)))
    if (strstr(line, text)) return line;
  return NULL;
}

int done_of(struct child *child, int id) {
  char text[64];
  snprintf(text, sizeof text, "{\"ev\":\"done\",\"id\":%d,", id);
  const char *line = line_with(child, text);
  return line ? (int)number_in(line, "rc") : -1;
}

int exit_status(struct child *child, int ms) {
  long long until = ms_now() + ms;
  int status;
  while (waitpid(child->pid, &status, WNOHANG) == 0) {
    if (ms_now() >= until) return -1;
    pause_ms(5);
  }
  child->pid = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void finish(struct child *child) {
  if (child->in >= 0) close(child->in);
  if (child->out >= 0) close(child->out);
  if (child->pid <= 0) return;
  kill(child->pid, SIGKILL);
  waitpid(child->pid, NULL, 0);
}

long long number_in(const char *line, const char *key) {
  char name[64];
  snprintf(name, sizeof name, "\"%s\":", key);
  const char *at = line ? strstr(line, name) : NULL;
  return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

int serve(struct child *child, int id, const char *bind, const char *fields) {
  char text[64];
  ask(child, "{\"id\":%d,\"do\":\"serve\",\"fabric\":\"tcp\",\"bind\":\"%s\",\"token\":\"" TOKEN "\"%s}", id, bind, fields);
  snprintf(text, sizeof text, "{\"ev\":\"ready\",\"id\":%d,", id);
  return (int)number_in(line_with(child, text), "port");
}
