#!/usr/bin/env bash
# errctl mcp as clients see it: every tool with PyPI's mcp client, and that no path, message or cancellation confuses it: check.sh ERRCTL
set -euo pipefail
"$(dirname "$0")/../beside.sh" Agents "$1" tools.py frames.py
