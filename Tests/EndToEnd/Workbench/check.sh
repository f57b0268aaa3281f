#!/usr/bin/env bash
# errctl serve as its users have it, in Chromium without a window: check.sh ERRCTL [--pictures FOLDER]
set -euo pipefail
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
if "$errctl" serve /no/rules /no/stream 2>&1 | grep -q "without the workbench"; then
  echo "this errctl was built without the workbench"
  exit 77
fi
if [[ ${2:-} == --pictures ]]; then mkdir -p "$3"; set -- "$1" "$2" "$(realpath "$3")"; fi
source Tests/EndToEnd/Workbench/playwright.sh
exec "$python" Tests/EndToEnd/Workbench/check.py "$errctl" "$chromium" "${@:2}"
