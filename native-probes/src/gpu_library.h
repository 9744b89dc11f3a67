/* The GPUs of this host through the driver's own library: libcuda.so.1 of NVIDIA, libamdhip64 of AMD, opened at run time. The driver's
 * library is the only part of CUDA that every GPU host has; NCCL brings its own runtime and shares the primary context with us.
 *
 * Both have the same functions under two names with one prototype, written down here so that no header is needed. Errors are integers
 * with 0 for success, 600 for "not ready" in both. The functions are called through `gpu`, after gpu_open. */
#ifndef SEATRIAL_GPU_LIBRARY_H
#define SEATRIAL_GPU_LIBRARY_H

#include "probe.h"

#define GPU_NOT_READY 600
#define GPU_STREAM_NON_BLOCKING 1u

enum gpu_kind { GPU_CUDA, GPU_HIP };

/* Addresses of GPU memory, streams, events, modules and kernels are pointers that only the driver follows. */
struct gpu_functions {
  int (*init)(unsigned flags);
  int (*count)(int *count);
  int (*driver_version)(int *version);
  int (*name)(char *name, int size, int device);
  int (*bus)(char *bus, int size, int device);
  int (*attribute)(int *value, int attribute, int device);
  int (*memory)(size_t *free, size_t *total);
  int (*alloc)(void **address, size_t bytes);
  int (*free)(void *address);
  int (*host_alloc)(void **address, size_t bytes, unsigned flags);
  int (*host_free)(void *address);
  int (*fill)(void *address, unsigned char byte, size_t bytes, void *stream);
  int (*copy_in)(void *to, const void *from, size_t bytes, void *stream);
  int (*copy_out)(void *to, void *from, size_t bytes, void *stream);
  int (*stream_create)(void **stream, unsigned flags);
  int (*stream_query)(void *stream);
  int (*stream_wait)(void *stream, void *event, unsigned flags);
  int (*stream_destroy)(void *stream);
  int (*event_create)(void **event, unsigned flags);
  int (*event_record)(void *event, void *stream);
  int (*event_query)(void *event);
  int (*event_ms)(float *ms, void *start, void *end);
  int (*event_destroy)(void *event);
  int (*module_load)(void **module, const void *image);
  int (*module_function)(void **function, void *module, const char *name);
  int (*module_unload)(void *module);
  int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
                void **parameters, void **extra);
};
extern struct gpu_functions gpu;

/* Opens the driver's library: at `path` where one is given, else CUDA's, else HIP's (only HIP's when `amd`). 0, or CODE_UNAVAILABLE. */
int gpu_open(const char *path, bool amd, struct failure *failure);
enum gpu_kind gpu_kind(void);
/* CUDA or HIP, for messages. */
const char *gpu_kind_name(void);
/* The driver's version as people write it, 12.4. */
void gpu_driver_text(char *text, size_t size);
/* 0, or CODE_UNAVAILABLE when the driver does not show GPU `ordinal`. */
int gpu_check(int ordinal, struct failure *failure);
/* Its name and PCI address. 0 or CODE_CALL. */
int gpu_describe(int ordinal, char *name, int name_size, char *bus, int bus_size, struct failure *failure);
/* Makes the GPU the calling thread's, for all calls that follow, NCCL's included. 0 or CODE_CALL. */
int gpu_enter(int ordinal, struct failure *failure);
/* Gives the context back; the last use of the GPU by this process. */
void gpu_leave(int ordinal);
/* What a call returned, as a failure: `call` names what was tried. Returns failure->code, 0 when error is 0. */
int gpu_result(struct failure *failure, const char *call, int error, int ordinal);

#endif
