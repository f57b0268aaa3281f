#!/usr/bin/env bash
# Failures that the SDKs of OpenTelemetry and Sentry export are what errctl reads: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" Telemetry "$1" failures.py
