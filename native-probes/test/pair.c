#include "pair.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *fake_folder, *fabric_folder;

static void live_file(char *path, size_t size, const char *side) {
  snprintf(path, size, "%s/live-%s", fabric_folder, side);
}

/* Sets or takes back the variables of a side. */
static void change_environment(environment variables, bool set) {
  for (; variables && *variables; variables++) {
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(*variables, "="), *variables);
    if (set) setenv(name, strchr(*variables, '=') + 1, 1);
    else unsetenv(name);
  }
}

static void start_side(struct child *child, const char *side, const char *tree, environment variables) {
  char options[600], live[600];
  live_file(live, sizeof live, side);
  unlink(live);
  snprintf(options, sizeof options, "--root=%s", tree);
  setenv("LD_LIBRARY_PATH", fake_folder, 1);
  setenv("FAKE_IBV_ROOT", tree, 1);
  setenv("FAKE_IBV_LIVE", live, 1);
  change_environment(variables, true);
  start_agent(child, options);
  change_environment(variables, false);
  unsetenv("LD_LIBRARY_PATH");
}

void pair_start(struct pair *pair, const char *host, const char *via, environment server, environment client) {
  static char tree[512];
  snprintf(tree, sizeof tree, "%s/%s", fabric_folder, host);
  *pair = (struct pair){.tree = tree, .via = via, .served_rc = -1};
  start_side(&pair->server, "server", tree, server);
  start_side(&pair->client, "client", tree, client);
}

/* Hands the text of a `say` on, as it stands in the line, quotes and all. */
static void hand_on(struct pair *pair, const char *line, struct child *to, int of) {
  const char *text = strstr(line, "\"text\":");
  size_t n = text ? strlen(text) - 1 : 0; /* without the closing brace */
  if (!text || to->out < 0) return;
  if (to == &pair->client && strstr(line, "\"text\":\"refuse ")) pause_ms(pair->refusal_late_ms);
  snprintf(pair->last, sizeof pair->last, "%.*s", (int)n, text);
  ask(to, "{\"id\":%d,\"do\":\"hear\",\"of\":%d,%.*s}", 1000 + pair->hears++, of, (int)n, text);
}

/* The sum of the counts in "buckets":[[index,count],[index,count]...]. */
static long long bucket_sum(const char *line) {
  const char *at = strstr(line, "\"buckets\":[");
  long long sum = 0;
  if (!at) return 0;
  for (at += 11; (at = strchr(at, '[')); at++) {
    const char *comma = at[1] == '[' || at[1] == ']' ? NULL : strchr(at, ',');
    if (comma) sum += strtoll(comma + 1, NULL, 10);
  }
  return sum;
}

static bool is(const char *line, const char *event, int id) {
  char text[64];
  snprintf(text, sizeof text, "{\"ev\":\"%s\",\"id\":%d,", event, id);
  return strncmp(line, text, strlen(text)) == 0 || (strncmp(line, text, strlen(text) - 1) == 0 && line[strlen(text) - 1] == '}');
}

static void keep_first(char kept[4096], const char *line) {
  if (!*kept) snprintf(kept, 4096, "%s", line);
}

static void from_server(struct pair *pair, const char *line, int id) {
  if (strstr(line, "\"ev\":\"say\"")) hand_on(pair, line, &pair->client, id);
  if (is(line, "error", 1)) keep_first(pair->served, line);
  if (is(line, "done", 1)) pair->served_rc = (int)number_in(line, "rc");
}

/* True at the end of the run. */
static bool from_client(struct pair *pair, const char *line, int id) {
  if (strstr(line, "\"ev\":\"say\"")) hand_on(pair, line, &pair->server, 1);
  if (is(line, "error", id)) keep_first(pair->error, line);
  if (is(line, "result", id)) snprintf(pair->result, sizeof pair->result, "%s", line);
  if (is(line, "histogram", id)) pair->samples += bucket_sum(line);
  if (is(line, "done", id)) pair->rc = (int)number_in(line, "rc");
  return is(line, "done", id);
}

static bool readable(struct child *child) {
  return memchr(child->buffer, '\n', child->used) != NULL;
}

/* Waits until one of the two has a line, or has ended. False after PATIENCE_MS of silence. */
static bool wait_for_line(struct pair *pair) {
  struct pollfd both[] = {{.fd = pair->server.out, .events = POLLIN}, {.fd = pair->client.out, .events = POLLIN}};
  if (readable(&pair->server) || readable(&pair->client)) return true;
  return poll(both, 2, PATIENCE_MS) > 0;
}

/* The next line of a side that has one, without waiting. A side that has ended is not asked again. */
static const char *line_of(struct child *child) {
  struct pollfd one = {.fd = child->out, .events = POLLIN};
  if (!readable(child) && poll(&one, 1, 0) <= 0) return NULL;
  const char *line = next_line(child, PATIENCE_MS);
  if (!line) {
    close(child->out);
    child->out = -1;
  }
  return line;
}

/* Both sides' lines until the client's request `id` is done, or until the server has accepted. */
static bool relay(struct pair *pair, int id, bool until_agreed) {
  while (wait_for_line(pair)) {
    const char *line = line_of(&pair->server);
    bool accepted = line && strstr(line, "\"ev\":\"say\"") && strstr(line, "\"text\":\"accept");
    if (line) from_server(pair, line, id);
    if (accepted && until_agreed) return true;
    const char *other = line_of(&pair->client);
    if (other && from_client(pair, other, id)) return true;
    if (pair->client.out < 0) return false;
  }
  return false;
}

int pair_finish(struct pair *pair, int id) {
  return relay(pair, id, false) ? pair->rc : -1;
}

void pair_until_agreed(struct pair *pair) {
  relay(pair, 2, true);
}

bool pair_serve(struct pair *pair, const char *device, const char *fields) {
  const char *line;
  bool tcp = strcmp(pair->via, "tcp") == 0;
  ask(&pair->server, "{\"id\":1,\"do\":\"serve\",\"fabric\":\"verbs\",\"device\":\"%s\",\"via\":\"%s\",\"deadline_ms\":60000%s%s}", device, pair->via,
      tcp ? ",\"bind\":\"127.0.0.2\",\"token\":\"" TOKEN "\"" : "", fields);
  while ((line = next_line(&pair->server, PATIENCE_MS))) {
    if (is(line, "ready", 1)) return pair->port = (int)number_in(line, "port"), true;
    from_server(pair, line, 0);
    if (pair->served_rc >= 0) return false;
  }
  return false;
}

void pair_begin(struct pair *pair, int id, const char *device, const char *fields) {
  char address[256] = "";
  pair->result[0] = pair->error[0] = 0;
  pair->samples = 0;
  if (strcmp(pair->via, "tcp") == 0)
    snprintf(address, sizeof address, ",\"bind\":\"127.0.0.3\",\"address\":\"127.0.0.2\",\"port\":%d,\"token\":\"" TOKEN "\"", pair->port);
  ask(&pair->client, "{\"id\":%d,\"do\":\"run\",\"fabric\":\"verbs\",\"device\":\"%s\",\"via\":\"%s\"%s%s%s}", id, device, pair->via, address,
      strstr(fields, "deadline_ms") ? "" : ",\"deadline_ms\":30000", fields);
}

int pair_run(struct pair *pair, const char *server_device, const char *client_device, const char *fields) {
  if (!pair_serve(pair, server_device, pair->serve_fields ? pair->serve_fields : "")) return -2;
  pair_begin(pair, 2, client_device, fields);
  return pair_finish(pair, 2);
}

/* In order, so that both have closed what they opened. */
void pair_end(struct pair *pair) {
  struct child *both[] = {&pair->client, &pair->server};
  for (int i = 0; i < 2; i++) {
    if (exit_status(both[i], 0) == -1) {
      ask(both[i], "{\"id\":999,\"do\":\"quit\"}");
      exit_status(both[i], PATIENCE_MS);
    }
    finish(both[i]);
  }
}

bool pair_never_opened(const char *side) {
  char path[600];
  live_file(path, sizeof path, side);
  return access(path, F_OK) != 0;
}

/* Counters that cannot be read are no zeros. */
bool pair_side_left_nothing(const char *side, char *text, size_t size) {
  char path[600];
  live_file(path, sizeof path, side);
  FILE *file = fopen(path, "r");
  bool read = file && fgets(text, (int)size, file);
  if (file) fclose(file);
  if (!read) snprintf(text, size, "the %s has no counters in %.200s", side, path);
  return read && !strpbrk(text, "123456789");
}

bool pair_left_nothing(char *text, size_t size) {
  return pair_side_left_nothing("server", text, size) && pair_side_left_nothing("client", text, size);
}
