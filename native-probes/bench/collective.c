/* What the ring reaches of what its links can do: collectives of the host backend over loopback against plain streams between the same
 * neighbours at the same time (every rank sends to the next one: `bandwidth`, counted by the receiver). Both take turns within a round,
 * so that a busy machine disturbs them alike; what counts is the ratio within a round, and its median. On a machine with fewer CPUs than
 * ranks both are bound by CPU time: what a byte on a link costs of it, on both ends together, is told too, and depends less on who else
 * is busy.
 *
 * usage: collective PROBE [RANKS [ROUNDS [BYTES]]] */
#include "../test/ranks.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS_MAX 32
#define SECONDS_MS 2000

static struct ranks ranks;
static int n = 4, rounds = 5;
static long long bytes = 64 << 20;
static const char *const KINDS[] = {"all-gather", "reduce-scatter", "all-reduce"};

/* CPU time of all agents so far, in ns, to a clock tick (10 ms). */
static double cpu_time(void) {
  double ticks = 0;
  for (int r = 0; r < n; r++) {
    char path[64], text[1024] = "";
    long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)ranks.rank[r].agent.pid);
    FILE *file = fopen(path, "r");
    if (file && fgets(text, sizeof text, file) && strrchr(text, ')'))
      sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &kernel);
    if (file) fclose(file);
    ticks += (double)(user + kernel);
  }
  return ticks * 1e9 / (double)sysconf(_SC_CLK_TCK);
}

/* The slowest of the streams, in bit/s; *cost: CPU time in ns for each KiB of all of them. */
static long long streams(double *cost) {
  long long slowest = -1;
  double cpu = cpu_time(), moved = 0;
  int port[RANKS_MAX];
  ranks.id += 1000;
  for (int r = 0; r < n; r++) {
    char bind[32];
    snprintf(bind, sizeof bind, "127.0.0.%d", r + 2);
    port[r] = serve(&ranks.rank[r].agent, ranks.id, bind, ",\"op\":\"bandwidth\",\"deadline_ms\":60000");
  }
  for (int r = 0; r < n; r++)
    ask(&ranks.rank[r].agent,
        "{\"id\":%d,\"do\":\"run\",\"op\":\"bandwidth\",\"bind\":\"127.0.0.%d\",\"address\":\"127.0.0.%d\",\"port\":%d,\"token\":\"" TOKEN
        "\",\"size\":131072,\"duration_ms\":%d,\"deadline_ms\":30000}",
        ranks.id + 1, r + 2, (r + 1) % n + 2, port[(r + 1) % n], SECONDS_MS);
  for (int r = 0; r < n; r++) {
    const char *line = line_with(&ranks.rank[r].agent, "\"ev\":\"result\"");
    long long rate = number_in(line, "rate");
    moved += (double)rate / 8e3 * (double)SECONDS_MS;
    cpu += (double)number_in(line, "gap_max") > 0 ? 2e7 : 0; /* the self-test spins so long */
    if (slowest < 0 || rate < slowest) slowest = rate;
  }
  for (int r = 0; r < n; r++) {
    done_of(&ranks.rank[r].agent, ranks.id + 1);
    ask(&ranks.rank[r].agent, "{\"id\":%d,\"do\":\"stop\",\"of\":%d}", ranks.id + 2, ranks.id);
    done_of(&ranks.rank[r].agent, ranks.id);
  }
  *cost = (cpu_time() - cpu) * 1024 / moved;
  return slowest;
}

/* What crosses each link in one operation, over the mean time of the slowest rank, in bit/s; *cost as above. -1 when something went wrong. */
static long long ring(int kind, double *cost) {
  char fields[256];
  long long slowest = 0;
  double cpu = 0;
  snprintf(fields, sizeof fields, ",\"collective\":\"%s\",\"sizes\":[%lld],\"iterations\":1000,\"warmup\":2,\"budget_ms\":%d", KINDS[kind], bytes, SECONDS_MS);
  if (!ranks_run(&ranks, fields)) return -1;
  for (int r = 0; r < n; r++) {
    if (ranks.rank[r].rc || ranks.rank[r].wrong) return fprintf(stderr, "bench: rank %d: %d %s\n", r, ranks.rank[r].rc, ranks.rank[r].error), -1;
    cpu += (double)number_in(ranks.rank[r].last, "cpu_ns");
    if (ranks.rank[r].mean[0] > slowest) slowest = ranks.rank[r].mean[0];
  }
  double crosses = (double)ranks.rank[0].bytes[0] * (kind == 2 ? 2 : 1) * (n - 1) / n;
  *cost = cpu * 1024 / (crosses * n * (double)ranks.rank[0].iterations[0]);
  return (long long)(crosses * 8e9 / (double)slowest);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  static double ratio[3][ROUNDS_MAX], cheaper[3][ROUNDS_MAX];
  if (argc < 2) return fprintf(stderr, "usage: collective PROBE [RANKS [ROUNDS [BYTES]]]\n"), 2;
  probe_command = argv[1];
  if (argc > 2) n = atoi(argv[2]);
  if (argc > 3) rounds = atoi(argv[3]);
  if (argc > 4) bytes = atoll(argv[4]);
  if (n < 2 || n > RANKS_MAX || rounds < 1 || rounds > ROUNDS_MAX) return fprintf(stderr, "bench: 2 to %d ranks, 1 to %d rounds\n", RANKS_MAX, ROUNDS_MAX), 2;
  printf("%d ranks on %ld CPUs, %lld B, Mbit/s of each link, ns of CPU time for each KiB on it\nround  streams  ns/KiB", n, sysconf(_SC_NPROCESSORS_ONLN), bytes);
  for (int k = 0; k < 3; k++) printf("  %14s  ratio  ns/KiB", KINDS[k]);
  for (int i = 0; i < rounds; i++) {
    /* The ring's runs lie between two of the streams', whose mean is what they are held against. */
    double first, second, cost[3];
    ranks_start(&ranks, n, ""); /* for each round: an agent ends after two minutes */
    long long before = streams(&first), seen[3];
    for (int k = 0; k < 3; k++) seen[k] = ring(k, &cost[k]);
    long long plain = (before + streams(&second)) / 2;
    first = (first + second) / 2;
    printf("\n%5d  %7lld  %6.0f", i + 1, plain / 1000000, first);
    for (int k = 0; k < 3; k++) {
      if (seen[k] < 0 || before < 0) return puts("\nbench: a run failed"), 1;
      ratio[k][i] = (double)seen[k] / (double)plain;
      cheaper[k][i] = first / cost[k];
      printf("  %14lld  %5.3f  %6.0f", seen[k] / 1000000, ratio[k][i], cost[k]);
    }
    fflush(stdout);
    ranks_end(&ranks);
  }
  printf("\nmedian of ratios to the streams (range), target at least 0.9:\n");
  for (int k = 0; k < 3; k++) {
    qsort(ratio[k], (size_t)rounds, sizeof **ratio, by_value);
    qsort(cheaper[k], (size_t)rounds, sizeof **cheaper, by_value);
    printf("  %-14s  rate %.3f (%.3f .. %.3f), bytes for the same CPU time %.3f (%.3f .. %.3f)\n", KINDS[k], ratio[k][rounds / 2], ratio[k][0],
           ratio[k][rounds - 1], cheaper[k][rounds / 2], cheaper[k][0], cheaper[k][rounds - 1]);
  }
  return 0;
}
