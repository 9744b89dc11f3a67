#include "collective_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Words that are put before the probe's path, for a probe that an emulator runs (qemu-aarch64-static -L ...): the kernel could not. */
#define EMULATOR_VARIABLE "SEATRIAL_PROBE_EMULATOR"
#define EVENTS_FD 3
#define WORDS_MAX 16
#define ENVIRONMENT_MAX 1024
/* Frames to the process: 16 bits of length, then the bytes. The first one is the request, the others are what it hears. */
#define FRAME_MAX LINE_MAX_BYTES
/* NCCL_DEBUG=TRACE prints without end; the first lines tell what was found, and warnings what went wrong, whenever they come. */
#define LOG_LINES_MAX 2000u
#define LATE_WARNINGS_MAX 200u
/* After the deadline, or the library's end of everything: how long the process may take to say its last words. */
#define LAST_WORDS_NS 1000000000u
#define GONE_NS 80000000u
/* Between the end of its pipes and the end of the process. */
#define GOING_MS 5

/* Lines from a pipe. */
struct lines {
  int fd;
  size_t used;
  char buffer[LINE_MAX_BYTES];
};

struct process {
  struct collective *c;
  pid_t pid;
  int to; /* its stdin */
  struct lines events, log;
  struct log_count {
    unsigned shown, late_warnings, left_out, warnings_left_out;
  } logged;
  bool gone;
  int status; /* of waitpid */
  bool done;  /* it has said its rc */
  int rc;
};

struct pipes {
  int in[2], events[2], log[2];
};

static void close_pair(int pair[2]) {
  if (pair[0] >= 0) close(pair[0]);
  if (pair[1] >= 0) close(pair[1]);
}

static void close_pipes(struct pipes *p) {
  close_pair(p->in);
  close_pair(p->events);
  close_pair(p->log);
}

static bool open_pipes(struct pipes *p) {
  *p = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
  if (pipe2(p->in, O_CLOEXEC) == 0 && pipe2(p->events, O_CLOEXEC) == 0 && pipe2(p->log, O_CLOEXEC) == 0) return true;
  int err = errno;
  close_pipes(p);
  errno = err;
  return false;
}

/* Between fork and exec in a process with threads: only what a signal handler may call. The thread that forks waits for the process until
 * its end, so that the death of that thread, which PDEATHSIG follows, is the death of the agent. */
static void become(struct pipes *p, char **words, char **variables, pid_t parent) {
  int in = fcntl(p->in[0], F_DUPFD_CLOEXEC, 10), log = fcntl(p->log[1], F_DUPFD_CLOEXEC, 10);
  int events = fcntl(p->events[1], F_DUPFD_CLOEXEC, 10);
  if (in < 0 || events < 0 || log < 0) _exit(127);
  if (dup2(in, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0 || dup2(events, EVENTS_FD) < 0) _exit(127);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  execve(words[0], words, variables);
  _exit(127);
}

static bool has_name_of(const char *variable, const char *const *list, unsigned n) {
  size_t length = strcspn(variable, "=") + 1;
  for (unsigned i = 0; i < n; i++)
    if (strncmp(variable, list[i], length) == 0) return true;
  return false;
}

/* The agent's environment with the request's in front. In the environment from the start, a LD_LIBRARY_PATH works too. */
static void gather_environment(char **variables, const char *const *list, unsigned n) {
  unsigned used = 0;
  for (unsigned i = 0; i < n && used < ENVIRONMENT_MAX; i++) variables[used++] = (char *)list[i];
  for (char **v = environ; v && *v && used < ENVIRONMENT_MAX; v++)
    if (!has_name_of(*v, list, n)) variables[used++] = *v;
  variables[used] = NULL;
}

/* Our own file by /proc: it may have been moved since. An emulator needs its name. */
static void gather_words(char *emulator, char path[512], char **words) {
  char *save, *word = strtok_r(emulator, " ", &save);
  int n = 0;
  ssize_t length = word ? readlink("/proc/self/exe", path, 511) : -1;
  for (; word && n < WORDS_MAX - 4; word = strtok_r(NULL, " ", &save)) words[n++] = word;
  if (length > 0) path[length] = 0;
  else
    format(path, 512, "/proc/self/exe");
  words[n++] = path;
  words[n++] = COLLECTIVE_PROCESS;
  words[n] = NULL;
}

static int spawn(struct process *process, const char *const *environment, unsigned n) {
  struct failure *failure = &process->c->op->failure;
  struct pipes p;
  char *variables[ENVIRONMENT_MAX + 1], *words[WORDS_MAX], path[512], emulator[512];
  const char *before = getenv(EMULATOR_VARIABLE);
  format(emulator, sizeof emulator, "%s", before ? before : "");
  gather_words(emulator, path, words);
  gather_environment(variables, environment, n);
  if (!open_pipes(&p)) return fail(failure, CODE_CALL, "process", errno, "no pipes for the process of the GPU ranks");
  pid_t parent = getpid();
  process->pid = fork();
  if (process->pid == 0) become(&p, words, variables, parent);
  if (process->pid < 0) {
    fail(failure, CODE_CALL, "process", errno, "the process of the GPU ranks could not be started");
    close_pipes(&p);
    return failure->code;
  }
  close(p.in[0]);
  close(p.events[1]);
  close(p.log[1]);
  process->to = p.in[1];
  process->events.fd = p.events[0];
  process->log.fd = p.log[0];
  return 0;
}

/* A process that no longer reads is seen by its end. */
static void send_frame(struct process *process, const char *bytes, size_t n) {
  char frame[2 + FRAME_MAX];
  uint16_t length = (uint16_t)n;
  memcpy(frame, &length, 2);
  memcpy(frame + 2, bytes, n);
  for (size_t at = 0; at < n + 2;) {
    struct pollfd room = {.fd = process->to, .events = POLLOUT};
    if (op_over(process->c->op) || poll(&room, 1, SLICE_MS) < 0) return;
    if (!(room.revents & (POLLOUT | POLLERR))) continue;
    ssize_t written = write(process->to, frame + at, n + 2 - at);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) at += (size_t)written;
  }
}

/* The request as it was read, as a line again. What no field of ours has (objects, null) is left out. */
static void put_field(struct line *line, const struct field *f) {
  if (f->kind == FIELD_NUMBER) line_number(line, f->key, f->number);
  if (f->kind == FIELD_FLAG) line_flag(line, f->key, f->number);
  if (f->kind == FIELD_TEXT) line_long_text(line, f->key, f->text);
  if (f->kind != FIELD_LIST && f->kind != FIELD_NUMBERS) return;
  line_nest(line, f->key, '[');
  for (unsigned i = 0; i < f->n; i++)
    if (f->kind == FIELD_NUMBERS) line_number(line, NULL, f->numbers[i]);
    else
      line_long_text(line, NULL, f->items[i]);
  line_unnest(line, ']');
}

static int send_request(struct process *process) {
  const struct request *request = &process->c->op->request;
  struct line line;
  line_open(&line, "request");
  for (unsigned i = 0; i < request->fields; i++) {
    const struct field *f = &request->field[i];
    /* Set in the environment already. */
    if (strcmp(f->key, "environment") != 0 && strcmp(f->key, "ev") != 0) put_field(&line, f);
  }
  if (line.full)
    return fail(&process->c->op->failure, CODE_USAGE, "request", 0, "the request is too long to be handed to the process of the GPU ranks");
  line.text[line.len++] = '}';
  send_frame(process, line.text, line.len);
  return 0;
}

static void one_event(struct process *process, char *text, size_t n) {
  static const char DONE[] = "{\"ev\":\"done\"";
  struct request end;
  if (strncmp(text, DONE, sizeof DONE - 1) != 0) {
    process->c->op->sink->write(process->c->op->sink, text, n);
    return;
  }
  process->done = request_parse(&end, text, n - 1) == NULL;
  process->rc = (int)request_number(&end, "rc", CODE_CALL);
}

/* An abort is printed as information, and says as much as a warning. */
static bool is_warning(const char *text) {
  return strstr(text, " NCCL WARN ") || strstr(text, " - Abort COMPLETE");
}

/* Whether a line is still handed on; what is not is counted. */
static bool is_shown(struct log_count *count, bool warning) {
  if (count->shown < LOG_LINES_MAX) return ++count->shown;
  if (warning && count->late_warnings < LATE_WARNINGS_MAX) return ++count->late_warnings;
  count->left_out++;
  count->warnings_left_out += warning;
  return false;
}

/* The library's words, cut where a line of ours would be too long. */
static void one_log_line(struct process *process, char *text, size_t n) {
  struct op *op = process->c->op;
  text[n - 1] = 0;
  if (n < 2 || !is_shown(&process->logged, is_warning(text))) return;
  event_log(op->sink, op->id, text);
}

/* Takes what is there. False at the end of the pipe, or when nothing is there. A line that fills the buffer is cut in two. */
static bool take_lines(struct process *process, struct lines *lines, void (*each)(struct process *process, char *text, size_t n)) {
  struct pollfd news = {.fd = lines->fd, .events = POLLIN};
  if (lines->fd < 0 || poll(&news, 1, 0) <= 0) return false;
  ssize_t n = read(lines->fd, lines->buffer + lines->used, sizeof lines->buffer - lines->used - 1);
  if (n <= 0) {
    close(lines->fd);
    lines->fd = -1;
  }
  lines->used += n > 0 ? (size_t)n : 0;
  /* A line that never ends, or that the process's end cut off, is one all the same. */
  bool cut = lines->used == sizeof lines->buffer - 1 && !memchr(lines->buffer, '\n', lines->used);
  if (cut || (n <= 0 && lines->used)) lines->buffer[lines->used++] = '\n';
  for (char *end; (end = memchr(lines->buffer, '\n', lines->used));) {
    size_t length = (size_t)(end - lines->buffer) + 1;
    each(process, lines->buffer, length);
    lines->used -= length;
    memmove(lines->buffer, lines->buffer + length, lines->used);
  }
  return n > 0;
}

static void take_all(struct process *process) {
  while (take_lines(process, &process->log, one_log_line)) continue;
  while (take_lines(process, &process->events, one_event)) continue;
}

static void hand_on_ears(struct process *process) {
  char text[SAID_MAX_BYTES];
  struct pollfd news = {.fd = process->c->op->ears[0], .events = POLLIN};
  while (process->c->op->has_ears && poll(&news, 1, 0) > 0) {
    ssize_t n = read(process->c->op->ears[0], text, sizeof text);
    if (n <= 0) return;
    send_frame(process, text, (size_t)n);
  }
}

static void wait_for_news(struct process *process, int ms) {
  struct op *op = process->c->op;
  struct pollfd news[] = {{.fd = process->events.fd, .events = POLLIN},
                          {.fd = process->log.fd, .events = POLLIN},
                          {.fd = op->has_ears ? op->ears[0] : -1, .events = POLLIN}};
  poll(news, 3, ms);
}

static bool is_gone(struct process *process) {
  if (!process->gone) process->gone = waitpid(process->pid, &process->status, WNOHANG) == process->pid;
  return process->gone;
}

/* A process in a call of the driver that does not return cannot be killed; it is left to the kernel, and said. */
static void end_process(struct process *process) {
  uint64_t until = now_ns() + GONE_NS;
  if (is_gone(process)) return;
  kill(process->pid, SIGKILL);
  while (!is_gone(process) && now_ns() < until) sleep_slice(now_ns() + 2000000u);
}

static const char *signal_name(int number) {
  static const struct {
    int number;
    const char *name;
  } NAMES[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
               {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"}, {SIGALRM, "SIGALRM"}};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (NAMES[i].number == number) return NAMES[i].name;
  return "a signal";
}

/* How it ended, of a process that has not said its last word. */
static int tell_end(struct process *process) {
  struct failure *failure = &process->c->op->failure;
  if (WIFSIGNALED(process->status)) {
    int number = WTERMSIG(process->status);
    fail(failure, CODE_CALL, "process", 0, "the process of the GPU ranks died of %s (signal %d)", signal_name(number), number);
    fail_hint(failure, number == SIGKILL ? "somebody or the kernel killed it: `dmesg` tells of a lack of memory"
                                         : "the library or the driver crashed: the `log` lines before tell where; try another version of it");
    return CODE_CALL;
  }
  int status = WEXITSTATUS(process->status);
  fail(failure, CODE_CALL, "process", 0, "the process of the GPU ranks ended with status %d and without a word", status);
  fail_hint(failure, status == 127 ? "the probe could not start itself again: its file is gone, or its folder no longer allows programs to run"
                                   : "the library ended it: the `log` lines before tell why");
  return CODE_CALL;
}

/* The process has its own deadline, and more to say about it than we do. */
static int overdue(struct process *process) {
  struct op *op = process->c->op;
  if (atomic_load(&op->stop)) return CODE_STOPPED;
  if (op->deadline == NO_DEADLINE || now_ns() < op->deadline + LAST_WORDS_NS) return 0;
  fail(&op->failure, CODE_DEADLINE, "process", 0,
       "the request's deadline passed, and the process of the GPU ranks said nothing: it hangs in the library or the driver");
  return CODE_DEADLINE;
}

static int watch(struct process *process) {
  while (!is_gone(process)) {
    int rc = overdue(process);
    if (rc && !process->done) return rc;
    if (rc) break;
    wait_for_news(process, process->events.fd < 0 ? GOING_MS : SLICE_MS);
    take_all(process);
    hand_on_ears(process);
  }
  take_all(process);
  if (!process->done) return tell_end(process);
  /* It has said why, to everybody. */
  process->c->parted = true;
  return process->rc;
}

static void close_process(struct process *process) {
  struct op *op = process->c->op;
  const struct log_count *count = &process->logged;
  char more[96];
  close(process->to);
  if (process->events.fd >= 0) close(process->events.fd);
  if (process->log.fd >= 0) close(process->log.fd);
  format(more, sizeof more, "%u lines more are not shown, %u of them warnings", count->left_out, count->warnings_left_out);
  if (count->left_out) event_log(op->sink, op->id, more);
}

int collective_process(struct collective *c, const char *const *environment, unsigned n) {
  struct process *process = calloc(1, sizeof *process);
  if (!process) return fail(&c->op->failure, CODE_CALL, "memory", ENOMEM, "the process of the GPU ranks");
  process->c = c;
  int rc = spawn(process, environment, n);
  if (!rc) {
    rc = send_request(process);
    if (!rc) rc = watch(process);
    end_process(process);
    close_process(process);
  }
  free(process);
  return rc;
}

/* From here on: inside the process. */

static bool read_exactly(void *to, size_t n) {
  for (char *at = to; n > 0;) {
    ssize_t got = read(0, at, n);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    n -= (size_t)got;
  }
  return true;
}

static bool read_frame(char frame[FRAME_MAX + 1]) {
  uint16_t n;
  if (!read_exactly(&n, sizeof n) || n > FRAME_MAX || !read_exactly(frame, n)) return false;
  frame[n] = 0;
  return true;
}

/* The only reader of stdin: its end is the agent's end. */
static void *listen_to_agent(void *context) {
  struct op *op = context;
  char frame[FRAME_MAX + 1];
  while (read_frame(frame)) {
    struct pollfd room = {.fd = op->ears[1], .events = POLLOUT};
    while (!op_hear(op, frame) && poll(&room, 1, SLICE_MS) >= 0) continue;
  }
  _exit(CODE_STDIN);
  return NULL;
}


static int run_here(struct op *op) {
  struct collective *c = malloc(sizeof *c);
  if (!c) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "collective");
  int rc = collective_read(op, c);
  if (!rc) rc = collective_gpu_here(c);
  collective_part_with(c, rc);
  return rc;
}

int collective_process_main(void) {
  static struct sink sink;
  static struct op op;
  char frame[FRAME_MAX + 1];
  pthread_t listener;
  leash_signals(EVENTS_FD);
  /* The library prints through this process's stdout; into a pipe that would be kept until it is full, and lost at the end. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  fcntl(EVENTS_FD, F_SETFD, FD_CLOEXEC);
  sink_to_fd(&sink, EVENTS_FD, -1);
  if (!read_frame(frame) || request_parse(&op.request, frame, strlen(frame)) || !op_open_ears(&op)) return CODE_CALL;
  op.sink = &sink;
  op.root = default_root();
  if (!op_prepare(&op)) return CODE_CALL;
  leash_deadline((unsigned)(request_number(&op.request, "deadline_ms", 30LL * 86400 * 1000) / 1000 + 5),
                 "{\"ev\":\"error\",\"where\":\"deadline\",\"code\":79,\"msg\":\"the deadline of the GPU ranks' process has passed\"}\n");
  if (pthread_create(&listener, NULL, listen_to_agent, &op) != 0) return CODE_CALL;
  int rc = run_here(&op);
  if (rc && op.failure.code == rc) event_error(&sink, op.id, &op.failure);
  event_done(&sink, op.id, rc);
  if (rc) collective_gpu_abort();
  /* Threads may be stuck in the library, and its exit handlers may wait for them. */
  _exit(rc);
}
