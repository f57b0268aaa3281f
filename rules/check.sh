#!/bin/sh
# Every rule set answers its own stream as its resolutions.ndjson says: from YAML as from JSON, by 1, 2 and 3 threads.
# UPDATE_GOLDENS=1 rewrites the resolutions, and still fails so that no run blesses itself. ERRCTL names the program.
set -eu
cd "$(dirname "$0")/.."
errctl="${ERRCTL:-.build/debug/errctl}"
got="$(mktemp -d)"
trap 'rm -rf "$got"' EXIT
passed=0
failed=0

fail() {
  failed=$((failed + 1))
  echo "FAILED $1"
}

if "$errctl" validate rules >"$got/findings" 2>&1; then
  passed=$((passed + 1))
  echo "ok     rules: nothing to report but notes"
else
  fail "rules: errctl validate rules"
  cat "$got/findings"
fi

for expected in rules/*/resolutions.ndjson; do
  folder="${expected%/*}"
  [ -f "$folder/stream.ndjson" ] || continue
  before=$failed
  for rules in "$folder/rules.yaml" "$folder/rules.json"; do
    [ -f "$rules" ] || continue
    for jobs in 1 2 3; do
      : >"$got/resolutions"
      if ! "$errctl" replay "$rules" "$folder/stream.ndjson" --jobs "$jobs" --resolutions "$got/resolutions" \
        >"$got/summary" 2>&1; then
        fail "$rules, --jobs $jobs: errctl replay"
        cat "$got/summary"
      elif cmp -s "$expected" "$got/resolutions"; then
        passed=$((passed + 1))
      else
        fail "$rules, --jobs $jobs"
        diff "$expected" "$got/resolutions" | head -n 4 | cut -c 1-400
        if [ -n "${UPDATE_GOLDENS:-}" ]; then cp "$got/resolutions" "$expected"; fi
      fi
    done
  done
  [ "$failed" -gt "$before" ] || echo "ok     $folder: $(wc -l <"$expected" | tr -d ' ') resolutions"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
