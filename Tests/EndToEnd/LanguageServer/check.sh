#!/usr/bin/env bash
# The language server as clients see it: its features, and that no message or edit confuses it: check.sh ERRCTL
set -euo pipefail
"$(dirname "$0")/../beside.sh" LanguageServer "$1" features.py fuzz.py
