"""Text logs drawn from a seed: an access log, a Spring Boot log with stack traces, a syslog.

The seed draws the share of errors (0.1 to 40 %, each power of ten as likely), how long lines are, how many services,
paths and clients there are, and how often an error brings its stack trace. Rules are drawn for what the log has.
"""

import random

WORDS = (
    "order payment stock basket invoice mail search index cache session token image report export import user address "
    "delivery price tax coupon review wish news feed queue worker lease lock page batch ledger refund return label"
).split()
EXCEPTIONS = (
    "java.net.SocketTimeoutException java.sql.SQLTransientConnectionException java.io.IOException "
    "java.lang.IllegalStateException java.util.concurrent.TimeoutException org.example.shop.PaymentRefused "
    "org.example.shop.StockGone java.lang.NullPointerException"
).split()
AGENTS = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "curl/8.5.0", "okhttp/5.1.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
)  # fmt: skip
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


class Drawn:
    """What a seed decides before the first line."""

    def __init__(self, kind, seed):
        self.kind, self.random = kind, random.Random(f"{kind}/{seed}")
        draw = self.random
        self.share = 10 ** draw.uniform(-3, -0.4)
        self.traces = draw.choice([0, 0.2, 1])
        self.depth = draw.randint(5, 60)
        self.words = draw.randint(3, 30)
        self.services = draw.sample(WORDS, draw.randint(2, 20))
        self.paths = [f"/{draw.choice(WORDS)}/{draw.choice(WORDS)}" for _ in range(draw.randint(5, 300))]
        self.clients = [f"10.{draw.randrange(256)}.{draw.randrange(256)}.{draw.randrange(1, 255)}" for _ in range(500)]
        self.second = 1_795_000_000

    def clock(self):
        self.second += self.random.random() < 0.1
        day, rest = divmod(self.second, 86_400)
        return day % 28 + 1, rest // 3600, rest // 60 % 60, rest % 60

    def sentence(self):
        draw = self.random
        words = draw.choices(WORDS, k=draw.randint(2, self.words))
        return f"{' '.join(words)} {draw.randrange(10**6)} in {draw.randrange(900)} ms"

    def line(self):
        draw, isError = self.random, self.random.random() < self.share
        day, hour, minute, second = self.clock()
        if self.kind == "access":
            status = draw.choice([400, 401, 404, 404, 429, 500, 502, 503]) if isError else draw.choice([200, 200, 200, 204, 301, 304])
            return (
                f"{draw.choice(self.clients)} - - [{day:02}/Nov/2026:{hour:02}:{minute:02}:{second:02} +0000] "
                f'"{draw.choice(["GET", "GET", "POST"])} {draw.choice(self.paths)}/{draw.randrange(10**5)} HTTP/1.1" '
                f'{status} {draw.randrange(10**5)} "-" "{draw.choice(AGENTS)}"\n'
            )
        service = draw.choice(self.services)
        if self.kind == "syslog":
            text = f"error: {draw.choice(EXCEPTIONS)}: {self.sentence()}" if isError else f"info: {self.sentence()}"
            return f"Nov {day:2} {hour:02}:{minute:02}:{second:02} web-{draw.randrange(9)} {service}[{draw.randrange(30_000)}]: {text}\n"
        level = "ERROR" if isError else draw.choice(["INFO ", "INFO ", "INFO ", "DEBUG"])
        line = (
            f"2026-11-{day:02}T{hour:02}:{minute:02}:{second:02}.{draw.randrange(1000):03}Z {level} 17 --- [shop] "
            f"[nio-8080-exec-{draw.randrange(9)}] o.e.shop.{service.title()}Service : {self.sentence()}\n"
        )
        if isError and draw.random() < self.traces:
            line += f"{draw.choice(EXCEPTIONS)}: {self.sentence()}\n"
            line += "".join(f"\tat org.example.shop.{service}.Step{i}.run(Step{i}.java:{i * 7})\n" for i in range(self.depth))
        return line


KINDS = ("access", "spring-boot", "syslog")


def write(kind, seed, size, path):
    """Writes about `size` bytes; returns what was drawn."""
    drawn = Drawn(kind, seed)
    with open(path, "w") as file:
        while size > 0:
            lines = "".join(drawn.line() for _ in range(1000))
            size -= len(lines)
            file.write(lines)
    return drawn


def rules(drawn, count):
    """Rules for what the log has: statuses and paths, or types, services and words of messages."""
    draw, found = drawn.random, []
    for number in range(count):
        if drawn.kind == "access":
            path = draw.choice(drawn.paths).split("/")[1]
            when = f"{{ status: {draw.choice([400, 404, 429, 502, 503])}, attributes: {{ request: {{ contains: /{path}/ }} }} }}"
        else:
            when = draw.choice([
                f"{{ type: {draw.choice(EXCEPTIONS).rpartition('.')[2]}, message: {{ contains: {draw.choice(WORDS)} }} }}",
                f"{{ message: {{ contains: {draw.choice(WORDS)} {draw.choice(WORDS)} }} }}",
                f"{{ origin: '*{draw.choice(drawn.services)}*', message: {{ contains: {draw.choice(WORDS)} }} }}",
            ])  # fmt: skip
        found.append(f"      - {{ id: r{number}, when: {when}, then: {draw.choice(['cancel', 'abort', 'retry'])} }}\n")
    return "version: 1\nresponders:\n  - id: app\n    rules:\n" + "".join(found) + "    otherwise: { then: cancel }\n"
