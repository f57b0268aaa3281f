#!/usr/bin/env bash
# DocC reads the library's pages and its tutorial without a warning, and finds what they name. $1: the folder with its modules.
# That the tutorial's steps compile is `Examples/Server/check.sh`'s to say, which has what they link.
set -euo pipefail
cd "$(dirname "$0")/../../.."
modules=$(cd "$1" && pwd)
if ! command -v docc >/dev/null; then
  echo "there is no docc here"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/graphs"
swift symbolgraph-extract -module-name ErrorHandling -minimum-access-level public -output-dir "$work/graphs" \
  -target "$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)" \
  -I "$modules" -Xcc "-fmodule-map-file=$PWD/Sources/ground/CScan/include/module.modulemap" \
  -Xcc "-fmodule-map-file=$PWD/Sources/CYAML/module.modulemap"
docc convert Sources/engine/ErrorHandling/ErrorHandling.docc --output-dir "$work/archive" --warnings-as-errors \
  --additional-symbol-graph-dir "$work/graphs" --fallback-display-name ErrorHandling \
  --fallback-bundle-identifier errctl.ErrorHandling
pages=$(find "$work/archive/data" -name '*.json' | wc -l)
steps=$(grep -c '@Code(' Sources/engine/ErrorHandling/ErrorHandling.docc/Tutorials/An-orders-server.tutorial)
echo "documentation: $pages pages, a tutorial of $steps files"
# Its pages, one for each type at least, and the tutorial with the code itself.
((pages > 30)) && grep -q 'final class Warehouse' "$work/archive/data/tutorials/errorhandling/an-orders-server.json"
