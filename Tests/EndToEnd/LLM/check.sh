#!/usr/bin/env bash
# Failures of clients of language models' providers, raised on loopback, under rules/llm-providers: check.sh ERRCTL LIBRARY
# And those of five libraries that call such clients. With ../shared/data/llm, the logs that are kept there are read as well.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1") library=$(realpath "$2")
cd "$(dirname "$0")/../../.."
folder=Tests/EndToEnd/LLM
run() { # NAME PROGRAM: with what Tests/EndToEnd/LLM/NAME.txt names
  local venv=.build-authoring/llm-$1 wanted=$folder/$1.txt
  if ! cmp -s "$wanted" "$venv/installed.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q -r "$wanted" >&2 || { echo "$(tr '\n' ' ' <"$wanted")cannot be installed"; exit 77; }
    cp "$wanted" "$venv/installed.txt"
  fi
  ERRCTL_LIBRARY=$library PYTHONPATH=Python "$venv/bin/python" "$folder/$2" "$errctl" rules/llm-providers/rules.yaml
}
run clients run.py
run wrappers wrappers.py
if [[ -d ../shared/data/llm ]]; then
  python3 "$folder/samples.py" "$errctl" rules/llm-providers/rules.yaml ../shared/data/llm
else
  echo "not run: the logs that are kept: there is no ../shared/data/llm"
fi
