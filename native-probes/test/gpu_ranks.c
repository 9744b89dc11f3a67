#include "gpu_ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *gpu_folder;

static void set_variable(const char *variable, bool set) {
  char name[64];
  if (!variable) return;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(variable, "="), variable);
  if (set) setenv(name, strchr(variable, '=') + 1, 1);
  else unsetenv(name);
}

void group_start(struct group *group, const char *variable) {
  *group = (struct group){.requests = 0};
  setenv("LD_LIBRARY_PATH", gpu_folder, 1);
  set_variable(variable, true);
  start_agent(&group->agent, "--heartbeat=0");
  set_variable(variable, false);
  unsetenv("LD_LIBRARY_PATH");
}

static void forget(struct group *group) {
  for (int i = 0; i < group->events; i++) free(group->event[i]);
  group->events = 0;
  for (int i = 0; i < REQUESTS_MAX; i++) {
    group->rc[i] = -1;
    group->error[i][0] = 0;
  }
}

static int request_of(const struct group *group, int rank) {
  return rank / group->local;
}

void group_ask(struct group *group, int requests, int local, const char *fields, int other, const char *of_other) {
  forget(group);
  group->base += group->requests;
  group->requests = requests;
  group->local = local;
  if (!group->ranks) group->ranks = requests * local;
  for (int i = 0; i < requests; i++) {
    char gpus[128] = "";
    for (int g = 0; g < local; g++) snprintf(gpus + strlen(gpus), sizeof gpus - strlen(gpus), "%s%d", g ? "," : "", (i * local + g) % 8);
    ask(&group->agent, "{\"id\":%d,\"do\":\"collective\",\"backend\":\"gpu\",\"rank\":%d,\"ranks\":%d,\"local\":%d%s%s%s%s%s%s}", group->base + i, i * local, group->ranks, local,
        strstr(fields, "\"gpus\"") ? "" : ",\"gpus\":[", strstr(fields, "\"gpus\"") ? "" : gpus, strstr(fields, "\"gpus\"") ? "" : "]",
        strstr(fields, "deadline_ms") ? "" : ",\"deadline_ms\":60000", fields, i == other && of_other ? of_other : "");
  }
}

static void hand_to(struct group *group, int request, int from, const char *text, size_t n) {
  if (request < 0 || request >= group->requests || group->rc[request] != -1) return;
  ask(&group->agent, "{\"id\":%d,\"do\":\"hear\",\"of\":%d,\"text\":\"from=%d %.*s\"}", 1000 + group->hears++, group->base + request, from * group->local, (int)n, text);
}

static void hand_on(struct group *group, const char *line) {
  int from = (int)number_in(line, "id") - group->base;
  const char *text = strstr(line, "\"text\":\"to="), *word = text ? strchr(text, ' ') : NULL;
  if (!word || group->silent_controller) return;
  size_t n = strlen(word + 1) - 2; /* without the quote and the brace at the end */
  text += strlen("\"text\":\"to=");
  if (*text != '*') return hand_to(group, request_of(group, atoi(text)), from, word + 1, n);
  for (int i = 0; i < group->requests; i++)
    if (i != from) hand_to(group, i, from, word + 1, n);
}

static bool is(const char *line, const char *event) {
  char text[64];
  snprintf(text, sizeof text, "{\"ev\":\"%s\"", event);
  return strncmp(line, text, strlen(text)) == 0;
}

static void take(struct group *group, const char *line) {
  int id = (int)number_in(line, "id") - group->base;
  if (is(line, "say")) return hand_on(group, line);
  if (is(line, "rank") || is(line, "log") || is(line, "collective") || is(line, "overlap")) {
    if (group->events < KEPT_EVENTS) group->event[group->events++] = strdup(line);
  }
  if (id < 0 || id >= group->requests) return;
  if (is(line, "error") && !group->error[id][0]) snprintf(group->error[id], sizeof group->error[id], "%s", line);
  if (is(line, "done")) group->rc[id] = (int)number_in(line, "rc");
}

bool group_step(struct group *group, int ms) {
  char copy[4096];
  const char *line = next_line(&group->agent, ms);
  if (!line) return false;
  snprintf(copy, sizeof copy, "%s", line);
  take(group, copy);
  return true;
}

static bool all_done(const struct group *group) {
  for (int i = 0; i < group->requests; i++)
    if (group->rc[i] == -1) return false;
  return true;
}

bool group_finish(struct group *group) {
  while (!all_done(group))
    if (!group_step(group, PATIENCE_MS)) return false;
  return true;
}

bool group_until(struct group *group, const char *text) {
  while (!group_count(group, text, ""))
    if (!group_step(group, PATIENCE_MS)) return false;
  return true;
}

void group_end(struct group *group) {
  forget(group);
  finish(&group->agent);
}

int group_count(const struct group *group, const char *text, const char *and) {
  int n = 0;
  for (int i = 0; i < group->events; i++) n += strstr(group->event[i], text) && strstr(group->event[i], and);
  return n;
}

const char *group_event(const struct group *group, const char *text, const char *and) {
  for (int i = 0; i < group->events; i++)
    if (strstr(group->event[i], text) && strstr(group->event[i], and)) return group->event[i];
  return "";
}
