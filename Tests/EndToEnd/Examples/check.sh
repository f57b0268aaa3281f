#!/usr/bin/env bash
# The examples that need nothing but this package do what their pages say: own errctl, the shop, rules checked in a build.
# They are linked from what `swift build` made here, and the plugins run the errctl that it made: a minute less a build of
# the package for each. `./dev examples` builds them as their readers do. $1: the debug build's folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
debug=$(cd "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What SwiftPM tells the compiler of C modules, and which object files a product is made of.
flags=(-swift-version 6 -warnings-as-errors -Onone -I "$debug/Modules")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do
  flags+=(-enable-upcoming-feature "$feature")
done
while IFS= read -r map; do flags+=(-Xcc "$map"); done < <(grep -o -- '-fmodule-map-file=[^"]*' "$debug/../../debug.yaml" | sort -u)
objects() { # product, then a pattern of the object files that the example does without
  grep -vE "$2" "$debug/$1.product/Objects.LinkFileList"
}

mkdir "$work/programs"
objects errctl '/errctl\.build/' >"$work/commands"
swiftc "${flags[@]}" -module-name OwnErrctl Examples/OwnErrctl/Sources/*.swift "@$work/commands" \
  -lyaml -o "$work/programs/warehouse-errctl" &
own=$!
objects decisions '/(decisions|ErrorHandling)\.build/' >"$work/library"
find Examples/RecordedShop/Sources/Shop -name '*.swift' -print0 |
  xargs -0 swiftc "${flags[@]}" -module-name Shop "@$work/library" -lyaml -o "$work/programs/recorded-shop"
wait "$own"

# A package with the plugins as they are here, and errctl as a binary that is there already.
package=$work/package
mkdir -p "$package/errctl.artifactbundle"
cp -R Plugins Examples/CheckedRules "$package"
ln -s "$debug/errctl" "$package/errctl.artifactbundle/errctl"
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)
sed "s/TRIPLE/$triple/" Tests/EndToEnd/Examples/info.json >"$package/errctl.artifactbundle/info.json"
cp Tests/EndToEnd/Examples/Package.swift.txt "$package/Package.swift"

export PROGRAMS=$work/programs ERRCTL=$debug/errctl
Examples/RecordedShop/check.sh
Examples/OwnErrctl/check.sh
PACKAGE=$package PROGRAMS= Examples/CheckedRules/check.sh
