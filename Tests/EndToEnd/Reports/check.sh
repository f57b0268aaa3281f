#!/usr/bin/env bash
# What errctl test writes for CI, read by those who read it: JUnit by PyPI's junitparser, JSON by Python; and both count
# what the text counts. $1: errctl.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
exec "$(Tests/EndToEnd/Schema/python.sh)" Tests/EndToEnd/Reports/check.py "$errctl"
