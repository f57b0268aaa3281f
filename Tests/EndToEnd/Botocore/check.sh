#!/usr/bin/env bash
# Retry tables and settings that botocore's handlers and errctl decide by: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" Botocore "$1" policies.py modes.py
