#!/usr/bin/env bash
# A retried upload arrives empty, and is answered 200.
#
# Versions: requests 2.34.2 with urllib3 2.8.0, aiohttp 3.14.5 with aiohttp-retry 2.9.1, httpx 0.28.1 with
# httpx-retries 0.6.0; Python 3.11.
#
# One PUT of 5,000 bytes to a server that answers 503 twice and then 200. All three clients know PUT as idempotent and
# try again. What the server gets:
#
#   body            requests + urllib3     aiohttp-retry          httpx-retries
#   bytes           5000, 5000, 5000       5000, 5000, 5000       5000, 5000, 5000
#   BytesIO         5000, 5000, 5000       5000, 0, 0: then 200   LocalProtocolError
#   open file       5000, 5000, 5000       ValueError             LocalProtocolError
#   (async) gener.  5000, 0, 0: then 200   5000, 0, 0: then 200   StreamConsumed
#
# So a body that can be read once only is sent as an empty one by two of three, and the caller sees success; the third
# raises an error of its own, in place of the 503 that began it: a rule on the status never sees it.
# One would expect the last answer, or an error that says that the body cannot be sent again.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q requests==2.34.2 urllib3==2.8.0 aiohttp==3.14.5 aiohttp-retry==2.9.1 \
  httpx==0.28.1 httpx-retries==0.6.0
cat >"$work/uploads.py" <<'PY'
import asyncio, http.server, io, logging, os, sys, threading

import aiohttp, httpx, requests, urllib3
from aiohttp_retry import ExponentialRetry, RetryClient
from httpx_retries import Retry, RetryTransport

logging.disable(logging.CRITICAL)
BODY = b"a" * 5000
os.chdir(sys.argv[1])
with open("body", "wb") as file:
    file.write(BODY)


class Handler(http.server.BaseHTTPRequestHandler):
    """Reads a whole body, of a stated length or in chunks; answers 503, 503, 200."""

    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        got = 0
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            while size := int(self.rfile.readline() or b"0", 16):
                got += len(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
        else:
            got = len(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self.server.bodies.append(got)
        self.send_response(503 if len(self.server.bodies) < 3 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def handle(self):
        try:
            super().handle()
        except OSError:
            pass

    def log_message(self, *_):
        pass


def pieces():
    yield BODY[:2500]
    yield BODY[2500:]


async def async_pieces():
    for piece in pieces():
        yield piece


def with_requests(url, body):
    session = requests.Session()
    retry = urllib3.Retry(total=4, status_forcelist=[503], backoff_factor=0)
    session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry))
    return session.put(url, data=body).status_code


def with_httpx(url, body):
    with httpx.Client(transport=RetryTransport(retry=Retry(total=4))) as client:
        return client.put(url, content=body).status_code


def with_aiohttp(url, body):
    async def put():
        async with RetryClient(retry_options=ExponentialRetry(attempts=4, start_timeout=0.01)) as client:
            async with client.put(url, data=body) as response:
                return response.status

    return asyncio.run(put())


BODIES = {"bytes": lambda: BODY, "BytesIO": lambda: io.BytesIO(BODY), "file": lambda: open("body", "rb")}
CLIENTS = {
    "requests": (with_requests, {**BODIES, "generator": pieces}),
    "aiohttp": (with_aiohttp, {**BODIES, "generator": async_pieces}),
    "httpx": (with_httpx, {**BODIES, "generator": pieces}),
}
for client, (put, bodies) in CLIENTS.items():
    for name, body in bodies.items():
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.bodies = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            end = put(f"http://127.0.0.1:{server.server_port}/", body())
        except Exception as error:
            end = type(error).__name__
        # A body that the client itself breaks off may reach the server or not.
        arrived = server.bodies if end == 200 else server.bodies[:1]
        print(client, name, *arrived, end)
PY
timeout 120 "$work/venv/bin/python" "$work/uploads.py" "$work" >"$work/seen" 2>"$work/said"
cat "$work/seen"
diff - "$work/seen" <<'TEXT'
requests bytes 5000 5000 5000 200
requests BytesIO 5000 5000 5000 200
requests file 5000 5000 5000 200
requests generator 5000 0 0 200
aiohttp bytes 5000 5000 5000 200
aiohttp BytesIO 5000 0 0 200
aiohttp file 5000 ValueError
aiohttp generator 5000 0 0 200
httpx bytes 5000 5000 5000 200
httpx BytesIO 5000 LocalProtocolError
httpx file 5000 LocalProtocolError
httpx generator 5000 StreamConsumed
TEXT
echo "as stated"
