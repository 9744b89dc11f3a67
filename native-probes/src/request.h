/* A request: one JSON object on one line, or the options of a subcommand, as a flat list of fields. */
#ifndef SEATRIAL_REQUEST_H
#define SEATRIAL_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#define REQUEST_FIELDS 48
#define REQUEST_ITEMS 256
#define REQUEST_TEXT 4096
#define REQUEST_NUMBERS 128
/* Values of keys that nobody asks for may nest this deep; the parser recurses, so there is a limit. */
#define REQUEST_DEPTH 8

/* LIST is a list of texts, or an empty one; NUMBERS a list of numbers; OTHER is valid JSON that no field of ours has (an object, null, a list
 * of anything else). */
enum field_kind { FIELD_NUMBER, FIELD_TEXT, FIELD_FLAG, FIELD_LIST, FIELD_NUMBERS, FIELD_OTHER };

struct field {
  const char *key;
  enum field_kind kind;
  long long number; /* the number, or 0/1 of a flag */
  const char *text;
  const char *const *items;
  const long long *numbers;
  unsigned n;
};

/* Fields point into `storage`: a request is filled in place and never copied. */
struct request {
  unsigned fields, items, numbers;
  size_t used;
  struct field field[REQUEST_FIELDS];
  const char *item[REQUEST_ITEMS];
  long long number[REQUEST_NUMBERS];
  char storage[REQUEST_TEXT];
};

/* Reads one line of `n` bytes, without its newline. NULL, or what is wrong with it. Strict: integers only, no duplicate keys, valid
 * UTF-8, nothing after the object. */
const char *request_parse(struct request *request, const char *line, size_t n);

void request_clear(struct request *request);
const struct field *request_find(const struct request *request, const char *key);
/* The value of a text or number field, or `otherwise`. */
const char *request_text(const struct request *request, const char *key, const char *otherwise);
long long request_number(const struct request *request, const char *key, long long otherwise);
bool request_flag(const struct request *request, const char *key);

/* For options: add a field. False when there is no room. A list is given as text separated by commas. */
bool request_put_number(struct request *request, const char *key, long long number);
bool request_put_text(struct request *request, const char *key, const char *text);
bool request_put_flag(struct request *request, const char *key);
bool request_put_list(struct request *request, const char *key, const char *text);

#endif
