"""Random backends of HAProxy, and what its log would have of each failed delivery."""

import re

from loopback import OK, address

STATUSES = [401, 403, 404, 408, 425, 500, 501, 502, 503, 504]
WORDS = ["conn-failure", "empty-response", "junk-response", "response-timeout", "all-retryable-errors", *map(str, STATUSES)]
NAMES = {"empty": "empty-response", "junk": "junk-response", "hang": "response-timeout"}
METHODS = ["GET", "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
UNREPEATED = ["if METH_POST", "unless METH_GET", "if { method POST PUT }", "if METH_PUT or METH_POST", "if once", ""]
# What the log has of a failure: the state, and the status that the client gets.
ENDS = {"refused": ("SC--", 503), "empty": ("SH--", 502), "junk": ("PH--", 502), "hang": ("sH--", 504)}


class Case:
    def __init__(self, index, draw, slow):
        self.index = index
        self.method = draw.choice(METHODS)
        self.is_refused = draw.random() < 0.15
        failures = ["empty", "junk", *STATUSES, 429] + (["hang"] * 4 if slow else [])
        ends = draw.randint(0, 5)
        # A few kinds, so that some are tried again several times.
        kinds = draw.sample(failures, draw.randint(1, 3)) + (["hang"] if slow else [])
        self.plan = [draw.choice(kinds) for _ in range(ends)] + [OK]
        if draw.random() < 0.3:
            self.plan = [draw.choice(kinds) for _ in range(8)]
        self.servers = draw.randint(1, 3)
        lines = []
        if draw.random() < 0.8:
            lines.append(f"retries {draw.choice([0, 1, 1, 2, 3, 5])}")
        if draw.random() < 0.85:
            lines.append(self.retry_on(draw, kinds))
        if draw.random() < 0.4:
            lines.append(draw.choice(["option redispatch", "option redispatch 1", "no option redispatch"]))
        if draw.random() < 0.3:
            lines.append(f"balance {draw.choice(['roundrobin', 'leastconn', 'source', 'first'])}")
        if draw.random() < 0.3:
            lines += ["acl once method POST DELETE", f"http-request disable-l7-retry {draw.choice(UNREPEATED)}".rstrip()]
        # What is in the defaults counts where the section says nothing.
        self.own = [line for line in lines if draw.random() < 0.7 or line.startswith(("acl", "http-request"))]
        self.inherited = [line for line in lines if line not in self.own]
        if draw.random() < 0.3:
            self.inherited.append(draw.choice(["retries 1", "retries 4", "retry-on 503 504"]))
        self.inherited += [
            "mode http",
            f"timeout server {'2500ms' if slow else '60s'}",
            f"timeout connect {'100ms' if self.is_refused else '60s'}",
        ]

    @staticmethod
    def retry_on(draw, kinds):
        kind = draw.random()
        if kind < 0.1:
            return "retry-on none"
        words = ["all-retryable-errors"] if kind < 0.35 else draw.sample(WORDS, draw.randint(1, 4))
        if draw.random() < 0.6:
            words += [word for word in map(str, kinds) if word in WORDS and word not in words]
            words += [NAMES[word] for word in kinds if word in NAMES]
        quotations = ['"{0}"', "'{0}'", '{1}"{2}"']
        quoted = [
            word if draw.random() < 0.8 else draw.choice(quotations).format(word, word[:2], word[2:]) for word in words
        ]
        return "retry-on " + " ".join(quoted) + draw.choice(["", " # again"])

    @property
    def name(self):
        return f"t{self.index}"

    def config(self, port, closed_port):
        servers = [
            f"  server s{server} {address(self.index, server)}:{closed_port if self.is_refused else port}"
            for server in range(self.servers)
        ]
        lines = [f"defaults d{self.index}", "  log global", "  option httplog", "  timeout client 60s"]
        lines += [f"  {line}" for line in self.inherited]
        return "\n".join(lines + [f"backend {self.name} from d{self.index}"] + [f"  {line}" for line in self.own] + servers) + "\n"

    def failure(self, server, delivery):
        return self.plan[delivery] if delivery < len(self.plan) else self.plan[-1]

    def records(self):
        """A record for each delivery that fails, until one does not."""
        for attempt in range(1, 9):
            failure = "refused" if self.is_refused else self.failure(0, attempt - 1)
            if failure == OK:
                return
            state, status = ENDS.get(failure, ("----", failure))
            attributes = {"state": state, "server": "s0", "method": self.method}
            if state[0] != "-":
                attributes["fault"] = state[0]
            names = {"origin": self.name, "operation": self.name, "message": "as told"}
            yield names | {"attempt": attempt, "status": status, "attributes": attributes}


def config(cases, port, origin):
    # Sections inherit from the last defaults before them, so the frontend has its own.
    front = f"""global
  log stdout format raw local0
  maxconn 4000
defaults front
  mode http
  log global
  option httplog
  timeout client 60s
frontend web from front
  bind 127.0.0.1:{port}
  use_backend %[req.hdr(host)]
"""
    return front + "".join(case.config(origin.port, origin.closed_port) for case in cases)


def tries(log):
    """The tries of each case as the log tells them."""
    found = re.finditer(r" (t\d+)/\S+ [-\d/+]+ -?\d+ \+?\d+ \S+ \S+ \S{4} \S+?/\+?(\d+) ", log)
    return {match[1]: int(match[2]) + 1 for match in found}
