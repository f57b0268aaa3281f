#!/usr/bin/env python3
"""The time from a keystroke to its diagnostics, as a client measures it: speed.py ERRCTL

Prints the median and the p95 of milliseconds, over fifty keystrokes each; a name is misspelt and corrected again, so that each keystroke
changes what is published. Only the numbers of a released build count.
"""

import os
import random
import sys
import tempfile
import time

from client import Server, uri

ERRCTL = os.path.realpath(sys.argv[1])
DOMAINS = ["NSURLErrorDomain", "acme.pay", "acme.store", "NSCocoaErrorDomain"]


def rule_file(count):
    """Rules as people write them: by category, by domain and code, by status and operation, by type."""
    draw = random.Random(count)
    lines = ["version: 1", "name: many", "categories:"]
    lines += [f"  - {{ name: c{n}, when: {{ status: {400 + n} }} }}" for n in range(20)]
    lines += ["responders:", "  - id: app", "    rules:"]
    for n in range(count):
        condition = draw.choice([
            f"category: c{n % 20}, operation: op{n}",
            f"domain: {draw.choice(DOMAINS)}, code: {n}",
            f"status: {500 + n % 90}, operation: op{n}",
            f"type: Shop.Error{n}",
        ])
        lines.append(f"      - {{ id: rule-{n}, when: {{ {condition} }}, then: {draw.choice(['cancel', 'abort', 'proceed'])} }}")
    lines += ["    otherwise: { then: cancel }", ""]
    return "\n".join(lines)


def measure(count, keystrokes=50):
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/rules.yaml"
        text = rule_file(count)
        line = next(n for n, line in enumerate(text.split("\n")) if "category: c" in line and n > len(text.split("\n")) // 2)
        character = text.split("\n")[line].index("category: c") + len("category: c")
        server = Server(ERRCTL, folder)
        begin = time.monotonic()
        server.open(file, text)
        server.synchronize()
        opened = time.monotonic() - begin
        names, proofs = [], []
        place = {"line": line, "character": character}
        for step in range(keystrokes):
            isWrong = step % 2 == 0
            end = place if isWrong else {"line": line, "character": character + 1}
            change = {"range": {"start": place, "end": end}, "text": "x" if isWrong else ""}
            begin = time.monotonic()
            with server.changed:
                known = len(server.messages)
            server.change(file, [change])
            version = server.versions[file]
            server.wait(lambda: server.diagnostics.get(uri(file), {}).get("version") == version, "no diagnostics")
            with server.changed:
                first = next(at for at, message in server.messages[known:] if message.get("params", {}).get("version") == version)
            names.append(first - begin)
            server.synchronize()
            proofs.append(time.monotonic() - begin)
        memory = next(line for line in open(f"/proc/{server.process.pid}/status") if line.startswith("VmHWM")).split()[1]
        assert server.end() == 0

    def figures(seconds):
        ordered = sorted(second * 1_000 for second in seconds)
        return f"{ordered[len(ordered) // 2]:.0f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.0f} ms"

    print(f"{count} rules: opened and proved in {opened * 1_000:.0f} ms; names: median {figures(names)}; proofs: median {figures(proofs)}; {int(memory) // 1024} MB")


for count in (10, 100, 1_000):
    measure(count)
