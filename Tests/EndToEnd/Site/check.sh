#!/usr/bin/env bash
# The documentation site builds without a warning, its links lead somewhere, its search finds the reference's words, and
# no page loads anything from a network.
set -euo pipefail
cd "$(dirname "$0")/../../.."
./dev docs
python3 Tests/EndToEnd/Site/check.py .build-site/html
python3 Tests/EndToEnd/Site/browse.py .build-site/html
