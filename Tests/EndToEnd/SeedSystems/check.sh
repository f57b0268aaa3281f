#!/bin/sh
# Every conformance case of the seed systems: what their rules make of its stream, byte for byte, by 1 and 2 threads.
# Tests/EndToEnd/SeedSystems/check.sh [FOLDER…] runs all systems, or those named. ERRCTL names the program.
set -eu
cd "$(dirname "$0")/../../.."
errctl="${ERRCTL:-.build/debug/errctl}"
cases=Tests/EndToEnd/SeedSystems
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM

if [ ! -x "$(command -v "$errctl" || true)" ]; then
  echo "There is no $errctl. Build it with: swift build --product errctl"
  exit 1
fi

# Writes a case's sections to files named after them, and a path behind “=== rules” to rules-path.
extract() { # case, folder
  awk -v folder="$2" '
    function fail(text) { print text > (folder "/fault"); exit }
    NR == 1 && $0 !~ /[^ ]/ { fail("the first line says nothing") }
    NR == 1 && /^===/ { fail("the first line is not a sentence") }
    /^===/ {
      section = $2
      if ($1 != "===" || section !~ /^(rules|stream|replay|resolutions)$/) { fail("unknown section: " $0) }
      if (section in seen) { fail("a second section " section) }
      seen[section] = 1
      printf "" > (folder "/" section)
      if (NF > 2) {
        if (section != "rules" || NF > 3) { fail("more than a section: " $0) }
        print $3 > (folder "/rules-path")
      }
      next
    }
    section != "" { print > (folder "/" section) }
  ' "$1"
}

# Says why a case cannot be run; nothing where it can.
fault() { # folder
  if [ -f "$1/fault" ]; then
    head -n 1 "$1/fault"
    return
  fi
  if [ -f "$1/rules-path" ]; then
    if [ -s "$1/rules" ]; then
      echo "rules both by path and written out"
      return
    fi
    path="$(cat "$1/rules-path")"
    if [ ! -f "$path" ]; then
      echo "there is no $path"
      return
    fi
    case "$path" in
    *.json) mv "$1/rules" "$1/rules.json" && cp "$path" "$1/rules.json" ;;
    *) cp "$path" "$1/rules.yaml" ;;
    esac
  elif [ -s "$1/rules" ]; then
    mv "$1/rules" "$1/rules.yaml"
  else
    echo "no section rules"
    return
  fi
  for section in stream resolutions; do
    if [ ! -s "$1/$section" ]; then
      echo "no section $section"
      return
    fi
  done
  mv "$1/stream" "$1/stream.ndjson"
}

failed_case() { # case, reason
  echo "FAILED $1: $2"
}

# Runs one case; its status is the case's.
run() { # case
  folder="$work/case"
  rm -rf "$folder"
  mkdir "$folder"
  extract "$1" "$folder" || echo "it cannot be read" >"$folder/fault"
  reason="$(fault "$folder")"
  if [ -n "$reason" ]; then
    failed_case "$1" "$reason"
    return 1
  fi
  rules="$folder/rules.yaml"
  [ -f "$rules" ] || rules="$folder/rules.json"
  options=
  [ ! -f "$folder/replay" ] || options="$(cat "$folder/replay")"
  for jobs in 1 2; do
    : >"$folder/got"
    # The options are words without quotes; “*” in them stands for itself.
    set -f
    # shellcheck disable=SC2086
    if ! "$errctl" replay "$rules" "$folder/stream.ndjson" --jobs "$jobs" --resolutions "$folder/got" $options \
      >"$folder/summary" 2>&1; then
      set +f
      failed_case "$1" "errctl replay --jobs $jobs"
      head -n 6 "$folder/summary" | cut -c 1-300
      return 1
    fi
    set +f
    if ! cmp -s "$folder/resolutions" "$folder/got"; then
      failed_case "$1" "$(head -n 1 "$1") (--jobs $jobs; < expected, > got)"
      diff "$folder/resolutions" "$folder/got" | head -n 6 | cut -c 1-300
      return 1
    fi
  done
}

# The name people know a system by: the first heading of its page.
title() { # folder name
  page="rules/originals/$1/README.md"
  name=
  [ ! -f "$page" ] || name="$(awk '/^# / { sub(/^# +/, ""); print; exit }' "$page")"
  echo "${name:-$1}"
}

if [ $# -eq 0 ]; then
  for folder in "$cases"/*/; do
    [ ! -d "$folder" ] || set -- "$@" "$(basename "$folder")"
  done
fi

all_passed=0
all_cases=0
status=0
[ $# -gt 0 ] || status=1
: >"$work/table"
for system in "$@"; do
  system="${system%/}"
  system="${system##*/}"
  passed=0
  count=0
  for file in "$cases/$system"/*.case; do
    [ -f "$file" ] || continue
    count=$((count + 1))
    if run "$file"; then passed=$((passed + 1)); fi
  done
  if [ "$count" -eq 0 ]; then failed_case "$cases/$system" "no case"; fi
  if [ "$count" -eq 0 ] || [ "$passed" -lt "$count" ]; then status=1; fi
  if ! grep -q "^| \[.*\]($system/README.md) | $count |\$" rules/originals/conformance.md; then
    failed_case "rules/originals/conformance.md" "it does not say that $system has $count cases"
    status=1
  fi
  printf '%s\t%s\t%s\n' "$(title "$system")" "$passed" "$count" >>"$work/table"
  all_passed=$((all_passed + passed))
  all_cases=$((all_cases + count))
done

awk -F '\t' '
  { name[NR] = $1; passed[NR] = $2; count[NR] = $3; if (length($1) > width) width = length($1) }
  END { for (row = 1; row <= NR; row++) printf "%-" width "s  %3d of %3d cases\n", name[row], passed[row], count[row] }
' "$work/table"
echo "seed systems: $all_passed of $all_cases cases passed"
exit "$status"
