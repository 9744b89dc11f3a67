#include "gpu_library.h"

#include <string.h>

#include "library.h"

struct gpu_functions gpu;

/* What the two do not share: how a thread gets a GPU, and how an error becomes words. */
static struct {
  int (*get)(int *device, int ordinal);
  int (*retain)(void **context, int device);
  int (*release)(int device);
  int (*set_current)(void *context);
  int (*error_text)(int error, const char **text);
} cuda;
static struct {
  int (*set_device)(int ordinal);
  const char *(*error_text)(int error);
} hip;
static enum gpu_kind kind;

/* The names with _v2 are CUDA's 64-bit interface; those without are an old one that is still exported. */
static const struct library_function CUDA_FUNCTIONS[] = {
    {"cuInit", &gpu.init, false},
    {"cuDeviceGetCount", &gpu.count, false},
    {"cuDriverGetVersion", &gpu.driver_version, false},
    {"cuDeviceGetName", &gpu.name, false},
    {"cuDeviceGetPCIBusId", &gpu.bus, false},
    {"cuDeviceGetAttribute", &gpu.attribute, false},
    {"cuMemGetInfo_v2", &gpu.memory, false},
    {"cuMemAlloc_v2", &gpu.alloc, false},
    {"cuMemFree_v2", &gpu.free, false},
    {"cuMemHostAlloc", &gpu.host_alloc, false},
    {"cuMemFreeHost", &gpu.host_free, false},
    {"cuMemsetD8Async", &gpu.fill, false},
    {"cuMemcpyHtoDAsync_v2", &gpu.copy_in, false},
    {"cuMemcpyDtoHAsync_v2", &gpu.copy_out, false},
    {"cuStreamCreate", &gpu.stream_create, false},
    {"cuStreamQuery", &gpu.stream_query, false},
    {"cuStreamWaitEvent", &gpu.stream_wait, false},
    {"cuStreamDestroy_v2", &gpu.stream_destroy, false},
    {"cuEventCreate", &gpu.event_create, false},
    {"cuEventRecord", &gpu.event_record, false},
    {"cuEventQuery", &gpu.event_query, false},
    {"cuEventElapsedTime", &gpu.event_ms, false},
    {"cuEventDestroy_v2", &gpu.event_destroy, false},
    {"cuModuleLoadData", &gpu.module_load, false},
    {"cuModuleGetFunction", &gpu.module_function, false},
    {"cuModuleUnload", &gpu.module_unload, false},
    {"cuLaunchKernel", &gpu.launch, false},
    {"cuDeviceGet", &cuda.get, false},
    {"cuDevicePrimaryCtxRetain", &cuda.retain, false},
    {"cuDevicePrimaryCtxRelease_v2", &cuda.release, false},
    {"cuCtxSetCurrent", &cuda.set_current, false},
    {"cuGetErrorString", &cuda.error_text, false},
};
static const struct library_function HIP_FUNCTIONS[] = {
    {"hipInit", &gpu.init, false},
    {"hipGetDeviceCount", &gpu.count, false},
    {"hipDriverGetVersion", &gpu.driver_version, false},
    {"hipDeviceGetName", &gpu.name, false},
    {"hipDeviceGetPCIBusId", &gpu.bus, false},
    {"hipDeviceGetAttribute", &gpu.attribute, false},
    {"hipMemGetInfo", &gpu.memory, false},
    {"hipMalloc", &gpu.alloc, false},
    {"hipFree", &gpu.free, false},
    {"hipHostMalloc", &gpu.host_alloc, false},
    {"hipHostFree", &gpu.host_free, false},
    {"hipMemsetD8Async", &gpu.fill, false},
    {"hipMemcpyHtoDAsync", &gpu.copy_in, false},
    {"hipMemcpyDtoHAsync", &gpu.copy_out, false},
    {"hipStreamCreateWithFlags", &gpu.stream_create, false},
    {"hipStreamQuery", &gpu.stream_query, false},
    {"hipStreamWaitEvent", &gpu.stream_wait, false},
    {"hipStreamDestroy", &gpu.stream_destroy, false},
    {"hipEventCreateWithFlags", &gpu.event_create, false},
    {"hipEventRecord", &gpu.event_record, false},
    {"hipEventQuery", &gpu.event_query, false},
    {"hipEventElapsedTime", &gpu.event_ms, false},
    {"hipEventDestroy", &gpu.event_destroy, false},
    {"hipModuleLoadData", &gpu.module_load, false},
    {"hipModuleGetFunction", &gpu.module_function, false},
    {"hipModuleUnload", &gpu.module_unload, false},
    {"hipModuleLaunchKernel", &gpu.launch, false},
    {"hipSetDevice", &hip.set_device, false},
    {"hipGetErrorString", &hip.error_text, false},
};

enum gpu_kind gpu_kind(void) {
  return kind;
}

const char *gpu_kind_name(void) {
  return kind == GPU_CUDA ? "CUDA" : "HIP";
}

static const char *error_text(int error) {
  const char *text = NULL;
  if (kind == GPU_HIP) text = hip.error_text ? hip.error_text(error) : NULL;
  else if (cuda.error_text && cuda.error_text(error, &text) != 0)
    text = NULL;
  return text ? text : "unknown error";
}

int gpu_result(struct failure *failure, const char *call, int error, int ordinal) {
  if (!error) return 0;
  fail(failure, CODE_CALL, "gpu", 0, "%s on GPU %d: %s (%s error %d)", call, ordinal, error_text(error), gpu_kind_name(), error);
  fail_hint(failure, kind == GPU_CUDA ? "`nvidia-smi` and `dmesg | grep Xid` tell whether the GPU and its driver are well"
                                      : "`rocm-smi` and `dmesg | grep amdgpu` tell whether the GPU and its driver are well");
  return failure->code;
}

static int begin(struct failure *problem) {
  int error = gpu.init(0);
  if (!error) return 0;
  const char *call = kind == GPU_CUDA ? "cuInit" : "hipInit";
  fail(problem, CODE_UNAVAILABLE, "gpu", 0, "%s: %s (%s error %d)", call, error_text(error), gpu_kind_name(), error);
  fail_hint(problem, "the driver's library is there but its kernel module is not, they are of different versions, or the container got no GPUs: "
                     "see `nvidia-smi` or `rocm-smi`");
  return problem->code;
}

static int open_at(const char *file, enum gpu_kind as, struct failure *failure) {
  struct library library = {
      LIBRARY_INIT,
      .file = file,
      .where = "gpu",
      .missing = "the host has no GPU driver, or the container was started without its GPUs",
      .broken = "the file is broken, cut off or made for another machine: install the GPU driver again",
      .old = as == GPU_CUDA ? "`runtime` must be the driver's library, libcuda.so.1 (not libcudart), and the driver new enough: update it"
                            : "`runtime` must be libamdhip64.so of ROCm 5 or newer: update it",
      .function = as == GPU_CUDA ? CUDA_FUNCTIONS : HIP_FUNCTIONS,
      .n = as == GPU_CUDA ? sizeof CUDA_FUNCTIONS / sizeof *CUDA_FUNCTIONS : sizeof HIP_FUNCTIONS / sizeof *HIP_FUNCTIONS,
      .begin = begin,
  };
  kind = as;
  return library_open(&library, failure);
}

/* Not the loader's "cannot open" of a file that is simply not there: something that is there and cannot be used must be told. */
static bool is_absent(const struct failure *failure) {
  return strstr(failure->msg, "cannot open shared object file") != NULL;
}

static int open_cuda(struct failure *failure) {
  return open_at("libcuda.so.1", GPU_CUDA, failure);
}

static int open_hip(struct failure *failure) {
  static const char *const FILES[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so", "/opt/rocm/lib/libamdhip64.so"};
  int rc = CODE_UNAVAILABLE;
  for (size_t i = 0; rc && i < sizeof FILES / sizeof *FILES; i++) {
    rc = open_at(FILES[i], GPU_HIP, failure);
    if (rc && !is_absent(failure)) break;
  }
  return rc;
}

static int open_found(bool amd, struct failure *failure) {
  struct failure of_cuda = {0};
  if (!amd && open_cuda(&of_cuda) == 0) return 0;
  if (!amd && !is_absent(&of_cuda)) return *failure = of_cuda, failure->code;
  if (open_hip(failure) == 0) return 0;
  if (amd || !is_absent(failure)) return failure->code;
  fail(failure, CODE_UNAVAILABLE, "gpu", 0,
       "no GPU driver: neither libcuda.so.1 (NVIDIA) nor libamdhip64.so (AMD, also looked for in /opt/rocm/lib) is here");
  fail_hint(failure, "install the driver, start the container with its GPUs, or give the library's path as `runtime`; "
                     "collectives without GPUs have `backend` host");
  return failure->code;
}

/* The file's name tells which of the two it is; a file of another name must say it by its functions. */
int gpu_open(const char *path, bool amd, struct failure *failure) {
  if (!*path) return open_found(amd, failure);
  return open_at(path, amd || strstr(path, "hip") ? GPU_HIP : GPU_CUDA, failure);
}

void gpu_driver_text(char *text, size_t size) {
  int version = 0;
  if (gpu.driver_version(&version) != 0 || version <= 0) return format(text, size, "unknown");
  /* CUDA says 12040 for 12.4; HIP says 60140091 for 6.1.40091. */
  if (kind == GPU_CUDA) return format(text, size, "%d.%d", version / 1000, version % 1000 / 10);
  format(text, size, "%d.%d", version / 10000000, version / 100000 % 100);
}

int gpu_check(int ordinal, struct failure *failure) {
  int count = 0, error = gpu.count(&count);
  if (error) return gpu_result(failure, "counting", error, ordinal);
  if (ordinal >= 0 && ordinal < count) return 0;
  fail(failure, CODE_UNAVAILABLE, "gpu", 0, "GPU %d was asked for; the driver shows %d GPU%s, numbered from 0", ordinal, count, count == 1 ? "" : "s");
  fail_hint(failure, kind == GPU_CUDA
                         ? "`nvidia-smi -L` lists them; one that fell off the bus is missing there, and CUDA_VISIBLE_DEVICES or MIG may hide some"
                         : "`rocm-smi` lists them; HIP_VISIBLE_DEVICES or ROCR_VISIBLE_DEVICES may hide some");
  return failure->code;
}

/* CUDA numbers its devices by handles, HIP by ordinals. */
static int device_of(int ordinal, int *device, struct failure *failure) {
  *device = ordinal;
  return kind == GPU_CUDA ? gpu_result(failure, "cuDeviceGet", cuda.get(device, ordinal), ordinal) : 0;
}

int gpu_describe(int ordinal, char *name, int name_size, char *bus, int bus_size, struct failure *failure) {
  int device, rc = device_of(ordinal, &device, failure);
  if (!rc) rc = gpu_result(failure, "reading its name", gpu.name(name, name_size, device), ordinal);
  if (!rc) rc = gpu_result(failure, "reading its PCI address", gpu.bus(bus, bus_size, device), ordinal);
  /* As sysfs writes it; CUDA has capital digits. */
  for (char *c = bus; !rc && *c; c++)
    if (*c >= 'A' && *c <= 'F') *c += 'a' - 'A';
  return rc;
}

static int enter_cuda(int ordinal, struct failure *failure) {
  int device = 0;
  void *context = NULL;
  int rc = gpu_result(failure, "cuDeviceGet", cuda.get(&device, ordinal), ordinal);
  if (!rc) rc = gpu_result(failure, "cuDevicePrimaryCtxRetain", cuda.retain(&context, device), ordinal);
  return rc ? rc : gpu_result(failure, "cuCtxSetCurrent", cuda.set_current(context), ordinal);
}

int gpu_enter(int ordinal, struct failure *failure) {
  return kind == GPU_CUDA ? enter_cuda(ordinal, failure) : gpu_result(failure, "hipSetDevice", hip.set_device(ordinal), ordinal);
}

void gpu_leave(int ordinal) {
  int device;
  if (kind == GPU_CUDA && cuda.get(&device, ordinal) == 0) cuda.release(device);
}
