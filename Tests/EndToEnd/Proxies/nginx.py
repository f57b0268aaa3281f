"""Random upstreams of nginx, and what its log would have of each failed try."""

import os

from loopback import OK, address

STATUSES = [403, 404, 429, 500, 502, 503, 504]
WORDS = ["error", "timeout", "invalid_header", *(f"http_{status}" for status in STATUSES)]
METHODS = ["GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
READING = "while reading response header from upstream"
# What the error log has of a failure, and the status that the client gets.
ENDS = {
    "refused": ("connect() failed (111: Connection refused) while connecting to upstream", 502),
    "empty": (f"upstream prematurely closed connection {READING}", 502),
    "hang": (f"upstream timed out (110: Connection timed out) {READING}", 504),
    "large": (f"upstream sent too big header {READING}", 502),
}


class Case:
    def __init__(self, index, draw, slow):
        self.index = index
        self.method = draw.choice(METHODS)
        kinds = ["refused", "empty", "large", *STATUSES, 400, 501] + (["hang"] * 5 if slow else [])
        chosen = draw.sample(kinds, draw.randint(1, 3)) + (["hang"] if slow else [])
        self.servers = draw.randint(1, 5)
        self.plan = [OK if draw.random() < 0.15 else draw.choice(chosen) for _ in range(self.servers)]
        self.parameters = [draw.choice(["", "", " max_fails=0", " max_fails=3 fail_timeout=5s"]) for _ in range(self.servers)]
        self.isDown = [self.servers > 1 and draw.random() < 0.1 for _ in range(self.servers)]
        self.isDown[0] = False
        self.isBackup = [server == self.servers - 1 > 0 and draw.random() < 0.2 for server in range(self.servers)]
        self.lines = []
        if draw.random() < 0.85:
            self.lines.append(f"proxy_next_upstream {self.words(draw)};")
        if draw.random() < 0.3:
            self.lines.append(f"proxy_next_upstream_tries {draw.choice([0, 1, 2, 2, 3, 9])};")
        if draw.random() < 0.2:
            self.lines.append(f"proxy_next_upstream_timeout {draw.choice(['0', '1h', '5m 30s', '60'])};".replace("5m 30s", "5m30s"))
        self.isOuter = [draw.random() < 0.3 for _ in self.lines]
        self.location = draw.choice(["/", "/pay", "= /pay/now", "^~ /pay", "~ ^/pay/[a-z]+$", "~* NOW"])
        self.slow = slow

    @staticmethod
    def words(draw):
        kind = draw.random()
        if kind < 0.1:
            return "off"
        words = draw.sample(WORDS, draw.randint(1, 6))
        return " ".join(words + (["non_idempotent"] if draw.random() < 0.3 else []))

    @property
    def name(self):
        return f"t{self.index}"

    def config(self, port, origin, listen):
        servers = ""
        for server in range(self.servers):
            target = origin.closed_port if self.plan[server] == "refused" else origin.port
            flags = self.parameters[server] + " down" * self.isDown[server] + " backup" * self.isBackup[server]
            servers += f"    server {address(self.index, server)}:{target}{flags};\n"
        outer = [line for line, is_outer in zip(self.lines, self.isOuter) if is_outer]
        inner = [line for line, is_outer in zip(self.lines, self.isOuter) if not is_outer]
        # What the inner block says replaces what stands around it; a location that is not asked says something else.
        others = "" if self.location == "/" else "    location / { proxy_pass http://127.0.0.1:9; proxy_next_upstream off; }\n"
        return (
            f"  upstream u{self.index} {{\n{servers}  }}\n  server {{\n    listen {listen};\n    server_name {self.name};\n"
            + "".join(f"    {line}\n" for line in outer)
            + f"    proxy_read_timeout {'1500ms' if self.slow else '60s'};\n{others}"
            + f"    location {self.location} {{ proxy_pass http://u{self.index}; {' '.join(inner)} }}\n  }}\n"
        )

    def failure(self, server, delivery):
        return self.plan[server]

    @property
    def order(self):
        """The servers in the order in which a first request asks them."""
        asked = [server for server in range(self.servers) if not self.isDown[server]]
        return [server for server in asked if not self.isBackup[server]] + [server for server in asked if self.isBackup[server]]

    def records(self):
        for server in self.order:
            failure = self.plan[server]
            if failure == OK:
                return
            message, status = ENDS.get(failure, (None, failure))
            record = {"origin": self.name, "operation": self.name, "attributes": {"method": self.method, "request": f"{self.method} /pay/now HTTP/1.1"}}
            yield record | ({"message": message, "end": status} if message else {"status": status})


def config(cases, port, origin, folder):
    paths = "\n".join(f"  {kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.getuid() == 0 else ""
    return (
        f"{user}daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log {folder}/error.log warn;\n"
        f"events {{ worker_connections 4000; }}\nhttp {{\n{paths}\n"
        f"  log_format tries '$host $status \"$upstream_addr\"';\n  access_log {folder}/access.log tries;\n"
        "  proxy_connect_timeout 60s;\n  proxy_buffer_size 4k;\n  server_names_hash_max_size 8192;\n"
        + "".join(case.config(port, origin, f"127.0.0.1:{port}") for case in cases)
        + "}\n"
    )


def tries(log):
    """The servers that were asked for each case, as the access log tells them."""
    found = {}
    for line in log.splitlines():
        name, _, servers = line.split(" ", 2)
        found[name] = len(servers.split(","))
    return found
