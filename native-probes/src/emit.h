/* JSON lines: building one, and where it goes. */
#ifndef SEATRIAL_EMIT_H
#define SEATRIAL_EMIT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line with its newline; at most PIPE_BUF, so that one write is never torn between two writers of a pipe. */
#define LINE_MAX_BYTES 4096
/* Longest text value, in escaped bytes; longer ones are cut. Keeps every event that has a fixed number of texts below the limit. */
#define TEXT_MAX_BYTES 640

/* A line under construction. When something does not fit, `full` is set and the thing is left out as a whole. */
struct line {
  size_t len;
  bool comma, full;
  char text[LINE_MAX_BYTES];
};

void line_open(struct line *line, const char *event);
void line_text(struct line *line, const char *key, const char *value);
/* A text of ours that may be longer than TEXT_MAX_BYTES; left out when the line has no room for it. */
void line_long_text(struct line *line, const char *key, const char *value);
void line_number(struct line *line, const char *key, int64_t value);
void line_count(struct line *line, const char *key, uint64_t value);
/* Left out when value < 0: an unknown value is absent on the wire, never 0 or -1. */
void line_known(struct line *line, const char *key, int64_t value);
/* Left out when NULL or empty. */
void line_known_text(struct line *line, const char *key, const char *value);
void line_flag(struct line *line, const char *key, bool value);
/* Nested values: `key` may be NULL inside a list. */
void line_nest(struct line *line, const char *key, char bracket);
void line_unnest(struct line *line, char bracket);
void line_item(struct line *line, uint64_t value);
/* Whether `bytes` more can be added while the line can still be closed. */
bool line_has_room(const struct line *line, size_t bytes);

/* Where lines go. `text` asks for sentences for people instead of JSON. */
struct sink {
  bool text;
  void (*write)(struct sink *sink, const char *bytes, size_t n);
  pthread_mutex_t lock;
  int fd;
  int patience_ms; /* how long a full pipe is waited for before the output counts as gone; < 0 = for ever */
  char *memory;
  size_t used, size;
};

/* Lines to a file descriptor; a reader that is gone or does not read ends the process with CODE_OUTPUT. */
void sink_to_fd(struct sink *sink, int fd, int patience_ms);
/* Lines into memory that grows; events are separated by commas. sink_free releases it. */
void sink_to_memory(struct sink *sink);
void sink_free(struct sink *sink);

/* Closes the line and writes it. */
void line_emit(struct sink *sink, struct line *line);
void sink_text(struct sink *sink, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
