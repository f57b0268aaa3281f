#!/usr/bin/env bash
# errctl serve as its users have it, in Chromium without a window: check.sh ERRCTL [--pictures FOLDER]
set -euo pipefail
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
chromium=""
for name in chromium chromium-browser google-chrome; do
  if [[ -z $chromium ]]; then chromium=$(command -v "$name" || true); fi
done
[[ -n $chromium ]] || { echo "there is no Chromium here"; exit 77; }
if "$errctl" serve /no/rules /no/stream 2>&1 | grep -q "without the workbench"; then
  echo "this errctl was built without the workbench"
  exit 77
fi
if [[ ${2:-} == --pictures ]]; then mkdir -p "$3"; set -- "$1" "$2" "$(realpath "$3")"; fi
venv=.build-authoring/workbench
if ! cmp -s Tests/EndToEnd/Workbench/requirements.txt "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r Tests/EndToEnd/Workbench/requirements.txt >&2 || { echo "Playwright cannot be installed"; exit 77; }
  cp Tests/EndToEnd/Workbench/requirements.txt "$venv/installed.txt"
fi
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" Tests/EndToEnd/Workbench/check.py "$errctl" "$chromium" "${@:2}"
