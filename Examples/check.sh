#!/usr/bin/env bash
# The examples do what their pages say.
set -euo pipefail
unset ERRCTL_PLUGINS
cd "$(dirname "${BASH_SOURCE[0]}")"
export SWIFT_BACKTRACE=enable=no
# SwiftPM does not see new files of a package it depends on by path until it plans anew.
touch Package.swift
swift build -q
PROGRAMS=$(swift build --show-bin-path)
export PROGRAMS
RecordedShop/check.sh
OwnErrctl/check.sh
CheckedRules/check.sh
