#include "check.h"

int check_failures = 0;
const char *check_running = "";
