#include "gpu_rank.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whole periods of the inputs, so that one filled piece serves everywhere; about 4 MiB. */
#define AGREED_WORDS 3
#define STAGING_ELEMENTS (514u * COLLECTIVE_PERIOD)
/* Looks at the stream that follow each other at once; after them the thread rests between looks, since the GPUs' host threads need its CPU. */
#define QUICK_LOOKS 2000
#define REST_NS 50000u
/* A look at the library's own errors costs more than one at the stream. */
#define LOOKS_PER_ERROR_CHECK 64

int gpu_called(struct gpu_rank *rank, const char *call, int error) {
  return gpu_result(&rank->failure, call, error, rank->gpu);
}

static int nccl_called(struct gpu_rank *rank, const char *call, int error) {
  return nccl_result(&rank->failure, call, error == NCCL_IN_PROGRESS ? 0 : error, (int)rank->rank);
}

static bool is_over(struct gpu_rank *rank) {
  return atomic_load(&rank->all->over);
}

static void moved(struct gpu_rank *rank) {
  atomic_store(&rank->moved_at, now_ns());
}

static void waits_for_nobody(struct gpu_rank *rank) {
  atomic_store(&rank->moved_at, 0);
}

void gpu_set_patience(struct gpu_rank *rank, uint64_t bytes, unsigned times) {
  uint64_t ms = (uint64_t)rank->all->c->stall_ms + times * (bytes / GPU_SLOWEST_BYTES_PER_MS);
  atomic_store(&rank->patience, ms * 1000000u);
}

/* What the library noticed by itself: a peer that is gone, a link that broke. */
static int look_for_error(struct gpu_rank *rank) {
  int noticed = 0, error = nccl.CommGetAsyncError(rank->comm, &noticed);
  int rc = nccl_called(rank, "ncclCommGetAsyncError", error);
  return rc ? rc : nccl_called(rank, "an operation", noticed);
}

/* Waits for `query` of `what`: of a stream or an event. The main thread ends it when it takes too long. */
static int wait_for(struct gpu_rank *rank, int (*query)(void *what), void *what, const char *call) {
  for (unsigned looks = 1;; looks++) {
    int error = query(what);
    if (error != GPU_NOT_READY) return moved(rank), gpu_called(rank, call, error);
    if (is_over(rank)) return CODE_STOPPED;
    int rc = looks % LOOKS_PER_ERROR_CHECK == 0 ? look_for_error(rank) : 0;
    if (rc) return rc;
    if (looks < QUICK_LOOKS) sched_yield();
    else
      sleep_slice(now_ns() + REST_NS);
  }
}

int gpu_wait(struct gpu_rank *rank, void *stream) {
  int rc = wait_for(rank, gpu.stream_query, stream, "an operation");
  return rc ? rc : look_for_error(rank);
}

static int pass_around(struct gpu_rank *rank, void *stream, const float *send, float *recv, size_t elements) {
  const struct collective *c = rank->all->c;
  int next = (int)((rank->rank + 1) % c->ranks), previous = (int)((rank->rank + c->ranks - 1) % c->ranks);
  int error = nccl.Send(send, elements, NCCL_FLOAT32, next, rank->comm, stream);
  return error ? error : nccl.Recv(recv, elements, NCCL_FLOAT32, previous, rank->comm, stream);
}

static int exchange_all(struct gpu_rank *rank, void *stream, const float *send, float *recv, size_t part) {
  int error = 0;
  for (long long peer = 0; !error && peer < rank->all->c->ranks; peer++) {
    error = nccl.Send(send + (size_t)peer * part, part, NCCL_FLOAT32, (int)peer, rank->comm, stream);
    if (!error) error = nccl.Recv(recv + (size_t)peer * part, part, NCCL_FLOAT32, (int)peer, rank->comm, stream);
  }
  return error;
}

/* Sends and receives that need each other must be in one group, or they wait for each other for ever. */
static int start_group(struct gpu_rank *rank, void *stream, const float *send, float *recv, size_t elements) {
  const struct collective *c = rank->all->c;
  int error = nccl.GroupStart();
  if (error) return error;
  error = c->kind == SEND_RECV ? pass_around(rank, stream, send, recv, elements)
                               : exchange_all(rank, stream, send, recv, collective_part(c, elements));
  int ended = nccl.GroupEnd();
  return error ? error : ended;
}

int gpu_start_operation(struct gpu_rank *rank, void *stream, const void *send, void *recv, size_t elements) {
  const struct collective *c = rank->all->c;
  size_t part = collective_part(c, elements);
  int error;
  atomic_fetch_add(&rank->started, 1);
  switch (c->kind) {
    case ALL_REDUCE: error = nccl.AllReduce(send, recv, elements, NCCL_FLOAT32, NCCL_SUM, rank->comm, stream); break;
    case ALL_GATHER: error = nccl.AllGather(send, recv, part, NCCL_FLOAT32, rank->comm, stream); break;
    case REDUCE_SCATTER: error = nccl.ReduceScatter(send, recv, part, NCCL_FLOAT32, NCCL_SUM, rank->comm, stream); break;
    case BROADCAST: error = nccl.Broadcast(send, recv, elements, NCCL_FLOAT32, 0, rank->comm, stream); break;
    default: error = start_group(rank, stream, send, recv, elements);
  }
  moved(rank);
  return nccl_called(rank, c->name, error);
}

/* A sum to which only rank 0 adds something: nobody has it before everybody has come. It is told in several words, of which most count: a
 * library that gives a wrong element must be found by its results, and not make the ranks start different operations. */
int gpu_agree(struct gpu_rank *rank, long long *value) {
  float words[AGREED_WORDS] = {0};
  for (int i = 0; i < AGREED_WORDS && rank->rank == 0; i++) words[i] = (float)*value;
  moved(rank);
  memcpy(rank->staging, words, sizeof words);
  int rc = gpu_called(rank, "copying a word in", gpu.copy_in(rank->word, rank->staging, sizeof words, rank->stream));
  atomic_fetch_add(&rank->started, 1);
  if (!rc)
    rc = nccl_called(
        rank, "ncclAllReduce of a few words", nccl.AllReduce(rank->word, rank->word, AGREED_WORDS, NCCL_FLOAT32, NCCL_SUM, rank->comm, rank->stream));
  if (!rc) rc = gpu_called(rank, "copying a word out", gpu.copy_out(rank->staging, rank->word, sizeof words, rank->stream));
  if (!rc) rc = gpu_wait(rank, rank->stream);
  memcpy(words, rank->staging, sizeof words);
  *value = (long long)(words[0] == words[1] ? words[0] : words[2]);
  waits_for_nobody(rank);
  return rc;
}

/* One size in one placement. */
struct run {
  struct gpu_rank *rank;
  size_t elements;
  bool in_place, last;
  void *send, *recv;
  long long iterations;
  struct collective_result result;
};

/* In place a rank's part lies where it belongs in the whole array: of all-gather in the result, of reduce-scatter in the input. */
static void place(struct run *run) {
  struct gpu_rank *rank = run->rank;
  const struct collective *c = rank->all->c;
  size_t offset = (size_t)rank->rank * collective_part(c, run->elements) * sizeof(float);
  run->send = rank->input;
  run->recv = rank->result;
  if (!run->in_place) return;
  if (c->kind == REDUCE_SCATTER) run->recv = (char *)rank->input + offset;
  else
    run->send = (char *)rank->result + (c->kind == ALL_GATHER ? offset : 0);
}

static void fill_staging(struct gpu_rank *rank) {
  unsigned phase = collective_phase((uint64_t)rank->rank, 0);
  for (size_t i = 0; i < STAGING_ELEMENTS; i++) {
    rank->staging[i] = (float)(phase + 1);
    if (++phase == COLLECTIVE_PERIOD) phase = 0;
  }
}

/* The result is made of NaNs first: what the operation does not write differs from whatever is expected. */
static int put_inputs(struct run *run) {
  struct gpu_rank *rank = run->rank;
  const struct collective *c = rank->all->c;
  size_t n = collective_input_elements(c, run->elements);
  int rc = gpu_called(rank, "clearing the result",
                      gpu.fill(run->recv, 0xff, collective_result_elements(c, run->elements) * sizeof(float), rank->stream));
  fill_staging(rank);
  for (size_t at = 0; !rc && at < n; at += STAGING_ELEMENTS) {
    size_t piece = n - at < STAGING_ELEMENTS ? n - at : STAGING_ELEMENTS;
    rc = gpu_called(rank, "copying the input in", gpu.copy_in((float *)run->send + at, rank->staging, piece * sizeof(float), rank->stream));
  }
  return rc ? rc : gpu_wait(rank, rank->stream);
}

/* What SEATRIAL_PROBE_FAULTS allows, in front of the last size's operations. */
static int do_fault(struct run *run) {
  const struct collective *c = run->rank->all->c;
  if (!run->last || run->rank->rank != c->rank) return 0;
  if (c->fault == FAULT_DIE) kill(getpid(), SIGKILL);
  while (c->fault == FAULT_HANG && !is_over(run->rank)) sleep_slice(NO_DEADLINE);
  return c->fault == FAULT_HANG ? CODE_STOPPED : 0;
}

static int do_wrong_value(struct run *run) {
  const struct collective *c = run->rank->all->c;
  static const float WRONG = -1;
  if (!run->last || run->rank->rank != c->rank || c->fault != FAULT_WRONG_VALUE) return 0;
  size_t middle = collective_result_elements(c, run->elements) / 2;
  return gpu_called(run->rank, "copying a wrong value in", gpu.copy_in((float *)run->recv + middle, &WRONG, sizeof WRONG, run->rank->stream));
}

static int start(struct run *run) {
  return gpu_start_operation(run->rank, run->rank->stream, run->send, run->recv, run->elements);
}

/* The number of operations before mark `i` of `marks`. */
static long long before_mark(long long operations, int marks, int i) {
  return operations * i / (marks - 1);
}

static int count_marks(long long operations) {
  return operations + 1 < GPU_MARKS ? (int)operations + 1 : GPU_MARKS;
}

/* Operations back to back, with marks between groups of them. All are started before the first one is waited for. */
static int start_marked(struct run *run, long long operations) {
  struct gpu_rank *rank = run->rank;
  int marks = count_marks(operations), rc = 0;
  for (int i = 0; !rc && i < marks; i++) {
    rc = gpu_called(rank, "cuEventRecord", gpu.event_record(rank->mark[i], rank->stream));
    long long n = i + 1 < marks ? before_mark(operations, marks, i + 1) - before_mark(operations, marks, i) : 0;
    for (; !rc && n > 0; n--) rc = start(run);
  }
  for (int i = 0; !rc && i < marks; i++) rc = wait_for(rank, gpu.event_query, rank->mark[i], "an operation");
  return rc ? rc : gpu_wait(rank, rank->stream);
}

static int elapsed(struct gpu_rank *rank, int from, int to, uint64_t *ns) {
  float ms = 0;
  int rc = gpu_called(rank, "cuEventElapsedTime", gpu.event_ms(&ms, rank->mark[from], rank->mark[to]));
  *ns = ms > 0 ? (uint64_t)((double)ms * 1e6) : 0;
  return rc;
}

/* mean of all operations; min and max of the means of the groups between two marks. */
static int read_marks(struct run *run, long long operations) {
  struct collective_result *r = &run->result;
  int marks = count_marks(operations);
  uint64_t ns;
  int rc = elapsed(run->rank, 0, marks - 1, &ns);
  r->mean = ns / (uint64_t)operations;
  r->min = UINT64_MAX;
  r->max = 0;
  for (int i = 1; !rc && i < marks; i++) {
    rc = elapsed(run->rank, i - 1, i, &ns);
    ns /= (uint64_t)(before_mark(operations, marks, i) - before_mark(operations, marks, i - 1));
    if (ns < r->min) r->min = ns;
    if (ns > r->max) r->max = ns;
  }
  return rc;
}

/* With a budget rank 0 measures the fewest operations that count and tells everybody how many of them fit. */
static int decide_iterations(struct run *run) {
  const struct collective *c = run->rank->all->c;
  run->iterations = c->iterations;
  if (!c->budget_ms || c->iterations <= COLLECTIVE_MIN_ITERATIONS) return 0;
  int rc = start_marked(run, COLLECTIVE_MIN_ITERATIONS);
  if (!rc) rc = read_marks(run, COLLECTIVE_MIN_ITERATIONS);
  if (rc) return rc;
  uint64_t fit = (uint64_t)c->budget_ms * 1000000u / (run->result.mean ? run->result.mean : 1);
  if (fit < COLLECTIVE_MIN_ITERATIONS) fit = COLLECTIVE_MIN_ITERATIONS;
  if (fit < (uint64_t)run->iterations) run->iterations = (long long)fit;
  return gpu_agree(run->rank, &run->iterations);
}

/* At most a quarter of a budget, but one operation: rank 0 measures that one and tells everybody how many follow. */
static int decide_warm_up(struct run *run, long long *more) {
  const struct collective *c = run->rank->all->c;
  if (!c->budget_ms || *more < 1) return 0;
  int rc = read_marks(run, 1);
  if (rc) return rc;
  uint64_t fit = (uint64_t)c->budget_ms * 250000u / (run->result.mean ? run->result.mean : 1);
  if (fit < (uint64_t)*more + 1) *more = fit ? (long long)fit - 1 : 0;
  return gpu_agree(run->rank, more);
}

static int warm_up(struct run *run) {
  long long more = run->rank->all->c->warmup - 1;
  int rc = do_fault(run);
  if (!rc && more >= 0) rc = start_marked(run, 1);
  if (!rc) rc = decide_warm_up(run, &more);
  for (long long i = 0; !rc && i < more; i++) rc = start(run);
  return rc ? rc : gpu_wait(run->rank, run->rank->stream);
}

static int measure(struct run *run) {
  struct surroundings *around = &run->result.around;
  uint64_t cpu = thread_cpu_ns();
  around->start_ns = real_ns();
  int rc = start_marked(run, run->iterations);
  around->end_ns = real_ns();
  around->cpu_ns = thread_cpu_ns() - cpu;
  waits_for_nobody(run->rank);
  return rc ? rc : read_marks(run, run->iterations);
}

/* What is compared is one more operation on fresh inputs: in place every operation works on the last one's result, and what an operation left
 * out would still be there from the one before. */
static int renew(struct run *run) {
  long long ignored = 0;
  int rc = put_inputs(run);
  if (!rc) rc = gpu_agree(run->rank, &ignored);
  gpu_set_patience(run->rank, run->elements * sizeof(float), 1);
  if (!rc) rc = start(run);
  if (!rc) rc = gpu_wait(run->rank, run->rank->stream);
  waits_for_nobody(run->rank);
  return rc;
}

/* Every element, in pieces that fit into the staging memory. */
static int check(struct run *run) {
  struct gpu_rank *rank = run->rank;
  const struct collective *c = rank->all->c;
  size_t n = collective_result_elements(c, run->elements);
  int rc = renew(run);
  if (!rc) rc = do_wrong_value(run);
  for (size_t at = 0; !rc && at < n; at += STAGING_ELEMENTS) {
    size_t piece = n - at < STAGING_ELEMENTS ? n - at : STAGING_ELEMENTS;
    rc = gpu_called(rank, "copying the result out", gpu.copy_out(rank->staging, (float *)run->recv + at, piece * sizeof(float), rank->stream));
    if (!rc) rc = gpu_wait(rank, rank->stream);
    if (!rc) run->result.wrong += collective_wrong(c, rank->rank, run->elements, rank->staging, at, piece);
  }
  waits_for_nobody(rank);
  return rc;
}

/* The ranks meet before each size. Until then some may still compare the last one's result, for which the same slowest rate is allowed. */
static int meet(struct run *run, uint64_t last_bytes) {
  long long ignored = 0;
  gpu_set_patience(run->rank, last_bytes, 2);
  int rc = put_inputs(run);
  if (!rc) rc = gpu_agree(run->rank, &ignored);
  gpu_set_patience(run->rank, run->elements * sizeof(float), 1);
  return rc;
}

static int run_one(struct gpu_rank *rank, long long bytes, bool in_place, bool last) {
  struct collective *c = rank->all->c;
  struct run run = {.rank = rank, .elements = collective_elements(c, bytes), .in_place = in_place, .last = last};
  uint64_t last_bytes = atomic_exchange(&rank->bytes, run.elements * sizeof(float));
  run.result = (struct collective_result){
      .rank = rank->rank, .bytes = run.elements * sizeof(float), .in_place = in_place, .p50 = -1, .recv_wait = -1, .send_wait = -1};
  atomic_store(&rank->placed_in, in_place);
  place(&run);
  int rc = meet(&run, last_bytes > run.result.bytes ? last_bytes : run.result.bytes);
  if (!rc) rc = warm_up(&run);
  if (!rc) rc = decide_iterations(&run);
  if (!rc) rc = measure(&run);
  if (!rc) rc = check(&run);
  if (rc) return rc;
  run.result.iterations = (uint64_t)run.iterations;
  run.result.around.gap_max = clock_gap_max();
  rank->wrong += run.result.wrong;
  event_collective(c->op->sink, c->op->id, &run.result);
  return 0;
}

static int run_sizes(struct gpu_rank *rank) {
  const struct collective *c = rank->all->c;
  int rc = 0;
  for (unsigned i = 0; !rc && i < c->n_sizes; i++) {
    bool last = i + 1 == c->n_sizes;
    if (c->out_of_place) rc = run_one(rank, c->size[i], false, last && !c->in_place);
    if (!rc && c->in_place) rc = run_one(rank, c->size[i], true, last);
  }
  return rc;
}

static int allocate(struct gpu_rank *rank, void **address, size_t bytes) {
  size_t there = 0, total = 0;
  int error = gpu.alloc(address, bytes);
  if (!error) return 0;
  int rc = gpu_called(rank, "allocating GPU memory", error);
  if (gpu.memory(&there, &total) != 0) return rc;
  size_t n = strlen(rank->failure.msg);
  format(rank->failure.msg + n, sizeof rank->failure.msg - n, "; wanted %zu MiB, %zu of %zu MiB are free", bytes >> 20, there >> 20, total >> 20);
  fail_hint(&rank->failure, "another process holds the memory (`info` lists them), or the largest of `sizes` is too large for two buffers of it");
  return rc;
}

/* All memory is taken before the first operation: an allocation may wait for what runs on another GPU, which waits for this one. */
static int take_memory(struct gpu_rank *rank) {
  const struct collective *c = rank->all->c;
  size_t most = collective_elements(c, c->size[c->n_sizes - 1]);
  rank->input_bytes = collective_input_elements(c, most) * sizeof(float);
  rank->result_bytes = collective_result_elements(c, most) * sizeof(float);
  int rc = gpu_called(rank, "creating a stream", gpu.stream_create(&rank->stream, GPU_STREAM_NON_BLOCKING));
  for (int i = 0; !rc && i < GPU_MARKS; i++) rc = gpu_called(rank, "creating an event", gpu.event_create(&rank->mark[i], 0));
  if (!rc) rc = allocate(rank, &rank->input, rank->input_bytes);
  if (!rc) rc = allocate(rank, &rank->result, rank->result_bytes);
  if (!rc) rc = allocate(rank, &rank->word, AGREED_WORDS * sizeof(float));
  if (!rc) rc = gpu_called(rank, "allocating pinned memory", gpu.host_alloc((void **)&rank->staging, STAGING_ELEMENTS * sizeof(float), 0));
  return !rc && rank->all->c->overlap.buckets ? gpu_overlap_prepare(rank) : rc;
}

static int join(struct gpu_rank *rank) {
  struct gpu_ranks *all = rank->all;
  int rc = gpu_enter(rank->gpu, &rank->failure);
  atomic_store(&rank->phase, GPU_JOINING);
  if (!rc) rc = nccl_called(rank, "ncclCommInitRank", nccl.CommInitRank(&rank->comm, (int)all->c->ranks, all->id, (int)rank->rank));
  return rc ? rc : take_memory(rank);
}

static int await_begin(struct gpu_rank *rank) {
  atomic_store(&rank->phase, GPU_JOINED);
  while (!atomic_load(&rank->all->begun)) {
    if (is_over(rank)) return CODE_STOPPED;
    sleep_slice(now_ns() + 1000000u);
  }
  atomic_store(&rank->phase, GPU_MEASURING);
  return 0;
}

static int leave(struct gpu_rank *rank) {
  long long ignored = 0;
  gpu_set_patience(rank, atomic_load(&rank->bytes), 2);
  int rc = gpu_agree(rank, &ignored);
  if (rc) return rc;
  atomic_store(&rank->phase, GPU_MEASURED);
  moved(rank);
  gpu_set_patience(rank, 0, 1);
  rc = nccl_called(rank, "ncclCommDestroy", nccl.CommDestroy(rank->comm));
  waits_for_nobody(rank);
  return rc;
}

/* Only at the end of a rank that succeeded: after a failure the process ends, and the driver takes everything back. */
static void give_back(struct gpu_rank *rank) {
  gpu_overlap_end(rank);
  gpu.free(rank->input);
  gpu.free(rank->result);
  gpu.free(rank->word);
  gpu.host_free(rank->staging);
  for (int i = 0; i < GPU_MARKS; i++) gpu.event_destroy(rank->mark[i]);
  gpu.stream_destroy(rank->stream);
  gpu_leave(rank->gpu);
}

void *gpu_rank_run(void *context) {
  struct gpu_rank *rank = context;
  int rc = join(rank);
  if (!rc) rc = await_begin(rank);
  if (!rc) rc = run_sizes(rank);
  if (!rc && rank->all->c->overlap.buckets) rc = gpu_overlap_measure(rank);
  if (!rc) rc = leave(rank);
  if (!rc) give_back(rank);
  if (rc && !rank->failure.code) rank->failure.code = rc;
  waits_for_nobody(rank);
  atomic_store(&rank->phase, rc ? GPU_FAILED : GPU_ENDED);
  return NULL;
}
