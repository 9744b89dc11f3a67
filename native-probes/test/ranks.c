#include "ranks.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

const char *ranks_fakes, *ranks_tree;

static void live_file(char *path, size_t size, int r) {
  snprintf(path, size, "%s/../live-rank%d", ranks_tree, r);
}

/* The libraries and devices that stand in, for the agent that is started next. */
static void stand_in(int r) {
  char live[600];
  live_file(live, sizeof live, r);
  unlink(live);
  setenv("LD_LIBRARY_PATH", ranks_fakes, 1);
  setenv("FAKE_IBV_ROOT", ranks_tree, 1);
  setenv("FAKE_IBV_LIVE", live, 1);
}

void ranks_start(struct ranks *ranks, int n, const char *options) {
  char all[700] = "";
  if (ranks_tree) snprintf(all, sizeof all, "--root=%s ", ranks_tree);
  strcat(all, options);
  *ranks = (struct ranks){.n = n};
  for (int r = 0; r < n; r++) {
    if (ranks_tree) stand_in(r);
    start_agent(&ranks->rank[r].agent, all);
  }
  unsetenv("LD_LIBRARY_PATH");
}

bool ranks_left_nothing(int r, char *text, size_t size) {
  char path[600];
  live_file(path, sizeof path, r);
  FILE *file = fopen(path, "r");
  bool read = file && fgets(text, (int)size, file);
  if (file) fclose(file);
  if (!read) snprintf(text, size, "no counters in %.200s", path);
  return read && !strpbrk(text, "123456789");
}

void ranks_ask(struct ranks *ranks, int r, const char *fields) {
  struct rank_seen *rank = &ranks->rank[r];
  struct child agent = rank->agent;
  bool deaf = rank->deaf;
  *rank = (struct rank_seen){.agent = agent, .rc = -1, .deaf = deaf};
  char where[160];
  if (ranks_tree) snprintf(where, sizeof where, "\"fabric\":\"verbs\",\"device\":\"roce%d\",\"bind\":\"127.0.0.%d\"", r % 2, 2 + r % 2);
  else snprintf(where, sizeof where, "\"bind\":\"127.0.0.%d\",\"token\":\"" TOKEN "\"", r + 2);
  ask(&rank->agent, "{\"id\":%d,\"do\":\"collective\",\"backend\":\"host\",\"rank\":%d,\"ranks\":%d,%s%s%s}", ranks->id, r, ranks->n, where,
      strstr(fields, "deadline_ms") ? "" : ",\"deadline_ms\":60000", fields);
}

void ranks_ask_all(struct ranks *ranks, const char *fields) {
  ranks->id += 1000;
  for (int r = 0; r < ranks->n; r++) ranks_ask(ranks, r, fields);
}

static void hear(struct ranks *ranks, int from, int to, const char *text, size_t n) {
  struct rank_seen *rank = &ranks->rank[to];
  if (rank->gone || rank->rc >= 0 || rank->deaf || ranks->rank[from].deaf) return;
  ask(&rank->agent, "{\"id\":%d,\"do\":\"hear\",\"of\":%d,\"text\":\"from=%d %.*s\"}", ranks->id + 1 + ranks->hears++ % 900, ranks->id, from, (int)n, text);
}

/* `to=R ...` or `to=* ...`, as it stands in the line, escapes and all. */
static void hand_on(struct ranks *ranks, int from, const char *line) {
  const char *text = strstr(line, "\"text\":\"to=");
  if (!text) return;
  text += 11;
  const char *words = strchr(text, ' ') + 1;
  size_t n = strlen(words) - 2; /* without the quote and the brace */
  if (strncmp(words, "failed", 6) == 0) ranks->rank[from].told = true;
  bool begins = strncmp(words, "begin", 5) == 0;
  for (int to = 0; to < ranks->n; to++)
    if (to != from && (*text == '*' || atoi(text) == to)) hear(ranks, from, to, words, n);
  if (begins && ranks->at_begin) ranks->at_begin(ranks);
}

static void tell_where(struct ranks *ranks, int from, const char *line) {
  char text[128], address[64];
  const char *at = strstr(line, "\"address\":\""), *by = strstr(line, "\"reached_by\":[");
  if (!at || !by) return;
  snprintf(address, sizeof address, "%.*s", (int)strcspn(at + 11, "\""), at + 11);
  int n = snprintf(text, sizeof text, "at address=%s port=%lld", address, number_in(line, "port"));
  for (by += 14; *by >= '0' && *by <= '9'; by += strspn(by, "0123456789"), by += *by == ',') hear(ranks, from, atoi(by), text, (size_t)n);
}

static void keep_result(struct ranks *ranks, int r, const char *line) {
  struct rank_seen *rank = &ranks->rank[r];
  int i = rank->results++;
  snprintf(rank->last, sizeof rank->last, "%s", line);
  rank->wrong += number_in(line, "wrong");
  if (i >= RESULTS_MAX) return;
  rank->bytes[i] = number_in(line, "bytes");
  rank->iterations[i] = number_in(line, "iterations");
  rank->mean[i] = number_in(line, "mean");
  rank->in_place[i] = strstr(line, "\"in_place\":true") != NULL;
}

static void take(struct ranks *ranks, int r, const char *line) {
  struct rank_seen *rank = &ranks->rank[r];
  if (number_in(line, "id") != ranks->id) return;
  if (strncmp(line, "{\"ev\":\"say\"", 11) == 0) hand_on(ranks, r, line);
  if (strncmp(line, "{\"ev\":\"rank\"", 12) == 0) snprintf(rank->joined, sizeof rank->joined, "%s", line);
  if (strncmp(line, "{\"ev\":\"ready\"", 13) == 0) tell_where(ranks, r, line);
  if (strncmp(line, "{\"ev\":\"collective\"", 18) == 0) keep_result(ranks, r, line);
  if (strncmp(line, "{\"ev\":\"overlap\"", 15) == 0) rank->overlaps++, snprintf(rank->last, sizeof rank->last, "%s", line);
  if (strncmp(line, "{\"ev\":\"error\"", 13) == 0 && !*rank->error) snprintf(rank->error, sizeof rank->error, "%s", line);
  if (strncmp(line, "{\"ev\":\"done\"", 12) == 0) rank->rc = (int)number_in(line, "rc");
}

static bool finished(const struct ranks *ranks) {
  for (int r = 0; r < ranks->n; r++)
    if (!ranks->rank[r].gone && ranks->rank[r].rc == -1) return false;
  return true;
}

static bool buffered(const struct child *agent) {
  return memchr(agent->buffer, '\n', agent->used) != NULL;
}

bool ranks_finish(struct ranks *ranks) {
  while (!finished(ranks)) {
    struct pollfd news[RANKS_MAX];
    bool waits = true;
    for (int r = 0; r < ranks->n; r++) {
      news[r] = (struct pollfd){.fd = ranks->rank[r].gone ? -1 : ranks->rank[r].agent.out, .events = POLLIN};
      if (!ranks->rank[r].gone && buffered(&ranks->rank[r].agent)) waits = false;
    }
    if (poll(news, (nfds_t)ranks->n, waits ? PATIENCE_MS : 0) <= 0 && waits) return false;
    for (int r = 0; r < ranks->n; r++) {
      if (ranks->rank[r].gone || (!news[r].revents && !buffered(&ranks->rank[r].agent))) continue;
      const char *line = next_line(&ranks->rank[r].agent, PATIENCE_MS);
      if (line) take(ranks, r, line);
      else ranks->rank[r].gone = true;
    }
  }
  return true;
}

bool ranks_run(struct ranks *ranks, const char *fields) {
  ranks_ask_all(ranks, fields);
  return ranks_finish(ranks);
}

void ranks_end(struct ranks *ranks) {
  for (int r = 0; r < ranks->n; r++) {
    if (!ranks->rank[r].gone) {
      ask(&ranks->rank[r].agent, "{\"id\":1,\"do\":\"quit\"}");
      exit_status(&ranks->rank[r].agent, PATIENCE_MS);
    }
    finish(&ranks->rank[r].agent);
  }
}
