#!/usr/bin/env bash
# The JSON Schemas as errctl writes them, asked by PyPI's check-jsonschema: they are schemas, they accept every rule file,
# record and resolution of the repository, and of the faults they reject all but those in accepted-faults.txt.
# $1: errctl.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
python=$(Tests/EndToEnd/Schema/python.sh)
exec "$python" Tests/EndToEnd/Schema/check.py "$errctl" "$(dirname "$python")/check-jsonschema"
