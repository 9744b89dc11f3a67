/* Options of subcommands, declared in tables by the subcommands that have them. */
#ifndef SEATRIAL_OPTIONS_H
#define SEATRIAL_OPTIONS_H

#include "request.h"

enum option_kind { OPTION_TEXT, OPTION_NUMBER, OPTION_LIST, OPTION_FLAG };

/* `--name=VALUE` or `--name VALUE` becomes the field `key` of a request; numbers are multiplied by `scale` (seconds to ms). */
struct option {
  const char *name, *key;
  enum option_kind kind;
  long long scale, min, max; /* min and max before scaling */
  bool required;
  const char *value, *help;
};

/* Fills `request`. 0, or CODE_USAGE after one line on stderr. */
int options_read(const char *subcommand, const struct option *options, int argc, char **argv, struct request *request);
void options_help(const struct option *options);
/* The name in the list (NULL-terminated) that is closest to `word`, NULL when none is close. */
const char *nearest(const char *word, const char *const *names);

#endif
