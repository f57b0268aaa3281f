#!/usr/bin/env bash
# The engine compiles as Embedded Swift for WebAssembly: it uses no existential, no dynamic cast, no key path, no Foundation, no
# thread, and no number that needs 64 bits.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export SWIFT_BACKTRACE=enable=no
target=wasm32-unknown-none-wasm
runtime=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
if [[ ! -d $runtime/embedded/$target ]]; then
  echo "this toolchain has no Embedded Swift for WebAssembly"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' _)
for module in Patterns Bytes Secrets Source Records RuleLanguage RuleEngine Explanations; do
  upcoming=()
  for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do upcoming+=(-enable-upcoming-feature "$feature"); done
  find "Sources/$module" -name '*.swift' -print0 \
    | xargs -0 swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6 "${upcoming[@]}" \
      -suppress-warnings -package-name "$package" -module-name "$module" -emit-module -emit-module-path "$work/$module.swiftmodule" \
      -I "$work" -Xcc -fmodule-map-file=Sources/CScan/include/module.modulemap
  echo "$module compiles for $target"
done
