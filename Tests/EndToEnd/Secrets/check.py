#!/usr/bin/env python3
"""Every kind of secret in Tests/Fixtures/secrets/seeded.tsv × every command × every output format: none is printed, and with
--no-redact all are.

usage: Tests/EndToEnd/Secrets/check.py ERRCTL
"""
import concurrent.futures, html, json, pathlib, re, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[3]
errctl = str(pathlib.Path(sys.argv[1]).resolve())
work = pathlib.Path(tempfile.mkdtemp(prefix="errctl-secrets-"))
together = 8  # as many kinds as a summary names in each list


def seeds():
    for line in (root / "Tests/Fixtures/secrets/seeded.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        kind, text = line.split("\t")
        text = re.sub(r"<([^<>*/ ]+)\*(\d+)>", lambda m: m[1] * int(m[2]), text)
        secret = re.search("⟦(.*)⟧", text)[1]
        yield kind, text.replace("⟦", "").replace("⟧", ""), secret


rules = """version: 1
categories: [ { name: refused, when: { message: { contains: refused } } } ]
responders:
  - id: app
    rules:
      - id: told
        when: { type: Seeded, message: { matches: ".*" }, attributes: { password: { matches: ".*" } } }
        do: [ { log: "told: {error.message} of {attributes.password}" } ]
        then: %s
      - { id: counted, when: { type: Counted, rate: { atLeast: 1, within: 1m, per: [ message ] } }, then: cancel }
"""


def record(kind, text, secret, number):
    """One that only its message names, and one with the secret wherever a record has a text."""
    yield {"message": text}
    yield {
        "type": "Seeded", "id": f"{number}", "message": text, "reason": text, "attributes": {
            "note": text, "password": secret, "nested": {"Api-Key": [secret]}}, "payload": [text],
        "underlying": [{"domain": "Cause", "code": 1, "message": text}]}
    yield {"type": "Counted", "message": text, "operation": text}


class Batch:
    def __init__(self, number, members):
        self.members, self.folder = members, work / f"{number}"
        self.folder.mkdir()
        self.put("old.yaml", rules % "retry"), self.put("new.yaml", rules % "cancel")
        records = [r for i, seed in enumerate(members) for r in record(*seed, i + 1)]
        self.put("stream.ndjson", "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))
        self.put("lines.log", "".join(f"2026-11-20T08:15:0{i}Z ERROR [main] com.shop.Cart - {t}\n" for i, (_, t, _) in enumerate(members)))
        self.put("zap.log", "".join(json.dumps({"level": "error", "ts": 1700000000 + i, "msg": t, "token": s}) + "\n" for i, (_, t, s) in enumerate(members)))
        def suite(wrong):
            cases = [{"name": f"case {i}: {t}", "error": list(record(k, t, s, i))[1],
                      "expect": {"actions": [{"log": wrong or f"told: {t} of {s}"}]}}
                     for i, (k, t, s) in enumerate(members)]
            return json.dumps({"version": 1, "rules": "old.yaml", "cases": cases}, ensure_ascii=False)
        self.put("fails.test.yaml", suite("another text"))
        (self.folder / "passing").mkdir()
        self.put("passing/old.yaml", rules % "retry"), self.put("passing/passes.test.yaml", suite(None))
        self.errors = [json.dumps(list(record(*seed, 1))[1], ensure_ascii=False) for seed in members]

    def put(self, name, text):
        (self.folder / name).write_text(text)

    def commands(self):
        for format in ["text", "json", "markdown", "html"]:
            yield f"replay --format {format} --kinds old.yaml stream.ndjson".split(), None
            yield f"diff --format {format} old.yaml new.yaml stream.ndjson".split(), None
            yield f"diff --format {format} --witnesses 0 old.yaml new.yaml -".split(), (self.folder / "stream.ndjson").read_text()
        yield "replay --detail --load --upstream operation --format json old.yaml stream.ndjson".split(), None
        yield "replay --load --upstream operation old.yaml stream.ndjson".split(), None
        yield "replay --list old.yaml stream.ndjson".split(), None
        yield "replay --list --only unhandled old.yaml stream.ndjson".split(), None
        yield "replay --list old.yaml lines.log".split(), None
        yield "replay --kinds old.yaml zap.log".split(), None
        for format in ["text", "json"]:
            for name in ["stream.ndjson", "lines.log", "zap.log"]:
                yield f"inspect --samples 99 --format {format} {name}".split(), None
            for number in range(len(self.members)):
                yield f"explain --format {format} old.yaml --stream stream.ndjson --record {3 * number + 2}".split(), None
                yield f"explain --format {format} old.yaml --stream stream.ndjson --record {3 * number + 3}".split(), None
            yield f"explain --format {format} old.yaml --rule told --error".split() + [self.errors[0]], None
        for format in ["text", "json", "junit", "github", "markdown", "html"]:
            yield f"test --coverage --format {format} fails.test.yaml".split(), None
        for format in ["text", "json", "junit", "github"]:
            yield f"mutate --no-cache --all --format {format} passing".split(), None
        for format in ["text", "json", "sarif", "github", "junit", "compact", "markdown"]:
            yield f"validate --format {format} --stream stream.ndjson old.yaml".split(), None
        # For programs, only if it is asked for.
        yield "replay --resolutions - old.yaml stream.ndjson".split(), None
        yield "replay --resolutions - --with-error old.yaml stream.ndjson".split(), None
        yield "inspect --records - zap.log".split(), None
        yield "inspect --records - stream.ndjson".split(), None

    def printed(self, words, stdin, *option):
        result = subprocess.run([errctl, *words, *option], input=stdin, capture_output=True, cwd=self.folder, text=True)
        output = result.stdout + result.stderr
        if result.returncode not in (0, 1):
            yield f"status {result.returncode}: {result.stderr[:300]}"
        plain = "".join(html.unescape(output).replace("\\", "").split())
        for kind, _, secret in self.members:
            # Whatever a format escapes or breaks, a long piece of it would be there.
            piece = max(re.split(r"[^A-Za-z0-9_.-]+", secret), key=len)
            if piece in plain:
                yield kind


failures, shown, count = [], set(), 0
members = list(seeds())
batches = [Batch(i, members[i : i + together]) for i in range(0, len(members), together)]


def run(work):
    batch, (words, stdin) = work
    asked = ["--redact"] if "--resolutions" in words or "--records" in words else []
    hidden = list(batch.printed(words, stdin, *asked))
    raw = list(batch.printed(words, stdin, *([] if asked else ["--no-redact"])))
    return words, hidden, raw


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for words, hidden, raw in pool.map(run, [(b, c) for b in batches for c in b.commands()]):
        count += 1
        shown.update((words[0], kind) for kind in raw)
        for kind in hidden:
            failures.append(f"errctl {' '.join(words)[:90]}: {kind}")

for command in ["replay", "explain", "inspect", "test"]:
    for kind, _, _ in members:
        if (command, kind) not in shown:
            failures.append(f"errctl {command} --no-redact does not print it: {kind}")
for failure in failures[:60]:
    print(f"FAILED: {failure}")
print(f"{len(members)} kinds of secrets, {count} runs: {len(failures)} failures")
sys.exit(1 if failures else 0)
