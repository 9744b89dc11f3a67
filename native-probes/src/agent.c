/* The long-lived side of a controller: requests on stdin, events on stdout, several operations at once.
 *
 * The main thread is the only reader of stdin and never measures: it notices the end of stdin and a silent controller at once, whatever
 * the workers do. Each operation has a thread of its own. */
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conversation.h"
#include "events.h"
#include "probe.h"

#define OPS_MAX 64

enum slot_state { SLOT_FREE, SLOT_RUNNING, SLOT_DONE };

struct slot {
  struct op *op;
  pthread_t thread;
  atomic_int state;
};

struct agent {
  struct sink sink;
  const char *root;
  int heartbeat_ms; /* -1 = a silent controller is fine */
  struct slot slot[OPS_MAX];
  char line[LINE_MAX_BYTES];
  size_t used;
  bool skipping; /* the rest of a line that was too long */
  bool quit;
};

static void refuse_line(struct agent *agent, const char *problem) {
  struct failure failure = {0};
  fail(&failure, CODE_USAGE, "request", 0, "%s", problem);
  event_error(&agent->sink, -1, &failure);
}

static void *work(void *context) {
  struct slot *slot = context;
  op_run(slot->op);
  atomic_store(&slot->state, SLOT_DONE);
  return NULL;
}

static void release(struct slot *slot) {
  pthread_join(slot->thread, NULL);
  op_close_ears(slot->op);
  free(slot->op);
  slot->op = NULL;
  atomic_store(&slot->state, SLOT_FREE);
}

static struct slot *free_slot(struct agent *agent) {
  struct slot *found = NULL;
  for (int i = 0; i < OPS_MAX; i++) {
    struct slot *slot = &agent->slot[i];
    if (atomic_load(&slot->state) == SLOT_DONE) release(slot);
    if (!found && atomic_load(&slot->state) == SLOT_FREE) found = slot;
  }
  return found;
}

static struct slot *running(struct agent *agent, long long id) {
  for (int i = 0; i < OPS_MAX; i++)
    if (atomic_load(&agent->slot[i].state) == SLOT_RUNNING && agent->slot[i].op->id == id) return &agent->slot[i];
  return NULL;
}

/* A request that has just ended by itself is as stopped as one can be: that is no error. */
static void stop(struct agent *agent, struct op *op) {
  long long of;
  if (!op->failure.code && want_number(op, "of", 0, INT64_MAX, REQUIRED, &of) == 0) {
    struct slot *slot = running(agent, of);
    if (slot) atomic_store(&slot->op->stop, true);
  }
  if (op->failure.code) event_error(&agent->sink, op->id, &op->failure);
  event_done(&agent->sink, op->id, op->failure.code);
}

/* What the other side of a request said. A request that has just ended by itself needs to hear nothing more: that is no error. */
static void hear(struct agent *agent, struct op *op) {
  long long of;
  const char *text;
  if (!op->failure.code && want_number(op, "of", 0, INT64_MAX, REQUIRED, &of) == 0 && want_text(op, "text", NULL, &text) == 0) {
    struct slot *slot = running(agent, of);
    if (slot && !op_hear(slot->op, text))
      fail(&op->failure, CODE_USAGE, "request", 0, "request %lld does not listen, or the text is empty, too long, or one of too many", of);
  }
  if (op->failure.code) event_error(&agent->sink, op->id, &op->failure);
  event_done(&agent->sink, op->id, op->failure.code);
}

static void stop_all(struct agent *agent) {
  for (int i = 0; i < OPS_MAX; i++)
    if (atomic_load(&agent->slot[i].state) == SLOT_RUNNING) atomic_store(&agent->slot[i].op->stop, true);
  for (int i = 0; i < OPS_MAX; i++)
    if (atomic_load(&agent->slot[i].state) != SLOT_FREE) release(&agent->slot[i]);
}

/* Takes over `op`. */
static void start(struct agent *agent, struct op *op) {
  struct slot *slot = free_slot(agent);
  int err = EAGAIN;
  if (slot && !op->failure.code && op_listens(op) && !op_open_ears(op))
    fail(&op->failure, CODE_CALL, "agent", errno, "no descriptors for what is said");
  if (slot && !op->failure.code) {
    slot->op = op;
    atomic_store(&slot->state, SLOT_RUNNING);
    err = pthread_create(&slot->thread, NULL, work, slot);
    if (err == 0) return;
    atomic_store(&slot->state, SLOT_FREE);
  }
  if (!op->failure.code) fail(&op->failure, CODE_CALL, "agent", err, "no place for one more operation (at most %d)", OPS_MAX);
  op_run(op);
  op_close_ears(op);
  free(op);
}

static bool id_is_usable(struct agent *agent, struct op *op) {
  const struct field *id = request_find(&op->request, "id");
  if (!id || id->kind != FIELD_NUMBER || id->number < 0) {
    refuse_line(agent, "`id` is missing or is no number from 0 on");
    return false;
  }
  if (running(agent, id->number)) {
    refuse_line(agent, "`id` is that of a request which is still running");
    return false;
  }
  op->id = id->number;
  return true;
}

/* Takes over `op`, whose request has been read. */
static void obey(struct agent *agent, struct op *op) {
  const char *name = request_text(&op->request, "do", "");
  op->sink = &agent->sink;
  op->root = agent->root;
  if (!id_is_usable(agent, op)) return free(op);
  op_prepare(op);
  if (strcmp(name, "stop") == 0 || strcmp(name, "hear") == 0) {
    (*name == 's' ? stop : hear)(agent, op);
    return free(op);
  }
  if (strcmp(name, "quit") != 0) return start(agent, op);
  agent->quit = true;
  stop_all(agent);
  event_done(&agent->sink, op->id, 0);
  free(op);
}

static void read_line(struct agent *agent, const char *line, size_t n) {
  if (n > 0 && line[n - 1] == '\r') n--;
  if (n == 0) return; /* a heartbeat */
  struct op *op = calloc(1, sizeof *op);
  if (!op) return refuse_line(agent, "no memory for a request");
  const char *problem = request_parse(&op->request, line, n);
  if (!problem) return obey(agent, op);
  refuse_line(agent, problem);
  free(op);
}

/* A line longer than the limit is refused as a whole; what follows its end is read again. */
static void take_byte(struct agent *agent, char byte) {
  if (byte != '\n') {
    if (agent->used == sizeof agent->line - 1) {
      if (!agent->skipping) refuse_line(agent, "a line is longer than 4096 bytes");
      agent->skipping = true;
      return;
    }
    agent->line[agent->used++] = byte;
    return;
  }
  size_t n = agent->used;
  agent->used = 0;
  if (!agent->skipping) read_line(agent, agent->line, n);
  agent->skipping = false;
}

static int listen_to_controller(struct agent *agent) {
  char bytes[LINE_MAX_BYTES];
  while (!agent->quit) {
    struct pollfd in = {.fd = 0, .events = POLLIN};
    int ready = poll(&in, 1, agent->heartbeat_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return CODE_STDIN;
    ssize_t n = read(0, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return CODE_STDIN;
    for (ssize_t i = 0; i < n && !agent->quit; i++) take_byte(agent, bytes[i]);
  }
  return 0;
}

void read_hello(const char *root, struct hello *hello) {
  *hello = (struct hello){.build = BUILD_ID, .arch = probe_arch(), .glibc = gnu_get_libc_version()};
  read_host_name(root, hello->host, sizeof hello->host);
  read_file(hello->boot_id, sizeof hello->boot_id, "%s/proc/sys/kernel/random/boot_id", root);
  hello->pid = getpid();
  hello->cpus = sysconf(_SC_NPROCESSORS_ONLN);
  clock_pair(&hello->mono_ns, &hello->real_ns);
}

static int lease_refused(struct sink *sink, int fd, const char *path) {
  struct failure failure = {0};
  char owner[256];
  int code = errno == EWOULDBLOCK ? CODE_BUSY : CODE_CALL, err = code == CODE_BUSY ? 0 : errno;
  if (code == CODE_CALL || !read_file(owner, sizeof owner, "%s", path) || !*owner) format(owner, sizeof owner, "%s", path);
  fail(&failure, code, "lease", err, "%s", owner);
  if (code == CODE_BUSY) fail_hint(&failure, "another run uses this host; wait for it, or end it with `seatrial-probe reap --token=...`");
  event_error(sink, -1, &failure);
  if (fd >= 0) close(fd);
  return code;
}

/* Locks the lease until this process ends, however it ends: the kernel releases a flock with its last descriptor. The file stays: to
 * remove it would let a second agent lock a new file of the same name. O_NOFOLLOW: the folder may be /tmp. */
static int take_lease(struct sink *sink, const char *path, const char *owner) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  /* In a sticky folder O_CREAT on another user's file is refused (fs.protected_regular), opening it is not. */
  if (fd < 0 && errno == EACCES) fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) return lease_refused(sink, fd, path);
  /* Whoever runs the next test, as whatever user, must be able to take the lease. It holds a name and nothing secret. */
  if (fchmod(fd, 0666) != 0 && errno != EPERM) return lease_refused(sink, fd, path);
  size_t n = strlen(owner);
  if (ftruncate(fd, 0) != 0 || write(fd, owner, n) != (ssize_t)n) return lease_refused(sink, fd, path);
  return 0;
}

static bool token_is_valid(const char *token) {
  size_t n = strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
  return n > 0 && n <= 64 && token[n] == 0;
}

/* Libraries that are loaded later (NCCL) print to stdout: events get a descriptor of their own, and stdout becomes stderr. */
static int private_stdout(void) {
  int fd = fcntl(1, F_DUPFD_CLOEXEC, 10);
  if (fd < 0) return 1;
  dup2(2, 1);
  return fd;
}

int agent(const struct request *args) {
  const char *lease = request_text(args, "lease", NULL);
  long long heartbeat = request_number(args, "heartbeat", 15);
  struct hello hello;
  if (!token_is_valid(request_text(args, "token", ""))) {
    text_error(&(struct failure){.where = "agent", .msg = "--token is not 1 to 64 of A-Z a-z 0-9 _ -"});
    return CODE_USAGE;
  }
  struct agent *self = calloc(1, sizeof *self);
  if (!self) return CODE_CALL;
  self->heartbeat_ms = heartbeat ? (int)heartbeat * 1000 : -1;
  self->root = request_text(args, "root", default_root());
  sink_to_fd(&self->sink, private_stdout(), self->heartbeat_ms);
  leash_signals(self->sink.fd);
  leash_deadline((unsigned)request_number(args, "deadline", 1),
                 "{\"ev\":\"error\",\"where\":\"deadline\",\"code\":79,\"msg\":\"the deadline of the whole process has passed\"}\n");
  read_hello(self->root, &hello);
  event_hello(&self->sink, &hello);
  int rc = lease ? take_lease(&self->sink, lease, request_text(args, "owner", "")) : 0;
  if (rc) {
    free(self);
    return rc;
  }
  rc = listen_to_controller(self);
  /* No exit handlers and no waiting for workers: whoever asked for their numbers is gone. */
  _exit(rc);
}
