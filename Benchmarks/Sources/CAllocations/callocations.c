#include "callocations.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <stdatomic.h>

static atomic_long count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}

long callocations_count(void) { return atomic_load(&count); }
#else
long callocations_count(void) { return -1; }
#endif
