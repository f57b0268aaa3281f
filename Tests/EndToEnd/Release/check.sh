#!/usr/bin/env bash
# What is released can be unpacked anywhere and used: by somebody who is not root, without Swift and without this checkout.
# $1: errctl, the build that users get.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
export SWIFT_BACKTRACE=enable=no
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
fail() { echo "release: $*"; exit 1; }

# It is built of the same versions tomorrow: none may be chosen by what is newest.
open=$(ERRCTL_RELEASED=yes swift package dump-package | python3 -c '
import json, sys
for package in json.load(sys.stdin)["dependencies"]:
    for source in package["sourceControl"]:
        if "exact" not in source["requirement"]: print(source["identity"])')
[[ -z $open ]] || fail "a release takes any later version of $open"

source scripts/release.sh
pack_release "$errctl" "$work/once"
pack_release "$errctl" "$work/again" >/dev/null
diff -r "$work/once" "$work/again" || fail "packed twice, it is not the same bytes"

cd "$work/once"
if command -v sha256sum >/dev/null; then sha256sum --quiet --check ./*.sha256; else shasum -a 256 -c ./*.sha256; fi
tar xzf ./*.tar.gz
cd errctl-*/
for file in README.md CHANGELOG.md NOTICE bin/errctl share/man/man1/errctl.1 share/man/man1/errctl-replay.1 \
  share/bash-completion/completions/errctl share/zsh/site-functions/_errctl share/fish/vendor_completions.d/errctl.fish \
  share/errctl/schemas/rule-file.json; do
  [[ -s $file ]] || fail "$file is not in the archive"
done
chmod -R a+rX "$work"
as_user=(env -i PATH=/usr/bin:/bin HOME="$work")
if [[ $(id -u) == 0 ]] && command -v setpriv >/dev/null; then as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups "${as_user[@]}"); fi
"${as_user[@]}" bin/errctl validate share/errctl/rules/rules.yaml || fail "it does not check the shop's rules"
said=$("${as_user[@]}" bin/errctl replay share/errctl/rules/rules.yaml share/errctl/rules/stream.ndjson)
[[ $said == *records* ]] || fail "it does not replay: $said"
echo "release: packed, unpacked and used"
