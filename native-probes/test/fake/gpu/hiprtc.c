/* A libhiprtc.so.6 whose compiler makes a text that the fake driver knows. */
#include <stddef.h>
#include <string.h>

#define API __attribute__((visibility("default")))
static const char CODE[] = "compiled by the fake hiprtc";

API int hiprtcCreateProgram(void **program, const char *source, const char *name, int headers, const char **header, const char **include) {
  (void)header, (void)include, (void)name;
  *program = (void *)source;
  return headers == 0 && strstr(source, "seatrial_compute") ? 0 : 1;
}
API int hiprtcCompileProgram(void *program, int options, const char **option) {
  (void)option;
  return program && options == 0 ? 0 : 1;
}
API int hiprtcGetCodeSize(void *program, size_t *bytes) {
  *bytes = sizeof CODE;
  return program ? 0 : 1;
}
API int hiprtcGetCode(void *program, char *code) {
  memcpy(code, CODE, sizeof CODE);
  return program ? 0 : 1;
}
API int hiprtcDestroyProgram(void **program) {
  *program = NULL;
  return 0;
}
