#!/usr/bin/env bash
# Prints the Python that has what requirements.txt names, installed into .build-authoring/venv where it is not there yet.
set -euo pipefail
cd "$(dirname "$0")/../../.."
venv=.build-authoring/venv
if ! cmp -s Tests/EndToEnd/Schema/requirements.txt "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r Tests/EndToEnd/Schema/requirements.txt >&2
  cp Tests/EndToEnd/Schema/requirements.txt "$venv/installed.txt"
fi
echo "$PWD/$venv/bin/python"
