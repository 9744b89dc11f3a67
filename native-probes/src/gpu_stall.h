/* Who holds everybody up. The library tells only that nothing moves; the processes tell each other, through the controller, which operation
 * each of their ranks has started last. All ranks start the same operations in the same order: who is behind is who is waited for. */
#ifndef SEATRIAL_GPU_STALL_H
#define SEATRIAL_GPU_STALL_H

#include "gpu_rank.h"

/* What the request whose first rank this is has told. */
struct position {
  bool told;
  unsigned local;
  unsigned long long least, most; /* operations started, by the rank that is farthest behind and by the one farthest ahead */
  long long behind;               /* that rank */
};

struct stall {
  struct gpu_ranks *all;
  uint64_t since;            /* when this process began to look into it; 0 = nothing is stuck */
  struct position *position; /* rank 0: by first rank */
  struct gpu_rank *stuck;    /* of this process, that has waited too long; NULL when only others complain */
};

/* A text was heard. 0, or the code that this process ends with. */
int stall_hear(struct stall *stall);
/* Looks whether a rank of this process waits too long, and once one does, for the end of it: 0 or CODE_TIMEOUT. */
int stall_look(struct stall *stall);

#endif
