#!/usr/bin/env bash
# Runs comparisons with another system, which a folder's requirements install: beside.sh FOLDER ERRCTL FILE…
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
errctl=$(realpath "$2")
cd "$(dirname "$0")/../.."
folder=Tests/EndToEnd/$1
venv=.build-authoring/${1,,}
if ! cmp -s "$folder/requirements.txt" "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$folder/requirements.txt" >&2 || { echo "$(<"$folder/requirements.txt") cannot be installed"; exit 77; }
  cp "$folder/requirements.txt" "$venv/installed.txt"
fi
for file in "${@:3}"; do PYTHONPATH=Tests/EndToEnd "$venv/bin/python" "$folder/$file" "$errctl"; done
