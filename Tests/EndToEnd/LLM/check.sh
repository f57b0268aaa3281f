#!/usr/bin/env bash
# Failures of clients of language models' providers, raised on loopback, under rules/llm-providers: check.sh ERRCTL LIBRARY
# With ../shared/data/llm, the logs of those and of six wrappers are read as well.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1") library=$(realpath "$2")
cd "$(dirname "$0")/../../.."
folder=Tests/EndToEnd/LLM
venv=.build-authoring/llm
if ! cmp -s "$folder/requirements.txt" "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$folder/requirements.txt" >&2 || { echo "$(tr '\n' ' ' <"$folder/requirements.txt")cannot be installed"; exit 77; }
  cp "$folder/requirements.txt" "$venv/installed.txt"
fi
ERRCTL_LIBRARY=$library PYTHONPATH=Python "$venv/bin/python" "$folder/run.py" "$errctl" rules/llm-providers/rules.yaml
if [[ -d ../shared/data/llm ]]; then
  python3 "$folder/samples.py" "$errctl" rules/llm-providers/rules.yaml ../shared/data/llm
else
  echo "not run: the logs that are kept: there is no ../shared/data/llm"
fi
