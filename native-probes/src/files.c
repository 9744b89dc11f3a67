/* Small reads from /sys and /proc, or from a tree that stands in their place. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

const char *default_root(void) {
  const char *root = getenv("SEATRIAL_ROOT");
  return root && *root ? root : "/";
}

void format(char *buf, size_t size, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (vsnprintf(buf, size, fmt, args) < 0) buf[0] = 0;
  va_end(args);
}

static bool slurp(char *buf, size_t size, const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, buf, size - 1);
  int err = errno;
  close(fd);
  errno = err;
  if (n < 0) return false;
  while (n > 0 && buf[n - 1] == '\n') n--;
  buf[n] = 0;
  return true;
}

bool read_file(char *buf, size_t size, const char *path_fmt, ...) {
  char path[1024];
  va_list args;
  va_start(args, path_fmt);
  int n = vsnprintf(path, sizeof path, path_fmt, args);
  va_end(args);
  buf[0] = 0;
  return n > 0 && (size_t)n < sizeof path && slurp(buf, size, path);
}

bool read_link_name(char *buf, size_t size, const char *path_fmt, ...) {
  char path[1024], target[1024];
  va_list args;
  va_start(args, path_fmt);
  int n = vsnprintf(path, sizeof path, path_fmt, args);
  va_end(args);
  buf[0] = 0;
  if (n < 0 || (size_t)n >= sizeof path) return false;
  ssize_t len = readlink(path, target, sizeof target - 1);
  if (len <= 0) return false;
  target[len] = 0;
  const char *slash = strrchr(target, '/');
  format(buf, size, "%s", slash ? slash + 1 : target);
  return true;
}

bool parse_number(const char *text, uint64_t *value) {
  uint64_t v = 0;
  if (!*text) return false;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return false;
    unsigned digit = (unsigned)(*text - '0');
    if (v > (UINT64_MAX - digit) / 10) return false;
    v = v * 10 + digit;
  }
  *value = v;
  return true;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names are copied first: the directory is not held open while the callback works, and the order does not depend on the kernel. */
static size_t list_names(DIR *dir, char ***names) {
  size_t n = 0, size = 0;
  struct dirent *entry;
  while ((entry = readdir(dir))) {
    if (entry->d_name[0] == '.') continue;
    if (n == size) {
      size = size ? size * 2 : 64;
      char **larger = realloc(*names, size * sizeof **names);
      if (!larger) return n;
      *names = larger;
    }
    (*names)[n] = strdup(entry->d_name);
    if ((*names)[n]) n++;
  }
  return n;
}

bool each_entry(const char *path, void (*each)(void *context, const char *name), void *context) {
  DIR *dir = opendir(path);
  if (!dir) return false;
  char **names = NULL;
  size_t n = list_names(dir, &names);
  closedir(dir);
  if (n) qsort(names, n, sizeof *names, by_name);
  for (size_t i = 0; i < n; i++) {
    each(context, names[i]);
    free(names[i]);
  }
  free(names);
  return true;
}
