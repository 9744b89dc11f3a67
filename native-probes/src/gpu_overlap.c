/* Computing beside communication, as in training: a bucket of gradients is reduced while the next one is computed. Three steps are timed:
 * computing alone, communication alone, and both together, where each bucket's operation waits for its own computing only. What of the
 * communication is not hidden is together - compute.
 *
 * Computing is multiplications and additions on every multiprocessor, so that the library's kernels share them as they do in training. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_rank.h"
#include "library.h"

#define THREADS_PER_BLOCK 256
#define MULTIPROCESSORS 16 /* CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT */
#define HIP_BLOCKS 128     /* the attribute's number differs between versions of ROCm */
#define FIRST_LOOPS 20000u
#define CALIBRATIONS 4

enum { MARK_START, MARK_END };

struct gpu_compute {
  void *module, *function, *stream, *output;
  void *buckets;      /* GPU memory of all of them, reduced in place */
  void **computed;    /* one event for each bucket */
  void *reduced;      /* the step's last operation */
  size_t elements;    /* of one bucket */
  unsigned loops, blocks;
};

/* For the driver's own compiler. 8 dependent operations in a loop; the store keeps them from being removed. PTX 6.0: CUDA 9, Volta. */
static const char PTX[] =
    ".version 6.0\n"
    ".target sm_70\n"
    ".address_size 64\n"
    ".visible .entry seatrial_compute(.param .u64 output, .param .u32 loops)\n"
    "{\n"
    "  .reg .pred %p<2>;\n"
    "  .reg .b32 %r<3>;\n"
    "  .reg .f32 %f<4>;\n"
    "  .reg .b64 %a<3>;\n"
    "  ld.param.u64 %a1, [output];\n"
    "  ld.param.u32 %r1, [loops];\n"
    "  cvta.to.global.u64 %a2, %a1;\n"
    "  mov.f32 %f1, 0f3F800000;\n"
    "  mov.f32 %f2, 0f3F7FFFFE;\n"
    "  mov.f32 %f3, 0f33800000;\n"
    "  mov.u32 %r2, 0;\n"
    "again:\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  fma.rn.f32 %f1, %f1, %f2, %f3;\n"
    "  add.u32 %r2, %r2, 1;\n"
    "  setp.lt.u32 %p1, %r2, %r1;\n"
    "  @%p1 bra again;\n"
    "  st.global.f32 [%a2], %f1;\n"
    "  ret;\n"
    "}\n";

static const char HIP_SOURCE[] =
    "extern \"C\" __global__ void seatrial_compute(float *output, unsigned loops) {\n"
    "  float f = 1.0f;\n"
    "  for (unsigned i = 0; i < loops; i++)\n"
    "    for (int k = 0; k < 8; k++) f = __builtin_fmaf(f, 0.9999999f, 5.96e-8f);\n"
    "  *output = f;\n"
    "}\n";

static struct {
  int (*create)(void **program, const char *source, const char *name, int headers, const char **header, const char **include);
  int (*compile)(void *program, int options, const char **option);
  int (*size)(void *program, size_t *bytes);
  int (*code)(void *program, char *code);
  int (*destroy)(void **program);
} hiprtc;

static const struct library_function HIPRTC_FUNCTIONS[] = {
    {"hiprtcCreateProgram", &hiprtc.create, false},
    {"hiprtcCompileProgram", &hiprtc.compile, false},
    {"hiprtcGetCodeSize", &hiprtc.size, false},
    {"hiprtcGetCode", &hiprtc.code, false},
    {"hiprtcDestroyProgram", &hiprtc.destroy, false},
};

static int open_hiprtc(struct failure *failure) {
  static const char *const FILES[] = {"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so", "/opt/rocm/lib/libhiprtc.so"};
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
    struct library library = {LIBRARY_INIT,
                              .file = FILES[i],
                              .where = "gpu",
                              .missing = "install hip-dev or hiprtc: the kernel that computes is compiled on the host",
                              .broken = "the file is broken: install hiprtc again",
                              .old = "hiprtc must be of ROCm 5 or newer",
                              .function = HIPRTC_FUNCTIONS,
                              .n = sizeof HIPRTC_FUNCTIONS / sizeof *HIPRTC_FUNCTIONS};
    if (library_open(&library, failure) == 0) return 0;
  }
  return failure->code;
}

static int compile_for_hip(struct gpu_rank *rank, char **code) {
  void *program = NULL;
  size_t bytes = 0;
  int rc = open_hiprtc(&rank->failure);
  if (rc) return rc;
  int error = hiprtc.create(&program, HIP_SOURCE, "seatrial_compute", 0, NULL, NULL);
  if (!error) error = hiprtc.compile(program, 0, NULL);
  if (!error) error = hiprtc.size(program, &bytes);
  *code = error ? NULL : malloc(bytes);
  if (*code) error = hiprtc.code(program, *code);
  if (program) hiprtc.destroy(&program);
  if (*code && !error) return 0;
  fail(&rank->failure, CODE_UNAVAILABLE, "gpu", 0, "hiprtc did not compile the kernel that computes (error %d)", error);
  return rank->failure.code;
}

static int load_kernel(struct gpu_rank *rank, struct gpu_compute *k) {
  char *code = NULL;
  int multiprocessors = HIP_BLOCKS, rc = 0;
  if (gpu_kind() == GPU_HIP) rc = compile_for_hip(rank, &code);
  else
    rc = gpu_called(rank, "counting multiprocessors", gpu.attribute(&multiprocessors, MULTIPROCESSORS, rank->gpu));
  if (!rc) rc = gpu_called(rank, "loading the kernel that computes", gpu.module_load(&k->module, code ? code : PTX));
  if (!rc) rc = gpu_called(rank, "finding the kernel that computes", gpu.module_function(&k->function, k->module, "seatrial_compute"));
  free(code);
  k->blocks = (unsigned)multiprocessors;
  return rc;
}

/* Zeros: their sum is zero however often it is formed, so that no step differs from the one before. */
static int take_buckets(struct gpu_rank *rank, struct gpu_compute *k) {
  const struct collective_overlap *o = &rank->all->c->overlap;
  k->elements = (size_t)o->bucket_bytes / sizeof(float);
  size_t bytes = k->elements * sizeof(float) * (size_t)o->buckets;
  int rc = gpu_called(rank, "allocating GPU memory of the buckets", gpu.alloc(&k->buckets, bytes));
  if (!rc) rc = gpu_called(rank, "clearing the buckets", gpu.fill(k->buckets, 0, bytes, rank->stream));
  return rc ? rc : gpu_called(rank, "allocating GPU memory", gpu.alloc(&k->output, sizeof(float)));
}

int gpu_overlap_prepare(struct gpu_rank *rank) {
  long long buckets = rank->all->c->overlap.buckets;
  struct gpu_compute *k = rank->compute = calloc(1, sizeof *k);
  if (!k || !(k->computed = calloc((size_t)buckets, sizeof *k->computed))) return fail(&rank->failure, CODE_CALL, "memory", ENOMEM, "buckets");
  int rc = load_kernel(rank, k);
  if (!rc) rc = gpu_called(rank, "creating a stream", gpu.stream_create(&k->stream, GPU_STREAM_NON_BLOCKING));
  if (!rc) rc = take_buckets(rank, k);
  if (!rc) rc = gpu_called(rank, "creating an event", gpu.event_create(&k->reduced, 0));
  for (long long b = 0; !rc && b < buckets; b++) rc = gpu_called(rank, "creating an event", gpu.event_create(&k->computed[b], 0));
  return rc;
}

void gpu_overlap_end(struct gpu_rank *rank) {
  struct gpu_compute *k = rank->compute;
  if (!k) return;
  for (long long b = 0; b < rank->all->c->overlap.buckets; b++) gpu.event_destroy(k->computed[b]);
  gpu.event_destroy(k->reduced);
  gpu.free(k->buckets);
  gpu.free(k->output);
  gpu.stream_destroy(k->stream);
  gpu.module_unload(k->module);
  free(k->computed);
  free(k);
  rank->compute = NULL;
}

static int compute(struct gpu_rank *rank) {
  struct gpu_compute *k = rank->compute;
  void *parameters[] = {&k->output, &k->loops};
  return gpu_called(rank, "computing", gpu.launch(k->function, k->blocks, 1, 1, THREADS_PER_BLOCK, 1, 1, 0, k->stream, parameters, NULL));
}

static int reduce(struct gpu_rank *rank, long long bucket) {
  struct gpu_compute *k = rank->compute;
  float *at = (float *)k->buckets + (size_t)bucket * k->elements;
  return gpu_start_operation(rank, rank->stream, at, at, k->elements);
}

static int compute_step(struct gpu_rank *rank) {
  int rc = 0;
  for (long long b = 0; !rc && b < rank->all->c->overlap.buckets; b++) rc = compute(rank);
  return rc;
}

static int reduce_step(struct gpu_rank *rank) {
  int rc = 0;
  for (long long b = 0; !rc && b < rank->all->c->overlap.buckets; b++) rc = reduce(rank, b);
  return rc;
}

/* The next step computes with what this one has reduced, so it waits for it. */
static int both_step(struct gpu_rank *rank) {
  struct gpu_compute *k = rank->compute;
  int rc = 0;
  for (long long b = 0; !rc && b < rank->all->c->overlap.buckets; b++) {
    rc = compute(rank);
    if (!rc) rc = gpu_called(rank, "marking a bucket", gpu.event_record(k->computed[b], k->stream));
    if (!rc) rc = gpu_called(rank, "waiting for a bucket", gpu.stream_wait(rank->stream, k->computed[b], 0));
    if (!rc) rc = reduce(rank, b);
  }
  if (!rc) rc = gpu_called(rank, "marking a step", gpu.event_record(k->reduced, rank->stream));
  return rc ? rc : gpu_called(rank, "waiting for a step", gpu.stream_wait(k->stream, k->reduced, 0));
}

/* One step between two marks on the streams on which it begins and ends. */
static int time_step(struct gpu_rank *rank, int (*step)(struct gpu_rank *rank), void *first, void *last, uint64_t *ns) {
  float ms = 0;
  int rc = gpu_called(rank, "marking the start", gpu.event_record(rank->mark[MARK_START], first));
  if (!rc) rc = step(rank);
  if (!rc) rc = gpu_called(rank, "marking the end", gpu.event_record(rank->mark[MARK_END], last));
  if (!rc) rc = gpu_wait(rank, first);
  if (!rc && first != last) rc = gpu_wait(rank, last);
  if (!rc) rc = gpu_called(rank, "reading the marks", gpu.event_ms(&ms, rank->mark[MARK_START], rank->mark[MARK_END]));
  *ns = ms > 0 ? (uint64_t)((double)ms * 1e6) : 0;
  return rc;
}

/* The ranks begin together; the first step is not counted. */
static int measure(struct gpu_rank *rank, int (*step)(struct gpu_rank *rank), void *first, void *last, uint64_t *ns) {
  const struct collective_overlap *o = &rank->all->c->overlap;
  long long ignored = 0, steps = rank->all->c->iterations;
  int rc = gpu_agree(rank, &ignored);
  gpu_set_patience(rank, (uint64_t)(o->bucket_bytes * o->buckets), 1);
  atomic_fetch_add(&rank->patience, (uint64_t)(o->compute_ns * o->buckets) * 2);
  uint64_t sum = 0;
  for (long long i = -1; !rc && i < steps; i++) {
    rc = time_step(rank, step, first, last, ns);
    sum += i < 0 ? 0 : *ns;
  }
  *ns = sum / (uint64_t)steps;
  atomic_store(&rank->moved_at, 0);
  return rc;
}

/* Finds how many loops take compute_ns on this GPU. Its clock rises with work: a few tries get it warm, too. */
static int calibrate(struct gpu_rank *rank) {
  struct gpu_compute *k = rank->compute;
  double wanted = (double)rank->all->c->overlap.compute_ns;
  int rc = 0;
  k->loops = FIRST_LOOPS;
  for (int i = 0; !rc && i < CALIBRATIONS; i++) {
    uint64_t ns;
    rc = time_step(rank, compute, k->stream, k->stream, &ns);
    double loops = (double)k->loops * wanted / (double)(ns ? ns : 1);
    k->loops = loops < 1 ? 1 : loops > 4e9 ? 4000000000u : (unsigned)loops;
  }
  atomic_store(&rank->moved_at, 0);
  return rc;
}

int gpu_overlap_measure(struct gpu_rank *rank) {
  const struct collective *c = rank->all->c;
  const struct collective_overlap *o = &rank->all->c->overlap;
  struct gpu_compute *k = rank->compute;
  struct overlap_result result = {.rank = rank->rank, .buckets = (uint64_t)o->buckets, .bucket_bytes = k->elements * sizeof(float)};
  result.iterations = (uint64_t)c->iterations;
  gpu_set_patience(rank, 0, 1);
  atomic_fetch_add(&rank->patience, (uint64_t)o->compute_ns * 2);
  int rc = calibrate(rank);
  result.start_ns = real_ns();
  if (!rc) rc = measure(rank, compute_step, k->stream, k->stream, &result.compute);
  if (!rc) rc = measure(rank, reduce_step, rank->stream, rank->stream, &result.communication);
  if (!rc) rc = measure(rank, both_step, k->stream, rank->stream, &result.together);
  result.end_ns = real_ns();
  if (!rc) event_overlap(c->op->sink, c->op->id, &result);
  return rc;
}
