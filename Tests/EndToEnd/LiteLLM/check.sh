#!/usr/bin/env bash
# LiteLLM's Router and errctl, which reads its settings as rules, beside each other: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" LiteLLM "$1" router.py
