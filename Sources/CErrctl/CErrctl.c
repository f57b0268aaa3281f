#include "errctl.h"

// All other functions are written in Swift, in Sources/CInterface.

const char *errctl_version(void) { return ERRCTL_VERSION; }
