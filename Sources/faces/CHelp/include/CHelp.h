#pragma once

#include <stddef.h>

/// A page of the reference, in Markdown, or another text in the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} help_page;

/// The bytes are null if there is no page of this name, such as `rule-file/matchers.md`.
help_page help_page_named(const char *name);

/// A file of a rule set, such as `server/rules.yaml`; the bytes are null if there is none of this name.
help_page starter_file_named(const char *name);
