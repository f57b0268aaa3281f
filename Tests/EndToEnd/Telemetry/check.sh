#!/usr/bin/env bash
# What SDKs of telemetry write, beside what errctl reads in it: samples read by hand, and failures that are exported here.
# check.sh ERRCTL. With ../shared/data/otel missing, the samples are not read, and that is said.
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
folder=Tests/EndToEnd/Telemetry
if [[ -d ../shared/data/otel ]]; then
  python3 Tests/EndToEnd/Producers/check.py "$errctl" ../shared/data/otel "$folder/expected.tsv"
else
  echo "not run: the samples read by hand: there is no ../shared/data/otel"
fi
exec Tests/EndToEnd/beside.sh Telemetry "$errctl" failures.py
