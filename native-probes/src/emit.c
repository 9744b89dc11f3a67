/* JSON lines. Everything that comes from outside is escaped here and nowhere else. */
#include "emit.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

/* Room that stays free for closing brackets, `"more":false` and the newline. */
#define CLOSING_ROOM 32

bool line_has_room(const struct line *line, size_t bytes) {
  return line->len + bytes + CLOSING_ROOM <= LINE_MAX_BYTES;
}

static void put(struct line *line, const char *bytes, size_t n) {
  memcpy(line->text + line->len, bytes, n);
  line->len += n;
}

/* Length of the valid UTF-8 sequence at `s`, 0 when there is none (RFC 3629: no surrogates, no overlong forms). `s` ends with NUL. */
static size_t utf8_length(const unsigned char *s) {
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xc2 && s[0] <= 0xdf ? 2 : s[0] >= 0xe0 && s[0] <= 0xef ? 3 : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
  if (s[0] == 0xed && s[1] > 0x9f) return 0;
  if (s[0] == 0xf0 && s[1] < 0x90) return 0;
  if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
  return n;
}

/* Escapes one character of `*from` into `to` (at most 6 bytes) and steps over it. */
static size_t escape_one(const unsigned char **from, char to[8]) {
  const unsigned char *s = *from;
  size_t n = utf8_length(s);
  *from += n ? n : 1;
  if (n == 0) return (size_t)snprintf(to, 8, "\xef\xbf\xbd");
  if (*s == '"' || *s == '\\') return (size_t)snprintf(to, 8, "\\%c", *s);
  if (*s < 0x20) return (size_t)snprintf(to, 8, "\\u%04x", *s);
  memcpy(to, s, n);
  return n;
}

/* Appends the text in quotes, cut at `most` bytes between two characters. */
static size_t escape(char *to, const char *value, size_t most) {
  const unsigned char *s = (const unsigned char *)value;
  size_t len = 0;
  char one[8];
  to[len++] = '"';
  while (*s) {
    size_t n = escape_one(&s, one);
    if (len + n > most) break;
    memcpy(to + len, one, n);
    len += n;
  }
  to[len++] = '"';
  return len;
}

static void member(struct line *line, const char *key, const char *value, size_t n) {
  char name[TEXT_MAX_BYTES + 2];
  size_t name_len = key ? escape(name, key, TEXT_MAX_BYTES) : 0;
  if (!line_has_room(line, name_len + n + 2)) {
    line->full = true;
    return;
  }
  if (line->comma) put(line, ",", 1);
  put(line, name, name_len);
  if (key) put(line, ":", 1);
  put(line, value, n);
  line->comma = true;
}

void line_open(struct line *line, const char *event) {
  line->len = 0;
  line->comma = line->full = false;
  put(line, "{", 1);
  line_text(line, "ev", event);
}

void line_text(struct line *line, const char *key, const char *value) {
  char quoted[TEXT_MAX_BYTES + 2];
  member(line, key, quoted, escape(quoted, value, TEXT_MAX_BYTES));
}

void line_long_text(struct line *line, const char *key, const char *value) {
  char quoted[LINE_MAX_BYTES];
  member(line, key, quoted, escape(quoted, value, LINE_MAX_BYTES - 2));
}

void line_number(struct line *line, const char *key, int64_t value) {
  char digits[24];
  member(line, key, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)value));
}

void line_count(struct line *line, const char *key, uint64_t value) {
  char digits[24];
  member(line, key, digits, (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)value));
}

void line_known(struct line *line, const char *key, int64_t value) {
  if (value >= 0) line_number(line, key, value);
}

void line_known_text(struct line *line, const char *key, const char *value) {
  if (value && *value) line_text(line, key, value);
}

void line_flag(struct line *line, const char *key, bool value) {
  member(line, key, value ? "true" : "false", value ? 4 : 5);
}

void line_item(struct line *line, uint64_t value) {
  line_count(line, NULL, value);
}

void line_nest(struct line *line, const char *key, char bracket) {
  member(line, key, &bracket, 1);
  line->comma = false;
}

void line_unnest(struct line *line, char bracket) {
  put(line, &bracket, 1);
  line->comma = true;
}

void line_emit(struct sink *sink, struct line *line) {
  put(line, "}\n", 2);
  sink->write(sink, line->text, line->len);
}

/* A controller that is gone, or that no longer reads, must not keep a probe alive: the pipe holds 64 KiB, then this is where it ends. */
static void write_fd(struct sink *sink, const char *bytes, size_t n) {
  pthread_mutex_lock(&sink->lock);
  while (n > 0) {
    struct pollfd room = {.fd = sink->fd, .events = POLLOUT};
    int ready = poll(&room, 1, sink->patience_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) _exit(CODE_OUTPUT);
    ssize_t written = write(sink->fd, bytes, n);
    if (written < 0 && errno != EINTR && errno != EAGAIN) _exit(CODE_OUTPUT);
    if (written < 0) continue;
    bytes += written;
    n -= (size_t)written;
  }
  pthread_mutex_unlock(&sink->lock);
}

void sink_to_fd(struct sink *sink, int fd, int patience_ms) {
  *sink = (struct sink){.write = write_fd, .fd = fd, .patience_ms = patience_ms};
  pthread_mutex_init(&sink->lock, NULL);
}

/* Without memory the rest is left out: the reader then misses the `done` and knows. */
static void write_memory(struct sink *sink, const char *bytes, size_t n) {
  if (sink->used + n + 2 > sink->size) {
    size_t size = (sink->used + n + 2) * 2;
    char *larger = realloc(sink->memory, size);
    if (!larger) return;
    sink->memory = larger;
    sink->size = size;
  }
  memcpy(sink->memory + sink->used, bytes, n);
  sink->used += n;
}

void sink_to_memory(struct sink *sink) {
  *sink = (struct sink){.write = write_memory, .fd = -1};
}

void sink_free(struct sink *sink) {
  free(sink->memory);
  sink->memory = NULL;
}

void sink_text(struct sink *sink, const char *fmt, ...) {
  char text[1024];
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  if (n < 0) return;
  sink->write(sink, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}
