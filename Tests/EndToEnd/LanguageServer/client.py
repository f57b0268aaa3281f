"""A client that sends bytes as they are, for what a well-behaved client never sends."""

import json
import os
import select
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import quote, unquote

PATIENCE = 120  # seconds; only ends a test that hangs


def uri(path):
    return "file://" + quote(str(path))


def path(uri):
    return unquote(uri.removeprefix("file://"))


class Server:
    """`errctl lsp` with pipes. Answers and diagnostics are kept as they arrive."""

    def __init__(self, errctl, root=None, capabilities=None, encoding=None, starts=True):
        self.process = subprocess.Popen([errctl, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.changed = threading.Condition()
        self.answers = {}
        self.diagnostics = {}
        self.messages = []
        self.last_id = 0
        self.versions = {}
        self.isClosed = False
        threading.Thread(target=self.read, daemon=True).start()
        if starts:
            capabilities = dict(capabilities or {})
            if encoding:
                capabilities["general"] = {"positionEncodings": [encoding]}
            folders = [{"uri": uri(root), "name": "root"}] if root else None
            params = {"processId": os.getpid(), "capabilities": capabilities, "workspaceFolders": folders, "rootUri": None}
            self.initialized = self.request("initialize", params)
            self.notify("initialized", {})

    def read(self):
        output = self.process.stdout
        while True:
            length = None
            while (line := output.readline()) not in (b"\r\n", b""):
                name, _, value = line.decode().partition(":")
                assert line.endswith(b"\r\n") and name == "Content-Length", line
                length = int(value)
            if length is None:
                break
            message = json.loads(output.read(length))
            assert message["jsonrpc"] == "2.0", message
            with self.changed:
                self.messages.append((time.monotonic(), message))
                if "method" not in message:
                    self.answers[message["id"]] = message
                elif message["method"] == "textDocument/publishDiagnostics":
                    self.diagnostics[message["params"]["uri"]] = message["params"]
                self.changed.notify_all()
        with self.changed:
            self.isClosed = True
            self.changed.notify_all()

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_message(self, message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.send(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method, params):
        self.send_message({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, params):
        self.last_id += 1
        self.send_message({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
        return self.last_id

    def wait(self, condition, what):
        with self.changed:
            found = self.changed.wait_for(lambda: self.isClosed or condition(), PATIENCE)
            if not condition():
                stderr = self.process.stderr.read1() if self.isClosed else b""
                raise AssertionError(f"{what}: {'the server has ended ' + stderr.decode() if found else 'nothing came'}")

    def answer(self, id):
        self.wait(lambda: id in self.answers, f"no answer to {id}")
        return self.answers[id]

    def request(self, method, params):
        answer = self.answer(self.begin(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, path, text):
        self.versions[path] = 1
        item = {"uri": uri(path), "languageId": "yaml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, path, changes):
        self.versions[path] += 1
        document = {"uri": uri(path), "version": self.versions[path]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

    def synchronize(self):
        self.request("errctl/synchronize", {})

    def end(self):
        """The exit status after `shutdown` and `exit`."""
        assert self.request("shutdown", None) is None
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def kill(self):
        self.process.kill()
        self.process.wait()


def write(folder, files):
    for name, text in files.items():
        file = Path(folder) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, newline="")
