/* The process in which the GPU ranks of one request run. A library that hangs, dies, prints or calls exit() does it there.
 *
 * The agent's side starts the probe again, hands it the request and what it hears, hands its events on and watches over it. */
#ifndef SEATRIAL_COLLECTIVE_PROCESS_H
#define SEATRIAL_COLLECTIVE_PROCESS_H

#include "collective.h"

/* The hidden subcommand that the process is started with. */
#define COLLECTIVE_PROCESS "gpu-ranks"

/* Runs a request in a process of its own until that has ended. `environment`: n texts NAME=value that it gets besides the agent's own.
 * The process says why it failed, to the controller and to the other ranks; then c->parted is set. */
int collective_process(struct collective *c, const char *const *environment, unsigned n);
/* collective_gpu.c: the request, in this process. 0 or a code with op->failure set. */
int collective_gpu_here(struct collective *c);
/* After a failure, when everything has been said: lets the library close its connections, for a moment. It may hang or die in that. */
void collective_gpu_abort(void);
/* main() of the process itself. Does not return before its end. */
int collective_process_main(void);

#endif
