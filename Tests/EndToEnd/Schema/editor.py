"""Asks a language server what an editor would offer and mark; see editor.sh."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ERRCTL, SERVER = sys.argv[1:3]
ROOT = Path(__file__).resolve().parents[3]
faults = []
# One in so many faulty files is compared: each takes yaml-language-server half a second.
STEP = 12
YAML = {"syntax-error", "duplicate-key", "undefined-alias", "missing-space-after-colon"}
INSIDE = {"wrong-template", "several-verdicts"}


def fail(text):
    faults.append(text)
    print(text)


class LanguageServer:
    """A language server over its standard streams: one request at a time."""

    SETTINGS = {"validate": True, "completion": True, "hover": True, "schemaStore": {"enable": False}}

    def __init__(self, folder, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.published = {}
        self.count = 0
        self.request("initialize", {
            "processId": os.getpid(), "rootUri": folder.as_uri(),
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
            "capabilities": {"textDocument": {"completion": {"completionItem": {"snippetSupport": False}}},
                             "workspace": {"workspaceFolders": True}}})
        self.notify("initialized", {})
        self.notify("workspace/didChangeConfiguration", {"settings": {"yaml": self.SETTINGS}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        if "id" in message and "method" in message:  # it asks for something: it has to do without
            self.send({"id": message["id"], "result": None})
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def request(self, method, parameters):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": parameters})
        while (message := self.receive()).get("id") != self.count or "method" in message:
            pass
        return message["result"]

    def open(self, path, text):
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}})

    def marks(self, path, text):
        """What it marks in a file, each with the text that is marked."""
        self.open(path, text)
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri():
                break
        lines = text.split("\n")
        marks = []
        for mark in message["params"]["diagnostics"]:
            start, end = mark["range"]["start"], mark["range"]["end"]
            marks.append(f'{start["line"] + 1}:{start["character"] + 1} {lines[start["line"]][start["character"]:end["character"]]}: {mark["message"]}')
        return marks

    def offers(self, path, text):
        """What it offers where the text has a ¦: labels with their descriptions."""
        before = text.split("¦")[0]
        place = {"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1])}
        self.open(path, text.replace("¦", ""))
        found = self.request("textDocument/completion", {"textDocument": {"uri": path.as_uri()}, "position": place})
        items = found["items"] if isinstance(found, dict) else found
        return {item["label"]: item.get("documentation") or "" for item in items}


RULE = "version: 1\nresponders:\n  - id: app\n    rules:\n      - id: again\n        when: { status: 503 }\n"
OFFERS = [
    # The kind, the text, what is offered among others, and what is not.
    ("rule-file", RULE + "        then:\n          retry:\n            ¦\n", ["maxAttempts", "per", "within", "backoff", "deadline", "quota", "exhausted"], ["when", "version"]),
    ("rule-file", RULE + "        ¦\n", ["then", "do", "description", "meta", "examples"], ["id", "parent", "responders"]),
    ("rule-file", RULE + "        do:\n          - ¦\n", ["present", "perform", "log", "set"], ["then", "id"]),
    ("rule-file", RULE + "        then: ¦\n", ["proceed", "cancel", "abort", "retry", "continue", "escalate"], ["handled"]),
    ("rule-file", "version: 1\n¦\n", ["name", "defaults", "imports", "lists", "codes", "types", "matchers", "categories", "responders"], ["version", "rules"]),
    ("test-suite", "version: 1\ncases:\n  - name: a\n    error: { status: 503 }\n    expect:\n      ¦\n", ["evaluation", "by", "actions", "never"], ["cases"]),
    ("configuration", "version: 1\n¦\n", ["levels", "options", "exclude"], ["version"]),
    ("configuration", "version: 1\nlevels:\n  ¦\n", ["missing-id", "code-without-domain", "unused-name"], ["syntax-error"]),
    ("configuration", "version: 1\nlevels:\n  missing-id: ¦\n", ["off", "note", "warning", "error"], []),
    ("configuration", "version: 1\noptions:\n  long-retry:\n    ¦\n", ["tries", "time"], []),
]
MARKS = [
    ("rule-file", RULE + "        then: { retry: { maxAttempts: none, patience: 3 } }\n",
     ['7:39 none: Incorrect type. Expected "integer".', "7:45 patience: Property patience is not allowed."]),
    ("configuration", "version: 1\nlevels: { missing-ids: note }\nexclude: [ /etc ]\n",
     ["2:11 missing-ids: Property missing-ids is not allowed.",
      "3:12 /etc: A path inside this file's folder, such as legacy/* or generated."]),
]

def findings(folder, texts, *arguments):
    """The mistakes that errctl's own server finds in files: the lines with the codes of each."""
    server = LanguageServer(folder, ERRCTL, "lsp", *arguments)
    try:
        for path, text in texts.items():
            server.open(path, text)
        server.request("errctl/synchronize", {})
    finally:
        server.process.kill()
    return {
        path: [(mark["range"]["start"]["line"] + 1, mark["code"]) for mark in server.published.get(path.as_uri(), [])
               if mark["severity"] == 1]
        for path in texts
    }


def compare_findings(work, server, headed):
    """What `errctl lsp --beside-yaml-language-server` leaves out of faulty rule files, yaml-language-server marks, and nothing else."""
    files = sorted((ROOT / "Tests/RuleEngineTests/Faults").glob("*.yaml"))[::int(os.environ.get("ERRCTL_STEP", STEP))]
    texts = {}
    for path in files:
        try:
            texts[path] = headed("rule-file", path.read_text())
        except UnicodeDecodeError:
            pass
    alone, beside = findings(work, texts), findings(work, texts, "--beside-yaml-language-server")
    count = 0
    for path, text in texts.items():
        left = [finding for finding in alone[path] if finding not in beside[path]]
        marked = {int(mark.split(":")[0]) for mark in server.marks(path, text)} if alone[path] else set()
        for line, code in beside[path]:
            if line in marked:
                fail(f"{path}:{line}: both servers tell about {code}")
        for line, code in left:
            count += 1
            # A mistake of YAML's may be marked at another line, and one in a text or a mapping where that begins.
            is_marked = any(place <= line for place in marked) if code in INSIDE else marked if code in YAML else line in marked
            if not is_marked:
                fail(f"{path}:{line}: neither server tells about {code}; lines {sorted(marked)} are marked")
    print(f"editor: {count} findings of {len(texts)} faulty files are left to yaml-language-server, and made by it")
    if count < len(texts) // 2:
        fail("hardly any finding is left to it")


with tempfile.TemporaryDirectory() as work:
    work = Path(work).resolve()
    for kind in ("rule-file", "test-suite", "configuration"):
        (work / f"{kind}.json").write_bytes(subprocess.run([ERRCTL, "schema", kind], check=True, capture_output=True).stdout)

    def headed(kind, text):
        return f"# yaml-language-server: $schema={(work / f'{kind}.json').as_uri()}\n{text}"

    server = LanguageServer(work, SERVER)
    try:
        for index, (kind, text, wanted, unwanted) in enumerate(OFFERS):
            offers = server.offers(work / f"offer-{index}.yaml", headed(kind, text))
            missing = [word for word in wanted if word not in offers]
            extra = [word for word in unwanted if word in offers]
            mute = [word for word in wanted if word in offers and text[text.index("¦") - 2] != ":" and not offers[word]]
            if missing or extra or mute:
                fail(f"at the ¦ are missing {missing}, too many {extra}, without description {mute}; offered are {list(offers)}:\n{text}")
        for index, (kind, text, wanted) in enumerate(MARKS):
            marks = [mark.split(" ", 1) for mark in server.marks(work / f"mark-{index}.yaml", headed(kind, text))]
            marks = [f"{int(place.split(':')[0]) - 1}:{place.split(':')[1]} {what}" for place, what in marks]
            if marks != wanted:
                fail(f"marked is {marks}, not {wanted}:\n{text}")
        files = sorted(ROOT.glob("rules/**/rules*.yaml"))
        subprocess.run([ERRCTL, "init", work / "starter"], check=True, capture_output=True)
        files += [work / "starter" / name for name in ("rules.yaml", "rules.test.yaml", ".errctl.yaml")]
        for path in files:
            lines = path.read_text().split("\n")
            kind = Path(lines[0].split("$schema=")[1]).stem
            marks = server.marks(path, headed(kind, "\n".join(lines[1:])))
            if marks:
                fail(f"{path}: a file that errctl finds nothing wrong with is marked: {marks[:3]}")
        compare_findings(work, server, headed)
        print(f"editor: {len(OFFERS)} places completed, {len(MARKS)} faulty files and {len(files)} good ones looked at")
        if len(files) < 12:
            fail("fewer files than there should be were looked at")
    finally:
        server.process.kill()

print(f"editor: {len(faults)} failed")
sys.exit(1 if faults else 0)
