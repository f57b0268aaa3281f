#!/usr/bin/env bash
# gRPC's own retries and throttling, by grpcio on loopback, beside a rule file with the same numbers, and beside service configs
# that errctl reads as they are: check.sh ERRCTL
set -euo pipefail
export GRPC_VERBOSITY=NONE
exec "$(dirname "$0")/../beside.sh" GRPC "$1" check.py policies.py
