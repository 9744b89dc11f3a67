/* NCCL, or RCCL, which has the same functions: opened at run time. The C interface written down here is unchanged since NCCL 2.7.
 * Nothing of it that grows (ncclConfig_t) is used. Results are integers, 0 for success. */
#ifndef SEATRIAL_NCCL_LIBRARY_H
#define SEATRIAL_NCCL_LIBRARY_H

#include "probe.h"

#define NCCL_ID_BYTES 128
/* Handed over by value: 128 bytes on the stack, or by a hidden pointer on aarch64. */
struct nccl_id {
  char internal[NCCL_ID_BYTES];
};
enum { NCCL_FLOAT32 = 7, NCCL_SUM = 0 };
/* ncclResult_t, as far as it is told apart here. */
enum { NCCL_UNHANDLED_CUDA = 1, NCCL_SYSTEM = 2, NCCL_REMOTE = 6, NCCL_IN_PROGRESS = 7 };

struct nccl_functions {
  int (*GetVersion)(int *version);
  int (*GetUniqueId)(struct nccl_id *id);
  int (*CommInitRank)(void **comm, int ranks, struct nccl_id id, int rank);
  int (*CommDestroy)(void *comm);
  int (*CommAbort)(void *comm);
  int (*CommGetAsyncError)(void *comm, int *error);
  int (*AllReduce)(const void *send, void *recv, size_t count, int type, int op, void *comm, void *stream);
  int (*AllGather)(const void *send, void *recv, size_t sent, int type, void *comm, void *stream);
  int (*ReduceScatter)(const void *send, void *recv, size_t received, int type, int op, void *comm, void *stream);
  int (*Broadcast)(const void *send, void *recv, size_t count, int type, int root, void *comm, void *stream);
  int (*Send)(const void *send, size_t count, int type, int peer, void *comm, void *stream);
  int (*Recv)(void *recv, size_t count, int type, int peer, void *comm, void *stream);
  int (*GroupStart)(void);
  int (*GroupEnd)(void);
  const char *(*GetErrorString)(int error);
  const char *(*GetLastError)(void *comm); /* optional: NCCL 2.13 */
};
extern struct nccl_functions nccl;

/* What was opened. */
struct nccl_identity {
  const char *name; /* nccl or rccl */
  char version[24], path[256];
};

/* Opens the library at `path`, or searches for NCCL (RCCL when `amd`). 0, or CODE_UNAVAILABLE. */
int nccl_open(const char *path, bool amd, struct nccl_identity *identity, struct failure *failure);
/* Whether a path names RCCL. */
bool nccl_is_rccl(const char *path);
/* What a call returned, as a failure with the library's last words. Returns failure->code, 0 when error is 0. */
int nccl_result(struct failure *failure, const char *call, int error, int rank);

#endif
