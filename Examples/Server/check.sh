#!/usr/bin/env bash
# The server answers over HTTP as its rule file says, and what it recorded replays to the same resolutions; what its traits
# add logs, records and counts; each step of the tutorial that builds it compiles.
# $1: errctl; what follows is for `swift build`.
set -euo pipefail
unset ERRCTL_PLUGINS
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")"
export SWIFT_BACKTRACE=enable=no
touch Package.swift
swift build --build-tests -q "$@"
"$errctl" validate rules.yaml
programs=$(swift build --show-bin-path)
python3 check.py "$programs/Orders" "$errctl"
swift test --skip-build -q "$@" 2>&1 | grep -aE 'Test run|✘|error:'
python3 check_steps.py "$programs" "$errctl"
