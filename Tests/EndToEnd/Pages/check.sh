#!/usr/bin/env bash
# The pages that errctl writes, read back in headless Chromium; its drawings of chains, by Graphviz, Mermaid and an XML parser.
# usage: Tests/EndToEnd/Pages/check.sh ERRCTL
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then
  echo "there is no Chromium here"
  exit 77
fi
if ! command -v dot >/dev/null; then
  echo "there is no Graphviz here"
  exit 77
fi
# Mermaid itself, as PyPI has it: one script, of which nothing but the file is used (the package wants a newer Python).
mermaid=.build/mermaid
if [[ ! -e $mermaid/artoo_mermaid/assets/mermaid.min.js ]]; then
  mkdir -p $mermaid
  python3 -m pip download -q --no-deps --python-version 3.12 --only-binary=:all: -d $mermaid artoo-mermaid==11.16.0 2>/dev/null \
    && python3 -m zipfile -e $mermaid/artoo_mermaid-*.whl $mermaid || true
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 Tests/EndToEnd/Pages/check.py "$errctl" $mermaid/artoo_mermaid/assets/mermaid.min.js
