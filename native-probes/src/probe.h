/* What every part of the probe shares: codes, failures, clocks, small files, the running operation.
 *
 * Number parsing is our own on purpose: strtol and sscanf are redirected to symbols of glibc 2.38 by new headers, and they follow the
 * locale of a JVM that loads the library. */
#ifndef SEATRIAL_PROBE_H
#define SEATRIAL_PROBE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emit.h"
#include "request.h"

#define WIRE_VERSION 1
#define PROBE_ABI 1

/* Exit status, `rc` of done and `code` of error: one table, see wire/FORMAT.md. */
enum code {
  CODE_OK = 0,
  CODE_USAGE = 2,
  CODE_NETWORK = 3,
  CODE_DATA = 4,
  CODE_UNAVAILABLE = 5,
  CODE_CALL = 6,
  CODE_TIMEOUT = 7,
  CODE_BUSY = 8,
  CODE_OUTPUT = 9,
  CODE_DEADLINE = 10,
  CODE_STOPPED = 11,
  CODE_STDIN = 77,
  CODE_SIGNAL = 78,
  CODE_PROCESS_DEADLINE = 79
};

/* A peer that was silent this long when the deadline came is the reason for missing it; otherwise there was too much to do. */
#define SILENCE_NS 1000000000u
/* How long any wait lasts before it looks whether it has to end. Half of the 200 ms within which a stop must be obeyed. */
#define SLICE_MS 100
#define NO_DEADLINE UINT64_MAX

/* Why something did not work. code 0 means that nothing failed; err is an errno, 0 when there is none. */
struct failure {
  int code;
  int err;
  char where[32];
  char msg[480];
  char hint[320];
};

/* Fills `failure` and returns `code`, so that a caller can write `return fail(...)`. The errno's text is appended to the message. */
int fail(struct failure *failure, int code, const char *where, int err, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void fail_hint(struct failure *failure, const char *hint);

/* One request while it runs. `stop` is set by another thread; everything else belongs to the thread that runs it. */
struct op {
  struct request request;
  long long id;
  struct sink *sink;
  const char *root; /* stands in place of / for /sys and /proc */
  uint64_t deadline; /* CLOCK_MONOTONIC, ns */
  bool by_hand;      /* the fields were options: messages name them as such */
  bool tells_token;  /* `serve` by hand made its token itself, and says it when it is ready */
  bool guest;        /* inside a process that is not ours (lib.c): no thread, and no library of others */
  atomic_bool stop;
  bool has_ears;
  int ears[2]; /* what the other side says: read by the operation, written by the agent */
  struct failure failure;
};

/* 0 while the operation may go on, else CODE_STOPPED or CODE_DEADLINE. */
int op_over(struct op *op);
/* Runs the request by its `do`, emits its error if there is one, then its `done`. Returns the rc. */
int op_run(struct op *op);
/* Sets id and deadline from the request. False (with a failure) when they are missing or out of range. */
bool op_prepare(struct op *op);

/* Readers of request fields: 0, or CODE_USAGE with op->failure set. REQUIRED as default makes a missing field an error. */
#define REQUIRED INT64_MIN
int want_number(struct op *op, const char *key, long long min, long long max, long long otherwise, long long *value);
/* How messages call a field: `gid_type`, or --gid-type by hand. Returns `name`. */
#define FIELD_NAME_BYTES 48
const char *field_name(const struct op *op, const char *key, char name[FIELD_NAME_BYTES]);
/* Prints the token that `serve` by hand made, once nothing can go wrong any more. */
void op_tell_token(const struct op *op);
int want_text(struct op *op, const char *key, const char *otherwise, const char **value);

/* A measurement: `run` is the side that measures, `respond` the side that answers one connection. */
struct channel;
struct greeting;
struct measurement {
  const char *name;
  int (*run)(struct op *op);
  int (*respond)(struct op *op, struct channel *channel, const struct greeting *greeting);
};
extern const struct measurement MEASUREMENTS[];
const struct measurement *measurement_named(const char *name);

/* op_info.c: the name from the tree, else the kernel's. */
void read_host_name(const char *root, char *host, size_t size);

int op_info(struct op *op);
int op_clock(struct op *op);
int op_serve(struct op *op);
int op_counters(struct op *op);
int op_latency(struct op *op);
int op_latency_respond(struct op *op, struct channel *channel, const struct greeting *greeting);
int op_collective(struct op *op);
int op_bandwidth(struct op *op);
int op_bandwidth_respond(struct op *op, struct channel *channel, const struct greeting *greeting);
/* The same requests when `fabric` is `verbs`: verbs_*.c, or verbs_none.c in a probe without it. */
bool op_is_verbs(const struct op *op);
/* Whether the request has something to hear: it then gets ears before its thread starts. */
bool op_listens(const struct op *op);
int op_verbs_run(struct op *op);
int op_verbs_serve(struct op *op);

/* Pins the calling thread (and those it starts later) to the request's `cpu`, when it has one. */
int pin_to_cpu(struct op *op);

/* clock.c. All in nanoseconds. */
uint64_t now_ns(void);  /* CLOCK_MONOTONIC */
uint64_t real_ns(void); /* CLOCK_REALTIME */
void clock_pair(uint64_t *mono, uint64_t *real);
/* Sleeps until `due`, but no longer than one slice; true when `due` has come. */
bool sleep_slice(uint64_t due);
/* Largest gap between two consecutive readings of the clock while spinning for at least GAP_SPIN_NS. */
#define GAP_SPIN_NS 20000000u
uint64_t clock_gap_max(void);
/* Context switches of the calling thread so far. */
struct switches {
  long long voluntary, involuntary;
};
struct switches thread_switches(void);
uint64_t thread_cpu_ns(void); /* CPU time of the calling thread so far */

/* files.c */
const char *default_root(void);
/* Formats like snprintf; the result is cut where the buffer ends, which callers accept. */
void format(char *buf, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Reads a small file, without its trailing newline. False when it is missing or unreadable (errno is kept): sysfs answers EINVAL for
 * the speed of an interface that is down, and that is as unknown as a missing file. */
bool read_file(char *buf, size_t size, const char *path_fmt, ...) __attribute__((format(printf, 3, 4)));
/* The last component of a symbolic link's target. */
bool read_link_name(char *buf, size_t size, const char *path_fmt, ...) __attribute__((format(printf, 3, 4)));
/* A decimal number that fills the whole text. */
bool parse_number(const char *text, uint64_t *value);
/* Calls `each` for every entry that does not start with a dot, in name order. False when the directory cannot be read. */
bool each_entry(const char *path, void (*each)(void *context, const char *name), void *context);

/* leash.c: what ends a process that nobody needs any more. */
void leash_signals(int output_fd);
/* `last_words`: what is written to the output then; must stay valid. */
void leash_deadline(unsigned seconds, const char *last_words);
void leash_to_stdin(void); /* ends the process when stdin ends; reads and ignores what comes */

/* agent.c, reap.c */
int agent(const struct request *args);
int reap(const struct request *args);

extern const char BUILD_ID[]; /* 12 hex digits, from the content of the sources */
const char *probe_arch(void);

#endif
