#!/usr/bin/env bash
# errctl convert, its results read by PyYAML (YAML 1.1), ruamel.yaml (1.2) and Python's json, and answered by the rules.
# $1: errctl. The Python packages are those of Tests/EndToEnd/Schema/requirements.txt.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
exec "$(Tests/EndToEnd/Schema/python.sh)" Tests/EndToEnd/Converting/check.py "$errctl"
