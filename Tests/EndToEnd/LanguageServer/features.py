#!/usr/bin/env python3
"""Runs the tests of features with pytest-lsp, whose client reads every message strictly: features.py ERRCTL"""

import os
import sys
from pathlib import Path

import pytest

os.environ["ERRCTL_UNDER_TEST"] = os.path.realpath(sys.argv[1])
folder = str(Path(__file__).parent)
options = ["-q", *sys.argv[2:], "-p", "no:cacheprovider", "--no-header", "-W", "ignore", "-o", "asyncio_mode=auto", "--rootdir", folder]
sys.exit(pytest.main([*options, f"{folder}/test_diagnostics.py", f"{folder}/test_names.py", f"{folder}/test_sample.py"]))
