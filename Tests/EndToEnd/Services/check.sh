#!/usr/bin/env bash
# What systemd decided about services and told of them, beside what errctl reads: check.sh ERRCTL
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
errctl=$(realpath "$1")
cd "$(dirname "$0")"
export PYTHONPATH=..
python3 check.py "$errctl"
python3 live.py "$errctl"
