#include "cre2.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <vector>

struct cre2_pattern {
  RE2 re2;
  explicit cre2_pattern(const re2::StringPiece &source) : re2(source, RE2::Quiet) {}
};

struct cre2_set {
  RE2::Set set;
  std::vector<int> matched;
  cre2_set() : set(options(), RE2::UNANCHORED) {}
  static RE2::Options options() {
    RE2::Options options(RE2::Quiet);
    options.set_max_mem(64 << 20);
    return options;
  }
};

cre2_pattern *cre2_pattern_new(const char *source, size_t length) {
  auto pattern = new cre2_pattern(re2::StringPiece(source, length));
  if (pattern->re2.ok()) return pattern;
  delete pattern;
  return nullptr;
}

void cre2_pattern_free(cre2_pattern *pattern) { delete pattern; }

int cre2_pattern_matches(const cre2_pattern *pattern, const char *text, size_t length) {
  return pattern->re2.Match(re2::StringPiece(text, length), 0, length, RE2::UNANCHORED, nullptr, 0);
}

int cre2_pattern_groups(const cre2_pattern *pattern, const char *text, size_t length, long *offsets, int groups) {
  re2::StringPiece found[17];
  if (!pattern->re2.Match(re2::StringPiece(text, length), 0, length, RE2::UNANCHORED, found, groups + 1)) return 0;
  for (int group = 0; group <= groups; group++) {
    bool took_part = found[group].data() != nullptr;
    offsets[2 * group] = took_part ? found[group].data() - text : -1;
    offsets[2 * group + 1] = took_part ? offsets[2 * group] + (long)found[group].size() : -1;
  }
  return 1;
}

cre2_set *cre2_set_new(void) { return new cre2_set(); }
void cre2_set_free(cre2_set *set) { delete set; }

int cre2_set_add(cre2_set *set, const char *source, size_t length) {
  return set->set.Add(re2::StringPiece(source, length), nullptr);
}

int cre2_set_compile(cre2_set *set) { return set->set.Compile(); }

int cre2_set_matches(cre2_set *set, const char *text, size_t length) {
  set->set.Match(re2::StringPiece(text, length), &set->matched);
  return (int)set->matched.size();
}
