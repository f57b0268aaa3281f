#!/bin/sh
# Plays the day again: the same types, domains and codes in the same order as rules/shop/stream.ndjson,
# and twice the same bytes. `check.sh --update` rewrites the stream, and still fails so that no run blesses itself.
set -eu
unset ERRCTL_PLUGINS
cd "$(dirname "$0")"
stream=../../rules/shop/stream.ndjson
if [ -z "${PROGRAMS:-}" ]; then
  swift build --package-path .. --product recorded-shop
  PROGRAMS="$(swift build --package-path .. --show-bin-path)"
fi
program=$PROGRAMS/recorded-shop

if [ "${1:-}" = --update ]; then
  "$program" --output "$stream"
  echo "rewrote $stream: look at the difference, then run again without --update" >&2
  exit 1
fi

"$program" --check "$stream"
again="$(mktemp)"
trap 'rm -f "$again" "$again.2"' EXIT
"$program" --output "$again"
"$program" --output "$again.2"
cmp "$again" "$again.2"
