#!/usr/bin/env bash
# The adapters for Apple's platforms are read by the compiler, whatever platform this is, and stay small. Nothing more is
# checked here: what they import is not on Linux.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for file in Sources/engine/ErrorHandling/Adapters/*.swift; do
  lines=$(wc -l <"$file")
  sed '/^#if/d; /^#endif/d' "$file" >"$work/$(basename "$file")"
  if ((lines >= 100)) || ! swiftc -frontend -parse "$work/$(basename "$file")"; then failed=1; fi
  echo "$file: $lines lines"
done
exit $failed
