// Functions that the standard library of Embedded Swift calls, and that neither it, compiler-rt nor wasi-libc has. Elsewhere Swift's runtime
// has them.
#if defined(__wasm__)

#include <stdlib.h>

// Reads a number; the place behind it. There is one locale, that of C.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

#endif
