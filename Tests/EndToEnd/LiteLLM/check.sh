#!/usr/bin/env bash
# LiteLLM's Router beside errctl, which reads its settings as rules; and layers of retries, LiteLLM's among them: check.sh ERRCTL
set -euo pipefail
exec "$(dirname "$0")/../beside.sh" LiteLLM "$1" router.py layers.py
