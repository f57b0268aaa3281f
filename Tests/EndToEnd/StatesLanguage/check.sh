#!/usr/bin/env bash
# State machines in the Amazon States Language, executed by moto and replayed by errctl: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" StatesLanguage "$1" policies.py
