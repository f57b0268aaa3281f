// RE2 behind plain C functions, for comparisons only.
#ifndef CRE2_H
#define CRE2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cre2_pattern cre2_pattern;
typedef struct cre2_set cre2_set;

/// Compiles a pattern; NULL where RE2 refuses it.
cre2_pattern *cre2_pattern_new(const char *source, size_t length);
void cre2_pattern_free(cre2_pattern *pattern);
/// Whether the text holds a match.
int cre2_pattern_matches(const cre2_pattern *pattern, const char *text, size_t length);
/// The first match and its groups: two offsets for each, -1 for none. At most 16 groups.
int cre2_pattern_groups(const cre2_pattern *pattern, const char *text, size_t length, long *offsets, int groups);

cre2_set *cre2_set_new(void);
void cre2_set_free(cre2_set *set);
/// Adds a pattern; its index, or -1 where RE2 refuses it.
int cre2_set_add(cre2_set *set, const char *source, size_t length);
int cre2_set_compile(cre2_set *set);
/// How many patterns match the text.
int cre2_set_matches(cre2_set *set, const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
