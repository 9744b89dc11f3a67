/* Registered memory for messages: of the host, bound to a NUMA node, or of a GPU. */
#ifndef SEATRIAL_MEMORY_H
#define SEATRIAL_MEMORY_H

#include "verbs.h"

struct memory {
  const struct verbs_port *port;
  size_t bytes;
  void *host;       /* NULL when the CPU cannot touch it */
  uint64_t address; /* as the device sees it */
  struct ibv_mr *mr;
  const char *kind; /* `host`, `cuda-dmabuf` ...: what was used, for the result */
  int gpu, dmabuf;  /* -1 = none */
  uint64_t gpu_memory;
};

/* Kinds of memory. `take` fills everything but `mr` and may set it; 0 or a code. `give_back` releases it after its registration. */
struct memory_source {
  const char *name; /* the word before the colon of `memory` */
  int (*take)(struct memory *memory, long long numa, struct failure *failure);
  void (*give_back)(struct memory *memory);
};
extern const struct memory_source MEMORY_HOST, MEMORY_CUDA, MEMORY_HIP;

/* Takes `bytes` of what `what` names (`host`, `cuda:0` ...), bound to node `numa` (-1 = wherever), and registers it for local and remote
 * access. 0 or a code. Call memory_release in any case. */
int memory_take(const char *what, size_t bytes, long long numa, const struct verbs_port *port, struct memory *memory, struct failure *failure);
void memory_release(struct memory *memory);
/* 0, or CODE_USAGE when `what` names no kind of memory that a request can ask for. */
int memory_check(const char *what, struct failure *failure);
bool memory_is_host(const char *what);

/* What every buffer allows. Remote write for RDMA READ too: iWARP wants it of the buffer that a read's answer goes to. */
#define MEMORY_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)

/* memory_host.c: restricts the calling thread to the node's CPUs. Nothing when the node is unknown (-1) or has none. */
void run_on_node(const char *root, long long node);
/* Reads a list of CPUs as the kernel prints it ("0-3,8") and calls `each`. False when it is no such list. */
bool parse_cpu_list(const char *text, void (*each)(void *context, unsigned cpu), void *context);

#endif
