#!/usr/bin/env bash
# Failures of clients of databases and brokers, raised by their servers, as records and in a log: check.sh ERRCTL LIBRARY [CLIENT ...]
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1") library=$(realpath "$2")
cd "$(dirname "$0")/../../.."
folder=Tests/EndToEnd/Drivers
work=$PWD/.build-authoring/drivers
mkdir -p "$work"
source Tests/EndToEnd/unpack.sh
unpack "$folder/packages.txt" "$work"
libraries=$work/root/usr/lib/x86_64-linux-gnu
if ! cmp -s "$folder/requirements.txt" "$work/venv/installed.txt"; then
  python3 -m venv "$work/venv"
  grep -v mysqlclient "$folder/requirements.txt" >"$work/wheels.txt"
  "$work/venv/bin/pip" install -q -r "$work/wheels.txt" >&2 || { echo "$(tr '\n' ' ' <"$work/wheels.txt")cannot be installed"; exit 77; }
  # It is built here, beside MariaDB's library; where there is no compiler, it is not run.
  MYSQLCLIENT_CFLAGS="-I$work/root/usr/include/mariadb" MYSQLCLIENT_LDFLAGS="-L$libraries -lmariadb" \
    "$work/venv/bin/pip" install -q "$(grep mysqlclient "$folder/requirements.txt")" >&2 || true
  cp "$folder/requirements.txt" "$work/venv/installed.txt"
fi
LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ERRCTL_LIBRARY=$library PYTHONPATH=Python \
  "$work/venv/bin/python" "$folder/run.py" "$errctl" "$work/root" "${@:3}"
