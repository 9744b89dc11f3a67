#include "nccl_library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_library.h"
#include "library.h"

struct nccl_functions nccl;

static const struct library_function FUNCTIONS[] = {
#define FUNCTION(name) {"nccl" #name, &nccl.name, false}
    FUNCTION(GetVersion),
    FUNCTION(GetUniqueId),
    FUNCTION(CommInitRank),
    FUNCTION(CommDestroy),
    FUNCTION(CommAbort),
    FUNCTION(CommGetAsyncError),
    FUNCTION(AllReduce),
    FUNCTION(AllGather),
    FUNCTION(ReduceScatter),
    FUNCTION(Broadcast),
    FUNCTION(Send),
    FUNCTION(Recv),
    FUNCTION(GroupStart),
    FUNCTION(GroupEnd),
    FUNCTION(GetErrorString),
#undef FUNCTION
    {"ncclGetLastError", &nccl.GetLastError, true},
};

bool nccl_is_rccl(const char *path) {
  const char *base = strrchr(path, '/');
  return strstr(base ? base : path, "rccl") != NULL;
}

/* The library's last words name the cause that its result hides ("CUDA driver version is insufficient ..."). */
static const char *last_words(void) {
  const char *words = nccl.GetLastError ? nccl.GetLastError(NULL) : NULL;
  return words ? words : "";
}

static const char *hint_for(int error, const char *words) {
  if (strstr(words, "driver version is insufficient"))
    return "the GPU driver is older than the library was built for: update the driver, or give an older library as `library`";
  if (strstr(words, "version mismatch") || strstr(words, "Mismatched NCCL version"))
    return "the hosts have different versions of the library: install the same one everywhere, or give its path as `library`";
  if (error == NCCL_SYSTEM || error == NCCL_REMOTE)
    return "the ranks cannot reach each other as the library tries to: see the `log` lines (environment NCCL_DEBUG=INFO), "
           "set NCCL_SOCKET_IFNAME and NCCL_IB_HCA";
  return "the `log` lines say more with NCCL_DEBUG=INFO in `environment`";
}

int nccl_result(struct failure *failure, const char *call, int error, int rank) {
  if (!error) return 0;
  const char *words = last_words();
  char driver[24];
  bool old_driver = strstr(words, "driver version is insufficient") != NULL;
  int code = old_driver ? CODE_UNAVAILABLE : error == NCCL_REMOTE ? CODE_NETWORK : CODE_CALL;
  gpu_driver_text(driver, sizeof driver);
  fail(failure, code, "nccl", 0, "%s of rank %d: %s (result %d)%s%.200s%s%s", call, rank, nccl.GetErrorString(error), error, *words ? "; " : "", words,
       old_driver ? "; the driver supports CUDA up to " : "", old_driver ? driver : "");
  fail_hint(failure, hint_for(error, words));
  return failure->code;
}

static int open_at(const char *file, struct failure *failure) {
  struct library library = {
      LIBRARY_INIT,
      .file = file,
      .where = "nccl",
      .missing = "the file is not there, or a library that it needs is not: `ldd` tells",
      .broken = "the file is broken, cut off or made for another machine: install the library again",
      .old = "the library must be NCCL 2.7 or RCCL 2.7, or newer",
      .function = FUNCTIONS,
      .n = sizeof FUNCTIONS / sizeof *FUNCTIONS,
  };
  return library_open(&library, failure);
}

/* A search that has not found its library yet; what was there and could not be used is told before what was not there. */
struct search {
  bool found;
  struct failure *failure, broken;
  const char *folder;
};

static void try_file(struct search *s, const char *file) {
  if (s->found) return;
  s->found = open_at(file, s->failure) == 0;
  if (!s->found && !s->broken.code && !strstr(s->failure->msg, "cannot open shared object file")) s->broken = *s->failure;
}

/* python3.N below a lib folder: the wheels of pip bring NCCL along. Debian's own Python says dist-packages. */
static void look_into_python(void *context, const char *name) {
  struct search *s = context;
  char file[512];
  if (strncmp(name, "python3", 7) != 0) return;
  format(file, sizeof file, "%s/%s/site-packages/nvidia/nccl/lib/libnccl.so.2", s->folder, name);
  try_file(s, file);
  format(file, sizeof file, "%s/%s/dist-packages/nvidia/nccl/lib/libnccl.so.2", s->folder, name);
  try_file(s, file);
}

static void look_into(struct search *s, const char *base, const char *below) {
  char folder[300];
  if (s->found || !base || !*base) return;
  format(folder, sizeof folder, "%s%s", base, below);
  s->folder = folder;
  each_entry(folder, look_into_python, s);
}

static void search_nccl(struct search *s) {
  try_file(s, "libnccl.so.2");
  try_file(s, "/usr/local/cuda/lib64/libnccl.so.2");
  try_file(s, "/usr/local/nccl/lib/libnccl.so.2");
  look_into(s, getenv("VIRTUAL_ENV"), "/lib");
  look_into(s, getenv("CONDA_PREFIX"), "/lib");
  look_into(s, getenv("HOME"), "/.local/lib");
  look_into(s, "/usr/local", "/lib");
  look_into(s, "/usr", "/lib");
  look_into(s, "/opt/conda", "/lib");
}

static void search_rccl(struct search *s) {
  try_file(s, "librccl.so.1");
  try_file(s, "/opt/rocm/lib/librccl.so.1");
}

static int search(bool amd, struct failure *failure) {
  struct search s = {.failure = failure};
  if (amd) search_rccl(&s);
  else search_nccl(&s);
  if (s.found) return *failure = (struct failure){0}, 0;
  if (s.broken.code) return *failure = s.broken, failure->code;
  if (amd) fail(failure, CODE_UNAVAILABLE, "nccl", 0, "no librccl.so.1: looked in the loader's path and in /opt/rocm/lib");
  else
    fail(failure, CODE_UNAVAILABLE, "nccl", 0,
         "no libnccl.so.2: looked in the loader's path, /usr/local/cuda, /usr/local/nccl and in Python's packages (virtual environment, conda, "
         "~/.local, /usr)");
  fail_hint(failure, amd ? "install rccl, or give the library's path as `library`" : "install libnccl2, or give the library's path as `library`");
  return failure->code;
}

/* 2.23.4 is 22304 since 2.9, and was 2804 for 2.8.4. */
static void version_text(int version, char *text, size_t size) {
  int unit = version >= 10000 ? 10000 : 1000;
  format(text, size, "%d.%d.%d", version / unit, version % unit / 100, version % 100);
}

static int identify(bool amd, struct nccl_identity *identity, struct failure *failure) {
  Dl_info info;
  void *symbol;
  int version = 0, error = nccl.GetVersion(&version);
  if (error) return nccl_result(failure, "ncclGetVersion", error, 0);
  memcpy(&symbol, &nccl.GetVersion, sizeof symbol);
  identity->name = amd ? "rccl" : "nccl";
  version_text(version, identity->version, sizeof identity->version);
  format(identity->path, sizeof identity->path, "%s", dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "");
  return 0;
}

int nccl_open(const char *path, bool amd, struct nccl_identity *identity, struct failure *failure) {
  int rc = *path ? open_at(path, failure) : search(amd, failure);
  return rc ? rc : identify(amd, identity, failure);
}
