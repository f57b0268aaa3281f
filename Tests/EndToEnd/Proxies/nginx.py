"""Random upstreams of nginx, and what its log would have of each failed try."""

import os

from loopback import OK, address

STATUSES = [403, 404, 429, 500, 502, 503, 504]
WORDS = ["error", "timeout", "invalid_header", *(f"http_{status}" for status in STATUSES)]
NAMES = {"refused": "error", "empty": "error", "hang": "timeout", "large": "invalid_header"}
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
        parameters = ["", "", " max_fails=0", " max_fails=3 fail_timeout=5s"]
        self.parameters = [draw.choice(parameters) for _ in range(self.servers)]
        self.is_down = [self.servers > 1 and draw.random() < 0.1 for _ in range(self.servers)]
        self.is_down[0] = False
        self.is_backup = [server == self.servers - 1 > 0 and draw.random() < 0.2 for server in range(self.servers)]
        self.lines = []
        if draw.random() < 0.85:
            self.lines.append(f"proxy_next_upstream {self.words(draw, chosen)};")
        if draw.random() < 0.3:
            self.lines.append(f"proxy_next_upstream_tries {draw.choice([0, 1, 2, 2, 3, 9])};")
        if draw.random() < 0.2:
            self.lines.append(f"proxy_next_upstream_timeout {draw.choice(['0', '1h', '5m30s', '60'])};")
        self.is_outer = [draw.random() < 0.3 for _ in self.lines]
        self.location = draw.choice(["/", "/pay", "= /pay/now", "^~ /pay", "~ ^/pay/[a-z]+$", "~* NOW"])
        self.slow = slow

    @staticmethod
    def words(draw, failures):
        if draw.random() < 0.1:
            return "off"
        words = draw.sample(WORDS, draw.randint(1, 4))
        if draw.random() < 0.6:
            named = [NAMES.get(failure, f"http_{failure}") for failure in failures]
            words += sorted({word for word in named if word in WORDS and word not in words})
        return " ".join(words + (["non_idempotent"] if draw.random() < 0.3 else []))

    @property
    def name(self):
        return f"t{self.index}"

    def config(self, port, origin, listen):
        servers = ""
        for server in range(self.servers):
            target = origin.closed_port if self.plan[server] == "refused" else origin.port
            flags = self.parameters[server] + " down" * self.is_down[server] + " backup" * self.is_backup[server]
            servers += f"    server {address(self.index, server)}:{target}{flags};\n"
        outer = [line for line, outer in zip(self.lines, self.is_outer) if outer]
        inner = [line for line, outer in zip(self.lines, self.is_outer) if not outer]
        # What the inner block says replaces what stands around it; a location that is not asked says something else.
        others = "" if self.location == "/" else "    location / { proxy_pass http://127.0.0.1:9; proxy_next_upstream off; }\n"
        return (
            f"  upstream u{self.index} {{\n{servers}  }}\n  server {{\n    listen {listen};\n    server_name {self.name};\n"
            + "".join(f"    {line}\n" for line in outer)
            + f"    proxy_read_timeout {'2500ms' if self.slow else '60s'};\n{others}"
            + f"    location {self.location} {{ proxy_pass http://u{self.index}; {' '.join(inner)} }}\n  }}\n"
        )

    def failure(self, server, delivery):
        return self.plan[server]

    @property
    def order(self):
        """The servers in the order in which a first request asks them."""
        asked = [server for server in range(self.servers) if not self.is_down[server]]
        return [server for server in asked if not self.is_backup[server]] + [server for server in asked if self.is_backup[server]]

    def records(self):
        for server in self.order:
            failure = self.plan[server]
            if failure == OK:
                return
            message, status = ENDS.get(failure, (None, failure))
            request = {"connection": self.name, "method": self.method, "request": f"{self.method} /pay/now HTTP/1.1"}
            record = {"origin": self.name, "attributes": request}
            yield record | ({"message": message, "end": status} if message else {"status": status})

    def told(self, tries):
        """Whether the error log tells of each of the first tries that failed, and whether another one followed."""
        failed = [(server, self.plan[server]) for server in self.order[:tries] if self.plan[server] != OK]
        for place, (server, failure) in enumerate(failed):
            is_last = place == tries - 1
            # Of a status there is only the warning that the server is left out, once it is asked no more.
            is_left_out = failure not in (403, 404) and not self.parameters[server] and self.servers > 1
            yield failure in ENDS or is_left_out and not is_last, not is_last


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
