#!/usr/bin/env bash
# Draws docs/images/preview.png, the picture in the README: the shop's preview page in Chromium. $1: errctl.
set -euo pipefail
errctl=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$errctl" replay rules/shop/rules.yaml rules/shop/stream.ndjson --format html >"$work/page.html"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1.5 --window-size=1180,815 \
  --screenshot="$PWD/docs/images/preview.png" "file://$work/page.html" 2>/dev/null
