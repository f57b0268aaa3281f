"""errctl serve as a process, and requests to it that no browser would send."""
import atexit, os, pathlib, re, resource, shutil, signal, socket, struct, subprocess, tempfile


class Workbench:
    """A server for the files of a folder."""

    def __init__(self, errctl, rules, *streams, options=(), cwd=None, descriptors=None, zone="UTC", complaints_fill=False):
        def prepare():
            # Under nohup the signal is ignored, and a child would ignore it, too.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if complaints_fill:
                os.set_blocking(2, False)
                try:
                    while os.write(2, bytes(4096)):
                        pass
                except BlockingIOError:
                    os.set_blocking(2, True)

        self.process = subprocess.Popen(
            [errctl, "serve", str(rules), *map(str, streams), *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd, env={**os.environ, "TZ": zone},
            preexec_fn=prepare,
        )
        atexit.register(self.process.kill)  # where a test fails
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.address)
        assert found, (self.address, self.process.stderr.read())
        self.port, self.token = int(found.group(1)), found.group(2)

    def end(self, number=signal.SIGTERM):
        """The exit status."""
        self.process.send_signal(number)
        status = self.process.wait(30)
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def writes_complaint(self):
        """Whether a thread waits in write(2, …), on Linux for x86 and ARM."""
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                words = (task / "syscall").read_text().split()
            except OSError:
                continue
            if words[:2] in (["1", "0x2"], ["64", "0x2"]):
                return True
        return False

    def half(self, text=b"GET / HTTP/1.1\r\n"):
        """A connection that begins a request and doesn't finish it."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sendall(text)
        return connection

    def send(self, text, wait=30):
        """Status, headers and body of the answer to a request as it is written; none if the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(text.encode() if isinstance(text, str) else text)
            answer = b""
            while b"\r\n\r\n" not in answer:
                try:
                    part = connection.recv(1 << 16)
                except ConnectionResetError:
                    break
                if not part:
                    break
                answer += part
            head, _, body = answer.partition(b"\r\n\r\n")
            lines = head.decode().split("\r\n")
            if not lines[0]:
                return None, {}, ""
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            length = int(headers.get("content-length", 0))
            while len(body) < length:
                part = connection.recv(1 << 16)
                if not part:
                    break
                body += part
            return int(lines[0].split(" ")[1]), headers, body.decode()

    def get(self, path, method="GET", **headers):
        """A header is left out where it is None; Host is right unless one is given."""
        headers = {"Host": f"127.0.0.1:{self.port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        lines = [f"{method} {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in headers.items() if value is not None]
        return self.send("\r\n".join(lines) + "\r\n\r\n")

    def enter(self):
        """The folder of the page, and the cookie, as a browser gets them."""
        status, headers, _ = self.get(f"/?token={self.token}")
        assert status == 303, status
        return headers["location"], headers["set-cookie"].split(";")[0]


    def frames(self, place, cookie, data, wait=2):
        """The beginning of the answer to what is sent over a WebSocket that was opened as the page does; none if there is none."""
        own = f"127.0.0.1:{self.port}"
        lines = [
            f"GET {place}messages HTTP/1.1", f"Host: {own}", f"Origin: http://{own}", f"Cookie: {cookie}", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
            head = connection.recv(1 << 16)
            assert b" 101 " in head.split(b"\r\n")[0], head
            connection.sendall(data)
            try:
                return connection.recv(1 << 16)
            except (TimeoutError, ConnectionResetError):
                return None


def frame(kind, payload, length=None, mask=b"\1\2\3\4", final=True):
    """A frame as RFC 6455 has it, or with another length than it has."""
    length = len(payload) if length is None else length
    size = bytes([length]) if length < 126 else b"\x7e" + struct.pack(">H", length) if length < 1 << 16 else b"\x7f" + struct.pack(">Q", length)
    size = bytes([size[0] | (0x80 if mask else 0)]) + size[1:]
    return bytes([(0x80 if final else 0) | kind]) + size + mask + bytes(byte ^ mask[index % 4] if mask else byte for index, byte in enumerate(payload))


def folder():
    """Removed at the end."""
    made = pathlib.Path(tempfile.mkdtemp(prefix="errctl-workbench-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
