/* The parts of verbs that need no device: paths, GIDs, and what the two sides say to each other. */
#include <arpa/inet.h>
#include <stdlib.h>

#include "../src/memory.h"
#include "../src/verbs.h"
#include "check.h"

/* Vectors made with the formula of rdma-core (ibv_flow_label_to_udp_sport). */
static void a_flow_label_gives_its_source_port(void) {
  static const struct {
    uint32_t label;
    unsigned port;
  } vectors[] = {{0, 49152}, {1, 49153}, {0x4000, 49153}, {0x12345, 58177}, {0xfffff, 65472}};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    CHECK(verbs_source_port(vectors[i].label) == vectors[i].port, "label 0x%x gives %u", vectors[i].label, verbs_source_port(vectors[i].label));
}

static void queue_pair_numbers_give_the_flow_label_that_nobody_set(void) {
  CHECK(verbs_flow_label_of(0x154, 0x154) == 0x1c390, "0x%x", verbs_flow_label_of(0x154, 0x154));
  CHECK(verbs_source_port(verbs_flow_label_of(0x154, 0x154)) == 50071, "%u", verbs_source_port(verbs_flow_label_of(0x154, 0x154)));
  CHECK(verbs_flow_label_of(0x11, 0x12) == 0x132, "0x%x", verbs_flow_label_of(0x11, 0x12));
  CHECK(verbs_source_port(verbs_flow_label_of(0x11, 0x12)) == 49458, "%u", verbs_source_port(verbs_flow_label_of(0x11, 0x12)));
  CHECK(verbs_flow_label_of(0xabcdef, 0x123) == verbs_flow_label_of(0x123, 0xabcdef), "the two ends do not agree");
}

static struct gid_entry entry(int index, const char *gid, enum gid_type type) {
  struct gid_entry e = {.index = index, .type = type};
  if (inet_pton(AF_INET6, gid, e.gid) != 1) abort();
  return e;
}

static int chosen(const struct gid_entry *table, size_t n, struct gid_wish wish) {
  const struct gid_entry *e = gid_choose(table, n, &wish);
  return e ? e->index : -1;
}
#define WISH(...) ((struct gid_wish){.index = -1, __VA_ARGS__})
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* As an mlx5 port shows it, with holes where addresses were removed. */
static void the_routable_roce2_gid_of_a_sparse_table_is_chosen(void) {
  struct gid_entry table[] = {entry(0, "fe80::1", GID_TYPE_V1), entry(1, "fe80::1", GID_TYPE_V2), entry(4, "::ffff:10.0.0.2", GID_TYPE_V1),
                              entry(5, "::ffff:10.0.0.2", GID_TYPE_V2), entry(9, "fd00::2", GID_TYPE_V2), entry(300, "::ffff:10.9.0.2", GID_TYPE_V2)};
  CHECK(chosen(table, LENGTH(table), WISH(.type = GID_TYPE_UNKNOWN)) == 5, "the default");
  CHECK(chosen(table, LENGTH(table), WISH(.type = GID_TYPE_V1)) == 4, "roce1");
  CHECK(chosen(table, LENGTH(table), WISH(.family = GID_IPV6)) == 9, "ipv6: a routable address comes before a link-local one");
  CHECK(chosen(table, LENGTH(table), WISH(.family = GID_IPV4, .type = GID_TYPE_V1)) == 4, "ipv4 of roce1");
  CHECK(chosen(table, LENGTH(table), (struct gid_wish){.index = 0}) == 0, "an index that was asked for is taken as it is");
  CHECK(chosen(table, LENGTH(table), (struct gid_wish){.index = 2}) == -1, "a hole in the table");
  struct gid_wish address = WISH(.has_address = true);
  CHECK(gid_of_address("10.9.0.2", address.address) && chosen(table, LENGTH(table), address) == 300, "by an IPv4 address");
  CHECK(gid_of_address("fd00::2%eth0", address.address) && chosen(table, LENGTH(table), address) == 9, "by an IPv6 address");
  CHECK(gid_of_address("10.9.0.3", address.address) && chosen(table, LENGTH(table), address) == -1, "by an address that no GID carries");
}

static void an_ipv6_only_fabric_has_a_gid(void) {
  struct gid_entry table[] = {entry(0, "fe80::1", GID_TYPE_V1), entry(1, "fe80::1", GID_TYPE_V2), entry(2, "2001:db8::7", GID_TYPE_V1),
                              entry(3, "2001:db8::7", GID_TYPE_V2)};
  CHECK(chosen(table, 4, WISH(.type = GID_TYPE_UNKNOWN)) == 3, "the routable one");
  CHECK(chosen(table, 2, WISH(.type = GID_TYPE_UNKNOWN)) == 1, "link-local is better than none");
  CHECK(chosen(table, 4, WISH(.family = GID_IPV4)) == -1, "there is no IPv4 address");
  CHECK(chosen(table, 0, WISH(.type = GID_TYPE_UNKNOWN)) == -1, "an empty table");
}

static void a_port_with_roce1_only_gets_roce1(void) {
  struct gid_entry table[] = {entry(0, "fe80::1", GID_TYPE_V1), entry(1, "::ffff:10.0.0.2", GID_TYPE_V1)};
  CHECK(chosen(table, 2, WISH(.type = GID_TYPE_UNKNOWN)) == 1, "%d", chosen(table, 2, WISH(.type = GID_TYPE_UNKNOWN)));
  CHECK(chosen(table, 2, WISH(.type = GID_TYPE_V2)) == -1, "roce2 was asked for");
}

static void a_gid_reads_as_sysfs_prints_it(void) {
  char text[40];
  gid_text(entry(0, "::ffff:192.168.77.1", GID_TYPE_V2).gid, text);
  CHECK_TEXT(text, "0000:0000:0000:0000:0000:ffff:c0a8:4d01");
}

static struct terms some_terms(long long op, long long qps) {
  return (struct terms){.op = op, .verb = VERB_SEND, .connect = CONNECT_EXCHANGE, .mode = MODE_EVENT, .size = 4096, .qps = qps, .depth = 16,
                        .mtu = TERM_ABSENT, .inline_limit = 0, .sl = 3, .traffic_class = 106, .flow_label = 0xfffff, .hop_limit = 255, .timeout = 18,
                        .retries = 3, .rnr_retries = 6, .bidirectional = 1};
}

static struct side some_side(unsigned qps) {
  struct side side = {.lid = 65535, .psn = 0xfffffe, .rkey = 0xdeadbeef, .address = UINT64_MAX, .mtu = 4096, .reads = 16, .qps = qps, .kind = "soft-iwarp"};
  memset(side.gid, 0xab, sizeof side.gid);
  for (unsigned i = 0; i < qps; i++) side.qpn[i] = 0xffff00 + i;
  return side;
}

static void the_longest_offer_comes_back_as_it_was(void) {
  char text[SAID_MAX_BYTES + 1];
  struct failure failure = {0};
  struct terms terms = some_terms(OP_BANDWIDTH, QUEUE_PAIRS_MAX), read = {0};
  struct side side = some_side(QUEUE_PAIRS_MAX), peer;
  terms_say(text, "offer", &terms, &side);
  CHECK(strlen(text) < SAID_MAX_BYTES, "%zu bytes", strlen(text));
  CHECK(said_word(text, "offer") && terms_from_text(text, &read, &failure) == 0, "%s", failure.msg);
  CHECK(read.op == OP_BANDWIDTH && read.verb == VERB_SEND && read.mode == MODE_EVENT && read.size == 4096 && read.qps == 64, "%s", text);
  CHECK(read.depth == 16 && read.inline_limit == 0 && read.sl == 3 && read.traffic_class == 106 && read.flow_label == 0xfffff, "%s", text);
  CHECK(read.hop_limit == 255 && read.timeout == 18 && read.retries == 3 && read.rnr_retries == 6 && read.bidirectional == 1, "%s", text);
  CHECK(side_from_text(text, &read, &peer, &failure) == 0, "%s", failure.msg);
  CHECK(memcmp(&peer, &side, sizeof side) == 0, "%s", text);
}

/* A text, changed in one place, is refused with the key that is wrong. */
static void check_bad_text(const char *text, const char *key) {
  struct failure failure = {0};
  struct terms terms;
  struct side side;
  int rc = terms_from_text(text, &terms, &failure);
  if (!rc) rc = side_from_text(text, &terms, &side, &failure);
  CHECK(rc == CODE_NETWORK || rc == CODE_USAGE, "rc %d for: %s", rc, text);
  CHECK(strstr(failure.msg, key), "`%s` is not in: %s", key, failure.msg);
}

static void a_bad_text_is_refused_with_its_key(void) {
#define OFFER "offer v=1 op=latency size=8 "
#define SIDE " mtu=4096 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=roce2 qpn=1f"
  check_bad_text("offer op=latency size=8" SIDE, "v");
  check_bad_text("offer v=2 op=latency size=8" SIDE, "v=2");
  check_bad_text("offer v=1 size=8" SIDE, "op");
  check_bad_text("offer v=1 op=latensy size=8" SIDE, "op=latensy");
  check_bad_text("offer v=1 op=latency size=0" SIDE, "size=0");
  check_bad_text("offer v=1 op=latency size=8388609" SIDE, "size=8388609");
  check_bad_text("offer v=1 op=latency size=8x" SIDE, "size=8x");
  check_bad_text("offer v=1 op=latency size=99999999999999999999999999" SIDE, "size=");
  check_bad_text("offer v=1 op=latency mode=event" SIDE, "event mode");
  check_bad_text("offer v=1 op=latency qps=2" SIDE, "one queue pair");
  check_bad_text(OFFER "mtu=4096 psn=1 addr=7f rkey=1 kind=roce2 qpn=1f", "gid");
  check_bad_text(OFFER "mtu=4096 gid=00ff psn=1 addr=7f rkey=1 kind=roce2 qpn=1f", "gid=00ff");
  check_bad_text(OFFER "mtu=4096 gid=00000000000000000000ffff0a00000G psn=1 addr=7f rkey=1 kind=roce2 qpn=1f", "gid=");
  check_bad_text(OFFER "mtu=100 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=roce2 qpn=1f", "mtu=100");
  check_bad_text(OFFER "mtu=4096 gid=00000000000000000000ffff0a000002 psn=1000000 addr=7f rkey=1 kind=roce2 qpn=1f", "psn=1000000");
  check_bad_text(OFFER "mtu=4096 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=roce2 qpn=1f,", "qpn=1f,");
  check_bad_text(OFFER "mtu=4096 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=roce2 qpn=1f,20", "qpn=1f,20");
  check_bad_text(OFFER "mtu=4096 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=roce2 qpn=1000000", "qpn=1000000");
  check_bad_text(OFFER "mtu=4096 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=roce2", "qpn");
  check_bad_text(OFFER "connect=rdma-cm mtu=4096 gid=00000000000000000000ffff0a000002 psn=1 addr=7f rkey=1 kind=iwarp address=10.0.0.2 port=0", "port=0");
#undef OFFER
#undef SIDE
}

static void values_are_found_by_their_whole_key(void) {
  char value[16];
  CHECK(said_value("bye bytes=12 window_ns=3", "bytes", value, sizeof value) && strcmp(value, "12") == 0, "%s", value);
  CHECK(!said_value("bye bytes=12", "byte", value, sizeof value), "found in a longer key");
  CHECK(!said_value("bytes=12", "bytes", value, sizeof value), "the first word is no key");
  CHECK(said_value("x a=", "a", value, sizeof value) && !*value, "an empty value");
  CHECK(said_word("bye", "bye") && said_word("bye x=1", "bye") && !said_word("byes", "bye"), "words");
}

static void collect_cpu(void *context, unsigned cpu) {
  *(uint64_t *)context |= 1ull << cpu;
}

static void cpus_of_a_node_are_read_as_the_kernel_lists_them(void) {
  uint64_t seen = 0;
  CHECK(parse_cpu_list("0-3,8,10-11", collect_cpu, &seen) && seen == 0xd0f, "%llx", (unsigned long long)seen);
  CHECK(!parse_cpu_list("3-1", collect_cpu, &seen), "a range that falls");
  CHECK(!parse_cpu_list("a", collect_cpu, &seen), "no number");
}

static void mtus_are_bytes(void) {
  CHECK(verbs_mtu_bytes(IBV_MTU_256) == 256 && verbs_mtu_bytes(IBV_MTU_4096) == 4096, "of the enum");
  CHECK(verbs_mtu_of(1024) == IBV_MTU_1024 && verbs_mtu_of(4096) == IBV_MTU_4096, "to the enum");
}

int main(void) {
  RUN(a_flow_label_gives_its_source_port);
  RUN(queue_pair_numbers_give_the_flow_label_that_nobody_set);
  RUN(the_routable_roce2_gid_of_a_sparse_table_is_chosen);
  RUN(an_ipv6_only_fabric_has_a_gid);
  RUN(a_port_with_roce1_only_gets_roce1);
  RUN(a_gid_reads_as_sysfs_prints_it);
  RUN(the_longest_offer_comes_back_as_it_was);
  RUN(a_bad_text_is_refused_with_its_key);
  RUN(values_are_found_by_their_whole_key);
  RUN(cpus_of_a_node_are_read_as_the_kernel_lists_them);
  RUN(mtus_are_bytes);
  CHECK_MAIN_END;
}
