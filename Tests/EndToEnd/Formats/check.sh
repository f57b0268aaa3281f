#!/usr/bin/env bash
# What `errctl validate` writes, read back by the tools it is written for: SARIF by its schema and PyPI's jsonschema,
# JUnit's XML by PyPI's junitparser, workflow commands as GitHub's runner reads them, with equal counts in every format;
# names that try to break out of each; and the pre-commit hook, the Action and the example of a workflow, run as their users run them.
# $1: errctl. With ../shared/data/sarif missing, SARIF is not checked by its schema, and that is said.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
python=$(Tests/EndToEnd/Schema/python.sh)
"$python" Tests/EndToEnd/Formats/check.py "$errctl" ../shared/data/sarif/sarif-schema-2.1.0.json
"$python" Tests/EndToEnd/Formats/hooks.py "$errctl" "$(dirname "$python")/pre-commit"
"$python" Tests/EndToEnd/Formats/workflow.py "$errctl"
