/* Ends the agents that a run left behind, for instance after a network partition. They are found by the token in their command line. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

/* How long an agent may take to end by SIGTERM before it is killed. */
#define GRACE_NS 1000000000u

struct hunt {
  const char *token;
  int found, refused;
};

/* Reads the command line, whose words end with NUL. */
static ssize_t read_words(const char *pid, char *words, size_t size) {
  char path[512];
  format(path, sizeof path, "/proc/%s/cmdline", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t n = read(fd, words, size - 1);
  close(fd);
  if (n >= 0) words[n] = 0;
  return n;
}

/* True for `.../seatrial-probe* agent ... --token=T ...`, in either form of writing an option. */
static bool is_ours(const char *words, size_t n, const char *token) {
  const char *base = strrchr(words, '/'), *end = words + n, *previous = "";
  if (strncmp(base ? base + 1 : words, "seatrial-probe", 14) != 0) return false;
  const char *word = words + strlen(words) + 1;
  if (word >= end || strcmp(word, "agent") != 0) return false;
  for (; word < end; previous = word, word += strlen(word) + 1) {
    if (strcmp(previous, "--token") == 0 && strcmp(word, token) == 0) return true;
    if (strncmp(word, "--token=", 8) == 0 && strcmp(word + 8, token) == 0) return true;
  }
  return false;
}

static bool is_alive(pid_t pid) {
  return kill(pid, 0) == 0;
}

static bool end_process(pid_t pid) {
  uint64_t until = now_ns() + GRACE_NS;
  if (kill(pid, SIGTERM) != 0) return errno == ESRCH;
  while (is_alive(pid) && now_ns() < until) sleep_slice(now_ns() + 10 * 1000000u);
  if (is_alive(pid)) kill(pid, SIGKILL);
  return true;
}

static void look_at(void *context, const char *name) {
  struct hunt *hunt = context;
  char words[4096];
  uint64_t pid;
  if (!parse_number(name, &pid) || (pid_t)pid == getpid()) return;
  ssize_t n = read_words(name, words, sizeof words);
  if (n <= 0 || !is_ours(words, (size_t)n, hunt->token)) return;
  bool ended = end_process((pid_t)pid);
  hunt->found += ended;
  hunt->refused += !ended;
  printf("%s %s\n", ended ? "reaped" : "refused", name);
}

int reap(const struct request *args) {
  struct hunt hunt = {.token = request_text(args, "token", "")};
  each_entry("/proc", look_at, &hunt);
  printf("%d reaped, %d belong to others\n", hunt.found, hunt.refused);
  return hunt.refused ? CODE_CALL : 0;
}
