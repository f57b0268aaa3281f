#!/usr/bin/env bash
# Python clients before a server that fails by a plan, beside the page that says what they do: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" Clients "$1" check.py
