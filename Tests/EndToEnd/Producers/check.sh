#!/usr/bin/env bash
# What programs really write, beside what errctl reads in it: samples read by hand, and producers run here. $1: errctl.
# check.sh ERRCTL [PRODUCER ...]: these alone. With ../shared/data/logs-2026-11 missing, the samples are not read, and that is said.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
folder=Tests/EndToEnd/Producers
work=$PWD/.build-authoring/producers
mkdir -p "$work"
if ! cmp -s "$folder/requirements.txt" "$work/venv/installed.txt"; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -q -r "$folder/requirements.txt" >&2 || { echo "$(tr '\n' ' ' <"$folder/requirements.txt")cannot be installed"; exit 77; }
  cp "$folder/requirements.txt" "$work/venv/installed.txt"
fi
source Tests/EndToEnd/unpack.sh
unpack "$folder/packages.txt" "$work"
status=0
if (($# == 1)); then
  if [[ -d ../shared/data/logs-2026-11 ]]; then
    python3 "$folder/check.py" "$errctl" ../shared/data/logs-2026-11 || status=1
  else
    echo "not run: the samples read by hand: there is no ../shared/data/logs-2026-11"
  fi
fi
"$work/venv/bin/python" "$folder/run.py" "$errctl" "$work/root" "${@:2}" || status=1
exit $status
