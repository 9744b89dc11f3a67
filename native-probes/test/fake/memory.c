/* Protection domains and memory regions, and who may touch what. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "fake.h"

static atomic_ullong registered; /* bytes, of the whole process, as RLIMIT_MEMLOCK counts */

API struct ibv_pd *ibv_alloc_pd(struct ibv_context *ibv) {
  if ((errno = call_fails("alloc_pd"))) return NULL;
  struct ibv_pd *pd = calloc(1, sizeof *pd);
  pd->context = ibv;
  fake_context(ibv)->objects++;
  count_live(LIVE_PD, 1);
  return pd;
}

static bool pd_in_use(struct ibv_pd *pd) {
  struct fake_context *context = fake_context(pd->context);
  for (struct fake_mr *mr = context->mrs; mr; mr = mr->next)
    if (mr->mr.pd == pd) return true;
  for (struct fake_qp *qp = context->qps; qp; qp = qp->next)
    if (qp->qp.pd == pd) return true;
  return false;
}

API int ibv_dealloc_pd(struct ibv_pd *pd) {
  if (pd_in_use(pd)) return EBUSY;
  fake_context(pd->context)->objects--;
  free(pd);
  count_live(LIVE_PD, -1);
  return 0;
}

static bool over_the_limit(size_t length) {
  struct rlimit limit;
  if (!settings.memlock || getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  return atomic_load(&registered) + length > limit.rlim_cur;
}

/* The two keys are different on purpose: who mixes them up is found out. In echo mode the remote one is the page where the region starts. */
static void region_keys(struct ibv_mr *mr, uint64_t iova) {
  static atomic_uint keys = 0x100;
  mr->lkey = atomic_fetch_add(&keys, 2);
  mr->rkey = settings.echo ? (uint32_t)(iova >> 12) : mr->lkey + 1;
}

static struct ibv_mr *add_region(struct ibv_pd *pd, uint8_t *base, size_t length, uint64_t iova, int access, bool mapped) {
  struct fake_context *context = fake_context(pd->context);
  struct fake_mr *mr = calloc(1, sizeof *mr);
  mr->mr = (struct ibv_mr){.context = pd->context, .pd = pd, .addr = mapped ? NULL : base, .length = length};
  region_keys(&mr->mr, iova);
  mr->access = access;
  mr->iova = iova;
  mr->base = base;
  mr->mapped = mapped;
  atomic_fetch_add(&registered, length);
  pthread_mutex_lock(&context->lock);
  mr->next = context->mrs;
  context->mrs = mr;
  context->objects++;
  pthread_mutex_unlock(&context->lock);
  count_live(LIVE_MR, 1);
  return &mr->mr;
}

API struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, unsigned int access) {
  if ((errno = call_fails("reg_mr"))) return NULL;
  /* Writing from afar without writing at home is refused by every kernel. */
  if ((access & IBV_ACCESS_REMOTE_WRITE) && !(access & IBV_ACCESS_LOCAL_WRITE)) return errno = EINVAL, NULL;
  if (over_the_limit(length)) return errno = ENOMEM, NULL;
  return add_region(pd, address, length, iova, (int)access, false);
}

API struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *address, size_t length, int access) {
  return ibv_reg_mr_iova2(pd, address, length, (uintptr_t)address, (unsigned)access);
}

API struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access) {
  if ((errno = call_fails("reg_dmabuf_mr"))) return NULL;
  void *base = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
  return base == MAP_FAILED ? NULL : add_region(pd, base, length, iova, access, true);
}

API int ibv_dereg_mr(struct ibv_mr *ibv) {
  struct fake_context *context = fake_context(ibv->context);
  struct fake_mr *mr = (struct fake_mr *)ibv, **link = &context->mrs;
  pthread_mutex_lock(&context->lock);
  while (*link != mr) link = &(*link)->next;
  *link = mr->next;
  context->objects--;
  pthread_mutex_unlock(&context->lock);
  if (mr->mapped) munmap(mr->base, ibv->length);
  atomic_fetch_sub(&registered, ibv->length);
  free(mr);
  count_live(LIVE_MR, -1);
  return 0;
}

uint8_t *memory_of(struct fake_context *context, uint32_t key, uint64_t address, uint32_t length, int access) {
  struct fake_mr *mr = context->mrs;
  bool remote = access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
  while (mr && key != (remote ? mr->mr.rkey : mr->mr.lkey)) mr = mr->next;
  if (!mr || (mr->access & access) != access) return NULL;
  if (address < mr->iova || address - mr->iova > mr->mr.length || length > mr->mr.length - (address - mr->iova)) return NULL;
  return mr->base + (address - mr->iova);
}

void place(uint8_t *to, const uint8_t *from, uint32_t n) {
  if (n == 0) return;
  memmove(to, from, n - 1);
  __atomic_store_n(to + n - 1, from[n - 1], __ATOMIC_RELEASE);
}

/* Calls for each piece of the list that [offset, offset + length) covers. */
static bool each_piece(struct fake_context *context, const struct ibv_sge *list, int n, uint32_t offset, uint8_t *bytes, uint32_t length, bool in) {
  for (int i = 0; i < n && length; i++) {
    if (offset >= list[i].length) {
      offset -= list[i].length;
      continue;
    }
    uint32_t part = list[i].length - offset < length ? list[i].length - offset : length;
    uint8_t *memory = memory_of(context, list[i].lkey, list[i].addr + offset, part, in ? IBV_ACCESS_LOCAL_WRITE : 0);
    if (!memory) return false;
    if (in) place(memory, bytes, part);
    else memcpy(bytes, memory, part);
    bytes += part;
    length -= part;
    offset = 0;
  }
  return length == 0;
}

bool gather(struct fake_context *context, const struct ibv_sge *list, int n, uint32_t offset, uint8_t *bytes, uint32_t length) {
  return each_piece(context, list, n, offset, bytes, length, false);
}

bool scatter(struct fake_context *context, const struct ibv_sge *list, int n, uint32_t offset, const uint8_t *bytes, uint32_t length) {
  return each_piece(context, list, n, offset, (uint8_t *)bytes, length, true);
}
