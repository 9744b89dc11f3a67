/* A libnccl.so.2, or librccl.so.1 when built with -DHIP. Ranks of one or several processes meet in a file whose name is in the unique id; the
 * sums are real ones. Operations run when their stream gets to them (gpu.c), and end when all ranks have come, as on GPUs.
 *
 * FAKE_NCCL is a list, separated by commas, of faults; `@R` after one makes it rank R's, else it is every rank's; `=N` the number of the
 * operation (from 1 on) from which on it happens, else the first.
 *   init-hang, init-fail   ncclCommInitRank does not return, or fails as without a network
 *   old-driver             it fails as with a driver that is older than the library
 *   hang, die, exit, freeze   in an operation: it never ends, SIGSEGV, exit(3), SIGSTOP
 *   wrong                  one element of the result
 *   remote                 the asynchronous error of a peer that is gone, and no operation ends any more
 *   destroy-hang           ncclCommDestroy does not return
 *   log                    lines on stdout and stderr, one of them longer than an event, one of them without its end
 *   talk                   5001 lines on stdout: 2500 of them information, then 251 warnings among the others
 * FAKE_NCCL_VERSION: what ncclGetVersion tells. FAKE_NCCL_PID: a file for the process id. */
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))
#define RANKS 16
#define ELEMENTS (1u << 19) /* of one rank's input */
#define TOP (1ull << 63)
#ifdef HIP
#define DRIVER "libamdhip64.so.6"
#define VERSION 22106
#else
#define DRIVER "libcuda.so.1"
#define VERSION 22304
#endif
enum { OK = 0, CUDA_ERROR = 1, SYSTEM_ERROR = 2, INVALID_ARGUMENT = 4, INVALID_USAGE = 5, REMOTE_ERROR = 6 };
enum { ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, EXCHANGE };

typedef struct {
  char path[128];
} nccl_id;

/* What all ranks share. `turn` counts those who have come to a meeting. */
struct hall {
  atomic_uint come, turn;
  float input[RANKS][ELEMENTS];
  uint32_t to[RANKS][RANKS], at[RANKS][RANKS]; /* EXCHANGE: elements for each rank, and where they begin in the input */
};

struct comm {
  struct hall *hall;
  int ranks, rank;
  atomic_bool aborted;
  atomic_uint operations;
  bool remote;
};

struct operation {
  struct comm *comm;
  int kind;
  const float *send;
  float *recv;
  size_t n;
  int root;
  const float *from[RANKS];
  float *into[RANKS];
  size_t sent[RANKS], received[RANKS];
};

static const char *words = "";
static __thread bool grouping;
static __thread struct operation *group;
static __thread void *group_stream;

/* Whether the fault is to happen to this rank at this operation. */
static bool fault(const char *name, int rank, unsigned operation) {
  char list[256], *save;
  const char *value = getenv("FAKE_NCCL");
  snprintf(list, sizeof list, "%s", value ? value : "");
  for (char *item = strtok_r(list, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
    char *at = strchr(item, '@'), *from = strchr(item, '=');
    size_t n = strcspn(item, "@=");
    if (strlen(name) != n || strncmp(item, name, n) != 0) continue;
    if (at && atoi(at + 1) != rank) continue;
    return !from || operation >= (unsigned)atoi(from + 1);
  }
  return false;
}

static void rest(void) {
  struct timespec t = {0, 20000};
  nanosleep(&t, NULL);
}

static void for_ever(struct comm *comm) {
  while (!comm || !atomic_load(&comm->aborted)) rest();
}

/* Everybody's meeting. False when the communicator was aborted meanwhile. */
static bool meet(struct comm *c) {
  unsigned turn = atomic_load(&c->hall->turn);
  if (atomic_fetch_add(&c->hall->come, 1) + 1 == (unsigned)c->ranks) {
    atomic_store(&c->hall->come, 0);
    atomic_fetch_add(&c->hall->turn, 1);
    return true;
  }
  for (int i = 0; atomic_load(&c->hall->turn) == turn; i++) {
    if (atomic_load(&c->aborted)) return false;
    if (i < 100) sched_yield();
    else rest();
  }
  return true;
}

API const char *ncclGetErrorString(int result) {
  static const char *const TEXTS[] = {"no error", "unhandled cuda error", "unhandled system error", "internal error", "invalid argument", "invalid usage",
                                      "remote process exited or there was a network error"};
  return result >= 0 && result <= REMOTE_ERROR ? TEXTS[result] : "unknown result code";
}

API const char *ncclGetLastError(void *comm) {
  (void)comm;
  return words;
}

API int ncclGetVersion(int *version) {
  const char *other = getenv("FAKE_NCCL_VERSION");
  *version = other ? atoi(other) : VERSION;
  return OK;
}

API int ncclGetUniqueId(nccl_id *id) {
  memset(id, 0x5a, sizeof *id);
  snprintf(id->path, sizeof id->path, "/dev/shm/fake-nccl-XXXXXX");
  int fd = mkstemp(id->path);
  if (fd < 0 || ftruncate(fd, sizeof(struct hall)) != 0) return SYSTEM_ERROR;
  close(fd);
  return OK;
}

static void leave_pid(void) {
  const char *path = getenv("FAKE_NCCL_PID");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
}

static void say_something(int rank) {
  printf("host:1:1 [%d] NCCL INFO Bootstrap : Using \"eth0\"\n", rank);
  fprintf(stderr, "rank %d on stderr\nhalf a line of rank %d", rank, rank);
  for (int i = 0; i < 5000; i++) putchar('x');
  putchar('\n');
}

static void say_too_much(int rank) {
  for (int i = 0; i < 2500; i++) printf("host:1:1 [%d] NCCL INFO line %d\n", rank, i);
  printf("host:1:1 [%d] net.cc:1 NCCL WARN the first\n", rank);
  for (int i = 0; i < 250; i++) printf("host:1:1 [%d] net.cc:1 NCCL WARN again\n", rank);
  for (int i = 0; i < 2249; i++) printf("host:1:1 [%d] NCCL INFO line %d\n", rank, 2500 + i);
  printf("host:1:1 [%d] NCCL INFO comm 0x1 rank %d - Abort COMPLETE\n", rank, rank);
}

static int refuse(int result, const char *why) {
  words = why;
  return result;
}

API int ncclCommInitRank(void **comm, int ranks, nccl_id id, int rank) {
  leave_pid();
  if (fault("log", rank, 0)) say_something(rank);
  if (fault("talk", rank, 0)) say_too_much(rank);
  if (fault("init-hang", rank, 0)) for_ever(NULL);
  if (fault("init-fail", rank, 0)) return refuse(SYSTEM_ERROR, "Bootstrap : no socket interface found");
  if (fault("old-driver", rank, 0)) return refuse(CUDA_ERROR, "Cuda failure 'CUDA driver version is insufficient for CUDA runtime version'");
  int fd = open(id.path, O_RDWR);
  if (fd < 0 || ranks > RANKS || rank < 0 || rank >= ranks) return refuse(INVALID_ARGUMENT, id.path);
  struct comm *c = calloc(1, sizeof *c);
  *c = (struct comm){.ranks = ranks, .rank = rank};
  c->hall = mmap(NULL, sizeof *c->hall, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (c->hall == MAP_FAILED) return SYSTEM_ERROR;
  meet(c);
  unlink(id.path);
  *comm = c;
  return OK;
}

static const float *host(const void *address) {
  return (const float *)((unsigned long long)address & ~TOP);
}

static void add_up(const struct operation *o, float *into, size_t first, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float sum = 0;
    for (int r = 0; r < o->comm->ranks; r++) sum += o->comm->hall->input[r][first + i];
    into[i] = sum;
  }
}

static void put_in(const struct operation *o) {
  struct comm *c = o->comm;
  size_t at = 0;
  if (o->kind != EXCHANGE) memcpy(c->hall->input[c->rank], o->send, (o->kind == REDUCE_SCATTER ? o->n * (size_t)c->ranks : o->n) * 4);
  for (int r = 0; o->kind == EXCHANGE && r < c->ranks; r++) {
    c->hall->at[c->rank][r] = (uint32_t)at;
    c->hall->to[c->rank][r] = (uint32_t)o->sent[r];
    memcpy(c->hall->input[c->rank] + at, o->from[r], o->sent[r] * 4);
    at += o->sent[r];
  }
}

static void take_out(const struct operation *o) {
  struct comm *c = o->comm;
  struct hall *h = c->hall;
  if (o->kind == ALL_REDUCE) add_up(o, o->recv, 0, o->n);
  if (o->kind == REDUCE_SCATTER) add_up(o, o->recv, (size_t)c->rank * o->n, o->n);
  if (o->kind == BROADCAST) memcpy(o->recv, h->input[o->root], o->n * 4);
  for (int r = 0; o->kind == ALL_GATHER && r < c->ranks; r++) memcpy(o->recv + (size_t)r * o->n, h->input[r], o->n * 4);
  for (int r = 0; o->kind == EXCHANGE && r < c->ranks; r++) {
    if (h->to[r][c->rank] != o->received[r]) abort(); /* a Recv of another size than the peer's Send */
    memcpy(o->into[r], h->input[r] + h->at[r][c->rank], o->received[r] * 4);
  }
}

static float *first_result(const struct operation *o) {
  if (o->kind != EXCHANGE) return o->recv;
  for (int r = 0; r < o->comm->ranks; r++)
    if (o->received[r]) return o->into[r];
  return NULL;
}

static void run(void *context) {
  struct operation *o = context;
  struct comm *c = o->comm;
  unsigned number = atomic_fetch_add(&c->operations, 1) + 1;
  if (fault("die", c->rank, number)) raise(SIGSEGV);
  if (fault("exit", c->rank, number)) exit(3);
  if (fault("freeze", c->rank, number)) raise(SIGSTOP);
  c->remote = fault("remote", c->rank, number);
  if (c->remote || fault("hang", c->rank, number)) for_ever(c);
  if (atomic_load(&c->aborted)) return;
  put_in(o);
  if (!meet(c)) return;
  take_out(o);
  if (fault("wrong", c->rank, number) && first_result(o)) *first_result(o) += 1;
  meet(c);
  free(o);
}

static int push(void *stream, struct operation *o) {
  static int (*stream_push)(void *stream, void (*run)(void *context), void *context);
  if (!stream_push) {
    void *symbol = dlsym(dlopen(DRIVER, RTLD_NOW), "fake_stream_push");
    memcpy(&stream_push, &symbol, sizeof symbol);
  }
  return stream_push(stream, run, o) ? CUDA_ERROR : OK;
}

static int start(int kind, const void *send, void *recv, size_t n, int root, int type, void *comm, void *stream) {
  struct comm *c = comm;
  struct operation *o = calloc(1, sizeof *o);
  size_t input = kind == REDUCE_SCATTER ? n * (size_t)c->ranks : n;
  if (type != 7 || input > ELEMENTS || !((unsigned long long)send & TOP) || !((unsigned long long)recv & TOP)) return refuse(INVALID_ARGUMENT, "fake: argument");
  *o = (struct operation){.comm = c, .kind = kind, .send = host(send), .recv = (float *)host(recv), .n = n, .root = root};
  return push(stream, o);
}

API int ncclAllReduce(const void *send, void *recv, size_t n, int type, int op, void *comm, void *stream) {
  return op ? INVALID_ARGUMENT : start(ALL_REDUCE, send, recv, n, 0, type, comm, stream);
}
API int ncclAllGather(const void *send, void *recv, size_t n, int type, void *comm, void *stream) {
  return start(ALL_GATHER, send, recv, n, 0, type, comm, stream);
}
API int ncclReduceScatter(const void *send, void *recv, size_t n, int type, int op, void *comm, void *stream) {
  return op ? INVALID_ARGUMENT : start(REDUCE_SCATTER, send, recv, n, 0, type, comm, stream);
}
API int ncclBroadcast(const void *send, void *recv, size_t n, int type, int root, void *comm, void *stream) {
  return start(BROADCAST, send, recv, n, root, type, comm, stream);
}

API int ncclGroupStart(void) {
  grouping = true;
  group = NULL;
  return OK;
}

static int into_group(void *comm, void *stream) {
  if (!grouping) return refuse(INVALID_USAGE, "fake: Send or Recv outside a group");
  if (!group) group = calloc(1, sizeof *group);
  group->comm = comm;
  group->kind = EXCHANGE;
  group_stream = stream;
  return OK;
}

API int ncclSend(const void *send, size_t n, int type, int peer, void *comm, void *stream) {
  int result = type == 7 ? into_group(comm, stream) : INVALID_ARGUMENT;
  if (result) return result;
  group->from[peer] = host(send);
  group->sent[peer] = n;
  return OK;
}
API int ncclRecv(void *recv, size_t n, int type, int peer, void *comm, void *stream) {
  int result = type == 7 ? into_group(comm, stream) : INVALID_ARGUMENT;
  if (result) return result;
  group->into[peer] = (float *)host(recv);
  group->received[peer] = n;
  return OK;
}
API int ncclGroupEnd(void) {
  grouping = false;
  return group ? push(group_stream, group) : OK;
}

API int ncclCommGetAsyncError(void *comm, int *error) {
  *error = ((struct comm *)comm)->remote ? REMOTE_ERROR : OK;
  return OK;
}
API int ncclCommDestroy(void *comm) {
  if (fault("destroy-hang", ((struct comm *)comm)->rank, 0)) for_ever(comm);
  return OK;
}
API int ncclCommAbort(void *comm) {
  atomic_store(&((struct comm *)comm)->aborted, true);
  return OK;
}
