/* Devices, ports and GIDs as the tree tells them, and the calls that ask for them. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fake.h"

#define DEVICES 32

static const char *root(void) {
  const char *own = getenv("FAKE_IBV_ROOT"), *probe = getenv("SEATRIAL_ROOT");
  return own && *own ? own : probe && *probe ? probe : "";
}

static bool slurp(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, text, size - 1) : -1;
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = 0;
  text[strcspn(text, "\n")] = 0;
  return n >= 0;
}

bool device_attribute(const struct ibv_device *device, char *text, size_t size, const char *fmt, ...) {
  char path[1024];
  int n = snprintf(path, sizeof path, "%s/", device->ibdev_path);
  va_list args;
  va_start(args, fmt);
  vsnprintf(path + n, sizeof path - (size_t)n, fmt, args);
  va_end(args);
  return slurp(path, text, size);
}

bool device_setting(const struct ibv_device *device, const char *key, char *text, size_t size) {
  char path[1024], line[256];
  size_t n = strlen(key);
  bool found = false;
  snprintf(path, sizeof path, "%s/fake", device->ibdev_path);
  FILE *file = fopen(path, "re");
  while (file && !found && fgets(line, sizeof line, file)) {
    if (strncmp(line, key, n) != 0 || line[n] != '=') continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(text, size, "%s", line + n + 1);
    found = true;
  }
  if (file) fclose(file);
  return found;
}

static unsigned number_setting(const struct ibv_device *device, const char *key, int base, unsigned otherwise) {
  char text[32];
  return device_setting(device, key, text, sizeof text) ? (unsigned)strtoul(text, NULL, base) : otherwise;
}

static struct ibv_device *make_device(const char *name, int index) {
  char type[32];
  struct fake_device *fake = calloc(1, sizeof *fake);
  struct ibv_device *device = &fake->device;
  snprintf(device->name, sizeof device->name, "%.63s", name);
  snprintf(device->dev_name, sizeof device->dev_name, "uverbs%d", index);
  snprintf(device->ibdev_path, sizeof device->ibdev_path, "%.180s/sys/class/infiniband/%.60s", root(), name);
  device_attribute(device, type, sizeof type, "node_type");
  int node = atoi(type);
  device->node_type = node >= IBV_NODE_CA && node <= IBV_NODE_UNSPECIFIED ? (enum ibv_node_type)node : IBV_NODE_CA;
  device->transport_type = device->node_type == IBV_NODE_RNIC          ? IBV_TRANSPORT_IWARP
                           : device->node_type == IBV_NODE_UNSPECIFIED ? IBV_TRANSPORT_UNSPECIFIED
                                                                       : IBV_TRANSPORT_IB;
  return device;
}

static int no_dots(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

API struct ibv_device **ibv_get_device_list(int *count) {
  char path[512];
  struct dirent **names;
  if (count) *count = 0;
  if ((errno = call_fails("get_device_list"))) return NULL;
  snprintf(path, sizeof path, "%s/sys/class/infiniband", root());
  int n = scandir(path, &names, no_dots, alphasort);
  if (n < 0) return errno = ENOSYS, NULL;
  struct ibv_device **list = calloc((size_t)n + 1, sizeof *list);
  for (int i = 0; i < n; i++) {
    list[i] = make_device(names[i]->d_name, i);
    free(names[i]);
  }
  free(names);
  if (count) *count = n;
  return list;
}

/* A device that is open outlives the list, as in the real library; so does every other one here, a few hundred bytes each. */
API void ibv_free_device_list(struct ibv_device **list) {
  free(list);
}

API const char *ibv_get_device_name(struct ibv_device *device) {
  return device->name;
}

API __be64 ibv_get_device_guid(struct ibv_device *device) {
  char text[32];
  unsigned part[4];
  if (!device_attribute(device, text, sizeof text, "node_guid") || sscanf(text, "%4x:%4x:%4x:%4x", part, part + 1, part + 2, part + 3) != 4) return 0;
  return htobe64(((uint64_t)part[0] << 48) | ((uint64_t)part[1] << 32) | ((uint64_t)part[2] << 16) | part[3]);
}

API int ibv_get_device_index(struct ibv_device *device) {
  return atoi(device->dev_name + 6);
}

static enum ibv_mtu mtu_of(unsigned bytes) {
  enum ibv_mtu mtu = IBV_MTU_256;
  while (mtu < IBV_MTU_4096 && (128u << (mtu + 1)) <= bytes) mtu++;
  return mtu;
}

/* The kernel answers EINVAL, or zeros, for an entry that is not in use. */
static void read_gids(const struct ibv_device *device, int number, struct fake_port *port) {
  static const union ibv_gid none;
  char text[64];
  for (unsigned i = 0; i < FAKE_GIDS; i++) {
    if (!device_attribute(device, text, sizeof text, "ports/%d/gids/%u", number, i)) continue;
    port->gids = i + 1;
    if (inet_pton(AF_INET6, text, &port->gid[i]) != 1 || memcmp(&port->gid[i], &none, sizeof none) == 0) continue;
    port->used[i] = true;
    port->roce2[i] = device_attribute(device, text, sizeof text, "ports/%d/gid_attrs/types/%u", number, i) && strcmp(text, "RoCE v2") == 0;
  }
}

static void read_port(const struct ibv_device *device, int number, struct fake_port *port) {
  char text[64];
  device_attribute(device, text, sizeof text, "ports/%d/state", number);
  port->attr.state = (enum ibv_port_state)atoi(text);
  device_attribute(device, text, sizeof text, "ports/%d/phys_state", number);
  port->attr.phys_state = (uint8_t)atoi(text);
  device_attribute(device, text, sizeof text, "ports/%d/link_layer", number);
  port->attr.link_layer = strcmp(text, "InfiniBand") == 0 ? IBV_LINK_LAYER_INFINIBAND : IBV_LINK_LAYER_ETHERNET;
  device_attribute(device, text, sizeof text, "ports/%d/lid", number);
  port->attr.lid = (uint16_t)strtoul(text, NULL, 0);
  port->attr.active_mtu = mtu_of(number_setting(device, "active_mtu", 10, 4096));
  port->attr.max_mtu = mtu_of(number_setting(device, "max_mtu", 10, 4096));
  port->attr.max_msg_sz = 1u << 31;
  port->attr.pkey_tbl_len = 1;
  read_gids(device, number, port);
  port->attr.gid_tbl_len = (int)port->gids;
}

void read_ports(struct fake_context *context) {
  const struct ibv_device *device = context->verbs.context.device;
  char text[64];
  while (context->ports < 255 && device_attribute(device, text, sizeof text, "ports/%d/state", context->ports + 1)) context->ports++;
  context->port = calloc(context->ports + 1u, sizeof *context->port);
  for (int i = 0; i < context->ports; i++) read_port(device, i + 1, &context->port[i]);
}

/* A port that fails while the program runs is asked for anew. */
static void refresh_state(struct fake_context *context, int number) {
  char text[64];
  if (device_attribute(context->verbs.context.device, text, sizeof text, "ports/%d/state", number))
    context->port[number - 1].attr.state = (enum ibv_port_state)atoi(text);
  if (context->muted && settings.async_event == IBV_EVENT_PORT_ERR) context->port[number - 1].attr.state = IBV_PORT_DOWN;
}

static int query_port(struct ibv_context *ibv, uint8_t number, struct ibv_port_attr *attr, size_t size) {
  struct fake_context *context = fake_context(ibv);
  int err = call_fails("query_port");
  if (err) return err;
  if (context->dead) return EIO;
  if (number < 1 || number > context->ports) return EINVAL;
  refresh_state(context, number);
  memset(attr, 0, size);
  memcpy(attr, &context->port[number - 1].attr, size < sizeof *attr ? size : sizeof *attr);
  return 0;
}

/* The old form of the call, which ends before port_cap_flags2. */
API int ibv_query_port(struct ibv_context *context, uint8_t number, struct _compat_ibv_port_attr *attr) {
  return query_port(context, number, (struct ibv_port_attr *)attr, offsetof(struct ibv_port_attr, port_cap_flags2));
}

static void read_limits(struct fake_context *context) {
  const struct ibv_device *device = context->verbs.context.device;
  context->max_qp = number_setting(device, "max_qp", 10, 1024);
  context->max_qp_wr = number_setting(device, "max_qp_wr", 10, 16384);
  context->max_inline = number_setting(device, "max_inline", 10, FAKE_INLINE);
  if (context->max_inline > FAKE_INLINE) context->max_inline = FAKE_INLINE;
  context->max_cqe = number_setting(device, "max_cqe", 10, 1 << 22);
  context->vendor_id = number_setting(device, "vendor_id", 16, 0x02c9);
  context->vendor_part_id = number_setting(device, "vendor_part_id", 16, 0x1021);
}

static void set_operations(struct ibv_context *ibv, struct verbs_context *verbs) {
  ibv->ops.poll_cq = fake_poll_cq;
  ibv->ops.req_notify_cq = fake_req_notify;
  ibv->ops.post_send = fake_post_send;
  ibv->ops.post_recv = fake_post_recv;
  ibv->abi_compat = __VERBS_ABI_IS_EXTENDED;
  ibv->num_comp_vectors = 1;
  verbs->sz = sizeof *verbs;
  verbs->query_port = query_port;
}

/* Files of its own and its thread; false when one cannot be had. */
static bool start(struct fake_context *context) {
  int async[2];
  if (pipe2(async, O_CLOEXEC) != 0) return false;
  context->verbs.context.async_fd = async[0];
  context->async_write = async[1];
  context->epoll = epoll_create1(EPOLL_CLOEXEC);
  context->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = 0};
  if (context->epoll < 0 || context->wake < 0 || epoll_ctl(context->epoll, EPOLL_CTL_ADD, context->wake, &event) != 0) return false;
  return settings.echo || pthread_create(&context->thread, NULL, wire_thread, context) == 0;
}

API struct ibv_context *ibv_open_device(struct ibv_device *device) {
  if ((errno = call_fails("open_device"))) return NULL;
  struct fake_context *context = calloc(1, sizeof *context);
  struct ibv_context *ibv = &context->verbs.context;
  ibv->device = device;
  pthread_mutex_init(&context->lock, NULL);
  set_operations(ibv, &context->verbs);
  read_limits(context);
  read_ports(context);
  if (!start(context)) return NULL;
  count_live(LIVE_CONTEXT, 1);
  return ibv;
}

API int ibv_close_device(struct ibv_context *ibv) {
  struct fake_context *context = fake_context(ibv);
  if (context->objects) return EBUSY;
  pthread_mutex_lock(&context->lock);
  context->ended = true;
  pthread_mutex_unlock(&context->lock);
  eventfd_write(context->wake, 1);
  if (!settings.echo) pthread_join(context->thread, NULL);
  close(context->epoll);
  close(context->wake);
  close(context->async_write);
  close(ibv->async_fd);
  free(context->port);
  free(context);
  count_live(LIVE_CONTEXT, -1);
  return 0;
}

API int ibv_query_device(struct ibv_context *ibv, struct ibv_device_attr *attr) {
  struct fake_context *context = fake_context(ibv);
  int err = call_fails("query_device");
  if (err || context->dead) return err ? err : EIO;
  memset(attr, 0, sizeof *attr);
  device_attribute(ibv->device, attr->fw_ver, sizeof attr->fw_ver, "fw_ver");
  attr->vendor_id = context->vendor_id;
  attr->vendor_part_id = context->vendor_part_id;
  attr->max_qp = (int)context->max_qp;
  attr->max_qp_wr = (int)context->max_qp_wr;
  attr->max_cqe = (int)context->max_cqe;
  attr->max_sge = FAKE_SGE;
  attr->max_cq = attr->max_mr = attr->max_pd = 65536;
  attr->max_mr_size = UINT64_MAX;
  attr->max_qp_rd_atom = attr->max_qp_init_rd_atom = 16;
  attr->phys_port_cnt = context->ports;
  return 0;
}

/* The real one reads sysfs and says -1 with the file's errno. */
API int ibv_query_gid(struct ibv_context *ibv, uint8_t number, int index, union ibv_gid *gid) {
  struct fake_context *context = fake_context(ibv);
  if ((errno = call_fails("query_gid"))) return -1;
  if (number < 1 || number > context->ports || index < 0 || (unsigned)index >= context->port[number - 1].gids) return errno = EINVAL, -1;
  *gid = context->port[number - 1].gid[index];
  return 0;
}

API int ibv_query_pkey(struct ibv_context *ibv, uint8_t number, int index, __be16 *pkey) {
  (void)ibv;
  if (number < 1 || index != 0) return errno = EINVAL, -1;
  *pkey = htons(0xffff);
  return 0;
}
