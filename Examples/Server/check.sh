#!/usr/bin/env bash
# The server answers over HTTP as its rule file says, and what it recorded replays to the same resolutions.
# $1: errctl.
set -euo pipefail
unset ERRCTL_PLUGINS
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
export SWIFT_BACKTRACE=enable=no
touch Package.swift
swift build -q
"$errctl" validate rules.yaml
python3 check.py "$(swift build --show-bin-path)/Orders" "$errctl"
