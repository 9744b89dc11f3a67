/* A small strict JSON reader. The line comes through SSH from a controller that may be of another version, or from a person. */
#include "request.h"

#include <limits.h>
#include <string.h>

struct reader {
  const char *at, *end;
  struct request *request;
  const char *problem;
};

static bool refuse(struct reader *r, const char *problem) {
  if (!r->problem) r->problem = problem;
  return false;
}

static void skip_space(struct reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

static bool at_char(struct reader *r, char c) {
  skip_space(r);
  return r->at < r->end && *r->at == c;
}

static bool take(struct reader *r, char c) {
  if (!at_char(r, c)) return false;
  r->at++;
  return true;
}

static bool store(struct reader *r, unsigned char byte) {
  struct request *q = r->request;
  if (q->used >= sizeof q->storage) return refuse(r, "the texts are too long");
  q->storage[q->used++] = (char)byte;
  return true;
}

static bool store_code_point(struct reader *r, unsigned c) {
  if (c == 0) return refuse(r, "a text contains NUL");
  if (c < 0x80) return store(r, (unsigned char)c);
  if (c < 0x800) return store(r, (unsigned char)(0xc0 | c >> 6)) && store(r, (unsigned char)(0x80 | (c & 63)));
  bool lead = c < 0x10000 ? store(r, (unsigned char)(0xe0 | c >> 12))
                          : store(r, (unsigned char)(0xf0 | c >> 18)) && store(r, (unsigned char)(0x80 | (c >> 12 & 63)));
  return lead && store(r, (unsigned char)(0x80 | (c >> 6 & 63))) && store(r, (unsigned char)(0x80 | (c & 63)));
}

static bool read_hex4(struct reader *r, unsigned *value) {
  *value = 0;
  for (int i = 0; i < 4; i++, r->at++) {
    if (r->at >= r->end) return refuse(r, "an escape is cut off");
    char c = *r->at;
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return refuse(r, "an escape has a character that is no hexadecimal digit");
    *value = *value << 4 | (unsigned)digit;
  }
  return true;
}

static bool read_unicode_escape(struct reader *r) {
  unsigned high, low;
  if (!read_hex4(r, &high)) return false;
  if (high < 0xd800 || high > 0xdfff) return store_code_point(r, high);
  if (high > 0xdbff || r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u') return refuse(r, "half of a surrogate pair");
  r->at += 2;
  if (!read_hex4(r, &low)) return false;
  if (low < 0xdc00 || low > 0xdfff) return refuse(r, "half of a surrogate pair");
  return store_code_point(r, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
}

static bool read_escape(struct reader *r) {
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  if (r->at >= r->end) return refuse(r, "an escape is cut off");
  char c = *r->at++;
  if (c == 'u') return read_unicode_escape(r);
  const char *name = c ? strchr(names, c) : NULL;
  return name ? store(r, (unsigned char)meanings[name - names]) : refuse(r, "an unknown escape");
}

/* One character of two to four bytes, checked as RFC 3629 wants it. */
static bool read_multibyte(struct reader *r) {
  const unsigned char *s = (const unsigned char *)r->at;
  int n = s[0] >= 0xc2 && s[0] <= 0xdf ? 2 : s[0] >= 0xe0 && s[0] <= 0xef ? 3 : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : 0;
  if (n == 0 || r->end - r->at < n) return refuse(r, "a text is not valid UTF-8");
  unsigned c = s[0] & (0xffu >> (n + 1));
  for (int i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80) return refuse(r, "a text is not valid UTF-8");
    c = c << 6 | (s[i] & 63u);
  }
  if ((n == 3 && c < 0x800) || (n == 4 && (c < 0x10000 || c > 0x10ffff)) || (c >= 0xd800 && c <= 0xdfff))
    return refuse(r, "a text is not valid UTF-8");
  r->at += n;
  return store_code_point(r, c);
}

static bool read_text(struct reader *r, const char **text) {
  if (!take(r, '"')) return refuse(r, "a text in quotes is expected");
  *text = r->request->storage + r->request->used;
  while (r->at < r->end && *r->at != '"') {
    unsigned char c = (unsigned char)*r->at;
    if (c < 0x20) return refuse(r, "a text contains a control character");
    if (c >= 0x80 ? !read_multibyte(r) : c == '\\' ? (r->at++, !read_escape(r)) : (r->at++, !store(r, c))) return false;
  }
  if (!take(r, '"')) return refuse(r, "a text is not closed");
  return store(r, 0);
}

static bool read_number(struct reader *r, long long *number) {
  bool negative = take(r, '-');
  const char *start = r->at;
  long long value = 0;
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
    int digit = *r->at++ - '0';
    if (value > (LLONG_MAX - digit) / 10) return refuse(r, "a number does not fit into 64 bits");
    value = value * 10 + digit;
  }
  if (r->at == start) return refuse(r, "a number is expected");
  if (*start == '0' && r->at - start > 1) return refuse(r, "a number starts with 0");
  if (r->at < r->end && (*r->at == '.' || *r->at == 'e' || *r->at == 'E')) return refuse(r, "a number is not an integer");
  *number = negative ? -value : value;
  return true;
}

static bool take_word(struct reader *r, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
  r->at += n;
  return true;
}

static bool read_value(struct reader *r, struct field *field, int depth);

/* Keeps an item of a field's own list. A longer list of numbers than any field of ours has is of a field that nobody asks for. */
static bool keep_item(struct reader *r, struct field *item) {
  struct request *q = r->request;
  if (item->kind == FIELD_NUMBER && q->numbers >= REQUEST_NUMBERS) item->kind = FIELD_OTHER;
  if (item->kind == FIELD_NUMBER) q->number[q->numbers++] = item->number;
  if (item->kind != FIELD_TEXT) return true;
  if (q->items >= REQUEST_ITEMS) return refuse(r, "a list is too long");
  q->item[q->items++] = item->text;
  return true;
}

/* A list of texts or of numbers is kept; any other list is only checked. */
static bool read_list(struct reader *r, struct field *field, int depth) {
  struct request *q = r->request;
  unsigned first = q->items, first_number = q->numbers, texts = 0, numbers = 0, others = 0;
  field->kind = FIELD_LIST;
  r->at++;
  if (take(r, ']')) return true;
  do {
    struct field item = {0};
    if (!read_value(r, &item, depth + 1)) return false;
    if (depth <= 1 && !keep_item(r, &item)) return false;
    ++*(item.kind == FIELD_TEXT ? &texts : item.kind == FIELD_NUMBER ? &numbers : &others);
  } while (take(r, ','));
  field->kind = others || (texts && numbers) ? FIELD_OTHER : numbers ? FIELD_NUMBERS : FIELD_LIST;
  field->items = q->item + first;
  field->numbers = q->number + first_number;
  field->n = texts + numbers;
  return take(r, ']') ? true : refuse(r, "a list is not closed");
}

static bool key_is_new(const struct request *q, const char *key) {
  return request_find(q, key) == NULL;
}

/* The members of an object; only those of the outermost one are kept. */
static bool read_members(struct reader *r, int depth) {
  r->at++;
  if (take(r, '}')) return true;
  do {
    struct field field = {0};
    skip_space(r);
    if (!read_text(r, &field.key)) return false;
    if (depth == 0 && !key_is_new(r->request, field.key)) return refuse(r, "a key occurs twice");
    if (!take(r, ':')) return refuse(r, "a colon is expected after a key");
    if (!read_value(r, &field, depth + 1)) return false;
    if (depth > 0) continue;
    if (r->request->fields >= REQUEST_FIELDS) return refuse(r, "there are too many keys");
    r->request->field[r->request->fields++] = field;
  } while (take(r, ','));
  return take(r, '}') ? true : refuse(r, "the object is not closed");
}

static bool read_value(struct reader *r, struct field *field, int depth) {
  if (depth > REQUEST_DEPTH) return refuse(r, "values are nested too deeply");
  skip_space(r);
  if (r->at >= r->end) return refuse(r, "the line is cut off");
  field->kind = FIELD_OTHER;
  if (*r->at == '"') {
    field->kind = FIELD_TEXT;
    return read_text(r, &field->text);
  }
  if (*r->at == '[') return read_list(r, field, depth);
  if (*r->at == '{') return read_members(r, depth);
  if (take_word(r, "null")) return true;
  bool is_true = take_word(r, "true");
  if (is_true || take_word(r, "false")) {
    field->kind = FIELD_FLAG;
    field->number = is_true;
    return true;
  }
  field->kind = FIELD_NUMBER;
  return read_number(r, &field->number);
}

const char *request_parse(struct request *request, const char *line, size_t n) {
  struct reader r = {.at = line, .end = line + n, .request = request};
  request_clear(request);
  if (!at_char(&r, '{')) return "an object is expected";
  if (!read_members(&r, 0)) return r.problem;
  skip_space(&r);
  return r.at == r.end ? NULL : "something follows the object";
}

void request_clear(struct request *request) {
  request->fields = request->items = request->numbers = 0;
  request->used = 0;
}

const struct field *request_find(const struct request *request, const char *key) {
  for (unsigned i = 0; i < request->fields; i++)
    if (strcmp(request->field[i].key, key) == 0) return &request->field[i];
  return NULL;
}

const char *request_text(const struct request *request, const char *key, const char *otherwise) {
  const struct field *field = request_find(request, key);
  return field && field->kind == FIELD_TEXT ? field->text : otherwise;
}

long long request_number(const struct request *request, const char *key, long long otherwise) {
  const struct field *field = request_find(request, key);
  return field && field->kind == FIELD_NUMBER ? field->number : otherwise;
}

bool request_flag(const struct request *request, const char *key) {
  const struct field *field = request_find(request, key);
  return field && field->kind == FIELD_FLAG && field->number;
}

static struct field *new_field(struct request *request, const char *key, enum field_kind kind) {
  if (request->fields >= REQUEST_FIELDS) return NULL;
  struct field *field = &request->field[request->fields++];
  *field = (struct field){.key = key, .kind = kind};
  return field;
}

static const char *keep(struct request *request, const char *text, size_t n) {
  if (n + 1 > sizeof request->storage - request->used) return NULL;
  char *copy = request->storage + request->used;
  memcpy(copy, text, n);
  copy[n] = 0;
  request->used += n + 1;
  return copy;
}

bool request_put_number(struct request *request, const char *key, long long number) {
  struct field *field = new_field(request, key, FIELD_NUMBER);
  if (field) field->number = number;
  return field != NULL;
}

bool request_put_text(struct request *request, const char *key, const char *text) {
  struct field *field = new_field(request, key, FIELD_TEXT);
  return field && (field->text = keep(request, text, strlen(text))) != NULL;
}

bool request_put_flag(struct request *request, const char *key) {
  struct field *field = new_field(request, key, FIELD_FLAG);
  if (field) field->number = 1;
  return field != NULL;
}

bool request_put_list(struct request *request, const char *key, const char *text) {
  struct field *field = new_field(request, key, FIELD_LIST);
  if (!field) return false;
  field->items = request->item + request->items;
  while (*text) {
    size_t n = strcspn(text, ",");
    const char *item = keep(request, text, n);
    if (!item || request->items >= REQUEST_ITEMS) return false;
    request->item[request->items++] = item;
    field->n++;
    text += n + (text[n] == ',');
  }
  return true;
}
