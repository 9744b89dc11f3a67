/* A libcuda.so.1 for machines without a GPU: two GPUs whose memory the CPU cannot touch. A page of "GPU memory" is one of a memfd; its
 * address is reserved without any right, so that a probe that reads or writes it itself dies at once. Its dma-buf is the memfd.
 *
 * FAKE_CUDA=peermem   no dma-buf: the memory is then mapped for the fake libibverbs, as nvidia-peermem makes it reachable for a device
 * FAKE_CUDA=no-driver cuInit fails, as with a library without its kernel module
 * FAKE_CUDA=no-count, no-sync   cuDeviceGetCount or cuPointerSetAttribute fails
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))
#define GPUS 2
#define REGIONS 64
enum { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, NOT_FOUND = 500, NOT_SUPPORTED = 801 };

static struct region {
  void *address;
  size_t bytes;
  int fd;
} regions[REGIONS];
static int retained;

static bool mode(const char *name) {
  const char *value = getenv("FAKE_CUDA");
  return value && strcmp(value, name) == 0;
}

static struct region *region_at(unsigned long long address) {
  for (int i = 0; i < REGIONS; i++)
    if (regions[i].address && address - (size_t)regions[i].address < regions[i].bytes) return &regions[i];
  return NULL;
}

API int cuInit(unsigned flags) {
  return flags == 0 && !mode("no-driver") ? OK : NO_DEVICE;
}

API int cuDeviceGetCount(int *count) {
  *count = GPUS;
  return mode("no-count") ? NO_DEVICE : OK;
}

API int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal < GPUS ? OK : NO_DEVICE;
}

API int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  *value = attribute == 124 && !mode("peermem");
  return OK;
}

API int cuDevicePrimaryCtxRetain(void **context, int device) {
  (void)device;
  retained++;
  *context = &retained;
  return OK;
}

API int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  return retained-- > 0 ? OK : INVALID_VALUE;
}

API int cuCtxSetCurrent(void *context) {
  return context == &retained ? OK : INVALID_VALUE;
}

/* Like the real one it promises no more than 512 bytes of alignment. */
API int cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  struct region *r = regions;
  while (r < regions + REGIONS && r->address) r++;
  if (retained < 1 || r == regions + REGIONS) return INVALID_VALUE;
  r->bytes = bytes + 4096;
  r->fd = memfd_create("fake GPU memory", MFD_CLOEXEC);
  if (r->fd < 0 || ftruncate(r->fd, (off_t)r->bytes) != 0) return OUT_OF_MEMORY;
  r->address = mmap(NULL, r->bytes, mode("peermem") ? PROT_READ | PROT_WRITE : PROT_NONE, MAP_SHARED, r->fd, 0);
  if (r->address == MAP_FAILED) return OUT_OF_MEMORY;
  *address = (unsigned long long)r->address + 512;
  return OK;
}

API int cuMemFree_v2(unsigned long long address) {
  struct region *r = region_at(address);
  if (!r || address != (unsigned long long)r->address + 512) return INVALID_VALUE;
  munmap(r->address, r->bytes);
  close(r->fd);
  r->address = NULL;
  return OK;
}

API int cuMemsetD32_v2(unsigned long long address, unsigned value, size_t n) {
  struct region *r = region_at(address);
  if (!r || n * 4 > r->bytes) return INVALID_VALUE;
  for (size_t i = 0; i < n; i++)
    if (pwrite(r->fd, &value, sizeof value, (off_t)(address - (size_t)r->address + 4 * i)) != sizeof value) return INVALID_VALUE;
  return OK;
}

API int cuPointerSetAttribute(const void *value, int attribute, unsigned long long address) {
  return value && attribute == 6 && !mode("no-sync") && region_at(address) ? OK : INVALID_VALUE;
}

API int cuGetErrorString(int error, const char **text) {
  *text = error == NO_DEVICE ? "no CUDA-capable device is detected" : "some CUDA error";
  return OK;
}

/* A dma-buf begins where its range does, and a part of a memfd cannot be handed out: it is a file of its own, with its own bytes. */
API int cuMemGetHandleForAddressRange(void *handle, unsigned long long address, size_t size, int type, unsigned long long flags) {
  struct region *r = region_at(address);
  if (!r || type != 1 || flags || address % 4096 || size % 4096 || address - (size_t)r->address + size > r->bytes) return INVALID_VALUE;
  int fd = memfd_create("fake dma-buf", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, (off_t)size) != 0) return OUT_OF_MEMORY;
  *(int *)handle = fd;
  return OK;
}
