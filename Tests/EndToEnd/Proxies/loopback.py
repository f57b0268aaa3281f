"""A server on loopback that fails as it is told, proxies before it, and requests to them.

The server listens at all addresses of 127.0.0.0/8. The address that a proxy asks names a case and one of its servers, so all
cases run at a time.
"""

import concurrent.futures
import contextlib
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

OK = "ok"


def address(case, server):
    return f"127.{1 + case // 200}.{1 + case % 200}.{1 + server}"


class Origin:
    """Answers the deliveries of each case by its plan, one behind the other, and notes them.

    A failure is `empty` (the connection ends without an answer), `junk`, `hang`, `large` (a header longer than any buffer) or a status.
    """

    def __init__(self, plans):
        self.plans = plans
        self.deliveries = {}
        self.lock = threading.Lock()
        self.listener = socket.create_server(("0.0.0.0", 0), backlog=2048)
        self.port = self.listener.getsockname()[1]
        # Bound and not listening: nobody else gets the port, and connections are refused.
        self.closed = socket.socket()
        self.closed.bind(("0.0.0.0", 0))
        self.closed_port = self.closed.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError):
            head, body = b"", b""
            while b"\r\n\r\n" not in head:
                part = connection.recv(65536)
                if not part:
                    return
                head += part
            head, body = head.split(b"\r\n\r\n", 1)
            length = re.search(rb"(?i)content-length: *(\d+)", head)
            while len(body) < int(length[1] if length else 0):
                body += connection.recv(65536)
            _, high, low, server = map(int, connection.getsockname()[0].split("."))
            case = (high - 1) * 200 + low - 1
            with self.lock:
                taken = self.deliveries.setdefault(case, [])
                taken.append(server - 1)
                failure = self.plans[case](server - 1, len(taken) - 1)
            self.answer(connection, failure)

    def answer(self, connection, failure):
        if failure == "hang":
            connection.settimeout(60)
            while connection.recv(4096):
                pass
        elif failure == "junk":
            connection.sendall(b"this is not an answer\r\n\r\n")
        elif failure == "large":
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Large: " + b"x" * 70_000 + b"\r\nContent-Length: 0\r\n\r\n")
        elif failure != "empty":
            status = 200 if failure == OK else failure
            connection.sendall(b"HTTP/1.1 %d As-Told\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % status)
        if failure != "hang":
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(5)
            while connection.recv(4096):
                pass


def request(port, host, method, path):
    """The status of the answer; None without one."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        body = "hello" if method in ("POST", "PUT", "PATCH") else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall((head + body).encode())
        answer = b""
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(65536):
                answer += part
    status = re.match(rb"HTTP/\d\.\d (\d+)", answer)
    return int(status[1]) if status else None


def requests(port, cases):
    """The statuses of the requests of all cases, (host, method, path), many at a time."""
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        return list(pool.map(lambda case: request(port, *case), cases))


def program(root, path):
    """The command of a program and the environment that it runs in; None where there is none. A whole system has a libc of its own."""
    for found in (pathlib.Path(root) / path, pathlib.Path("/") / path):
        if found.exists():
            libraries = ":".join(f"{root}/{folder}" for folder in ("usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "lib/aarch64-linux-gnu"))
            environment = {"PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C.UTF-8"}
            loader = next(iter(sorted(pathlib.Path(root).glob("usr/lib*/ld-linux-*"))), None)
            if loader:
                return [loader, "--library-path", libraries, found], environment
            return [found], environment | {"LD_LIBRARY_PATH": libraries}
    return None


def version(found):
    command, environment = found
    told = subprocess.run([*command, "-v"], env=environment, capture_output=True, text=True, check=True)
    return re.search(r"\d+\.\d+\.\d+", told.stdout + told.stderr).group()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def running(found, *arguments, port, log):
    """A proxy, from when it listens until it has ended; what it prints is its log."""
    command, environment = found
    with open(log, "wb") as output:
        process = subprocess.Popen([*command, *arguments], env=environment, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + 60
        while True:
            with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)):
                break
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[-1]} does not listen: {pathlib.Path(log).read_text()[-2000:]}")
            time.sleep(0.05)
        yield
        process.terminate()
        process.wait(60)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
