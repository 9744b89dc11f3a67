/* info and counters from a tree that stands in place of / (make_tree.sh). */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "harness.h"

static struct child agent;
static const char *tree;

static void start_in_tree(void) {
  char options[512];
  snprintf(options, sizeof options, "--root=%s", tree);
  start_agent(&agent, options);
}

/* By rename: a reader must never see half a file. */
static void put(const char *file, const char *text) {
  char path[512], fresh[512];
  snprintf(path, sizeof path, "%s/%s", tree, file);
  snprintf(fresh, sizeof fresh, "%s/fresh", tree);
  FILE *f = fopen(fresh, "w");
  if (!f || fprintf(f, "%s\n", text) < 0 || fclose(f) != 0 || rename(fresh, path) != 0) abort();
}

static void expect_line(const char *wanted) {
  const char *line = next_line(&agent, PATIENCE_MS);
  CHECK(line && strcmp(line, wanted) == 0, "seen   %s\nwanted %s", line ? line : "nothing", wanted);
}

static void the_hello_names_the_host_of_the_tree(void) {
  start_in_tree();
  const char *line = next_line(&agent, PATIENCE_MS);
  CHECK(line && strstr(line, "\"host\":\"virtual-7\",\"boot_id\":\"00000000-0000-0000-0000-000000000007\""), "%s", line ? line : "nothing");
  finish(&agent);
}

static void info_reads_ports_interfaces_and_gpu_processes(void) {
  start_in_tree();
  line_with(&agent, "\"ev\":\"hello\"");
  ask(&agent, "{\"id\":1,\"do\":\"info\"}");
  const char *line = next_line(&agent, PATIENCE_MS);
  CHECK(line && strstr(line, "{\"ev\":\"info\",\"id\":1,\"host\":\"virtual-7\"") &&
            strstr(line, "\"numa_nodes\":2,\"rdma\":\"ok\",\"verbs\":\"not-looked\"}"),
        "%s", line ? line : "nothing");
  expect_line("{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"netdev\":\"eth2\",\"state\":\"ACTIVE\",\"phys_state\":\"LinkUp\",\"rate\":400000000000,"
              "\"link_layer\":\"Ethernet\",\"numa\":1,\"fabric\":\"roce2\",\"width\":4,\"fw\":\"28.39.1002\",\"board\":\"MT_0000000838\","
              "\"pci\":\"0000:3b:00.0\",\"pci_speed\":16000,\"pci_width\":16,\"pci_max_speed\":32000,\"pci_max_width\":16,\"bond\":\"bond0\",\"gids\":2}");
  expect_line("{\"ev\":\"gid\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"index\":0,\"gid\":\"fe80:0000:0000:0000:ba3f:d2ff:fe00:0001\","
              "\"type\":\"IB/RoCE v1\",\"netdev\":\"eth2\"}");
  expect_line("{\"ev\":\"gid\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"index\":10,\"gid\":\"0000:0000:0000:0000:0000:ffff:0a00:0002\","
              "\"type\":\"RoCE v2\",\"netdev\":\"eth2\"}");
  expect_line("{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_1\",\"port\":1,\"netdev\":\"ib0\",\"state\":\"DOWN\",\"phys_state\":\"Disabled\",\"rate\":2500000000,"
              "\"link_layer\":\"InfiniBand\",\"fabric\":\"infiniband\",\"width\":1,\"gids\":0}");
  expect_line("{\"ev\":\"port\",\"id\":1,\"device\":\"x9\",\"port\":1,\"netdev\":\"eth3\",\"state\":\"ACTIVE\",\"rate\":2500000000,"
              "\"link_layer\":\"Ethernet\",\"fabric\":\"soft-roce\",\"width\":1,\"gids\":1}");
  CHECK(line_with(&agent, "\"ev\":\"gid\",\"id\":1,\"device\":\"x9\""), "no GID of x9");
  for (int i = 0; i < 2; i++) {
    line = line_with(&agent, "\"ev\":\"port\",\"id\":1,\"device\":\"y");
    CHECK(line && strstr(line, "\"fabric\":\"soft-iwarp\""), "%s", line ? line : "nothing");
    CHECK(line_with(&agent, "\"ev\":\"gid\""), "no GID of siw");
  }
  expect_line("{\"ev\":\"netdev\",\"id\":1,\"name\":\"bond0\",\"operstate\":\"up\"}");
  expect_line("{\"ev\":\"netdev\",\"id\":1,\"name\":\"eth2\",\"operstate\":\"up\",\"speed\":400000000000,\"mtu\":9000,\"mac\":\"b8:3f:d2:00:00:01\",\"numa\":1,"
              "\"driver\":\"mlx5_core\"}");
  expect_line("{\"ev\":\"netdev\",\"id\":1,\"name\":\"ib0\",\"operstate\":\"down\",\"mtu\":4092}");
  expect_line("{\"ev\":\"gpu-process\",\"id\":1,\"pid\":100,\"name\":\"trainer \\\"x\\\"\",\"device\":\"/dev/nvidia3\"}");
  expect_line("{\"ev\":\"gpu-process\",\"id\":1,\"pid\":102,\"name\":\"rocm\",\"device\":\"/dev/kfd\"}");
  expect_line("{\"ev\":\"done\",\"id\":1,\"rc\":0}");
  finish(&agent);
}

/* The rest of a counters line after its time. */
static void expect_counters(const char *wanted) {
  const char *line = line_with(&agent, "\"ev\":\"counters\""), *after = line ? strstr(line, "\"source\"") : NULL;
  CHECK(after && strcmp(after, wanted) == 0, "seen   %s\nwanted %s", after ? after : "nothing", wanted);
}

#define ETHTOOL_FIRST \
  "\"source\":\"ethtool\",\"netdev\":\"eth2\",\"full\":true,\"values\":{\"rx_prio3_pause\":5,\"rx_discards_phy\":0,\"tx_prio3_pause\":6},\"more\":false}"

static void counters_are_full_first_and_then_name_what_changed(void) {
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"devices\":[\"mlx5_0\"],\"netdevs\":[\"eth2\"],\"interval_ms\":2000,\"ethtool_ms\":200,\"count\":0}");
  expect_counters(ETHTOOL_FIRST);
  expect_counters("\"source\":\"rdma-port\",\"device\":\"mlx5_0\",\"port\":1,\"full\":true,\"values\":{\"both\":1,\"port_rcv_data\":7,"
                  "\"port_xmit_data\":18446744073709551615},\"more\":false}");
  expect_counters("\"source\":\"rdma-hw\",\"device\":\"mlx5_0\",\"port\":1,\"full\":true,\"values\":{\"both\":2,\"np_cnp_sent\":17},\"more\":false}");
  expect_counters("\"source\":\"sysfs\",\"netdev\":\"eth2\",\"full\":true,\"values\":{\"rx_bytes\":1000,\"tx_bytes\":2000},\"more\":false}");
  put("sys/class/infiniband/mlx5_0/ports/1/hw_counters/np_cnp_sent", "18");
  put("sys/class/net/eth2/ethtool_stats", " rx_prio3_pause: 5\n rx_discards_phy: 0\n tx_prio3_pause: 9");
  /* Which reading sees the change is not fixed; what it says is. */
  const char *changes[] = {"\"source\":\"ethtool\",\"netdev\":\"eth2\",\"full\":false,\"values\":{\"tx_prio3_pause\":9},\"more\":false}",
                           "\"source\":\"rdma-hw\",\"device\":\"mlx5_0\",\"port\":1,\"full\":false,\"values\":{\"np_cnp_sent\":18},\"more\":false}",
                           "\"source\":\"sysfs\",\"netdev\":\"eth2\",\"full\":false,\"values\":{},\"more\":false}"};
  for (int i = 0; i < 3; i++) CHECK(line_with(&agent, changes[i]), "no line with %s", changes[i]);
  finish(&agent);
}

static void a_source_that_vanishes_is_reported_and_full_when_it_is_back(void) {
  char statistics[512], away[512];
  snprintf(statistics, sizeof statistics, "%s/sys/class/net/eth2/statistics", tree);
  snprintf(away, sizeof away, "%s/sys/class/net/eth2/away", tree);
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"netdevs\":[\"eth2\"],\"interval_ms\":100,\"count\":0}");
  CHECK(line_with(&agent, "\"source\":\"sysfs\",\"netdev\":\"eth2\",\"full\":true"), "no first reading");
  if (rename(statistics, away) != 0) abort();
  const char *line = line_with(&agent, "\"ev\":\"error\",\"id\":1");
  CHECK(line && strstr(line, "\"code\":5") && strstr(line, "eth2"), "%s", line ? line : "nothing");
  if (rename(away, statistics) != 0) abort();
  CHECK(line_with(&agent, "\"source\":\"sysfs\",\"netdev\":\"eth2\",\"full\":true"), "the source did not come back");
  ask(&agent, "{\"id\":2,\"do\":\"stop\",\"of\":1}");
  CHECK(done_of(&agent, 1) == 0, "rc");
  finish(&agent);
}

static void a_source_that_never_was_is_said_once_where_counters_are_sampled(void) {
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"netdevs\":[\"bond0\"],\"interval_ms\":50,\"ethtool_ms\":50,\"count\":3}");
  const char *line = line_with(&agent, "\"ev\":\"error\",\"id\":1,\"where\":\"ethtool\",\"code\":5,\"msg\":\"bond0 has no ethtool counters\"");
  CHECK(line, "an interface without ethtool statistics is silent");
  line = line_with(&agent, "\"ev\":\"error\",\"id\":1");
  CHECK(line && strstr(line, "bond0 has no sysfs counters"), "%s", line ? line : "nothing");
  while ((line = next_line(&agent, PATIENCE_MS)) && !strstr(line, "\"ev\":\"done\"")) CHECK(!strstr(line, "\"ev\":\"error\""), "said again: %s", line);
  finish(&agent);
}

static void only_selected_statistics_are_read(void) {
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"netdevs\":[\"eth2\"],\"select\":[\"tx_prio?_pause\",\"*_phy\",\"rx_prio\"]}");
  expect_counters("\"source\":\"ethtool\",\"netdev\":\"eth2\",\"full\":true,\"values\":{\"rx_discards_phy\":0,\"tx_prio3_pause\":9},\"more\":false}");
  CHECK(done_of(&agent, 1) == 0, "rc");
  finish(&agent);
}

static void marks_of_the_whole_host_are_told_when_asked(void) {
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"ip\":1}");
  expect_counters("\"source\":\"ip\",\"full\":true,\"values\":{\"InNoECTPkts\":900,\"InECT1Pkts\":0,\"InECT0Pkts\":40,\"InCEPkts\":7},\"more\":false}");
  CHECK(done_of(&agent, 1) == 0, "rc");
  finish(&agent);
}

/* 2000 statistics every millisecond cost more than 1 % of a core on any machine. */
static void who_reads_too_dearly_says_so_and_reads_less_often(void) {
  static char many[2000 * 24];
  long long seen[3] = {0}, n = 0;
  for (int i = 0, at = 0; i < 2000; i++) at += snprintf(many + at, sizeof many - (size_t)at, "rx_ring_%d: %d\n", i, i);
  put("sys/class/net/eth2/ethtool_stats", many);
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"devices\":[\"mlx5_0\"],\"netdevs\":[\"eth2\"],\"interval_ms\":30000,\"ethtool_ms\":1,\"count\":0}");
  while (n < 3) {
    const char *line = line_with(&agent, "\"ev\":\"pace\",\"id\":1");
    CHECK(line, "no pace");
    if (!line) return finish(&agent);
    CHECK(number_in(line, "interval_ms") == 30000, "%s", line);
    seen[n++] = number_in(line, "ethtool_ms");
    CHECK(n == 1 || number_in(line, "cpu_ns") * 100 > number_in(line, "elapsed_ns"), "slowed down although it cost less: %s", line);
  }
  CHECK(seen[0] == 1 && seen[1] == 2 && seen[2] == 4, "intervals %lld, %lld, %lld ms", seen[0], seen[1], seen[2]);
  finish(&agent);
}

static void a_number_of_readings_is_kept(void) {
  int lines = 0;
  const char *line;
  start_in_tree();
  ask(&agent, "{\"id\":1,\"do\":\"counters\",\"devices\":[\"mlx5_0\"],\"interval_ms\":20,\"count\":5}");
  while ((line = next_line(&agent, PATIENCE_MS)) && !strstr(line, "\"ev\":\"done\"")) lines += strstr(line, "\"ev\":\"counters\"") != NULL;
  CHECK(lines == 10, "%d lines of two sources", lines);
  finish(&agent);
}

static void people_see_sentences(void) {
  char arguments[512];
  snprintf(arguments, sizeof arguments, "info --root=%s", tree);
  start(&agent, arguments);
  CHECK(line_with(&agent, "RDMA port mlx5_0/1 (eth2): ACTIVE, LinkUp, roce2 over Ethernet, x4, 400.0 Gb/s, NUMA node 1"), "info has no sentence");
  CHECK(line_with(&agent, "  2 GIDs, firmware 28.39.1002, board MT_0000000838, bond bond0, PCI 0000:3b:00.0 at 16.0 GT/s x16 of 32.0 GT/s x16"),
        "nothing about the device");
  CHECK(line_with(&agent, "  GID mlx5_0/1   10  0000:0000:0000:0000:0000:ffff:0a00:0002  RoCE v2  eth2"), "no GID");
  CHECK(line_with(&agent, "  the rate of a port that is not active means nothing"), "a rate of a port that is down");
  finish(&agent);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  probe_command = argv[1];
  tree = argv[2];
  RUN(the_hello_names_the_host_of_the_tree);
  RUN(info_reads_ports_interfaces_and_gpu_processes);
  RUN(counters_are_full_first_and_then_name_what_changed);
  RUN(a_source_that_vanishes_is_reported_and_full_when_it_is_back);
  RUN(a_source_that_never_was_is_said_once_where_counters_are_sampled);
  RUN(only_selected_statistics_are_read);
  RUN(marks_of_the_whole_host_are_told_when_asked);
  RUN(who_reads_too_dearly_says_so_and_reads_less_often);
  RUN(a_number_of_readings_is_kept);
  RUN(people_see_sentences);
  CHECK_MAIN_END;
}
