/* What the fake librdmacm.so.1 asks of this library. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "fake.h"

API int fake_call_fails(const char *call);
API struct ibv_device *fake_device_at(const struct sockaddr *address, int *gid_index);
API void fake_connected_by_cm(struct ibv_qp *qp);

int fake_call_fails(const char *call) {
  return call_fails(call);
}

void fake_connected_by_cm(struct ibv_qp *qp) {
  ((struct fake_qp *)qp)->by_cm = true;
}

static void gid_of(const struct sockaddr *address, union ibv_gid *gid) {
  memset(gid, 0, sizeof *gid);
  if (address->sa_family == AF_INET6) {
    memcpy(gid, &((const struct sockaddr_in6 *)address)->sin6_addr, sizeof *gid);
  } else if (((const struct sockaddr_in *)address)->sin_addr.s_addr) {
    gid->raw[10] = gid->raw[11] = 0xff;
    memcpy(gid->raw + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
  }
}

/* The last entry that carries the GID: RoCE v2 comes after v1. A GID of zeros matches any entry in use. */
static int index_of(const struct ibv_device *device, const union ibv_gid *wanted) {
  static const union ibv_gid any;
  union ibv_gid gid;
  char text[64];
  int found = -1;
  for (int i = 0; i < FAKE_GIDS; i++) {
    if (!device_attribute(device, text, sizeof text, "ports/1/gids/%d", i) || inet_pton(AF_INET6, text, &gid) != 1) continue;
    if (memcmp(&gid, &any, sizeof gid) == 0) continue;
    if (memcmp(&gid, wanted, sizeof gid) == 0 || memcmp(wanted, &any, sizeof any) == 0) found = i;
  }
  return found;
}

/* iWARP's GID is its MAC: the address stands beside it. */
static bool has_address(const struct ibv_device *device, const struct sockaddr *address) {
  char own[64], wanted[64];
  const void *bytes = address->sa_family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
                                                     : (const void *)&((const struct sockaddr_in *)address)->sin_addr;
  inet_ntop(address->sa_family, bytes, wanted, sizeof wanted);
  return device_setting(device, "address", own, sizeof own) && strcmp(own, wanted) == 0;
}

struct ibv_device *fake_device_at(const struct sockaddr *address, int *gid_index) {
  union ibv_gid gid;
  struct ibv_device **list = ibv_get_device_list(NULL), *found = NULL;
  gid_of(address, &gid);
  for (int i = 0; list && list[i] && !found; i++) {
    *gid_index = index_of(list[i], &gid);
    if (*gid_index < 0 && has_address(list[i], address)) *gid_index = 0;
    if (*gid_index >= 0) found = list[i];
  }
  if (list) ibv_free_device_list(list);
  return found;
}
