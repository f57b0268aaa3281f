#!/usr/bin/env bash
# What systemd, Docker and Podman decided about services and told of them, beside what errctl reads: check.sh ERRCTL
set -euo pipefail
export SWIFT_BACKTRACE=enable=no
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
source Tests/EndToEnd/unpack.sh
export PYTHONPATH=Tests/EndToEnd
python3 Tests/EndToEnd/Services/check.py "$errctl"
python3 Tests/EndToEnd/Services/live.py "$errctl" $(newer_root)
containers=$PWD/.build-authoring/containers
mkdir -p "$containers"
unpack Tests/EndToEnd/Services/engines.txt "$containers"
python3 Tests/EndToEnd/Services/containers.py "$errctl" "$containers/root"
# All at once only, since the packages are large.
if [[ -z ${ERRCTL_TEST_SCALE:-} ]]; then Tests/EndToEnd/Services/units.sh "$errctl"; fi
