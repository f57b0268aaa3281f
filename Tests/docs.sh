#!/usr/bin/env bash
# Runs what the pages show: a block after `<!-- file: NAME -->` is a file, a block after `<!-- run: COMMAND -->`
# is what the command prints. $1: errctl.
set -euo pipefail
cd "$(dirname "$0")/.."
errctl=$1
passed=0
failed=0
while IFS= read -r page; do
  work=$(mktemp -d)
  ln -s "$errctl" "$work/errctl"
  awk -v work="$work" '
    /^<!-- (file|run): .* -->$/ { kind = $2; name = $0; sub(/^<!-- (file|run): /, "", name); sub(/ -->$/, "", name); armed = 1; next }
    /^```/ && open { open = 0; close(out); next }
    /^```/ && armed {
      armed = 0; open = 1
      if (kind == "file:") out = work "/" name
      else { runs++; out = work "/expected." runs; print name > (work "/run." runs); close(work "/run." runs) }
      printf "" > out; next
    }
    open { print > out; next }
  ' "$page"
  for run in "$work"/run.*; do
    [[ -e $run ]] || continue
    expected=${run/run./expected.}
    if (cd "$work" && PATH=$work:$PATH sh -c "$(cat "$run")" >actual 2>&1; diff -u "$expected" actual); then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "$page: “$(cat "$run")” prints something else"
    fi
  done
  if [[ -e $work/rules.yaml && -e $work/rules.json && -e $work/errors.ndjson ]]; then
    (cd "$work" && ./errctl replay rules.yaml errors.ndjson --resolutions a >/dev/null && ./errctl replay rules.json errors.ndjson --resolutions b >/dev/null)
    if cmp "$work/a" "$work/b"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  fi
  rm -rf "$work"
done < <(git ls-files '*.md')
echo "pages: $passed passed, $failed failed"
((failed == 0 && passed > 0))
