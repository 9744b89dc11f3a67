/* Memory of an AMD GPU. Not written yet: it would be hipMalloc and hsa_amd_portable_export_dmabuf by dlopen, as memory_cuda.c does, and
 * needs an AMD GPU to be tried. Until then the answer is an honest one. */
#include "memory.h"

static int take_hip(struct memory *m, long long numa, struct failure *failure) {
  (void)numa;
  fail(failure, CODE_UNAVAILABLE, "hip", 0, "memory of GPU %d through HIP is not in this probe", m->gpu);
  fail_hint(failure, "measure with `memory` host; GPU memory of AMD is measured with the collectives of RCCL");
  return failure->code;
}

static void give_hip_back(struct memory *m) {
  m->kind = NULL;
}

const struct memory_source MEMORY_HIP = {"hip", take_hip, give_hip_back};
