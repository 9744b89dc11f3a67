/* Requests of a transcript: written field by field, read back as the probe reads them, and compared. For one file of tests. */
#ifndef SEATRIAL_ASKED_H
#define SEATRIAL_ASKED_H

#include <stdlib.h>

#include "../src/events.h"
#include "check.h"

/* Where all lines of a transcript go, requests and events. */
static struct sink sink;

/* One field of a request: a text, a list (of texts or of numbers, separated by commas) or a number. */
struct want {
  const char *key;
  enum field_kind kind;
  long long number;
  const char *text;
};
#define N(key, number) {key, FIELD_NUMBER, number, NULL}
#define T(key, text) {key, FIELD_TEXT, 0, text}
#define L(key, text) {key, FIELD_LIST, 0, text}
#define NS(key, text) {key, FIELD_NUMBERS, 0, text}
#define ASK(...) ask((const struct want[]){__VA_ARGS__, {NULL, FIELD_OTHER, 0, NULL}})

static void join(char *joined, size_t size, const struct field *field) {
  joined[0] = 0;
  for (unsigned i = 0; i < field->n; i++) {
    size_t n = strlen(joined);
    if (field->kind == FIELD_NUMBERS) snprintf(joined + n, size - n, "%s%lld", i ? "," : "", field->numbers[i]);
    else snprintf(joined + n, size - n, "%s%s", i ? "," : "", field->items[i]);
  }
}

static void check_field(const struct request *request, const struct want *want) {
  const struct field *field = request_find(request, want->key);
  char joined[256];
  CHECK(field && field->kind == want->kind, "field %s is missing or of another kind", want->key);
  if (!field) return;
  if (want->kind == FIELD_NUMBER) CHECK(field->number == want->number, "%s is %lld", want->key, field->number);
  if (want->kind == FIELD_TEXT) CHECK_TEXT(field->text, want->text);
  if (want->kind != FIELD_LIST && want->kind != FIELD_NUMBERS) return;
  join(joined, sizeof joined, field);
  CHECK_TEXT(joined, want->text);
}

static void put_list(struct line *line, const struct want *want) {
  char copy[256], *save, *item;
  snprintf(copy, sizeof copy, "%s", want->text);
  line_nest(line, want->key, '[');
  for (item = strtok_r(copy, ",", &save); item; item = strtok_r(NULL, ",", &save))
    if (want->kind == FIELD_NUMBERS) line_item(line, strtoull(item, NULL, 10));
    else line_text(line, NULL, item);
  line_unnest(line, ']');
}

/* Writes the request's line, reads it back and compares every field. */
static void ask(const struct want *wants) {
  static struct request request;
  struct line line = {0};
  size_t start = sink.used;
  unsigned n = 0;
  line_nest(&line, NULL, '{');
  for (const struct want *w = wants; w->key; w++, n++) {
    if (w->kind == FIELD_NUMBER) line_number(&line, w->key, w->number);
    if (w->kind == FIELD_TEXT) line_text(&line, w->key, w->text);
    if (w->kind == FIELD_LIST || w->kind == FIELD_NUMBERS) put_list(&line, w);
  }
  line_emit(&sink, &line);
  const char *problem = request_parse(&request, sink.memory + start, sink.used - start - 1);
  CHECK(!problem, "%s", problem);
  CHECK(request.fields == n, "%u fields, wanted %u", request.fields, n);
  for (const struct want *w = wants; w->key; w++) check_field(&request, w);
}

#endif
