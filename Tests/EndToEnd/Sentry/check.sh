#!/usr/bin/env bash
# Fingerprint rules whose globs Sentry's own library and errctl compare: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" Sentry "$1" policies.py
