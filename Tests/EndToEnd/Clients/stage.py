"""A server that fails by a plan, a clock that nobody waits for, and chance that can be set: imported before any client."""

import http.server
import os
import random
import socket
import sys
import threading
import time

for name in [name for name in os.environ if name.startswith("AWS_") or name.lower().endswith("_proxy")]:
    del os.environ[name]
os.environ |= {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull, "AWS_EC2_METADATA_DISABLED": "true"}

# The tries that the server or the operating system saw, and the delays in seconds between them, in order.
events = []
now = 1000.0
calls = 0
draw = random.Random(0).random


def sleep(seconds):
    global now
    now += seconds
    events.append(float(seconds))


time.sleep = sleep
time.monotonic = lambda: now
random.random = lambda: draw()
random.uniform = lambda low, high: low + (high - low) * draw()


def lowest():
    """The lowest number for the first draws; then the highest, for what tries until its time is over."""
    numbers = iter([0.0] * 8)
    return lambda: next(numbers, 1.0)


BROKEN = -1  # in place of a status: the connection ends without an answer


class Failing(http.server.BaseHTTPRequestHandler):
    status, headers_of_plan = 503, {}

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        events.append(self.command)
        if Failing.status == BROKEN:
            return
        self.send_response(Failing.status)
        for name, value in Failing.headers_of_plan.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Failing)
threading.Thread(target=server.serve_forever, daemon=True).start()
closed = socket.socket()
closed.bind(("127.0.0.1", 0))  # bound and never listening: every connection is refused
UP, DOWN = (f"http://127.0.0.1:{bound.getsockname()[1]}" for bound in (server.socket, closed))


def connecting(event, arguments):
    if event == "socket.connect" and arguments[1][:2] == closed.getsockname():
        events.append("connect")


sys.addaudithook(connecting)


class Failure:
    """The name of what fails, and what the client's tries meet."""

    def __init__(self, name, method="GET", status=None, headers=None):
        self.name, self.method, self.status, self.headers = name, method, status, headers or {}
        self.url, self.is_answer = UP if status else DOWN, status not in (None, BROKEN)


FAILURES = [
    Failure("GET 503", status=503),
    Failure("GET 429 with `Retry-After: 2`", status=429, headers={"Retry-After": "2"}),
    Failure("GET 429 with `Retry-After: 600`", status=429, headers={"Retry-After": "600"}),
    Failure("GET 500", status=500),
    Failure("POST 503", "POST", 503),
    Failure("GET without an answer", status=BROKEN),
    Failure("POST without an answer", "POST", BROKEN),
    Failure("GET refused", "GET"),
    Failure("POST refused", "POST"),
]

# Of these a client may try some again.
STATUSES = [400, 401, 403, 404, 405, 408, 409, 412, 413, 422, 425, 429, 500, 501, 502, 503, 504, 505, 507, 509, 520, 529]


def run(call, failure, numbers):
    """One call: the number of its tries, the delay behind each but the last, and what it raised or returned."""
    global draw, calls
    draw = numbers
    calls += 1
    Failing.status, Failing.headers_of_plan = failure.status, failure.headers
    events.clear()
    ended = None
    try:
        answer = call(failure.method, failure.url)
    except Exception as error:
        ended = error
    delays = []
    for event in events:
        if isinstance(event, str):
            delays.append(0.0)
        else:
            delays[-1] += event
    assert delays and (ended or answer == failure.status), (failure.name, events, ended)
    assert delays[-1] == 0, f"{failure.name}: waits {delays[-1]} s after its last try"
    return delays[:-1], ended
