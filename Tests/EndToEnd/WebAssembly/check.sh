#!/usr/bin/env bash
# The engine as WebAssembly: check.sh ERRCTL [--pictures FOLDER]. It resolves every conformance case as errctl does, in Node and in
# Chromium; and the page that has it, opened from the disk.
set -euo pipefail
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
if [[ ${2:-} == --pictures ]]; then mkdir -p "$3"; set -- "$1" "$2" "$(realpath "$3")"; fi
./dev playground
source Tests/EndToEnd/Workbench/playwright.sh
command -v node >/dev/null || { echo "there is no Node here"; exit 77; }
"$python" Tests/EndToEnd/WebAssembly/conformance.py "$errctl" "$chromium" .build-playground
exec "$python" Tests/EndToEnd/WebAssembly/page.py "$chromium" .build-playground/playground.html "${@:2}"
