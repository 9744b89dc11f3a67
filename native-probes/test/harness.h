/* Runs the probe as a child and talks to it. Every wait has a bound. */
#ifndef SEATRIAL_HARNESS_H
#define SEATRIAL_HARNESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Generous: the machine may be busy and the probe may be emulated. A wait that works ends long before. */
#define PATIENCE_MS 20000
#define TOKEN "00112233445566778899aabbccddeeff"

struct child {
  pid_t pid;
  int in, out; /* our ends of its stdin and stdout, -1 when closed */
  size_t used;
  char buffer[16384];
};

/* The command under test: words separated by spaces, so that it can run under an emulator. */
extern const char *probe_command;
bool is_emulated(void);

/* Starts the probe with the words of `arguments`. Its stderr is dropped, or appended to $SEATRIAL_STDERR. */
void start(struct child *child, const char *arguments);
void start_agent(struct child *child, const char *more_options);
void ask(struct child *child, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The next line without its newline; NULL at the end or after `ms`. */
const char *next_line(struct child *child, int ms);
/* Skips lines until one contains `text`; NULL when none comes. The line stays valid until the next call. */
const char *line_with(struct child *child, const char *text);
/* Waits for the done of a request; its rc, or -1. */
int done_of(struct child *child, int id);
/* Its exit status, -1 when it still runs after `ms`, 1000 + signal when it was killed. */
int exit_status(struct child *child, int ms);
/* Closes the pipes and kills what is left. */
void finish(struct child *child);
/* The integer after "key": in a line, -1 when absent. */
long long number_in(const char *line, const char *key);
/* Starts a serve and returns its port. */
int serve(struct child *child, int id, const char *bind, const char *fields);
long long ms_now(void);
void pause_ms(int ms);

#endif
