#pragma once

#include <stddef.h>

/// A file of the page, as it was when the program was built.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} workbench_asset;

/// The bytes are null if there is no file of this name.
workbench_asset workbench_asset_named(const char *name);
