/* TCP. Calls block in the kernel with SO_RCVTIMEO/SO_SNDTIMEO of one slice: no poll per message, so that a round trip costs two calls. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "fabric.h"

static void set_int(int fd, int level, int option, int value) {
  setsockopt(fd, level, option, &value, sizeof value);
}

/* Small messages must leave at once, and no call may block longer than a slice. */
static void prepare_socket(int fd) {
  struct timeval slice = {.tv_usec = SLICE_MS * 1000};
  set_int(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof slice);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &slice, sizeof slice);
}

static int listen_failed(struct failure *failure, const struct endpoint *at, int fd) {
  char address[64];
  int port, err = errno;
  if (fd >= 0) close(fd);
  endpoint_text(at, address, sizeof address, &port);
  fail(failure, CODE_NETWORK, "bind", err, "%s port %d", address, port);
  if (err == EADDRNOTAVAIL) fail_hint(failure, "no interface of this host has the address; compare cluster.yaml with `ip address`");
  if (err == EADDRINUSE) fail_hint(failure, "the port is taken; leave `port` out to get a free one");
  return failure->code;
}

static int tcp_listen(struct listener *listener, const struct endpoint *at, struct failure *failure) {
  int fd = socket(at->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return listen_failed(failure, at, fd);
  set_int(fd, SOL_SOCKET, SO_REUSEADDR, 1);
  if (at->address.ss_family == AF_INET6) set_int(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
  if (bind(fd, (const struct sockaddr *)&at->address, at->size) != 0 || listen(fd, 64) != 0) return listen_failed(failure, at, fd);
  struct endpoint bound = {.size = sizeof bound.address};
  getsockname(fd, (struct sockaddr *)&bound.address, &bound.size);
  endpoint_text(&bound, listener->address, sizeof listener->address, &listener->port);
  listener->fd = fd;
  return 0;
}

static void name_peer(struct channel *channel, const struct endpoint *peer) {
  char address[64];
  int port;
  endpoint_text(peer, address, sizeof address, &port);
  format(channel->peer, sizeof channel->peer, "%s port %d", address, port);
}

static int tcp_accept(struct listener *listener, struct channel *channel) {
  struct pollfd visitor = {.fd = listener->fd, .events = POLLIN};
  struct endpoint peer = {.size = sizeof peer.address};
  if (poll(&visitor, 1, SLICE_MS) <= 0) return FABRIC_WAIT;
  int fd = accept4(listener->fd, (struct sockaddr *)&peer.address, &peer.size, SOCK_CLOEXEC);
  /* A peer that gave up between poll and accept is no error of ours. */
  if (fd < 0) return errno == EAGAIN || errno == ECONNABORTED || errno == EINTR ? FABRIC_WAIT : FABRIC_ERROR;
  prepare_socket(fd);
  channel->fabric = &FABRIC_TCP;
  channel->fd = fd;
  name_peer(channel, &peer);
  return 1;
}

static int connect_failed(struct channel *channel, const char *where, int err) {
  close(channel->fd);
  channel->fd = -1;
  fail(channel->failure, CODE_NETWORK, where, err, "%s", channel->peer);
  if (err == ECONNREFUSED) fail_hint(channel->failure, "nobody listens there: did `serve` end, or does a firewall reject the port?");
  if (err == EADDRNOTAVAIL) fail_hint(channel->failure, "no interface of this host has the address of `bind`");
  if (err == ETIMEDOUT) fail_hint(channel->failure, "no answer at all: a cable, a route, a VLAN or a firewall that drops");
  return channel->failure->code;
}

/* Three tries of the kernel: at once, after 1 s and after 3 s. Who has not answered then is dead, and waiting for the deadline would cost a round its time. */
#define CONNECT_MS 3500

/* Waits for a connection that is under way. The kernel itself would wait two minutes. */
static int await_connection(struct op *op, struct channel *channel) {
  struct pollfd p = {.fd = channel->fd, .events = POLLOUT};
  int err = 0;
  socklen_t size = sizeof err;
  uint64_t end = now_ns() + CONNECT_MS * 1000000ull;
  while (poll(&p, 1, SLICE_MS) <= 0) {
    int over = op_over(op);
    if (over == CODE_DEADLINE || (!over && now_ns() >= end)) return connect_failed(channel, "connect", ETIMEDOUT);
    if (over) return over;
  }
  getsockopt(channel->fd, SOL_SOCKET, SO_ERROR, &err, &size);
  return err ? connect_failed(channel, "connect", err) : 0;
}

static int tcp_connect(struct op *op, struct channel *channel, const struct endpoint *from, const struct endpoint *to, int sndbuf) {
  channel->fabric = &FABRIC_TCP;
  name_peer(channel, to);
  channel->fd = socket(to->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (channel->fd < 0) return fail(channel->failure, CODE_NETWORK, "socket", errno, "%s", channel->peer);
  set_int(channel->fd, SOL_SOCKET, SO_REUSEADDR, 1);
  if (sndbuf > 0) set_int(channel->fd, SOL_SOCKET, SO_SNDBUF, sndbuf);
  if (from && bind(channel->fd, (const struct sockaddr *)&from->address, from->size) != 0) return connect_failed(channel, "bind", errno);
  if (connect(channel->fd, (const struct sockaddr *)&to->address, to->size) != 0) {
    if (errno != EINPROGRESS) return connect_failed(channel, "connect", errno);
    int rc = await_connection(op, channel);
    if (rc) return rc;
  }
  fcntl(channel->fd, F_SETFL, 0);
  prepare_socket(channel->fd);
  return 0;
}

static bool is_wait(int err) {
  return err == EAGAIN || err == EINTR;
}

static ssize_t tcp_send(struct channel *channel, const void *bytes, size_t n) {
  ssize_t sent = send(channel->fd, bytes, n, MSG_NOSIGNAL);
  if (sent > 0) return sent;
  return sent == 0 || is_wait(errno) ? FABRIC_WAIT : FABRIC_ERROR;
}

static ssize_t tcp_recv(struct channel *channel, void *bytes, size_t n) {
  ssize_t got = recv(channel->fd, bytes, n, 0);
  if (got > 0) return got;
  if (got == 0) return FABRIC_CLOSED;
  return is_wait(errno) ? FABRIC_WAIT : FABRIC_ERROR;
}

static void tcp_finish(struct channel *channel) {
  shutdown(channel->fd, SHUT_WR);
}

static long long tcp_retransmits(struct channel *channel) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(channel->fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
  if (size < offsetof(struct tcp_info, tcpi_total_retrans) + sizeof info.tcpi_total_retrans) return -1;
  return info.tcpi_total_retrans;
}

static void tcp_close(struct channel *channel) {
  if (channel->fd >= 0) close(channel->fd);
  channel->fd = -1;
}

const struct fabric FABRIC_TCP = {
    .name = "tcp",
    .listen = tcp_listen,
    .accept = tcp_accept,
    .connect = tcp_connect,
    .send = tcp_send,
    .recv = tcp_recv,
    .finish = tcp_finish,
    .retransmits = tcp_retransmits,
    .close = tcp_close,
};
