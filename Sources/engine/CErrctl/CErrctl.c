#include "errctl.h"

// All other functions are written in Swift, in Sources/engine/CInterface.

const char *errctl_version(void) { return ERRCTL_VERSION; }
