/* Pages of the host, bound to a NUMA node before they are touched. mbind by its number: libnuma would be one more library to need. */
#include <errno.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memory.h"

#define NODES_MAX 1024
#define BITS_PER_LONG (8 * sizeof(unsigned long))

/* Preferred, not strictly bound: a node without free memory must not kill the process; the result says which node was asked for. */
static void bind_to_node(void *address, size_t bytes, long long node) {
  unsigned long mask[NODES_MAX / BITS_PER_LONG] = {0};
  if (node < 0 || node >= NODES_MAX) return;
  mask[(size_t)node / BITS_PER_LONG] = 1ul << ((size_t)node % BITS_PER_LONG);
  /* A kernel without NUMA answers ENOSYS: there is nothing to bind then. */
  if (syscall(SYS_mbind, address, bytes, MPOL_PREFERRED, mask, (unsigned long)NODES_MAX, 0) != 0) errno = 0;
}

/* Not zeros: a link that compresses would look fast. Touching the pages here is what places them. */
static void fill(uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) bytes[i] = (uint8_t)(i * 2654435761u >> 13);
}

static int take_host(struct memory *m, long long numa, struct failure *failure) {
  m->kind = "host";
  void *address = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return fail(failure, CODE_CALL, "memory", errno, "%zu B for messages", m->bytes);
  bind_to_node(address, m->bytes, numa);
  fill(address, m->bytes);
  m->host = address;
  m->address = (uint64_t)(uintptr_t)address;
  return 0;
}

static void give_host_back(struct memory *m) {
  munmap(m->host, m->bytes);
  m->host = NULL;
}

const struct memory_source MEMORY_HOST = {"host", take_host, give_host_back};

bool parse_cpu_list(const char *text, void (*each)(void *context, unsigned cpu), void *context) {
  while (*text) {
    unsigned from = 0, to;
    const char *start = text;
    for (; *text >= '0' && *text <= '9'; text++) from = from * 10 + (unsigned)(*text - '0');
    if (text == start || from >= CPU_SETSIZE) return false;
    to = from;
    if (*text == '-') {
      start = ++text;
      for (to = 0; *text >= '0' && *text <= '9' && to < CPU_SETSIZE; text++) to = to * 10 + (unsigned)(*text - '0');
      if (text == start || to >= CPU_SETSIZE || to < from) return false;
    }
    for (; from <= to; from++) each(context, from);
    if (*text == ',') text++;
    else if (*text) return false;
  }
  return true;
}

static void add_cpu(void *context, unsigned cpu) {
  CPU_SET(cpu, (cpu_set_t *)context);
}

void run_on_node(const char *root, long long node) {
  char text[1024];
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (node < 0 || !read_file(text, sizeof text, "%s/sys/devices/system/node/node%lld/cpulist", root, node) || !*text) return;
  if (!parse_cpu_list(text, add_cpu, &cpus)) return;
  /* Refused when a cpuset leaves none of them to this process: it then runs where it may. */
  if (sched_setaffinity(0, sizeof cpus, &cpus) != 0) errno = 0;
}
