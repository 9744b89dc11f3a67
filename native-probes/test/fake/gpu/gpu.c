/* A GPU driver's library for machines without a GPU: libcuda.so.1, or libamdhip64.so.6 when built with -DHIP. "GPU memory" is host memory
 * whose addresses have the top bit set, so that a probe that touches it itself dies at once. A stream is a thread that works off what
 * was put into it, so that nothing is finished when a call returns, and a collective that hangs looks as it does on a GPU.
 *
 * FAKE_GPUS=N        GPUs (8)
 * FAKE_GPU=no-driver initialisation fails, as with a library without its kernel module
 * FAKE_GPU=full      no memory of a MiB and more
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define API __attribute__((visibility("default")))
enum { OK = 0, INVALID = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_HANDLE = 400, NOT_READY = 600 };
#define TOP (1ull << 63)

struct task {
  void (*run)(void *context);
  void *context;
  struct task *next;
};

struct stream {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t news;
  struct task *first, **last;
  bool busy, ended;
};

struct event {
  pthread_mutex_t lock;
  pthread_cond_t news;
  unsigned long recorded, reached; /* times */
  double ms;
};

static bool mode(const char *name) {
  const char *value = getenv("FAKE_GPU");
  return value && strcmp(value, name) == 0;
}

static int gpus(void) {
  const char *n = getenv("FAKE_GPUS");
  return n ? atoi(n) : 8;
}

static void *host_of(const void *address) {
  return (void *)((unsigned long long)address & ~TOP);
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void *work(void *context) {
  struct stream *s = context;
  pthread_mutex_lock(&s->lock);
  while (!s->ended) {
    struct task *task = s->first;
    if (!task) {
      pthread_cond_wait(&s->news, &s->lock);
      continue;
    }
    s->first = task->next;
    if (!s->first) s->last = &s->first;
    s->busy = true;
    pthread_mutex_unlock(&s->lock);
    task->run(task->context);
    free(task);
    pthread_mutex_lock(&s->lock);
    s->busy = false;
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

/* For the fake NCCL: does something when the stream gets there. */
API int fake_stream_push(void *stream, void (*run)(void *context), void *context) {
  struct stream *s = stream;
  struct task *task = calloc(1, sizeof *task);
  if (!s || !task) return INVALID_HANDLE;
  task->run = run;
  task->context = context;
  pthread_mutex_lock(&s->lock);
  *s->last = task;
  s->last = &task->next;
  pthread_cond_signal(&s->news);
  pthread_mutex_unlock(&s->lock);
  return OK;
}

struct copy {
  void *to;
  const void *from;
  size_t bytes;
  int byte;
};

static void run_copy(void *context) {
  struct copy *c = context;
  if (c->from) memcpy(c->to, c->from, c->bytes);
  else memset(c->to, c->byte, c->bytes);
  free(c);
}

static int push_copy(void *stream, void *to, const void *from, size_t bytes, int byte) {
  struct copy *c = malloc(sizeof *c);
  *c = (struct copy){to, from, bytes, byte};
  return fake_stream_push(stream, run_copy, c);
}

static void run_record(void *context) {
  struct event *e = context;
  pthread_mutex_lock(&e->lock);
  e->ms = now_ms();
  e->reached++;
  pthread_cond_broadcast(&e->news);
  pthread_mutex_unlock(&e->lock);
}

struct wait {
  struct event *event;
  unsigned long until;
};

static void run_wait(void *context) {
  struct wait *w = context;
  pthread_mutex_lock(&w->event->lock);
  while (w->event->reached < w->until) pthread_cond_wait(&w->event->news, &w->event->lock);
  pthread_mutex_unlock(&w->event->lock);
  free(w);
}

/* A loop of the kernel takes 10 ns here. */
static void run_kernel(void *context) {
  unsigned long long ns = (unsigned long long)context * 10;
  struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  nanosleep(&t, NULL);
}

static int init(unsigned flags) {
  return flags == 0 && !mode("no-driver") ? OK : NO_DEVICE;
}

static int count(int *n) {
  *n = gpus();
  return OK;
}

static int name_of(char *name, int size, int device) {
  snprintf(name, (size_t)size, "Fake GPU %d", device);
  return OK;
}

static int bus_of(char *bus, int size, int device) {
  snprintf(bus, (size_t)size, "0000:%02X:00.0", 26 + device);
  return OK;
}

static int take(void **address, size_t bytes) {
  if (mode("full") && bytes >= 1 << 20) return OUT_OF_MEMORY;
  void *memory = malloc(bytes);
  *address = (void *)((unsigned long long)memory | TOP);
  return memory ? OK : OUT_OF_MEMORY;
}

static int give(void *address) {
  if (!((unsigned long long)address & TOP)) return INVALID;
  free(host_of(address));
  return OK;
}

static int take_host(void **address, size_t bytes, unsigned flags) {
  *address = malloc(bytes);
  return *address && flags == 0 ? OK : OUT_OF_MEMORY;
}

static int give_host(void *address) {
  free(address);
  return OK;
}

static int new_stream(void **stream, unsigned flags) {
  struct stream *s = calloc(1, sizeof *s);
  if (!s || flags != 1) return INVALID;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->news, NULL);
  s->last = &s->first;
  *stream = s;
  return pthread_create(&s->thread, NULL, work, s) == 0 ? OK : OUT_OF_MEMORY;
}

static int look_at_stream(void *stream) {
  struct stream *s = stream;
  pthread_mutex_lock(&s->lock);
  bool idle = !s->first && !s->busy;
  pthread_mutex_unlock(&s->lock);
  return idle ? OK : NOT_READY;
}

static int end_stream(void *stream) {
  struct stream *s = stream;
  pthread_mutex_lock(&s->lock);
  s->ended = true;
  pthread_cond_signal(&s->news);
  pthread_mutex_unlock(&s->lock);
  pthread_join(s->thread, NULL);
  free(s);
  return OK;
}

static int new_event(void **event, unsigned flags) {
  struct event *e = calloc(1, sizeof *e);
  if (!e || flags) return INVALID;
  pthread_mutex_init(&e->lock, NULL);
  pthread_cond_init(&e->news, NULL);
  *event = e;
  return OK;
}

static int record(void *event, void *stream) {
  struct event *e = event;
  pthread_mutex_lock(&e->lock);
  e->recorded++;
  pthread_mutex_unlock(&e->lock);
  return fake_stream_push(stream, run_record, e);
}

static int look_at_event(void *event) {
  struct event *e = event;
  pthread_mutex_lock(&e->lock);
  bool reached = e->reached == e->recorded;
  pthread_mutex_unlock(&e->lock);
  return reached ? OK : NOT_READY;
}

static int wait_event(void *stream, void *event, unsigned flags) {
  struct wait *w = malloc(sizeof *w);
  struct event *e = event;
  pthread_mutex_lock(&e->lock);
  *w = (struct wait){e, e->recorded};
  pthread_mutex_unlock(&e->lock);
  return flags ? INVALID : fake_stream_push(stream, run_wait, w);
}

static int between(float *ms, void *start, void *end) {
  struct event *a = start, *b = end;
  if (!a->reached || !b->reached) return INVALID_HANDLE;
  *ms = (float)(b->ms - a->ms);
  return OK;
}

static int end_event(void *event) {
  free(event);
  return OK;
}

static int launch(void *function, unsigned threads, unsigned blocks, void *stream, void **parameters) {
  if (!function || !threads || !blocks || !((unsigned long long)*(void **)parameters[0] & TOP)) return INVALID;
  return fake_stream_push(stream, run_kernel, (void *)(unsigned long)*(unsigned *)parameters[1]);
}

static int memory_left(size_t *left, size_t *total) {
  *left = 512u << 20;
  *total = 80ull << 30;
  return OK;
}

#ifdef HIP
#define NAME(cuda, hip) hip
#define IMAGE "compiled by the fake hiprtc"
API int hipSetDevice(int device);
API int hipSetDevice(int device) {
  return device < gpus() ? OK : INVALID_DEVICE;
}
API const char *hipGetErrorString(int error);
API const char *hipGetErrorString(int error) {
  return error == NO_DEVICE ? "no ROCm-capable device is detected" : "some HIP error";
}
#else
#define NAME(cuda, hip) cuda
#define IMAGE ".version"
static int contexts[64];
API int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal < gpus() ? OK : INVALID_DEVICE;
}
API int cuDevicePrimaryCtxRetain(void **context, int device) {
  contexts[device]++;
  *context = &contexts[device];
  return OK;
}
API int cuDevicePrimaryCtxRelease_v2(int device) {
  return contexts[device]-- > 0 ? OK : INVALID;
}
API int cuCtxSetCurrent(void *context) {
  return (int *)context >= contexts && (int *)context < contexts + 64 ? OK : INVALID;
}
API int cuGetErrorString(int error, const char **text) {
  *text = error == NO_DEVICE ? "no CUDA-capable device is detected" : error == OUT_OF_MEMORY ? "out of memory" : "some CUDA error";
  return OK;
}
#endif

API int NAME(cuInit, hipInit)(unsigned flags) { return init(flags); }
API int NAME(cuDeviceGetCount, hipGetDeviceCount)(int *n) { return count(n); }
API int NAME(cuDriverGetVersion, hipDriverGetVersion)(int *v) { return *v = NAME(12040, 60140091), OK; }
API int NAME(cuDeviceGetName, hipDeviceGetName)(char *name, int size, int device) { return name_of(name, size, device); }
API int NAME(cuDeviceGetPCIBusId, hipDeviceGetPCIBusId)(char *bus, int size, int device) { return bus_of(bus, size, device); }
API int NAME(cuDeviceGetAttribute, hipDeviceGetAttribute)(int *v, int attribute, int device) { return (void)device, *v = 4, attribute == 16 ? OK : INVALID; }
API int NAME(cuMemGetInfo_v2, hipMemGetInfo)(size_t *left, size_t *total) { return memory_left(left, total); }
API int NAME(cuMemAlloc_v2, hipMalloc)(void **address, size_t bytes) { return take(address, bytes); }
API int NAME(cuMemFree_v2, hipFree)(void *address) { return give(address); }
API int NAME(cuMemHostAlloc, hipHostMalloc)(void **address, size_t bytes, unsigned flags) { return take_host(address, bytes, flags); }
API int NAME(cuMemFreeHost, hipHostFree)(void *address) { return give_host(address); }
API int NAME(cuMemsetD8Async, hipMemsetD8Async)(void *at, unsigned char byte, size_t n, void *stream) { return push_copy(stream, host_of(at), NULL, n, byte); }
API int NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(void *to, const void *from, size_t n, void *stream) { return push_copy(stream, host_of(to), from, n, 0); }
API int NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *to, void *from, size_t n, void *stream) { return push_copy(stream, to, host_of(from), n, 0); }
API int NAME(cuStreamCreate, hipStreamCreateWithFlags)(void **stream, unsigned flags) { return new_stream(stream, flags); }
API int NAME(cuStreamQuery, hipStreamQuery)(void *stream) { return look_at_stream(stream); }
API int NAME(cuStreamWaitEvent, hipStreamWaitEvent)(void *stream, void *event, unsigned flags) { return wait_event(stream, event, flags); }
API int NAME(cuStreamDestroy_v2, hipStreamDestroy)(void *stream) { return end_stream(stream); }
API int NAME(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags) { return new_event(event, flags); }
API int NAME(cuEventRecord, hipEventRecord)(void *event, void *stream) { return record(event, stream); }
API int NAME(cuEventQuery, hipEventQuery)(void *event) { return look_at_event(event); }
API int NAME(cuEventElapsedTime, hipEventElapsedTime)(float *ms, void *start, void *end) { return between(ms, start, end); }
API int NAME(cuEventDestroy_v2, hipEventDestroy)(void *event) { return end_event(event); }
API int NAME(cuModuleLoadData, hipModuleLoadData)(void **module, const void *image) { return *module = strncmp(image, IMAGE, strlen(IMAGE)) == 0 ? (void *)IMAGE : NULL, *module ? OK : INVALID; }
API int NAME(cuModuleGetFunction, hipModuleGetFunction)(void **f, void *module, const char *name) { return *f = module, strcmp(name, "seatrial_compute") ? INVALID : OK; }
API int NAME(cuModuleUnload, hipModuleUnload)(void *module) { return module ? OK : INVALID; }
API int NAME(cuLaunchKernel, hipModuleLaunchKernel)(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
                                                    void **parameters, void **extra) {
  if (gy != 1 || gz != 1 || by != 1 || bz != 1 || shared || extra) return INVALID;
  return launch(f, bx, gx, stream, parameters);
}
