#!/usr/bin/env bash
# gRPC's own retries and throttling, by grpcio on loopback, beside a rule file with the same numbers, and beside service configs
# that errctl reads as they are: check.sh ERRCTL
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
venv=.build-authoring/grpc
if ! cmp -s Tests/EndToEnd/GRPC/requirements.txt "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r Tests/EndToEnd/GRPC/requirements.txt >&2 || { echo "grpcio cannot be installed"; exit 77; }
  cp Tests/EndToEnd/GRPC/requirements.txt "$venv/installed.txt"
fi
export GRPC_VERBOSITY=NONE
"$venv/bin/python" Tests/EndToEnd/GRPC/check.py "$errctl"
"$venv/bin/python" Tests/EndToEnd/GRPC/policies.py "$errctl"
