#!/usr/bin/env bash
# What is released is the same bytes when it is packed again, and can be used where it is unpacked: by somebody who is not root,
# without Swift and without this checkout. check.sh ERRCTL LIBRARY ENGINE: the static command, liberrctl.so, engine.wasm.
set -euo pipefail
errctl=$(realpath "$1") library=$(realpath "$2") engine=$(realpath "$3")
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
pack_release "$errctl" "$library" "$engine" "$work/once" https://example.org/errctl
pack_release "$errctl" "$library" "$engine" "$work/again" https://example.org/errctl >/dev/null
diff -r "$work/once" "$work/again" || fail "packed twice, it is not the same bytes"
most() { # MB, file
  [[ $(wc -c <"$2") -le $(($1 * 1000000)) ]] || fail "$2 has more than $1 MB"
}
most 24 "$work"/once/*.whl
most 20 "$work"/once/*.tar.gz
python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q twine==7.0.0 && "$work/venv/bin/twine" check --strict "$work"/once/*.whl
if compgen -G "$work/once/*.deb" >/dev/null && command -v lintian >/dev/null; then
  said=$(lintian "$work"/once/*.deb 2>/dev/null) || true
  [[ -z $said ]] || fail "lintian: $said"
fi
python3 Tests/EndToEnd/Release/formula.py "$work/once"
if compgen -G "$work/once/*-oci.tar" >/dev/null; then
  most 15 "$work"/once/*-oci.tar
  Tests/EndToEnd/Release/image.sh "$work"/once/*-oci.tar
fi
if compgen -G "$work/once/*.tgz" >/dev/null; then
  mkdir "$work/app"
  (cd "$work/app" && npm init -y >/dev/null && npm install --offline --no-audit --no-fund --silent "$work"/once/*.tgz)
  node Tests/EndToEnd/Release/engine.js "$work/app" editors/npm/README.md
fi

cd "$work/once"
if command -v sha256sum >/dev/null; then sha256sum --quiet --check ./*.sha256; else shasum -a 256 -c ./*.sha256; fi
tar xzf ./errctl-*-"$platform".tar.gz
cd errctl-*-"$platform"/
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
