#!/usr/bin/env bash
# errctl serve as its users have it, in Chromium without a window: check.sh ERRCTL [--pictures FOLDER]
set -euo pipefail
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
if [[ ${2:-} == --pictures ]]; then mkdir -p "$3"; set -- "$1" "$2" "$(realpath "$3")"; fi
source Tests/EndToEnd/Workbench/playwright.sh
# What is left behind is counted, and others may work beside.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
"$python" Tests/EndToEnd/Workbench/check.py "$errctl" "$chromium" "${@:2}"
