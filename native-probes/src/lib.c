/* The door for a process that is not ours (a JVM): short look-ups only, and nothing that the whole process would feel. No signal, no
 * stdout, no exit, no chdir, no setpgid, no thread. Measurements run as processes of their own. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "probe.h"

#define API __attribute__((visibility("default")))

API int seatrial_probe_abi(void);
API int seatrial_probe_call(const char *request, char *buf, int len);

int seatrial_probe_abi(void) {
  return PROBE_ABI;
}

/* One reading of the counters: a call must not wait. */
static bool is_short(const struct request *request) {
  const char *name = request_text(request, "do", "");
  if (strcmp(name, "info") == 0 || strcmp(name, "clock") == 0) return true;
  return strcmp(name, "counters") == 0 && request_number(request, "count", 1) == 1;
}

static void answer(struct sink *sink, struct op *op, const char *request) {
  const char *problem = request_parse(&op->request, request, strlen(request));
  op->sink = sink;
  op->root = request_text(&op->request, "root", default_root());
  op->id = request_number(&op->request, "id", 0);
  op->deadline = NO_DEADLINE;
  op->guest = true;
  if (problem) fail(&op->failure, CODE_USAGE, "request", 0, "%s", problem);
  else if (!is_short(&op->request))
    fail(&op->failure, CODE_USAGE, "request", 0, "only `info`, `clock` and one reading of `counters` may run inside another process");
  op_run(op);
}

/* Lines become members of a list: every newline but the last one is a comma. (A newline inside a text is escaped.) */
static void join_lines(struct sink *sink) {
  for (size_t i = 0; i + 1 < sink->used; i++)
    if (sink->memory[i] == '\n') sink->memory[i] = ',';
  if (sink->used) sink->used--;
}

static int copy_out(const struct sink *events, char *buf, int len) {
  const char *parts[] = {"{\"events\":[", events->memory, "]}"};
  size_t sizes[] = {11, events->used, 2}, at = 0, room = len > 0 ? (size_t)len - 1 : 0;
  for (int i = 0; i < 3; i++) {
    size_t fits = at < room ? room - at : 0;
    if (fits > sizes[i]) fits = sizes[i];
    if (fits) memcpy(buf + at, parts[i], fits);
    at += sizes[i];
  }
  if (len > 0) buf[at < room ? at : room] = 0;
  return (int)at;
}

/* Answers {"do":"info"} and the like with {"events":[...]}, the events of wire/FORMAT.md including `done`. Returns the length of the
 * answer without its NUL; when it is not smaller than `len` the answer was cut: call again with more room (and some to spare, values
 * grow). -1 when there is no memory. */
int seatrial_probe_call(const char *request, char *buf, int len) {
  struct sink sink;
  struct op *op = calloc(1, sizeof *op);
  if (!op) return -1;
  sink_to_memory(&sink);
  answer(&sink, op, request ? request : "");
  join_lines(&sink);
  int n = copy_out(&sink, buf, len);
  sink_free(&sink);
  free(op);
  return n;
}
