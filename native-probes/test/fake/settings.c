/* What the environment asks for. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake.h"

struct settings settings;

#define FAILURES 16
static struct failing {
  char call[32];
  int err;
  unsigned at; /* 0 = each */
  atomic_uint calls;
} failing[FAILURES];
static unsigned failures;
static const char *hanging;

static const struct {
  const char *name;
  int err;
} ERRNOS[] = {{"ENOMEM", ENOMEM}, {"ENODEV", ENODEV}, {"EINVAL", EINVAL}, {"ENOSYS", ENOSYS}, {"ETIMEDOUT", ETIMEDOUT}, {"EIO", EIO},
              {"EPERM", EPERM},   {"EACCES", EACCES}, {"EAGAIN", EAGAIN}, {"ENOENT", ENOENT}, {"EBUSY", EBUSY},         {"EOPNOTSUPP", EOPNOTSUPP},
              {"EADDRNOTAVAIL", EADDRNOTAVAIL}, {"ENETUNREACH", ENETUNREACH}, {"EHOSTUNREACH", EHOSTUNREACH}, {"ECONNREFUSED", ECONNREFUSED},
              {"EFAULT", EFAULT}, {"EMFILE", EMFILE}, {"ENXIO", ENXIO}};

/* A test with a typing error must not pass. */
static void refuse(const char *what) {
  fprintf(stderr, "fake libibverbs: cannot read the environment: `%s`\n", what);
  abort();
}

static int errno_named(const char *name, size_t n) {
  for (size_t i = 0; i < sizeof ERRNOS / sizeof *ERRNOS; i++)
    if (strlen(ERRNOS[i].name) == n && memcmp(ERRNOS[i].name, name, n) == 0) return ERRNOS[i].err;
  refuse(name);
  return 0;
}

/* create_qp:ENOMEM@2 */
static void read_failure(const char *text) {
  const char *colon = strchr(text, ':');
  if (!colon || failures == FAILURES) refuse(text);
  struct failing *f = &failing[failures++];
  const char *at = strchr(colon, '@');
  snprintf(f->call, sizeof f->call, "%.*s", (int)(colon - text), text);
  f->err = errno_named(colon + 1, at ? (size_t)(at - colon - 1) : strlen(colon + 1));
  f->at = at ? (unsigned)strtoul(at + 1, NULL, 10) : 0;
}

static void read_failures(const char *text) {
  char copy[512], *save;
  snprintf(copy, sizeof copy, "%s", text);
  for (char *part = strtok_r(copy, ",", &save); part; part = strtok_r(NULL, ",", &save)) read_failure(part);
}

static uint64_t read_at(const char *text) {
  const char *at = strchr(text, '@');
  if (!at || strtoull(at + 1, NULL, 10) == 0) refuse(text);
  return strtoull(at + 1, NULL, 10);
}

static void read_async(const char *text) {
  settings.async_at = read_at(text);
  if (strncmp(text, "port_err@", 9) == 0) settings.async_event = IBV_EVENT_PORT_ERR;
  else if (strncmp(text, "device_fatal@", 13) == 0) settings.async_event = IBV_EVENT_DEVICE_FATAL;
  else refuse(text);
}

static pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER;
static int live[LIVE_KINDS];

/* Rewritten in place at every change, so that it is right however the process ends. Fixed width: no rest of an older, longer line. */
static void tell_live(void) {
  char text[160];
  int n = snprintf(text, sizeof text, "contexts %3d pds %3d mrs %3d channels %3d cqs %3d qps %3d\n", live[LIVE_CONTEXT], live[LIVE_PD], live[LIVE_MR],
                   live[LIVE_CHANNEL], live[LIVE_CQ], live[LIVE_QP]);
  int fd = settings.live_file ? open(settings.live_file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (fd < 0) return;
  if (write(fd, text, (size_t)n) != n) refuse(settings.live_file);
  close(fd);
}

static void read_reached(const char *text) {
  settings.reached_at = read_at(text);
  snprintf(settings.reached_file, sizeof settings.reached_file, "%.*s", (int)strcspn(text, "@"), text);
}

static void read_once(void) {
  const char *mode = getenv("FAKE_IBV"), *fail = getenv("FAKE_IBV_FAIL"), *status = getenv("FAKE_IBV_STATUS");
  const char *async = getenv("FAKE_IBV_ASYNC"), *mute = getenv("FAKE_IBV_MUTE");
  const char *reached = getenv("FAKE_IBV_REACHED"), *late = getenv("FAKE_IBV_LATE");
  settings.echo = mode && strcmp(mode, "echo") == 0;
  if (mode && *mode && !settings.echo) refuse(mode);
  settings.memlock = getenv("FAKE_IBV_MEMLOCK") != NULL;
  settings.live_file = getenv("FAKE_IBV_LIVE");
  hanging = getenv("FAKE_IBV_HANG");
  if (fail) read_failures(fail);
  if (status) settings.status = (unsigned)atoi(status), settings.status_at = read_at(status);
  if (async) read_async(async);
  if (mute) settings.mute_at = strtoull(mute, NULL, 10);
  if (reached) read_reached(reached);
  if (late) settings.late_ms = strtoull(late, NULL, 10);
  tell_live();
}

void settings_read(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_once);
}

int call_fails(const char *call) {
  settings_read();
  if (hanging && strcmp(hanging, call) == 0)
    for (;;) pause();
  for (unsigned i = 0; i < failures; i++) {
    if (strcmp(failing[i].call, call) != 0) continue;
    unsigned n = atomic_fetch_add(&failing[i].calls, 1) + 1;
    if (failing[i].at == 0 || failing[i].at == n) return failing[i].err;
  }
  return 0;
}

void count_live(enum live kind, int by) {
  settings_read();
  pthread_mutex_lock(&live_lock);
  live[kind] += by;
  tell_live();
  pthread_mutex_unlock(&live_lock);
}
