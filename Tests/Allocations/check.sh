#!/usr/bin/env bash
# The loop over records allocates nothing: 20 more copies of the shop's day, 7,080 records in some 18 chunks, cost no
# more than the handful of allocations that a chunk may. $1: a release build of errctl.
set -euo pipefail
cd "$(dirname "$0")/../.."
errctl=$1
if [[ $(uname -s) != Linux ]] || ! command -v cc >/dev/null; then
  echo "allocations: not counted here, this needs Linux and a C compiler"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O1 -shared -fPIC -o "$work/count.so" Tests/Allocations/count.c
for copies in 40 60; do
  for _ in $(seq $copies); do cat rules/shop/stream.ndjson; done >"$work/$copies.ndjson"
done
count() {
  ALLOCATION_REPORT="$work/report" LD_PRELOAD="$work/count.so" \
    "$errctl" replay rules/shop/rules.yaml "$@" --jobs 1 >/dev/null
  cat "$work/report"
}
failed=0
for options in "" "--resolutions /dev/null"; do
  # shellcheck disable=SC2086
  fewer=$(count "$work/40.ndjson" $options)
  # shellcheck disable=SC2086
  more=$(count "$work/60.ndjson" $options)
  records=$(($(wc -l <rules/shop/stream.ndjson) * 20))
  echo "allocations: $((more - fewer)) for $records more records ${options:-(summary only)}"
  if ((more - fewer > 100)); then failed=1; fi
done
exit $failed
