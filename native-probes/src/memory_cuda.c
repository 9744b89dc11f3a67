/* Memory of an NVIDIA GPU through the driver's own library, the only part of CUDA that every GPU host has. The device reaches it by a
 * dma-buf where the driver exports one (CUDA 11.7, kernel 5.12), else by the nvidia-peermem module, which makes ibv_reg_mr understand
 * GPU addresses. The prototypes are written down here, so that no CUDA header is needed; the names with _v2 are the 64-bit interface. */
#include <errno.h>
#include <unistd.h>

#include "library.h"
#include "memory.h"

#define ATTRIBUTE_DMA_BUF 124 /* CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED */
#define HANDLE_DMA_BUF_FD 1   /* CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD */
#define POINTER_SYNC_MEMOPS 6 /* CU_POINTER_ATTRIBUTE_SYNC_MEMOPS */
/* A dma-buf covers whole pages; cuMemAlloc aligns small pieces to 512 bytes only, so one page more is taken. */
#define GPU_PAGE 65536u

typedef int (*cuda_get_handle)(void *handle, unsigned long long address, size_t size, int type, unsigned long long flags);

static struct {
  int (*Init)(unsigned flags);
  int (*DeviceGetCount)(int *count);
  int (*DeviceGet)(int *device, int ordinal);
  int (*DeviceGetAttribute)(int *value, int attribute, int device);
  int (*DevicePrimaryCtxRetain)(void **context, int device);
  int (*DevicePrimaryCtxRelease_v2)(int device);
  int (*CtxSetCurrent)(void *context);
  int (*MemAlloc_v2)(unsigned long long *address, size_t bytes);
  int (*MemFree_v2)(unsigned long long address);
  int (*MemsetD32_v2)(unsigned long long address, unsigned value, size_t n);
  int (*PointerSetAttribute)(const void *value, int attribute, unsigned long long address);
  int (*GetErrorString)(int error, const char **text);
  cuda_get_handle MemGetHandleForAddressRange; /* optional */
} cuda;

static const struct library_function FUNCTIONS[] = {
#define FUNCTION(name) {"cu" #name, &cuda.name, false}
    FUNCTION(Init),
    FUNCTION(DeviceGetCount),
    FUNCTION(DeviceGet),
    FUNCTION(DeviceGetAttribute),
    FUNCTION(DevicePrimaryCtxRetain),
    FUNCTION(DevicePrimaryCtxRelease_v2),
    FUNCTION(CtxSetCurrent),
    FUNCTION(MemAlloc_v2),
    FUNCTION(MemFree_v2),
    FUNCTION(MemsetD32_v2),
    FUNCTION(PointerSetAttribute),
    FUNCTION(GetErrorString),
#undef FUNCTION
    {"cuMemGetHandleForAddressRange", &cuda.MemGetHandleForAddressRange, true},
};

static const char *cuda_text(int error) {
  const char *text = NULL;
  return cuda.GetErrorString && cuda.GetErrorString(error, &text) == 0 && text ? text : "unknown error";
}

static int cuda_failed(struct failure *failure, const char *call, int error, int gpu) {
  fail(failure, CODE_CALL, "cuda", 0, "%s on GPU %d: %s (CUDA error %d)", call, gpu, cuda_text(error), error);
  fail_hint(failure, "`nvidia-smi` tells whether the GPU and its driver are well, and who else uses its memory");
  return failure->code;
}

static int begin(struct failure *problem) {
  int error = cuda.Init(0);
  if (!error) return 0;
  fail(problem, CODE_UNAVAILABLE, "cuda", 0, "cuInit: %s (CUDA error %d)", cuda_text(error), error);
  fail_hint(problem, "the driver's library is there but its kernel module is not, or they are of different versions: see `nvidia-smi`");
  return problem->code;
}

static struct library library = {
    LIBRARY_INIT,
    .file = "libcuda.so.1",
    .where = "cuda",
    .missing = "the host has no NVIDIA driver, or the container was started without its GPUs",
    .broken = "the file is broken, cut off or made for another machine: install the NVIDIA driver again",
    .old = "the NVIDIA driver is too old for the probe: update it",
    .function = FUNCTIONS,
    .n = sizeof FUNCTIONS / sizeof *FUNCTIONS,
    .begin = begin,
};

/* The primary context is shared by all threads and operations of this process; it is counted. */
static int enter(struct memory *m, struct failure *failure) {
  int count = 0, device;
  void *context;
  int error = cuda.DeviceGetCount(&count);
  if (error) return cuda_failed(failure, "cuDeviceGetCount", error, m->gpu);
  if (m->gpu >= count)
    return fail(failure, CODE_UNAVAILABLE, "cuda", 0, "GPU %d was asked for; the driver shows %d GPUs (numbered from 0)", m->gpu, count);
  error = cuda.DeviceGet(&device, m->gpu);
  if (error) return cuda_failed(failure, "cuDeviceGet", error, m->gpu);
  error = cuda.DevicePrimaryCtxRetain(&context, device);
  if (error) return cuda_failed(failure, "cuDevicePrimaryCtxRetain", error, m->gpu);
  /* From here on memory_release gives it back. */
  m->kind = "cuda-peermem";
  error = cuda.CtxSetCurrent(context);
  return error ? cuda_failed(failure, "cuCtxSetCurrent", error, m->gpu) : 0;
}

static int export_dmabuf(struct memory *m) {
  int supported = 0, device;
  if (!cuda.MemGetHandleForAddressRange || !m->port->v->reg_dmabuf_mr) return -1;
  if (cuda.DeviceGet(&device, m->gpu) || cuda.DeviceGetAttribute(&supported, ATTRIBUTE_DMA_BUF, device) || !supported) return -1;
  int fd = -1;
  return cuda.MemGetHandleForAddressRange(&fd, m->address, m->bytes, HANDLE_DMA_BUF_FD, 0) == 0 ? fd : -1;
}

/* By dma-buf where it works; when it does not, memory_take goes on with ibv_reg_mr, which needs nvidia-peermem. */
static void register_dmabuf(struct memory *m) {
  m->dmabuf = export_dmabuf(m);
  if (m->dmabuf < 0) return;
  m->mr = m->port->v->reg_dmabuf_mr(m->port->pd, 0, m->bytes, m->address, m->dmabuf, MEMORY_ACCESS);
  if (m->mr) m->kind = "cuda-dmabuf";
}

static int take_cuda(struct memory *m, long long numa, struct failure *failure) {
  unsigned long long address = 0;
  unsigned on = 1;
  (void)numa;
  if (library_open(&library, failure) || enter(m, failure)) return failure->code;
  m->bytes = (m->bytes + GPU_PAGE - 1) / GPU_PAGE * GPU_PAGE;
  int error = cuda.MemAlloc_v2(&address, m->bytes + GPU_PAGE);
  if (error) return cuda_failed(failure, "cuMemAlloc", error, m->gpu);
  m->gpu_memory = address;
  m->address = address = (address + GPU_PAGE - 1) / GPU_PAGE * GPU_PAGE;
  /* Without it a copy by the driver may still be under way when the device reads. */
  error = cuda.PointerSetAttribute(&on, POINTER_SYNC_MEMOPS, address);
  if (error) return cuda_failed(failure, "cuPointerSetAttribute", error, m->gpu);
  error = cuda.MemsetD32_v2(address, 0x9e3779b9u, m->bytes / 4);
  if (error) return cuda_failed(failure, "cuMemsetD32", error, m->gpu);
  register_dmabuf(m);
  return 0;
}

static void give_cuda_back(struct memory *m) {
  int device;
  if (m->dmabuf >= 0) close(m->dmabuf);
  if (m->gpu_memory) cuda.MemFree_v2(m->gpu_memory);
  if (cuda.DeviceGet(&device, m->gpu) == 0) cuda.DevicePrimaryCtxRelease_v2(device);
  m->kind = NULL;
}

const struct memory_source MEMORY_CUDA = {"cuda", take_cuda, give_cuda_back};
