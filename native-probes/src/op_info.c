/* What the host has: RDMA ports, interfaces, processes that hold a GPU. Only reads; everything unreadable is left out. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "events.h"
#include "ports.h"

/* An integer from a small file; -1 when unknown. NUMA node -1 means "no node" to the kernel, and so it is unknown here. */
static long long read_number(const char *root, const char *path, const char *a, const char *file) {
  char text[64];
  uint64_t value;
  if (!read_file(text, sizeof text, "%s/%s/%s/%s", root, path, a, file) || !parse_number(text, &value)) return -1;
  return (long long)value;
}

/* What the callbacks of a walk share. */
struct walk {
  struct op *op;
  long long unreadable;
};

static void netdev_entry(void *context, const char *name) {
  struct walk *walk = context;
  const char *root = walk->op->root, *net = "sys/class/net";
  struct netdev_info netdev = {.name = name};
  if (!read_file(netdev.operstate, sizeof netdev.operstate, "%s/%s/%s/operstate", root, net, name) && errno == ENOTDIR) return;
  long long mbit = read_number(root, net, name, "speed");
  netdev.speed = mbit < 0 ? -1 : mbit * 1000000;
  netdev.mtu = read_number(root, net, name, "mtu");
  netdev.numa = read_number(root, net, name, "device/numa_node");
  read_file(netdev.mac, sizeof netdev.mac, "%s/%s/%s/address", root, net, name);
  read_link_name(netdev.driver, sizeof netdev.driver, "%s/%s/%s/device/driver", root, net, name);
  event_netdev(walk->op->sink, walk->op->id, &netdev);
}

/* The devices that mean "this process can compute on a GPU"; nvidiactl, which monitoring opens, does not. */
static bool is_gpu_device(const char *target) {
  if (strcmp(target, "/dev/kfd") == 0) return true;
  if (strncmp(target, "/dev/nvidia", 11) == 0) return target[11] >= '0' && target[11] <= '9';
  return strncmp(target, "/dev/dri/renderD", 16) == 0;
}

/* Looks through one process. 1 when it holds a GPU, 0 when not (or it has ended), -1 when it may not be looked into. */
static int look_into(const char *root, const char *pid, char device[64]) {
  char path[512], link[1024], target[256];
  format(path, sizeof path, "%s/proc/%s/fd", root, pid);
  DIR *dir = opendir(path);
  if (!dir) return errno == EACCES || errno == EPERM ? -1 : 0;
  struct dirent *entry;
  int held = 0;
  while (!held && (entry = readdir(dir))) {
    format(link, sizeof link, "%s/%s", path, entry->d_name);
    ssize_t n = readlink(link, target, sizeof target - 1);
    if (n <= 0) continue;
    target[n] = 0;
    held = is_gpu_device(target);
  }
  closedir(dir);
  if (held) format(device, 64, "%s", target);
  return held;
}

static void count_unreadable(void *context, const char *name) {
  char device[64];
  struct walk *walk = context;
  uint64_t pid;
  if (parse_number(name, &pid) && look_into(walk->op->root, name, device) < 0) walk->unreadable++;
}

static void process_entry(void *context, const char *name) {
  struct walk *walk = context;
  struct gpu_process process = {0};
  uint64_t pid;
  if (!parse_number(name, &pid) || look_into(walk->op->root, name, process.device) <= 0) return;
  process.pid = (long long)pid;
  read_file(process.name, sizeof process.name, "%s/proc/%s/comm", walk->op->root, name);
  event_gpu_process(walk->op->sink, walk->op->id, &process);
}

static void count_node(void *context, const char *name) {
  uint64_t number;
  if (strncmp(name, "node", 4) == 0 && parse_number(name + 4, &number)) ++*(long long *)context;
}

static void count_any(void *context, const char *name) {
  (void)name;
  ++*(long long *)context;
}

static long long numa_nodes(const char *root) {
  char path[512];
  long long n = 0;
  format(path, sizeof path, "%s/sys/devices/system/node", root);
  return each_entry(path, count_node, &n) && n > 0 ? n : -1;
}

static const char *rdma_state(const char *root) {
  char path[512];
  long long n = 0;
  format(path, sizeof path, "%s/sys/class/infiniband", root);
  if (!each_entry(path, count_any, &n)) return "no-kernel-support";
  return n ? "ok" : "no-device";
}

void read_host_name(const char *root, char *host, size_t size) {
  struct utsname name;
  if (read_file(host, size, "%s/proc/sys/kernel/hostname", root) && *host) return;
  format(host, size, "%s", uname(&name) == 0 ? name.nodename : "unknown");
}

static void emit_host(struct op *op, const struct verbs_look *look) {
  struct host_info info = {.numa_nodes = numa_nodes(op->root), .rdma = rdma_state(op->root), .verbs = look->verdict, .verbs_why = look->why};
  struct walk walk = {.op = op};
  struct utsname name;
  char path[512];
  format(path, sizeof path, "%s/proc", op->root);
  each_entry(path, count_unreadable, &walk);
  info.gpu_processes_unreadable = walk.unreadable;
  info.cpus = sysconf(_SC_NPROCESSORS_ONLN);
  read_host_name(op->root, info.host, sizeof info.host);
  if (uname(&name) == 0) format(info.kernel, sizeof info.kernel, "%s", name.release);
  event_info(op->sink, op->id, &info);
}

static void walk_tree(struct op *op, const char *below, void (*each)(void *context, const char *name)) {
  struct walk walk = {.op = op};
  char path[512];
  format(path, sizeof path, "%s/%s", op->root, below);
  each_entry(path, each, &walk);
}

int op_info(struct op *op) {
  struct verbs_look *look = calloc(1, sizeof *look);
  if (!look) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "info");
  verbs_look(op, look);
  emit_host(op, look);
  ports_emit(op, look);
  walk_tree(op, "sys/class/net", netdev_entry);
  walk_tree(op, "proc", process_entry);
  free(look);
  return 0;
}
