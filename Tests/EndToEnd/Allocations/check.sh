#!/usr/bin/env bash
# The loop over records allocates nothing: 20 more copies of the shop's day, 7,080 records in some 18 chunks, cost no
# more than the ten allocations that a chunk may (it takes four to six, as its threads meet). $1: a release build of errctl.
set -euo pipefail
cd "$(dirname "$0")/../../.."
errctl=$1
if [[ $(uname -s) != Linux ]] || ! command -v cc >/dev/null; then
  echo "this needs Linux and a C compiler"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O1 -shared -fPIC -o "$work/count.so" Tests/EndToEnd/Allocations/count.c
for copies in 40 60; do
  for _ in $(seq $copies); do cat rules/shop/stream.ndjson; done >"$work/$copies.ndjson"
done
count() {
  ALLOCATION_REPORT="$work/report" LD_PRELOAD="$work/count.so" "$errctl" "$@" --jobs 1 >/dev/null
  cat "$work/report"
}
failed=0
# The last one answers every record with two rule sets, between which nothing moves.
for command in "replay rules/shop/rules.yaml" "replay rules/shop/rules.yaml --resolutions /dev/null" \
  "diff rules/shop/rules.yaml rules/shop/rules.yaml --witnesses 0"; do
  # shellcheck disable=SC2086
  fewer=$(count $command "$work/40.ndjson")
  # shellcheck disable=SC2086
  more=$(count $command "$work/60.ndjson")
  records=$(($(wc -l <rules/shop/stream.ndjson) * 20))
  echo "allocations: $((more - fewer)) for $records more records ($command)"
  if ((more - fewer > 180)); then failed=1; fi
done
exit $failed
