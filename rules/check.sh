#!/bin/sh
# Every rule set answers its own stream as its resolutions.ndjson says: from YAML as from JSON, by 1, 2 and 3 threads. And
# every file is in the canonical layout, every suite passes, and they cover everything together with the examples.
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

if "$errctl" fmt --check rules >"$got/differences" 2>&1; then
  passed=$((passed + 1))
  echo "ok     rules: every file is formatted"
else
  fail "rules: errctl fmt rules would change this"
  cat "$got/differences"
fi

if "$errctl" test rules --min-coverage 100 >"$got/tests" 2>&1; then
  passed=$((passed + 1))
  echo "ok     rules: $(tail -n 1 "$got/tests")"
else
  fail "rules: errctl test rules --min-coverage 100"
  head -n 60 "$got/tests"
fi

# What errctl writes from the rules of the shop alone covers everything.
mkdir -p "$got/generated"
cp rules/shop/rules.yaml "$got/generated"
if "$errctl" test "$got/generated/rules.yaml" --generate >"$got/generated/rules.test.yaml" 2>"$got/tests" \
  && "$errctl" test "$got/generated/rules.yaml" --min-coverage 100 >"$got/tests" 2>&1; then
  passed=$((passed + 1))
  echo "ok     rules/shop: a generated suite covers everything"
else
  fail "rules/shop: errctl test --generate"
  head -n 60 "$got/tests"
fi

# What validate --fix puts right changes no resolution: titles without the quotes they need, and names nobody uses.
for folder in rules/*/rules.yaml rules/originals/*/rules.yaml; do
  folder="${folder%/*}"
  copy="$got/${folder#rules/}/rules.yaml"
  mkdir -p "${copy%/*}"
  sed 's/title: "\(No\|Yes\)"/title: \1/' "$folder/rules.yaml" >"$copy"
  for section in lists matchers; do
    grep -q "^$section:" "$copy" || case $section in
      lists) printf '\nlists:\n  # nobody asks\n  left: [ 1 ]\n' >>"$copy" ;;
      matchers) printf '\nmatchers:\n  left: { status: 4xx }   # behind\n' >>"$copy" ;;
    esac
  done
  if "$errctl" validate --fix "$copy" --fail-level error >"$got/fixed" 2>&1 \
    && "$errctl" replay "$copy" "$folder/stream.ndjson" --resolutions "$got/resolutions" >"$got/summary" 2>&1 \
    && ! "$errctl" validate "$copy" --format compact | grep -q 'unused-name\|other-yaml' \
    && cmp -s "$folder/resolutions.ndjson" "$got/resolutions"; then
    passed=$((passed + 1))
  else
    fail "$folder, after errctl validate --fix"
    cat "$got/fixed"
  fi
done

# What a stream must show, whatever its rules become: `shows FOLDER NUMBER PATTERN…` counts the resolutions that fit each one.
shows() {
  folder="rules/$1"
  number=$2
  shift 2
  : >"$got/shown"
  "$errctl" replay "$folder/rules.yaml" "$folder/stream.ndjson" --resolutions "$got/shown" >/dev/null 2>&1 || true
  for pattern in "$@"; do
    grep -- "$pattern" "$got/shown" >"$got/fitting" || true
    mv "$got/fitting" "$got/shown"
  done
  if [ "$(wc -l <"$got/shown" | tr -d ' ')" -eq "$number" ]; then
    passed=$((passed + 1))
  else
    fail "$folder: $number resolutions expected of $*, found $(wc -l <"$got/shown" | tr -d ' ')"
  fi
}

# Nothing that can't succeed is tried again, and what may have been done only where twice is as good as once.
shows data 105
shows data 40 '"category":"\(restart\|away\|busy\)"' '"evaluation":"retry"'
shows data 0 '"category":"\(duplicate\|denied\|vain\)"' '"evaluation":"retry"'
shows data 14 '"category":"denied"' '"evaluation":"abort"'
shows data 11 '"category":"unknown"' '"rule":"lost"' '"evaluation":"cancel"'
shows data 5 '"category":"unknown"' '"rule":"lost-idempotent"' '"evaluation":"retry"'
shows data 1 '"handled":false'
# A service tries nothing again that may have been done, a release nothing at all, and no rollout goes on with a wrong manifest.
shows server 24
shows server 1 '"category":"unknown"' '"rule":"again-idempotent"' '"evaluation":"retry"'
shows server 3 '"category":"unknown"' '"evaluation":"cancel"'
shows ci 21
shows ci 0 '"by":{"responder":"release"' '"evaluation":"retry"'
shows ci 2 '"by":{"responder":"release","rule":"half-done"}' '"evaluation":"abort"'
shows cluster 22
shows cluster 4 '"rule":"manifest"' '"evaluation":"abort"'
# Nobody hears of what somebody stopped, and no restart is expected to help a unit that cannot start.
shows services 30
shows services 3 '"category":"\(stopped\|consequence\)"' '"evaluation":"proceed"'
shows services 0 '"category":"\(setup\|configuration\|gaveUp\)"' '"evaluation":"retry"'
shows services 5 '"evaluation":"abort"' '"perform":"page"'
# Nothing that is paid for in vain is tried again: no used-up quota, no context that is too long.
shows llm-providers 101
shows llm-providers 0 '"category":"\(context\|too-large\|quota\|policy\|auth\|malformed\)"' '"evaluation":"retry"'
shows llm-providers 10 '"category":"quota"' '"evaluation":"abort"'
shows llm-providers 10 '"category":"overloaded"' '"evaluation":"retry"'
# The process that raised a sticky error never goes on, and a program's own mistake never begins anew.
shows gpu-training 74
shows gpu-training 9 '"category":"sticky"' '"responder":"job","rule":"anew"' '"evaluation":"retry"'
shows gpu-training 0 '"category":"sticky"' '"by":{"responder":"worker"'
shows gpu-training 8 '"category":"memory"' '"rule":"smaller-batch"'
shows gpu-training 30 '"category":"misuse"' '"evaluation":"abort"'
shows gpu-training 7 '"category":"peers"' '"rule":"anew"'
shows gpu-training 0 '"handled":false'

for expected in rules/*/resolutions.ndjson rules/originals/*/resolutions.ndjson; do
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
