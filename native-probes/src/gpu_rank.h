/* The ranks that one process plays over GPUs: one thread each, supervised by the process's main thread, which alone speaks and alone
 * decides that something takes too long. A thread may be stuck in a call of the library for ever; the main thread never calls one that can. */
#ifndef SEATRIAL_GPU_RANK_H
#define SEATRIAL_GPU_RANK_H

#include <pthread.h>

#include "collective.h"
#include "gpu_library.h"
#include "nccl_library.h"

#define GPU_RANKS_MAX 64 /* of one process: more GPUs than any host has */
/* Marks between which operations are timed: few, since each costs a moment on the stream, and enough to see the spread. */
#define GPU_MARKS 11
/* The library shows finished operations and no bytes. One that moves no faster than this is taken to be stuck. */
#define GPU_SLOWEST_BYTES_PER_MS 262144u

/* In the order of a rank's life; a rank that has failed has got nowhere. */
enum gpu_phase { GPU_FAILED = -1, GPU_STARTING, GPU_JOINING, GPU_JOINED, GPU_MEASURING, GPU_MEASURED, GPU_ENDED };

/* What one rank's thread and the main thread share is atomic; the rest belongs to the thread. */
struct gpu_rank {
  struct gpu_ranks *all;
  long long rank;
  int gpu; /* ordinal */
  pthread_t thread;
  atomic_int phase;
  atomic_ullong started;  /* operations so far, the same number of the same operation on every rank */
  atomic_ullong moved_at; /* when it last made progress; 0 = it waits for nobody */
  atomic_ullong patience; /* ns that it may go without */
  atomic_ullong bytes;    /* of the size that it works on */
  atomic_bool placed_in;
  void *comm;
  void *stream, *mark[GPU_MARKS];
  void *input, *result, *word; /* GPU memory; `word`: a few floats that the ranks agree on */
  float *staging;              /* pinned host memory */
  size_t input_bytes, result_bytes;
  uint64_t wrong;
  struct gpu_compute *compute; /* of overlap; NULL without */
  struct failure failure;
};

struct gpu_ranks {
  struct collective *c;
  struct nccl_identity library;
  struct nccl_id id;
  const char *library_path, *runtime_path;
  long long gpus[GPU_RANKS_MAX];
  struct gpu_rank rank[GPU_RANKS_MAX];
  atomic_bool begun; /* all ranks of all processes have joined */
  atomic_bool over;  /* the threads are to end */
  atomic_bool aborted;
};

/* The thread of one rank: joins, waits until the ranks have begun, measures all sizes, leaves. */
void *gpu_rank_run(void *rank);

/* What gpu_rank.c lends to gpu_overlap.c. All return 0 or a code with rank->failure set. */
/* Starts one operation of the request's kind. */
int gpu_start_operation(struct gpu_rank *rank, void *stream, const void *send, void *recv, size_t elements);
/* Waits until the stream is idle, within the rank's patience, watching for errors of the library. */
int gpu_wait(struct gpu_rank *rank, void *stream);
/* All ranks reach this point, and learn rank 0's `value` (less than 2^24, else it is not exact). */
int gpu_agree(struct gpu_rank *rank, long long *value);
void gpu_set_patience(struct gpu_rank *rank, uint64_t bytes, unsigned times);
int gpu_called(struct gpu_rank *rank, const char *call, int error);

/* gpu_overlap.c */
int gpu_overlap_prepare(struct gpu_rank *rank);
int gpu_overlap_measure(struct gpu_rank *rank);
void gpu_overlap_end(struct gpu_rank *rank);

#endif
