#!/usr/bin/env python3
"""The time from a keystroke to its diagnostics, as a client measures it: speed.py ERRCTL

Prints the median and the p95 of milliseconds, over fifty keystrokes each; a word in the middle is misspelt and corrected again. Only the
numbers of a released build count.
"""

import json
import os
import random
import re
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


def figures(seconds):
    ordered = sorted(second * 1_000 for second in seconds)
    return f"{ordered[len(ordered) // 2]:.0f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.0f} ms"


def sample(path, size):
    """A stream of about so many bytes, of errors that the rules are for."""
    draw = random.Random(size)
    with open(path, "w") as file:
        while file.tell() < size:
            records = []
            for _ in range(10_000):
                n = draw.randrange(2_000)
                kind = draw.randrange(4)
                record = {"time": f"2026-11-20T01:{n % 60:02}:00Z", "message": f"request {draw.randrange(10**9)} failed", "operation": f"op{n}"}
                record |= [{"status": 400 + n % 30}, {"domain": draw.choice(DOMAINS), "code": n}, {"status": 500 + n % 90}, {"type": f"Shop.Error{n}"}][kind]
                records.append(json.dumps(record))
            file.write("\n".join(records) + "\n")


def measure_counting(count, size, keystrokes=50):
    """Keystrokes while the stream is counted."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/rules.yaml"
        sample(f"{folder}/errors.ndjson", size)
        with open(f"{folder}/.errctl.yaml", "w") as configuration:
            configuration.write("version: 1\nstream: errors.ndjson\n")
        text = rule_file(count)
        line = next(n for n, line in enumerate(text.split("\n")) if "category: c" in line and n > len(text.split("\n")) // 2)
        character = text.split("\n")[line].index("category: c") + len("category: c")
        server = Server(ERRCTL, folder, capabilities={"workspace": {"codeLens": {"refreshSupport": True}}})
        server.open(file, text)
        begin = time.monotonic()
        server.synchronize()
        opened = time.monotonic() - begin
        # The time of one count, proofs and all.
        server.change(file, [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "#\n"}])
        line += 1
        begin = time.monotonic()
        server.synchronize()
        counted = time.monotonic() - begin
        place = {"line": line, "character": character}
        draw = random.Random(1)
        names = []
        for step in range(keystrokes):
            isWrong = step % 2 == 0
            end = place if isWrong else {"line": line, "character": character + 1}
            with server.changed:
                known = len(server.messages)
            begin = time.monotonic()
            server.change(file, [{"range": {"start": place, "end": end}, "text": "x" if isWrong else ""}])
            version = server.versions[file]
            server.wait(lambda: server.diagnostics.get(uri(file), {}).get("version") == version, "no diagnostics")
            with server.changed:
                first = next(at for at, message in server.messages[known:] if message.get("params", {}).get("version") == version)
            names.append(first - begin)
            # With a mistake in it, the file can't be replayed, so the wait matters behind the others.
            time.sleep(0.05 if isWrong else draw.uniform(0.05, counted))
        server.synchronize()
        lenses = server.request("textDocument/codeLens", {"textDocument": {"uri": uri(file)}})
        assert len(lenses) == count + 2, len(lenses)
        memory = next(line for line in open(f"/proc/{server.process.pid}/status") if line.startswith("VmHWM")).split()[1]
        assert server.end() == 0
    print(
        f"{count} rules, {size >> 20} MB: opened and counted in {opened * 1_000:.0f} ms, proved and counted after an edit in {counted * 1_000:.0f} ms; "
        f"names: median {figures(names)}; {int(memory) // 1024} MB"
    )


WORDS = "timeout refused reset closed broken denied expired missing invalid corrupt locked busy full stale failed aborted rejected".split()
TEXTS = {
    "a text each": lambda n, a, b: f"contains: {a} {b} {n}",
    "two texts each": lambda n, a, b: f"contains: [ {a}{n}, {b}{n} ]",
    "a pattern each": lambda n, a, b: f"matches: '^{a} [a-z]+ {n}: .*{b}'",
    "words that repeat": lambda n, a, b: f"contains: {a}",
}


def texts(count, condition):
    """Rules about the same text, which overlap."""
    draw = random.Random(count)
    lines = ["version: 1", "responders:", "  - id: app", "    rules:"]
    for n in range(count):
        about = condition(n, draw.choice(WORDS), draw.choice(WORDS))
        lines.append(f"      - {{ id: rule-{n}, when: {{ message: {{ {about} }} }}, then: {draw.choice(['cancel', 'abort', 'proceed'])} }}")
    return "\n".join(lines + ["    otherwise: { then: cancel }", ""])


def measure(name, text, mark, keystrokes=50):
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/rules.yaml"
        half = len(text.split("\n")) // 2
        line = next(n for n, line in enumerate(text.split("\n")) if mark in line and n > half)
        character = text.split("\n")[line].index(mark) + len(mark)
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

    print(f"{name}: opened and proved in {opened * 1_000:.0f} ms; names: median {figures(names)}; proofs: median {figures(proofs)}; {int(memory) // 1024} MB")


for count in (10, 100, 1_000):
    measure(f"{count} rules", rule_file(count), "category: c")
for name, condition in TEXTS.items():
    # The first word of a condition: behind the operator, a bracket, a quote.
    mark = re.match(r"\w+: \W*", condition(0, "word", "word"))[0]
    measure(f"100 rules, {name}", texts(100, condition), f"message: {{ {mark}", keystrokes=20)
measure_counting(1_000, 100 << 20)
