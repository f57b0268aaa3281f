#!/usr/bin/env python3
"""No frame, message, cancellation or edit confuses the language server: fuzz.py ERRCTL [EDITS]

Everything is drawn from fixed seeds. After random edits of open files, the published diagnostics are those of a fresh
`errctl validate` of the same texts.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from client import Server, path, uri, write

ERRCTL = os.path.realpath(sys.argv[1])
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
SCHEMA = "# yaml-language-server: $schema=rule-file.json\n"

FILES = {
    "rules.yaml": SCHEMA
    + """version: 1
name: shop
imports: [ parts/names.yaml, parts/network.yaml ]
defaults: { category: other }
categories:
  - { name: offline, when: { matcher: offline } }
  - { name: busy, when: { status: 5xx } }
alerts:
  sorry: { title: Sorry, message: "{error.message}", buttons: [ { title: OK, then: cancel } ] }
responders:
  - id: app
    rules:
      - { id: offline, when: { category: offline }, then: { retry: { maxAttempts: 3, backoff: { initial: 1s } } } }
      - { id: busy, when: { category: busy }, do: [ { present: sorry } ] }
      - id: denied # errctl: ignore order-decides -- the first one is meant
        when: { status: $denied }
        then: abort
    otherwise: cancel
""",
    "parts/names.yaml": SCHEMA
    + """version: 1
lists:
  denied: [ 401, 403 ]
matchers:
  offline: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }
""",
    "parts/network.yaml": SCHEMA
    + """version: 1
imports: [ names.yaml ]
responders:
  - id: network
    parent: app
    origins: [ net.* ]
    rules:
      - { id: again, when: { all: [ { matcher: offline }, { attempt: { atMost: 2 } } ] }, then: { retry: 2 } }
      - { id: gone, when: { status: 404..<500 }, then: escalate }
""",
    "rules.test.yaml": """version: 1
cases:
  - name: busy
    error: { status: 503, message: é😀 }
    expect: { rule: app/busy }
  - name: denied
    error: { status: 401 }
    expect: { rule: denied, evaluation: abort }
""",
    ".errctl.yaml": """version: 1
levels: { unstated-retry: warning, missing-id: off }
options: { long-retry: { tries: 3 } }
stream: errors.ndjson
""",
}

# Never edited; counted again after each edit.
STREAM = {"errors.ndjson": "".join(f'{{"status": {500 + n}, "origin": "net.{n % 7}"}}\n' for n in range(50))}


def lines(text):
    """The lines of a text with their ends, as the protocol counts them."""
    found, start, index = [], 0, 0
    while index < len(text):
        if text[index] in "\r\n":
            index += 2 if text[index : index + 2] == "\r\n" else 1
            found.append(text[start:index])
            start = index
        else:
            index += 1
    return [*found, text[start:]]


def units(text):
    return len(text.encode("utf-16-le")) // 2


def position(text, offset):
    """The line and the UTF-16 character of an offset in characters."""
    before = lines(text[:offset])
    if text[offset - 1 : offset] == "\r" and text[offset : offset + 1] == "\n":
        # Between the two there is no place.
        return position(text, offset - 1)
    return {"line": len(before) - 1, "character": units(before[-1])}


def offset_of(text, place):
    """The offset of a place, as the protocol reads it."""
    found = lines(text)
    if place["line"] >= len(found):
        return len(text)
    start = sum(len(line) for line in found[: place["line"]])
    line = found[place["line"]].rstrip("\r\n") if place["line"] < len(found) - 1 else found[-1]
    count = 0
    for index, character in enumerate(line):
        if count + units(character) > place["character"]:
            return start + index
        count += units(character)
    return start + len(line)


WORDS = ["busy", "offline", "app", "network", "status", "when", "then", "retry", "cancel", "abort", "denied", "$denied", "5xx", "{", "}", "[", "]"]
WORDS += [": ", ", ", "\n", "  ", "- ", "\"", "'", "#", "é", "😀", "\t", "&a ", "*a", "\r\n", "0", "-1", "null", "true", "|\n", "matcher", "category", "imports"]


def random_change(draw, text):
    """A change as the protocol has it, and the text after it."""
    start = draw.randrange(len(text) + 1)
    if draw.random() < 0.5:
        # At a word, where an edit is more likely to mean something.
        start = max(0, text.rfind(" ", 0, start))
    end = min(len(text), start + draw.choice([0, 0, 0, 1, 1, 2, 5, 20, 80]))
    new = "".join(draw.choice(WORDS) for _ in range(draw.choice([0, 1, 1, 1, 2, 4])))
    first, last = position(text, start), position(text, end)
    if draw.random() < 0.05:
        last = {"line": last["line"] + draw.choice([0, 3]), "character": 10_000}
    if draw.random() < 0.05:
        first, last = last, first
    begin, stop = sorted([offset_of(text, first), offset_of(text, last)])
    return {"range": {"start": first, "end": last}, "text": new}, text[:begin] + new + text[stop:]


def keep_schema(original, text):
    return text if not original.startswith(SCHEMA) or text.startswith(SCHEMA) else None


def validated(folder):
    """What a fresh run finds, by file, with places as the protocol counts them. Templates are named, as editors open them."""
    texts = [str(file) for file in sorted(Path(folder).rglob("*.yaml")) if re.search(r"\{\{|\{%|\{#|<%|\$\{", file.read_text())]
    run = subprocess.run([ERRCTL, "validate", folder, *texts, "--format", "json"], capture_output=True)
    assert run.returncode in (0, 1, 2), run
    if not run.stdout:
        raise AssertionError(run.stderr.decode())
    found = {}
    for finding in json.loads(run.stdout)["diagnostics"]:
        file = finding["file"]
        text = lines(Path(file).read_bytes().decode())

        def place(position):
            line = text[position["line"] - 1] if position["line"] <= len(text) else ""
            return position["line"] - 1, units(line[: position["column"] - 1].rstrip("\r\n"))

        range_ = finding["range"]
        key = (*place(range_["start"]), *place(range_["end"]), finding["severity"], finding["code"], finding["message"])
        found.setdefault(file, []).append(key)
    return {file: sorted(keys) for file, keys in found.items()}


def published(server):
    severities = {1: "error", 2: "warning", 3: "note"}
    found = {}
    for file, params in server.diagnostics.items():
        keys = []
        for item in params["diagnostics"]:
            start, end = item["range"]["start"], item["range"]["end"]
            place = (start["line"], start["character"], end["line"], end["character"])
            keys.append((*place, severities[item["severity"]], item["code"], item["message"]))
        if keys:
            found[path(file)] = sorted(keys)
    return found


def compare(server, folder, texts, what):
    server.synchronize()
    write(folder, texts)
    expected, actual = validated(folder), published(server)
    if expected == actual:
        return sum(len(keys) for keys in expected.values())
    for file in sorted(set(expected) | set(actual)):
        for key in expected.get(file, []):
            if key not in actual.get(file, []):
                print(f"{what}: {file}: only validate: {key}", file=sys.stderr)
        for key in actual.get(file, []):
            if key not in expected.get(file, []):
                print(f"{what}: {file}: only the server: {key}", file=sys.stderr)
    kept = tempfile.mkdtemp(prefix="errctl-lsp-")
    write(kept, texts)
    raise SystemExit(f"{what}: the server's findings differ from those of errctl validate {kept}")


def edits():
    """Random edits of open files; every fifty, and whenever the files are whole again, a comparison."""
    found = compared = 0
    with tempfile.TemporaryDirectory() as name:
        folder = os.path.realpath(name)
        write(folder, FILES | STREAM)
        server = Server(ERRCTL, folder)
        for file, text in FILES.items():
            server.open(f"{folder}/{file}", text)
        draw = random.Random(20261126)
        texts = dict(FILES)
        done = 0
        while done < EDITS:
            # A few edits away from whole files, most findings are about names and not about syntax.
            steps = draw.choice([1, 1, 2, 3, 10, 60])
            for _ in range(steps):
                file = draw.choice(list(FILES))
                changes, text = [], texts[file]
                for _ in range(draw.choice([1, 1, 1, 3])):
                    change, after = random_change(draw, text)
                    if keep_schema(FILES[file], after) is None or "\0" in after:
                        continue
                    changes.append(change)
                    text = after
                server.change(f"{folder}/{file}", changes)
                texts[file] = text
                done += 1
            if draw.random() < 0.5:
                found += compare(server, folder, texts, f"after {done} edits")
                compared += 1
            if draw.random() < 0.7:
                for file in FILES:
                    if texts[file] != FILES[file]:
                        server.change(f"{folder}/{file}", [{"text": FILES[file]}])
                texts = dict(FILES)
        compare(server, folder, texts, "at the end")
        assert server.end() == 0
    print(f"edits: {done} edits, {compared} comparisons with errctl validate, {found} findings")


def frames():
    """Bad frames are answered with an error, and the next message is read."""
    bad = [
        b"\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Type: y\r\n\r\n", b"Content-Length: -5\r\n\r\n", b"\x00\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"Content-Length: 18446744073709551617\r\n\r\n", b"z" * 10_000,
        b"Content-Length: 2\r\n\r\n{]", b"Content-Length: 0\r\n\r\n", b"Content-Length: 3\r\n\r\n\xff\xfe\xfd",
        b"Content-Length: 4\r\n\r\nnull", b"Content-Length: 2000\r\n\r\n" + b"[" * 2000,
    ]
    server = Server(ERRCTL)
    for data in bad:
        before = len(server.messages)
        server.send(data)
        server.wait(lambda: len(server.messages) > before, f"no answer to {data[:40]}")
        answer = server.messages[before][1]
        assert answer["id"] is None and answer["error"]["code"] in (-32700, -32600), answer
        server.synchronize()
    draw = random.Random(7)
    for _ in range(300):
        data = draw.randbytes(draw.randrange(1, 200)).replace(b"Content-Length", b"") + b"\r\n\r\n"
        server.send(data)
        server.synchronize()
    assert server.end() == 0
    for data, status in [(b"", 1), (b"Content-Length: 10\r\n\r\n{}", 1)]:
        process = subprocess.run([ERRCTL, "lsp"], input=data, capture_output=True, timeout=60)
        assert process.returncode == status, process
    print(f"frames: {len(bad) + 300} bad frames")


METHODS = [
    "initialize", "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "textDocument/codeAction",
    "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references", "textDocument/rename",
    "textDocument/prepareRename", "textDocument/documentHighlight", "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/selectionRange",
    "textDocument/formatting", "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration",
    "textDocument/codeLens", "textDocument/inlayHint", "textDocument/semanticTokens/full", "textDocument/semanticTokens/range",
    "workspace/executeCommand", "$/cancelRequest", "$/setTrace", "errctl/synchronize", "no/such", "$/no",
]


def random_value(draw, depth=0):
    simple = [None, True, False, 0, -1, 1, 2**31, 2**63 - 1, 2**70, 1.5, 1e300, "", "x", "é😀", "\ud800", "file:///w/a.yaml", "untitled:x"]
    if depth > 3 or draw.random() < 0.5:
        return draw.choice(simple)
    if draw.random() < 0.4:
        return [random_value(draw, depth + 1) for _ in range(draw.randrange(4))]
    keys = ["textDocument", "uri", "text", "version", "position", "line", "character", "range", "start", "end", "contentChanges", "context"]
    keys += ["id", "changes", "event", "added", "removed", "newName", "options", "positions", "languageId", "only", "diagnostics", "settings"]
    return {key: random_value(draw, depth + 1) for key in draw.sample(keys, draw.randrange(8))}


def messages():
    """Each request of any method with any parameters has exactly one answer."""
    server = Server(ERRCTL)
    draw = random.Random(11)
    text = FILES["parts/network.yaml"]
    server.open("/w/a.yaml", text)
    requests = []
    for _ in range(3_000):
        method = draw.choice(METHODS)
        params = random_value(draw)
        if draw.random() < 0.5:
            place = {"line": draw.randrange(12), "character": draw.randrange(40)}
            params = {"textDocument": {"uri": "file:///w/a.yaml", "version": 3}, "position": place, "positions": [place]}
            params |= {"command": f"errctl.{draw.choice(['explain', 'showChanges', 'runTests', 'writeTest', 'draftRules', 'x'])}"}
            more = {key: random_value(draw) for key in draw.sample(["rule", "record", "from", "case"], draw.randrange(3))}
            params["arguments"] = [{"uri": "file:///w/a.yaml"} | more]
            params |= {"range": {"start": place, "end": place}, "context": {"diagnostics": []}, "options": {}, "newName": "x"}
        if method == "shutdown":
            continue
        if draw.random() < 0.7 and not method.startswith("$/c"):
            requests.append(server.begin(method, params))
            if draw.random() < 0.2:
                server.notify("$/cancelRequest", {"id": requests[-1]})
        elif method == "textDocument/didClose":
            server.notify(method, {"textDocument": {"uri": "file:///w/b.yaml"}})
        else:
            server.notify(method, params)
    server.synchronize()
    for id in requests:
        server.answer(id)
    count = {}
    for _, message in server.messages:
        if "method" not in message and message["id"] is not None:
            count[message["id"]] = count.get(message["id"], 0) + 1
    assert all(count[id] == 1 for id in requests), {id: n for id, n in count.items() if n != 1}
    assert server.end() == 0
    print(f"messages: {len(requests)} requests, each answered once")


def cancellations():
    """A request is answered or cancelled, never both, also in the middle of proofs."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(ERRCTL, folder)
        file = f"{folder}/rules.yaml"
        rules = "".join(f"      - {{ id: r{n}, when: {{ message: {{ contains: t{n} }} }}, then: cancel }}\n" for n in range(40))
        server.open(file, f"version: 1\nresponders:\n  - id: app\n    rules:\n{rules}")
        draw = random.Random(13)
        ids = []
        for step in range(200):
            if draw.random() < 0.3:
                server.change(file, [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "#\n"}])
            id = server.begin("errctl/synchronize", {})
            ids.append(id)
            if draw.random() < 0.7:
                server.notify("$/cancelRequest", {"id": id})
        server.synchronize()
        cancelled = 0
        for id in ids:
            answer = server.answer(id)
            if "error" in answer:
                assert answer["error"]["code"] == -32800, answer
                cancelled += 1
        assert 0 < cancelled < len(ids), cancelled
        assert server.end() == 0
    print(f"cancellations: {cancelled} of {len(ids)} requests cancelled")


frames()
messages()
cancellations()
edits()
