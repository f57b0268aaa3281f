#!/usr/bin/env bash
# The team's own errctl knows its words in every command; errctl without them refuses the rules.
set -euo pipefail
unset ERRCTL_PLUGINS
cd "$(dirname "${BASH_SOURCE[0]}")"
if [[ -z ${PROGRAMS:-} ]]; then
  swift build --package-path .. --product warehouse-errctl >&2
  PROGRAMS=$(swift build --package-path .. --show-bin-path)
fi
own=$PROGRAMS/warehouse-errctl
fail() { echo "OwnErrctl: $*" >&2; exit 1; }

"$own" validate . --require-plugins --fail-level note || fail "its rules are refused"
"$own" fmt --check rules.yaml || fail "its rules are not laid out as fmt does"
"$own" test . --min-coverage 100 || fail "its tests fail"
"$own" replay rules.yaml stream.ndjson --resolutions - 2>/dev/null | diff resolutions.ndjson - \
  || fail "its stream is answered differently"
"$own" explain rules.yaml --stream stream.ndjson --id e2 | grep -q 'custom hasCheckDigit is no' \
  || fail "explain does not show the result of its question"
schema=$("$own" schema)
[[ $schema == *'"aisle"'* && $schema == *'"page"'* ]] || fail "its schema lacks its keys"

# A wrong value of a key of its own is told at its place, as one of errctl's keys is.
broken=$(mktemp -d)
trap 'rm -rf "$broken"' EXIT
sed 's/aisle: \[ C, D \]/aisle: [ cold ]/' rules.yaml >"$broken/rules.yaml"
status=0
told=$("$own" validate "$broken/rules.yaml") || status=$?
[[ $status == 2 && $told == *'rules.yaml:14:42: error: Expected a letter, such as C'* ]] || fail "a wrong aisle: $status $told"

# So is what errctl itself, without the team's words, says of the rules.
plain=${ERRCTL:-../../.build/debug/errctl}
if [[ -x $plain ]]; then
  status=0
  told=$("$plain" validate rules.yaml) || status=$?
  [[ $status == 2 && $told == *'“aisle” is not a matcher'* ]] || fail "errctl alone: $status $told"
fi
echo "OwnErrctl: as its page says"
