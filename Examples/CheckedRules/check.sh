#!/usr/bin/env bash
# Rule files are compiled while the app is built: constants of their names, and a broken one stops the build at its line.
# PACKAGE: the package that has this folder, where it is another one than Examples.
set -euo pipefail
unset ERRCTL_PLUGINS
cd "${PACKAGE:-$(dirname "${BASH_SOURCE[0]}")/..}"
fail() { echo "CheckedRules: $*" >&2; exit 1; }
said=$(mktemp)
trap 'rm -f "$said"' EXIT

PROGRAMS=${PROGRAMS:-$(swift build --show-bin-path)}
[[ -x $PROGRAMS/checked-rules ]] || swift build --product checked-rules
diff - <("$PROGRAMS/checked-rules") <<END || fail "the names are others"
app/again
app/sign-in
app/signed-out
shows the login
declined SignedOut
END

swift package lint-rules CheckedRules/Sources >"$said" 2>&1 || fail "lint-rules refuses rules that are right: $(cat "$said")"
if swift package lint-rules CheckedRules/Broken >"$said" 2>&1; then fail "lint-rules passes a broken rule file"; fi
grep -q '^CheckedRules/Broken/payments.yaml:12:27: error: The category “bussy” does not exist' "$said" \
  || fail "lint-rules does not say where: $(cat "$said")"

export EXAMPLES_ODD=1
swift build --product OddNames >"$said" 2>&1 || fail "names that Swift has words for do not compile: $(cat "$said")"
"$PROGRAMS/OddNames" | grep -qxF '_rawValue=rawValue' || fail "an odd name is another"
if swift build --product BrokenRules >"$said" 2>&1; then fail "a broken rule file does not stop the build"; fi
grep -q '/Broken/payments.yaml:12:27: error: The category “bussy” does not exist' "$said" \
  || fail "the build does not say where: $(cat "$said")"
echo "CheckedRules: as its page says"
