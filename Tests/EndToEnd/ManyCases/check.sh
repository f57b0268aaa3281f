#!/usr/bin/env bash
# Ten thousand cases of the shop's rules, all of which pass, take less than two seconds of processor time with the errctl
# that users get; a thousand that fail are told in at most two hundred kilobytes.
set -euo pipefail
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp rules/shop/rules.yaml "$work"

cases() { # how many, what each expects
  echo "version: 1"
  echo "rules: rules.yaml"
  echo "cases:"
  local number
  for ((number = 0; number < $1; number++)); do
    printf -- '  - { name: try %d, error: { status: %d, attempt: %d, origin: com.shop.cart }, expect: { %s } }\n' \
      "$number" $((500 + number % 100)) $((1 + number % 2)) "$2"
  done
}

cases 10000 "evaluation: retry, by: app/again" >"$work/many.test.yaml"
TIMEFORMAT='%U %S'
{ time "$errctl" test "$work/many.test.yaml" >"$work/report"; } 2>"$work/times"
grep -q '10000 cases and' "$work/report" && grep -q 'all passed' "$work/report" || { cat "$work/report"; exit 1; }
seconds=$(awk '{ printf "%.2f", $1 + $2 }' "$work/times")
echo "10000 cases in $seconds s"
awk -v seconds="$seconds" 'BEGIN { exit !(seconds < 2) }'

cases 1000 "evaluation: abort" >"$work/many.test.yaml"
if "$errctl" test "$work/many.test.yaml" >"$work/report"; then exit 1; fi
bytes=$(wc -c <"$work/report")
echo "1000 failures told in $((bytes)) bytes"
((bytes < 200000))
