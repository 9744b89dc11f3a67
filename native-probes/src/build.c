/* What this build is. The marker is found in the file itself by the Makefile, so that a stale binary is never shipped. */
#include "probe.h"

#ifndef SEATRIAL_BUILD
#error "compile through the Makefile, which derives the build id from the sources"
#endif

const char BUILD_ID[] = SEATRIAL_BUILD;
/* Global, so that the linker can be told to keep it. */
extern const char BUILD_MARKER[];
const char BUILD_MARKER[] = "seatrial-build:" SEATRIAL_BUILD;

const char *probe_arch(void) {
#if defined __x86_64__
  return "x86_64";
#elif defined __aarch64__
  return "aarch64";
#else
#error "only x86-64 and aarch64 are supported"
#endif
}
