#!/usr/bin/env bash
# HAProxy and nginx, run on loopback before a server that fails as it is told, beside what errctl reads in their configurations
# and logs. $1: errctl.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
if [[ $(uname -s) != Linux ]]; then echo "only Linux has all addresses of 127.0.0.0/8"; exit 77; fi
work=$PWD/.build-authoring/proxies
mkdir -p "$work"
source Tests/EndToEnd/unpack.sh
unpack Tests/EndToEnd/Proxies/packages.txt "$work"
PYTHONPATH=Tests/EndToEnd exec python3 Tests/EndToEnd/Proxies/decisions.py "$errctl" "$work/root" $(newer_root)
