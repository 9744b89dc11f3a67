/* A test is a function whose name is a sentence. RUN calls it; CHECK says what was expected and goes on. */
#ifndef SEATRIAL_CHECK_H
#define SEATRIAL_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

extern int check_failures;
extern const char *check_running;

#define RUN(test)            \
  do {                       \
    check_running = #test;   \
    test();                  \
  } while (0)

/* The message is printf-like and says what was seen. */
#define CHECK(condition, ...)                                                                     \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      check_failures++;                                                                           \
      fprintf(stderr, "%s:%d: %s: expected %s: ", __FILE__, __LINE__, check_running, #condition); \
      fprintf(stderr, __VA_ARGS__);                                                               \
      fputc('\n', stderr);                                                                        \
    }                                                                                             \
  } while (0)

#define CHECK_TEXT(seen, wanted) CHECK(strcmp(seen, wanted) == 0, "seen `%s`, wanted `%s`", seen, wanted)

#define CHECK_MAIN_END return check_failures ? 1 : 0

#endif
