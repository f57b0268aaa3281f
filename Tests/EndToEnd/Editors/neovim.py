#!/usr/bin/env python3
"""Drives Neovim with the set-up of docs/reference/editors.md in a terminal, and compares its screens with those in the page.

neovim.py ERRCTL; UPDATE_GOLDENS=1 writes the screens into the page.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ERRCTL = os.path.realpath(sys.argv[1])
HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs/reference/editors.md"
PATIENCE = 120  # seconds; only ends a test that hangs
WIDTH, HEIGHT = 112, 17

RULES = """version: 1
categories:
  - { name: busy, when: { status: [ 429, 503 ] } }
  - { name: offline, when: { domain: NSURLErrorDomain, code: -1009 } }
responders:
  - id: app
    rules:
      - id: again
        when: { category: bussy }
        then: { retry: { maxAttempts: 3, backoff: { initial: 2s } } }
      - { id: wait, when: { category: offline }, then: cancel }
    otherwise: { then: abort }
"""

# Of five errors the first is tried three times, the last by nobody's rule.
ERRORS = "".join(
    json.dumps({"time": f"2026-11-24T09:00:0{second}Z", **error}) + "\n"
    for second, error in enumerate([
        {"type": "HTTPError", "status": 503, "attempt": 1},
        {"type": "HTTPError", "status": 503, "attempt": 2},
        {"type": "HTTPError", "status": 503, "attempt": 3},
        {"domain": "NSURLErrorDomain", "code": -1009},
        {"type": "KeyError"},
    ])
)


class Screen:
    """Neovim in a terminal of its own."""

    def __init__(self, folder, setup):
        self.socket = str(folder / "tmux")
        (folder / "home").mkdir()
        environment = {
            "HOME": str(folder / "home"), "PATH": f"{folder}/bin:/usr/local/bin:/usr/bin:/bin", "TERM": "screen", "LC_ALL": "C.UTF-8",
            "ERRCTL_SETUP": str(setup), "XDG_CONFIG_HOME": str(folder / "home"), "XDG_DATA_HOME": str(folder / "home"),
            "XDG_CACHE_HOME": str(folder / "home"),
        }
        words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), "nvim", "-u", str(HERE / "init.lua"), "rules.yaml"]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT + 1), "-c", str(folder / "project"), *words)
        self.tmux("set", "-g", "status", "off")
        self.tmux("set", "-g", "escape-time", "0")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def text(self):
        lines = [line.rstrip() for line in self.tmux("capture-pane", "-p").split("\n")[:HEIGHT]]
        return "\n".join(lines).rstrip()

    def until(self, holds, said, *asking):
        """The screen as soon as it shows something, and shows it unchanged twice. Until then it is asked for it again."""
        end = time.monotonic() + PATIENCE
        last = None
        while time.monotonic() < end:
            text = self.text()
            if holds(text) and text == last:
                return text
            last = text
            if asking and not holds(text):
                self.keys(*asking)
                time.sleep(0.4)
            time.sleep(0.1)
        raise SystemExit(f"neovim: {said}:\n{self.text()}")

    def end(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)


def lua(page):
    """The set-up, as the page has it."""
    return re.search(r"### Neovim\n.*?```lua\n(.*?)```", page, re.DOTALL)[1]


def screens(folder):
    page = PAGE.read_text()
    (folder / "project").mkdir()
    (folder / "project/.errctl.yaml").write_text("version: 1\nstream: errors.ndjson\n")
    (folder / "project/errors.ndjson").write_text(ERRORS)
    (folder / "project/rules.yaml").write_text(RULES)
    (folder / "bin").mkdir()
    (folder / "bin/errctl").symlink_to(ERRCTL)
    (folder / "setup.lua").write_text(lua(page))
    screen = Screen(folder, folder / "setup.lua")
    try:
        yield "finding", screen.until(lambda text: "bussy" in text and "does not exist" in text, "no finding")
        screen.keys("/bussy", "Enter", "c", "w", "C-x", "C-o")
        yield "completion", screen.until(lambda text: text.count("Reference category") == 2, "no completion")
        screen.keys("C-n", "Escape")
        screen.until(lambda text: "category: busy }" in text and "does not exist" not in text, "the finding stays")
        screen.keys("/again", "Enter", "K")
        yield "hover", screen.until(lambda text: "tries" in text, "no hover")
        screen.keys("j", ":let g:new_name='overloaded'", "Enter", "/busy", "Enter", "g", "R")
        yield "rename", screen.until(lambda text: text.count("overloaded") == 2 and "does not exist" not in text, "no rename")
        yield "lens", screen.until(lambda text: "answered 1 of 5" in text, "no lens", "g", "l")
    finally:
        screen.end()


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = dict(screens(Path(folder)))
    page = PAGE.read_text()
    faults = 0
    for name, text in found.items():
        place = re.compile(rf"(<!-- screen: {name} -->\n```text\n)(.*?)(```)", re.DOTALL)
        shown = place.search(page)
        assert shown, f"{PAGE} has no place for the screen “{name}”"
        if shown[2] != text + "\n":
            print(f"neovim: {PAGE}: the screen “{name}” differs. Neovim shows:\n{text}")
            page = place.sub(lambda match: f"{match[1]}{text}\n{match[3]}", page)
            faults += 1
    if os.environ.get("UPDATE_GOLDENS") == "1":
        PAGE.write_text(page)
    print(f"neovim: {len(found)} screens, {faults} differ")
    sys.exit(faults > 0)


main()
