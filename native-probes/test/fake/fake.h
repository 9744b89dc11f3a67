/* A libibverbs.so.1 for machines without RDMA: what the probe needs of it, with a real data path between processes and errors on demand.
 *
 * Its devices are those of a tree in place of /sys: $FAKE_IBV_ROOT, else $SEATRIAL_ROOT, else /. A tree without sys/class/infiniband is a
 * kernel without RDMA (ENOSYS). What sysfs does not tell stands in sys/class/infiniband/DEV/fake, a line `key=value` each:
 *   vendor_id, vendor_part_id (hexadecimal), active_mtu, max_mtu, max_qp, max_qp_wr, max_inline, max_cqe,
 *   address (the IP address that librdmacm finds the device by, where no GID carries it)
 *
 * Reliable queue pairs only. Each has a datagram socket in the abstract namespace, named by its number, so that numbers are unique between
 * the processes of a machine. One thread per open device receives. Messages keep their order; a side that nobody answers gives up after
 * (retries + 1) time-outs, as hardware does, but never before FAKE_PATIENCE_MS unless the peer's socket is gone: a busy machine is no
 * lost peer. A packet for a GID, LID or packet sequence number that is not the receiver's is dropped, as hardware does.
 *
 * Environment:
 *   FAKE_IBV=echo               what a queue pair sends comes back to itself at once, without peer, socket and thread: a WRITE or READ means
 *                               the same offset of the own memory region. For counting instructions of the caller's loop.
 *   FAKE_IBV_FAIL=CALL:ERRNO[@N],...   the Nth call (default: each) of CALL, named without `ibv_` or `rdma_`, fails with that errno, by name
 *   FAKE_IBV_STATUS=S@N         the Nth send-side operation that this process completes gets status S (a number), and the QP fails
 *   FAKE_IBV_ASYNC=EVENT@N      port_err or device_fatal after N of those operations; from then on nothing is sent any more
 *   FAKE_IBV_MUTE=N             nothing is sent any more after N of those operations: the cable is pulled and nobody says so
 *   FAKE_IBV_REACHED=FILE@N     FILE is made when N of those operations are done: the measurement is under way
 *   FAKE_IBV_LATE=MS            a completion queue shows nothing until MS after its first completion, as to a poller that gets no CPU
 *   FAKE_IBV_MEMLOCK=1          registered memory counts against RLIMIT_MEMLOCK (a real kernel: of those without CAP_IPC_LOCK)
 *   FAKE_IBV_LIVE=FILE          FILE holds the numbers of live objects, from the first call on; all 0 when everything was destroyed
 *   FAKE_IBV_HANG=CALL          the call never returns, as of a device whose firmware does not answer
 */
#ifndef SEATRIAL_FAKE_H
#define SEATRIAL_FAKE_H

#include <infiniband/verbs.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The header makes macros of these two; here the functions themselves are written. */
#undef ibv_reg_mr
#undef ibv_query_port

#define API __attribute__((visibility("default")))
#define FAKE_PATIENCE_MS 2500
#define FAKE_SGE 4
#define FAKE_INLINE 256
#define FAKE_FRAGMENT 32768
#define FAKE_GIDS 256
#define PSN_MASK 0xffffffu

enum packet_kind { PACKET_SEND, PACKET_WRITE, PACKET_READ, PACKET_ANSWER, PACKET_ACK, PACKET_NAK, PACKET_PROBE };

/* What travels in one datagram. A message is one psn; its fragments come in order. */
struct packet {
  uint8_t kind, status, rnr_retry, last;
  uint32_t psn, rkey, length, offset, source; /* length and offset of the whole message, bytes */
  uint64_t address;
  uint16_t lid;
  uint8_t gid[16];
  uint8_t data[FAKE_FRAGMENT];
};
#define PACKET_HEAD (offsetof(struct packet, data))

struct settings {
  bool echo, memlock;
  unsigned status, async_event;
  uint64_t status_at, async_at, mute_at, reached_at; /* 0 = never */
  uint64_t late_ms;
  const char *live_file;
  char reached_file[512];
};
extern struct settings settings;

struct fake_device {
  struct ibv_device device;
};

struct fake_mr {
  struct ibv_mr mr;
  int access;
  uint64_t iova; /* what peers call it; `base` is where it lies */
  uint8_t *base;
  bool mapped; /* a dma-buf: unmapped again */
  struct fake_mr *next;
};

struct fake_channel {
  struct ibv_comp_channel channel;
  int write_end;
};

struct fake_cq {
  struct ibv_cq cq;
  struct ibv_wc *ring;
  unsigned size;
  atomic_uint head, tail;
  bool armed;
  atomic_ullong first_ms; /* of the first completion, 0 = none yet */
  unsigned users, unacked;
};

/* A posted send. */
struct work {
  uint64_t id, address;
  uint32_t rkey, length, offset; /* offset: bytes on their way already */
  uint8_t opcode, sges, status;
  bool signaled, inlined, done;
  struct ibv_sge sge[FAKE_SGE];
  uint8_t data[FAKE_INLINE];
};

struct receive {
  uint64_t id;
  int sges;
  struct ibv_sge sge[FAKE_SGE];
};

/* A READ of the peer that is being answered. */
struct answer {
  uint32_t psn, length, offset;
  const uint8_t *from;
};

/* A request that waits for a receive. */
struct parked {
  struct parked *next;
  struct packet packet;
};

struct fake_qp {
  struct ibv_qp qp;
  struct ibv_qp_attr attr;
  struct ibv_qp_init_attr init;
  struct fake_context *context;
  struct fake_qp *next;
  int fd;
  bool wants_out, peer_gone, by_cm;
  int admitted; /* 0 = the peer's packets have not been looked at, 1 = they are for us, -1 = they are not */
  struct work *send;
  unsigned send_head, send_next, send_tail; /* running numbers; place = number % max_send_wr */
  uint32_t head_psn;                        /* of send_head */
  struct receive *recv;
  unsigned recv_head, recv_tail;
  uint32_t expected_psn, got; /* got: bytes of the message that is being received */
  bool ack_owed;
  uint8_t nak_owed; /* status, 0 = none */
  uint32_t nak_psn;
  struct answer answers[256];
  unsigned answer_head, answer_tail;
  struct parked *parked, **parked_end;
  uint64_t heard_ms; /* when the peer last gave a sign, or the first outstanding operation was posted */
  uint64_t probed_ms;
};

struct fake_port {
  struct ibv_port_attr attr;
  unsigned gids; /* number of entries looked at */
  union ibv_gid gid[FAKE_GIDS];
  bool used[FAKE_GIDS], roce2[FAKE_GIDS];
};

struct fake_context {
  pthread_mutex_t lock;
  pthread_t thread;
  int epoll, wake, async_write;
  uint8_t ports;
  struct fake_port *port; /* port[0] is port 1 */
  struct fake_qp *qps;
  struct fake_mr *mrs;
  bool muted, dead, ended;
  unsigned max_qp, max_qp_wr, max_inline, max_cqe, vendor_id, vendor_part_id;
  unsigned objects;
  struct packet packet; /* of the thread and of whoever holds the lock */
  struct verbs_context verbs;
};

/* The context that the caller's pointer lies in. */
static inline struct fake_context *fake_context(struct ibv_context *context) {
  return (struct fake_context *)((char *)context - offsetof(struct fake_context, verbs.context));
}

/* settings.c */
void settings_read(void);
/* The errno that the call has to fail with, 0 = it works. Hangs where the environment says so. */
int call_fails(const char *call);
enum live { LIVE_CONTEXT, LIVE_PD, LIVE_MR, LIVE_CHANNEL, LIVE_CQ, LIVE_QP, LIVE_KINDS };
void count_live(enum live kind, int by);

/* devices.c */
bool device_attribute(const struct ibv_device *device, char *text, size_t size, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* The value of a key in the device's `fake` file. */
bool device_setting(const struct ibv_device *device, const char *key, char *text, size_t size);
void read_ports(struct fake_context *context);

/* memory.c */
/* The bytes that [address, address + length) of the key means, NULL when they may not be used like that. */
uint8_t *memory_of(struct fake_context *context, uint32_t key, uint64_t address, uint32_t length, int access);
/* Copies between `bytes` and the list, `offset` bytes into the list; false when an entry may not be used. */
bool gather(struct fake_context *context, const struct ibv_sge *list, int n, uint32_t offset, uint8_t *bytes, uint32_t length);
bool scatter(struct fake_context *context, const struct ibv_sge *list, int n, uint32_t offset, const uint8_t *bytes, uint32_t length);
/* The last byte becomes visible last: who polls memory waits for it. */
void place(uint8_t *to, const uint8_t *from, uint32_t n);

/* completion.c; with the context's lock held */
void complete(struct ibv_cq *cq, const struct ibv_wc *wc);
void raise_event(struct fake_context *context, enum ibv_event_type type, struct fake_qp *qp, int port);

/* queue.c; with the context's lock held */
/* Gives completions for what is done, in order. */
void retire(struct fake_qp *qp);
/* The work gets the status, the queue pair fails, everything else is flushed. */
void fail_work(struct fake_qp *qp, unsigned number, unsigned status);
void fail_qp(struct fake_qp *qp);
int fake_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int fake_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int fake_poll_cq(struct ibv_cq *cq, int n, struct ibv_wc *wc);
int fake_req_notify(struct ibv_cq *cq, int solicited_only);

/* wire.c */
int wire_open(struct fake_qp *qp);    /* gives the queue pair its number; 0 or an errno */
void wire_connect(struct fake_qp *qp); /* from now on its packets are received */
void wire_close(struct fake_qp *qp);
void pump(struct fake_qp *qp);         /* sends what can be sent now; with the lock held */
void unpark(struct fake_qp *qp);
void *wire_thread(void *context);
uint64_t ms_now(void);

#endif
