/* Requests that are right, odd and hostile; texts that are escaped. */
#include <stdlib.h>

#include "../src/emit.h"
#include "../src/request.h"
#include "check.h"

static struct request request;

static const char *parse(const char *line) {
  return request_parse(&request, line, strlen(line));
}

/* On the heap and exactly as long as the text, so that a sanitizer sees a reader that runs past the end. */
static const char *parse_exact(const char *line, size_t n) {
  char *copy = malloc(n ? n : 1);
  memcpy(copy, line, n);
  const char *problem = request_parse(&request, copy, n);
  free(copy);
  return problem;
}

static void refuse(const char *line) {
  CHECK(parse_exact(line, strlen(line)) != NULL, "accepted: %s", line);
}

static void accept(const char *line) {
  const char *problem = parse_exact(line, strlen(line));
  CHECK(problem == NULL, "refused (%s): %s", problem, line);
}

static void fields_of_every_kind_are_read(void) {
  CHECK(!parse(" {\"id\": 7, \"do\":\"run\",\"flag\":true, \"netdevs\":[\"eth0\" , \"eth1\"],\"min\":-5,\"none\":null,\"empty\":[]} \r"), "refused");
  CHECK(request_number(&request, "id", 0) == 7 && request_number(&request, "min", 0) == -5, "numbers");
  CHECK_TEXT(request_text(&request, "do", ""), "run");
  CHECK(request_flag(&request, "flag"), "flag");
  const struct field *list = request_find(&request, "netdevs"), *empty = request_find(&request, "empty");
  CHECK(list && list->kind == FIELD_LIST && list->n == 2, "list");
  CHECK_TEXT(list->items[1], "eth1");
  CHECK(empty && empty->kind == FIELD_LIST && empty->n == 0, "empty list");
}

static void a_list_is_of_texts_or_of_numbers(void) {
  char line[1200] = "{\"future\":[";
  accept("{\"sizes\":[8,17179869184],\"gpus\":[0],\"mixed\":[1,\"a\"],\"names\":[\"a\"],\"deep\":[[1]]}");
  const struct field *sizes = request_find(&request, "sizes"), *gpus = request_find(&request, "gpus");
  CHECK(sizes && sizes->kind == FIELD_NUMBERS && sizes->n == 2 && sizes->numbers[1] == 1LL << 34, "sizes");
  CHECK(gpus && gpus->kind == FIELD_NUMBERS && gpus->n == 1 && gpus->numbers[0] == 0, "gpus");
  CHECK(request_find(&request, "mixed")->kind == FIELD_OTHER && request_find(&request, "deep")->kind == FIELD_OTHER, "mixed, deep");
  CHECK(request_find(&request, "names")->kind == FIELD_LIST, "names");
  for (int i = 0; i < 300; i++) strcat(line, "1,");
  strcat(line, "1],\"id\":1}");
  accept(line); /* longer than any list that is asked for: of a later version */
}

static void unknown_keys_may_hold_anything_valid(void) {
  accept("{\"id\":1,\"future\":{\"a\":[1,{\"b\":null}],\"c\":[\"x\",2]},\"do\":\"info\"}");
  CHECK_TEXT(request_text(&request, "do", ""), "info");
  CHECK(request_find(&request, "a") == NULL, "a nested key is no field");
}

static void escapes_are_decoded(void) {
  CHECK(!parse("{\"t\":\"a\\\"\\\\\\/\\n\\u00e4\\u20ac\\ud83d\\ude00\"}"), "refused");
  CHECK_TEXT(request_text(&request, "t", ""), "a\"\\/\n\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
}

static void lines_that_are_no_json_are_refused(void) {
  const char *lines[] = {"", " ", "x", "[]", "\"a\"", "1", "null", "{", "{}x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}",
                         "{\"a\":tru}", "{\"a\":\"x}", "{\"a\":[1,]}", "{\"a\":[1}", "{\"a\":'x'}", "{\"a\":1}{\"b\":2}", "{\"a\":nulll}"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) refuse(lines[i]);
}

static void numbers_are_integers_of_64_bits(void) {
  const char *lines[] = {"{\"a\":1.0}", "{\"a\":1e3}", "{\"a\":9223372036854775808}", "{\"a\":99999999999999999999999999}", "{\"a\":-}",
                         "{\"a\":01}", "{\"a\":+1}", "{\"a\":0x10}", "{\"a\":NaN}"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) refuse(lines[i]);
  accept("{\"a\":9223372036854775807}");
  accept("{\"a\":-9223372036854775807}");
}

static void texts_are_valid_utf8_without_control_characters_or_nul(void) {
  const char *lines[] = {"{\"a\":\"\x01\"}", "{\"a\":\"\t\"}", "{\"a\":\"\xff\"}", "{\"a\":\"\xc0\xaf\"}", "{\"a\":\"\xed\xa0\x80\"}",
                         "{\"a\":\"\xe2\x82\"}", "{\"a\":\"\xf4\x90\x80\x80\"}", "{\"a\":\"\\u0000\"}", "{\"a\":\"\\ud800\"}",
                         "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) refuse(lines[i]);
  CHECK(parse_exact("{\"a\":\0}", 7) != NULL, "a raw NUL was accepted");
  CHECK(parse_exact("{\"a\":\"\0\"}", 9) != NULL, "a NUL in a text was accepted");
  CHECK(parse_exact("{\"a\":\"\\\0\"}", 10) != NULL, "an escaped NUL was accepted");
}

static void duplicate_keys_are_refused(void) {
  refuse("{\"id\":1,\"do\":\"info\",\"id\":2}");
  refuse("{\"id\":1,\"\\u0069d\":2}");
}

static void deep_nesting_is_refused_before_it_uses_the_stack(void) {
  char line[4096];
  for (int braces = 0; braces < 2; braces++) {
    size_t n = (size_t)snprintf(line, sizeof line, "{\"a\":");
    while (n < sizeof line - 8) n += (size_t)snprintf(line + n, 8, "%s", braces ? "{\"a\":" : "[");
    CHECK(parse_exact(line, n) != NULL, "accepted");
  }
  accept("{\"a\":[[[[[[[1]]]]]]]}");
  refuse("{\"a\":[[[[[[[[[1]]]]]]]]]}");
}

static void every_truncation_of_a_request_is_refused(void) {
  const char *line = "{\"id\":12,\"do\":\"counters\",\"netdevs\":[\"e\\u00e4\",\"\xe2\x82\xac\"],\"x\":{\"y\":[true,null,-1]}}";
  for (size_t n = 0; n < strlen(line); n++) CHECK(parse_exact(line, n) != NULL, "accepted the first %zu bytes", n);
  accept(line);
}

static void a_line_of_the_greatest_length_is_read(void) {
  char line[4096];
  size_t n = (size_t)snprintf(line, sizeof line, "{\"id\":1,\"do\":\"info\",\"x\":\"");
  while (n < 4093) line[n++] = 'x';
  line[n++] = '"';
  line[n++] = '}';
  CHECK(parse_exact(line, n) == NULL, "refused %zu bytes", n);
  CHECK(strlen(request_text(&request, "x", "")) == n - 27, "the text has %zu bytes", strlen(request_text(&request, "x", "")));
}

static void too_many_keys_or_items_are_refused(void) {
  char line[4096];
  size_t n = (size_t)snprintf(line, sizeof line, "{\"a\":1");
  for (int i = 0; i < REQUEST_FIELDS; i++) n += (size_t)snprintf(line + n, sizeof line - n, ",\"k%d\":1", i);
  snprintf(line + n, sizeof line - n, "}");
  refuse(line);
  n = (size_t)snprintf(line, sizeof line, "{\"a\":[\"x\"");
  for (int i = 0; i < REQUEST_ITEMS; i++) n += (size_t)snprintf(line + n, sizeof line - n, ",\"x\"");
  snprintf(line + n, sizeof line - n, "]}");
  refuse(line);
}

/* Random bytes and random damage: nothing to assert but that it returns (run it under a sanitizer to see more). */
static void damaged_requests_do_no_harm(void) {
  const char *line = "{\"id\":12,\"do\":\"run\",\"netdevs\":[\"e\\u00e4\",\"b\"],\"x\":{\"y\":[true,null,-1]},\"t\":\"\xe2\x82\xac\"}";
  char copy[256];
  size_t n = strlen(line);
  srand(1);
  for (int i = 0; i < 200000; i++) {
    memcpy(copy, line, n);
    for (int k = 0; k < 1 + i % 4; k++) copy[(size_t)rand() % n] = (char)rand();
    parse_exact(copy, (size_t)rand() % (n + 1));
  }
}

static void check_escaped(const char *text, const char *wanted) {
  struct sink sink;
  struct line line;
  char expected[2048];
  sink_to_memory(&sink);
  line_open(&line, "x");
  line_text(&line, "t", text);
  line_emit(&sink, &line);
  snprintf(expected, sizeof expected, "{\"ev\":\"x\",\"t\":\"%s\"}\n", wanted);
  sink.memory[sink.used] = 0;
  CHECK_TEXT(sink.memory, expected);
  sink_free(&sink);
}

static void foreign_text_is_escaped(void) {
  check_escaped("a \"b\" \\ c", "a \\\"b\\\" \\\\ c");
  check_escaped("\x01\t\n\x1f", "\\u0001\\u0009\\u000a\\u001f");
  check_escaped("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  check_escaped("\xff|\xc3|\xe2\x82|\xed\xa0\x80", "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void a_long_text_is_cut_between_two_characters_and_the_line_stays_short(void) {
  char text[5001];
  struct sink sink;
  struct line line;
  for (int i = 0; i < 2500; i++) memcpy(text + 2 * i, "\xc3\xa4", 2);
  text[5000] = 0;
  sink_to_memory(&sink);
  line_open(&line, "x");
  for (int i = 0; i < 9; i++) line_text(&line, "t", text);
  line_emit(&sink, &line);
  CHECK(sink.used <= LINE_MAX_BYTES, "%zu bytes", sink.used);
  CHECK(memcmp(sink.memory + sink.used - 5, "\xc3\xa4\"}\n", 5) == 0, "the line ends badly");
  CHECK(line.full, "what did not fit was not reported");
  sink_free(&sink);
}

int main(void) {
  RUN(fields_of_every_kind_are_read);
  RUN(a_list_is_of_texts_or_of_numbers);
  RUN(unknown_keys_may_hold_anything_valid);
  RUN(escapes_are_decoded);
  RUN(lines_that_are_no_json_are_refused);
  RUN(numbers_are_integers_of_64_bits);
  RUN(texts_are_valid_utf8_without_control_characters_or_nul);
  RUN(duplicate_keys_are_refused);
  RUN(deep_nesting_is_refused_before_it_uses_the_stack);
  RUN(every_truncation_of_a_request_is_refused);
  RUN(a_line_of_the_greatest_length_is_read);
  RUN(too_many_keys_or_items_are_refused);
  RUN(damaged_requests_do_no_harm);
  RUN(foreign_text_is_escaped);
  RUN(a_long_text_is_cut_between_two_characters_and_the_line_stays_short);
  CHECK_MAIN_END;
}
