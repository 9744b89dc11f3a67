/* What ends a process that nobody needs any more. sshd sends no signal to a channel without a terminal, so a probe that does not watch
 * for itself outlives its controller for ever. PR_SET_PDEATHSIG is no way out: it follows the thread that forked, not the process, and
 * does nothing under a shell. Only main() may put a process on the leash: the library runs in somebody else's process. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

static volatile int leash_fd = 2;
static const char *last_words = "";
static size_t last_words_bytes;

/* Only write and _exit: both may be called in a signal handler. */
static void on_deadline(int signal_number) {
  (void)signal_number;
  /* What happens to this line decides nothing. */
  if (write(leash_fd, last_words, last_words_bytes) < 0) _exit(CODE_PROCESS_DEADLINE);
  _exit(CODE_PROCESS_DEADLINE);
}

static void on_signal(int signal_number) {
  (void)signal_number;
  _exit(CODE_SIGNAL);
}

static void handle(int signal_number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

/* SIGPIPE is ignored so that a write to a reader that is gone returns EPIPE, which ends the process with its own status. */
void leash_signals(int output_fd) {
  leash_fd = output_fd;
  handle(SIGPIPE, SIG_IGN);
  handle(SIGHUP, on_signal);
  handle(SIGTERM, on_signal);
}

/* The kernel keeps the time: it works even when every thread of ours is stuck. A parent may have left SIGALRM blocked or ignored. */
void leash_deadline(unsigned seconds, const char *words) {
  sigset_t set;
  last_words = words;
  last_words_bytes = strlen(words);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  handle(SIGALRM, on_deadline);
  alarm(seconds);
}

static void *watch_stdin(void *unused) {
  char ignored[256];
  ssize_t n;
  do n = read(0, ignored, sizeof ignored);
  while (n > 0 || (n < 0 && errno == EINTR));
  _exit(CODE_STDIN);
  return unused;
}

void leash_to_stdin(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch_stdin, NULL) == 0) pthread_detach(thread);
}
