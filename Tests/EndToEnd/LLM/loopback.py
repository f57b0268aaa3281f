"""The providers on loopback: they answer as the first two parts of the path say. Sleeps of the clients are noted, not slept."""

import collections
import http.server
import json
import os
import threading
import time

from answers import PROVIDERS, body_of

requests_made = collections.Counter()
sleeps = []


class Provider(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        provider, name = self.path.strip("/").split("/")[:2]
        answer = PROVIDERS[provider][name]
        requests_made[provider, name] += 1
        status, _, _, headers = answer
        if status is None:
            self.close_connection = True
            return  # closed without an answer
        body = body_of(answer)
        self.send_response(status)
        for key, value in {"content-type": "application/json", **headers}.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST

    def log_message(self, *_):
        pass


def start():
    """The address."""
    os.environ["NO_PROXY"] = "127.0.0.1"
    time.sleep = sleeps.append
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"
