#!/usr/bin/env python3
"""Messages that no client sends: frames.py ERRCTL"""

import json
import os
import random
import subprocess
import sys

ERRCTL = os.path.realpath(sys.argv[1])
HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}


def run(data):
    process = subprocess.run([ERRCTL, "mcp"], input=data, capture_output=True, timeout=60)
    assert process.returncode == 0, (process.returncode, process.stderr[:500], data[:200])
    assert process.stderr == b"", process.stderr[:500]
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    return answers


def line(message):
    return json.dumps(message).encode() + b"\n"


def call(number, tool, **arguments):
    return line({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})


# Each mistake is answered once, and the next request as if nothing had been.
for mistake, code in [
    (b"{\n", -32700), (b"\xff\xfe\n", -32700), (b"nonsense\n", -32700), (b"[]\n", -32600), (b"1\n", -32600), (b'""\n', -32600), (b"{}\n", -32600),
    (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}\n', -32600), (b'{"jsonrpc": "2.0", "id": 1, "method": 2}\n', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "method": "ping"}\n', -32700), (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}\n', -32700),
    (b"Content-Length: 2\r\n", -32700), (b"x" * ((8 << 20) + 1) + b"\n", -32700), (b"[" * 100_000 + b"\n", -32700),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}\n', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []}\n', -32602),
]:
    answers = run(line(HELLO) + mistake + line({"jsonrpc": "2.0", "id": 9, "method": "ping"}))
    assert [answer.get("id") for answer in answers[:1] + answers[-1:]] == [0, 9], (mistake[:80], answers)
    errors = [answer["error"]["code"] for answer in answers[1:-1]]
    assert errors == [code], (mistake[:80], answers)

# Nothing is said about what needs no answer, and at the end nothing is left.
assert run(b"") == []
assert run(b"\n\n  \n") == []
assert [answer["id"] for answer in run(line(HELLO)[:-1])] == [0]
assert len(run(line(HELLO) + line({"jsonrpc": "2.0", "method": "notifications/initialized"}) + line({"jsonrpc": "2.0", "method": "notifications/none"}) + line({"jsonrpc": "2.0", "id": 4, "result": {}}))) == 1
assert run(call(1, "codes"))[0]["error"]["code"] == -32600

# At the end of the input calls are cancelled: the end is not late.
run(line(HELLO) + b"".join(call(number, "validate", files=["/"]) for number in range(1, 20)))

# A cancelled call has no answer.
cancelled = line({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
ids = [answer["id"] for answer in run(line(HELLO) + call(1, "codes") + cancelled + line({"jsonrpc": "2.0", "id": 2, "method": "ping"}))]
assert ids in ([0, 2], [0, 1, 2]), ids  # the second only where the command was faster than this machine's threads

# Messages cut, repeated, and with bytes changed: it ends well, and answers in JSON.
draw = random.Random(30)
whole = line(HELLO) + line({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}) + call(2, "codes", code="none") + call(3, "explain", rules="x", error={"a": [1, None]}) + cancelled
for _ in range(60):
    data = bytearray(whole)
    for _ in range(draw.randrange(1, 6)):
        place = draw.randrange(len(data))
        kind = draw.randrange(4)
        if kind == 0:
            data[place] = draw.randrange(256)
        elif kind == 1:
            del data[place:place + draw.randrange(1, 40)]
        elif kind == 2:
            data[place:place] = data[place:place + draw.randrange(1, 200)]
        else:
            data[place:place] = b"\n"
        if not data:
            break
    run(bytes(data))
print("mcp: 16 wrong messages, 60 garbled inputs, cancellations, ends")
