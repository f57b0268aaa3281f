#!/usr/bin/env python3
"""Emacs with eglot and the set-up of docs/reference/editors.md: emacs.py ERRCTL"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ERRCTL = os.path.realpath(sys.argv[1])
HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs/reference/editors.md"
RULES = re.search(r'RULES = """(.*?)"""', (HERE / "neovim.py").read_text(), re.DOTALL)[1]

with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    (folder / "project").mkdir()
    (folder / "project/.errctl.yaml").write_text("{}\n")
    (folder / "project/rules.yaml").write_text(RULES)
    subprocess.run(["git", "init", "-q"], cwd=folder / "project", check=True)
    (folder / "bin").mkdir()
    (folder / "bin/errctl").symlink_to(ERRCTL)
    setup = re.search(r"### Emacs\n.*?```elisp\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    (folder / "setup.el").write_text(setup)
    environment = {**os.environ, "HOME": str(folder), "PATH": f"{folder}/bin:{os.environ['PATH']}", "ERRCTL_SETUP": str(folder / "setup.el")}
    words = ["emacs", "--batch", "-f", "package-initialize", "-l", str(HERE / "emacs.el")]
    process = subprocess.run(words, cwd=folder / "project", env=environment, capture_output=True, text=True, timeout=300)
    expected = """finding: errctl [unknown-category]: The category “bussy” does not exist under “categories”. Did you mean “busy”?
completion: busy offline
findings left: 0
hover: **rule `app/again`**
renamed: 2
definition at line 3
formatted: yes
"""
    if process.stdout != expected or process.returncode != 0:
        print(f"emacs: status {process.returncode}, it printed\n{process.stdout}and not\n{expected}{process.stderr[-2000:]}")
        sys.exit(1)
    print("emacs: finding, completion, hover, rename, definition and formatting by eglot")
