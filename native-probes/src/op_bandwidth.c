/* Goodput of one or more streams. The receiver counts; its log comes back in-band after the sender has half-closed. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "fabric.h"
#include "progress.h"

#define STREAMS_MAX 64
#define SIZE_MAX_BYTES (16 << 20)
#define RECEIVE_BYTES (128 << 10)

/* The head of the receiver's log; `n` marks of two 64-bit integers follow. Little-endian. */
struct log_head {
  char magic[4];
  uint32_t n;
};
#define LOG_MAGIC "STL1"

struct plan {
  long long size, streams, duration_ms;
};

struct stream {
  struct op *op;
  struct channel channel;
  struct failure failure;
  pthread_t thread;
  bool started;
  const char *piece;
  size_t size;
  uint64_t end; /* when to stop sending, CLOCK_MONOTONIC */
  struct progress progress;
  struct switches switches;
  uint64_t cpu_ns;
  long long retransmits;
  int rc;
};

static int read_plan(struct op *op, struct plan *plan) {
  if (want_number(op, "size", 1, SIZE_MAX_BYTES, 128 << 10, &plan->size)) return op->failure.code;
  if (want_number(op, "streams", 1, STREAMS_MAX, 1, &plan->streams)) return op->failure.code;
  return want_number(op, "duration_ms", 1, 30LL * 86400 * 1000, REQUIRED, &plan->duration_ms);
}

/* A piece that is cut off by the end of the time is no loss: the receiver counts bytes. */
static int send_until_end(struct stream *s) {
  const struct fabric *fabric = s->channel.fabric;
  size_t done = 0;
  for (uint64_t now = now_ns(), moved = now; now < s->end; now = now_ns()) {
    ssize_t sent = fabric->send(&s->channel, s->piece + done, s->size - done);
    if (sent < 0) return channel_lost(&s->channel, "send", sent);
    if (sent > 0) moved = now;
    int rc = channel_wait(s->op, &s->channel, "send", moved);
    if (rc) return rc;
    done = (done + (size_t)sent) % s->size;
  }
  return 0;
}

/* Silence before the log may only mean that the receiver has not yet read all that is under way. */
static int log_missing(struct stream *s, int rc) {
  if (s->failure.err == ETIMEDOUT)
    fail_hint(&s->failure, "the link stopped, or what is in flight takes longer to arrive than the deadline allows: give `sndbuf`");
  return rc;
}

static int collect_log(struct stream *s) {
  struct log_head head;
  int rc = channel_recv(s->op, &s->channel, &head, sizeof head);
  if (rc) return log_missing(s, rc);
  if (memcmp(head.magic, LOG_MAGIC, 4) != 0 || head.n > PROGRESS_MARKS)
    return fail(&s->failure, CODE_NETWORK, "log", 0, "%s sent something else than its log", s->channel.peer);
  s->progress.n = head.n;
  rc = channel_recv(s->op, &s->channel, s->progress.mark, head.n * sizeof(struct mark));
  if (rc || progress_is_sound(&s->progress)) return rc;
  return fail(&s->failure, CODE_NETWORK, "log", 0, "%s counted no bytes, or its clock ran backwards", s->channel.peer);
}

static void *run_stream(void *context) {
  struct stream *s = context;
  struct switches before = thread_switches();
  uint64_t cpu = thread_cpu_ns();
  s->rc = send_until_end(s);
  s->cpu_ns = thread_cpu_ns() - cpu;
  s->channel.fabric->finish(&s->channel);
  if (!s->rc) s->rc = collect_log(s);
  /* The others' numbers alone would not be what was asked. */
  if (s->rc) atomic_store(&s->op->stop, true);
  s->retransmits = s->channel.fabric->retransmits(&s->channel);
  struct switches after = thread_switches();
  s->switches = (struct switches){after.voluntary - before.voluntary, after.involuntary - before.involuntary};
  return NULL;
}

/* All are connected before the first one sends: the common window then starts early. */
static int connect_streams(struct op *op, const struct plan *plan, struct stream *streams) {
  struct dial dial;
  int rc = dial_read(op, &dial, "bandwidth", plan->size);
  if (!rc) rc = pin_to_cpu(op);
  for (int k = 0; !rc && k < plan->streams; k++) rc = dial_connect(op, &dial, k, &streams[k].channel);
  return rc;
}

/* The stream that failed tells why; those that it stopped only know that they were stopped. */
static int outcome(struct op *op, const struct plan *plan, const struct stream *streams) {
  int rc = 0;
  for (int k = 0; k < plan->streams; k++) {
    if (streams[k].rc && streams[k].failure.code) {
      op->failure = streams[k].failure;
      return streams[k].rc;
    }
    if (streams[k].rc) rc = streams[k].rc;
  }
  return rc;
}

static int run_streams(struct op *op, const struct plan *plan, struct stream *streams, const char *piece) {
  uint64_t end = now_ns() + (uint64_t)plan->duration_ms * 1000000u;
  int rc = 0;
  for (int k = 0; k < plan->streams && !rc; k++) {
    struct stream *s = &streams[k];
    s->piece = piece;
    s->size = (size_t)plan->size;
    s->end = end;
    s->channel.failure = &s->failure;
    int err = pthread_create(&s->thread, NULL, run_stream, s);
    s->started = err == 0;
    if (err) rc = fail(&op->failure, CODE_CALL, "thread", err, "stream %d of %lld", k + 1, plan->streams);
    if (err) atomic_store(&op->stop, true);
  }
  for (int k = 0; k < plan->streams; k++)
    if (streams[k].started) pthread_join(streams[k].thread, NULL);
  return rc ? rc : outcome(op, plan, streams);
}

static int sum_up(struct op *op, const struct plan *plan, const struct stream *streams, struct bandwidth_result *result) {
  const struct progress *logs[STREAMS_MAX];
  struct window window;
  for (int k = 0; k < plan->streams; k++) {
    logs[k] = &streams[k].progress;
    result->around.switches.voluntary += streams[k].switches.voluntary;
    result->around.switches.involuntary += streams[k].switches.involuntary;
    result->around.cpu_ns += streams[k].cpu_ns;
    if (streams[k].retransmits < 0 || result->retransmits < 0) result->retransmits = -1;
    else result->retransmits += streams[k].retransmits;
  }
  if (!progress_window(logs, (unsigned)plan->streams, &window)) {
    fail(&op->failure, CODE_CALL, "window", 0, "the %lld streams were never all running at the same time", plan->streams);
    fail_hint(&op->failure, "ask for a longer duration_ms or fewer streams");
    return op->failure.code;
  }
  result->bytes = window.bytes;
  result->window_ns = window.end - window.start;
  result->rate = rate_of(result->bytes, result->window_ns);
  return 0;
}

static int measure(struct op *op, const struct plan *plan, struct stream *streams, const char *piece) {
  struct bandwidth_result result = {.size = (uint64_t)plan->size, .streams = (uint64_t)plan->streams,
                                    .messages = -1, .rate_out = -1, .rate_in = -1};
  int rc = connect_streams(op, plan, streams);
  if (rc) return rc;
  result.fabric = streams->channel.fabric->name;
  result.around.gap_max = clock_gap_max();
  result.around.start_ns = real_ns();
  rc = run_streams(op, plan, streams, piece);
  result.around.end_ns = real_ns();
  if (!rc) rc = sum_up(op, plan, streams, &result);
  if (!rc) event_bandwidth(op->sink, op->id, &result);
  return rc;
}

int op_bandwidth(struct op *op) {
  struct plan plan;
  if (read_plan(op, &plan)) return op->failure.code;
  struct stream *streams = calloc((size_t)plan.streams, sizeof *streams);
  char *piece = malloc((size_t)plan.size);
  int rc = streams && piece ? 0 : fail(&op->failure, CODE_CALL, "memory", ENOMEM, "bandwidth");
  for (int k = 0; !rc && k < plan.streams; k++) {
    streams[k].op = op;
    streams[k].channel = (struct channel){.fd = -1, .failure = &op->failure};
  }
  /* Not zeros: a link that compresses would look fast. */
  for (long long i = 0; !rc && i < plan.size; i++) piece[i] = (char)(i * 2654435761u >> 13);
  if (!rc) {
    rc = measure(op, &plan, streams, piece);
    for (int k = 0; k < plan.streams; k++)
      if (streams[k].channel.fabric) streams[k].channel.fabric->close(&streams[k].channel);
  }
  free(piece);
  free(streams);
  return rc;
}

static int receive_all(struct op *op, struct channel *channel, char *buf, struct progress *progress) {
  uint64_t moved = now_ns();
  for (;;) {
    ssize_t got = channel->fabric->recv(channel, buf, RECEIVE_BYTES);
    if (got == FABRIC_CLOSED) return 0;
    if (got < 0) return channel_lost(channel, "recv", got);
    uint64_t now = now_ns();
    if (got > 0) progress_add(progress, moved = now, (uint64_t)got);
    if (atomic_load_explicit(&op->stop, memory_order_relaxed)) return CODE_STOPPED;
    int rc = got > 0 ? 0 : channel_wait(op, channel, "recv", moved);
    if (rc) return rc;
  }
}

static int send_log(struct op *op, struct channel *channel, const struct progress *progress) {
  struct log_head head = {.magic = LOG_MAGIC, .n = progress->n};
  int rc = channel_send(op, channel, &head, sizeof head);
  return rc ? rc : channel_send(op, channel, progress->mark, progress->n * sizeof(struct mark));
}

int op_bandwidth_respond(struct op *op, struct channel *channel, const struct greeting *greeting) {
  struct progress *progress = calloc(1, sizeof *progress);
  char *buf = malloc(RECEIVE_BYTES);
  (void)greeting;
  int rc = progress && buf ? receive_all(op, channel, buf, progress) : CODE_CALL;
  if (!rc) {
    progress_end(progress);
    rc = send_log(op, channel, progress);
  }
  free(buf);
  free(progress);
  return rc;
}
