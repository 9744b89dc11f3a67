#include "options.h"

#include <stdio.h>
#include <string.h>

#include "probe.h"

#define NAME_MAX_BYTES 32
#define OPTIONS_MAX 64

static unsigned least(unsigned a, unsigned b, unsigned c) {
  unsigned m = a < b ? a : b;
  return m < c ? m : c;
}

/* Edit distance; names are short, so one row on the stack is enough. */
static unsigned distance(const char *a, const char *b) {
  unsigned row[NAME_MAX_BYTES + 1];
  size_t n = strlen(b);
  if (n > NAME_MAX_BYTES || strlen(a) > NAME_MAX_BYTES) return NAME_MAX_BYTES;
  for (unsigned j = 0; j <= n; j++) row[j] = j;
  for (unsigned i = 1; a[i - 1]; i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (unsigned j = 1; j <= n; j++) {
      unsigned above = row[j];
      row[j] = least(row[j - 1] + 1, above + 1, diagonal + (a[i - 1] != b[j - 1]));
      diagonal = above;
    }
  }
  return row[n];
}

const char *nearest(const char *word, const char *const *names) {
  const char *best = NULL;
  unsigned best_distance = 1 + (unsigned)strlen(word) / 2;
  for (; *names; names++) {
    unsigned d = distance(word, *names);
    if (d >= best_distance) continue;
    best = *names;
    best_distance = d;
  }
  return best;
}

static int unknown_option(const char *subcommand, const struct option *options, const char *word) {
  const char *names[OPTIONS_MAX + 1];
  size_t n = 0;
  for (; options[n].name && n < OPTIONS_MAX; n++) names[n] = options[n].name;
  names[n] = NULL;
  const char *close = nearest(word, names);
  fprintf(stderr, "seatrial-probe %s: unknown option --%s", subcommand, word);
  if (close) fprintf(stderr, "; did you mean --%s?", close);
  fprintf(stderr, "\n");
  return CODE_USAGE;
}

static int bad_option(const char *subcommand, const struct option *option, const char *seen) {
  fprintf(stderr, "seatrial-probe %s: --%s is `%s`; ", subcommand, option->name, seen);
  if (option->kind == OPTION_NUMBER) fprintf(stderr, "expected a whole number from %lld to %lld\n", option->min, option->max);
  else fprintf(stderr, "the options are too long\n");
  return CODE_USAGE;
}

static bool store(const struct option *option, const char *value, struct request *request) {
  uint64_t number;
  if (option->kind == OPTION_TEXT) return request_put_text(request, option->key, value);
  if (option->kind == OPTION_LIST) return request_put_list(request, option->key, value);
  bool negative = option->min < 0 && *value == '-';
  if (!parse_number(value + negative, &number) || number > INT64_MAX) return false;
  long long whole = negative ? -(long long)number : (long long)number;
  if (whole < option->min || whole > option->max) return false;
  return request_put_number(request, option->key, whole * option->scale);
}

static const struct option *find(const struct option *options, const char *word, size_t n) {
  for (; options->name; options++)
    if (strlen(options->name) == n && memcmp(options->name, word, n) == 0) return options;
  return NULL;
}

/* Reads the option at argv[*i] and steps over it. */
static int read_one(const char *subcommand, const struct option *options, int argc, char **argv, int *i, struct request *request) {
  const char *arg = argv[*i];
  if (strncmp(arg, "--", 2) != 0) {
    fprintf(stderr, "seatrial-probe %s: `%s` is no option; options start with --\n", subcommand, arg);
    return CODE_USAGE;
  }
  const char *word = arg + 2, *equals = strchr(word, '=');
  size_t n = equals ? (size_t)(equals - word) : strlen(word);
  const struct option *option = find(options, word, n);
  char name[NAME_MAX_BYTES + 1];
  format(name, sizeof name, "%.*s", (int)n, word);
  if (!option) return unknown_option(subcommand, options, name);
  if (request_find(request, option->key)) return fprintf(stderr, "seatrial-probe %s: --%s occurs twice\n", subcommand, name), CODE_USAGE;
  if (option->kind == OPTION_FLAG && !equals) return request_put_flag(request, option->key) ? 0 : CODE_USAGE;
  const char *value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
  if (!value || option->kind == OPTION_FLAG)
    return fprintf(stderr, "seatrial-probe %s: --%s %s value\n", subcommand, name, value ? "has no" : "needs a"), CODE_USAGE;
  return store(option, value, request) ? 0 : bad_option(subcommand, option, value);
}

int options_read(const char *subcommand, const struct option *options, int argc, char **argv, struct request *request) {
  request_clear(request);
  for (int i = 0; i < argc; i++) {
    int rc = read_one(subcommand, options, argc, argv, &i, request);
    if (rc) return rc;
  }
  for (; options->name; options++) {
    if (!options->required || request_find(request, options->key)) continue;
    fprintf(stderr, "seatrial-probe %s: --%s=%s is missing\n", subcommand, options->name, options->value);
    return CODE_USAGE;
  }
  return 0;
}

void options_help(const struct option *options) {
  for (; options->name; options++) {
    char left[64];
    format(left, sizeof left, "--%s%s%s", options->name, options->value ? "=" : "", options->value ? options->value : "");
    printf("  %-24s %s%s\n", left, options->help, options->required ? " (required)" : "");
  }
}
