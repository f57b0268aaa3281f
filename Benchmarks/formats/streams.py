"""Writes a stream of a format: records that its producer wrote, or that its documentation has, over and over with other values.

The records come from Tests/Fixtures/streams and from the examples of Sources/streams/ErrorStreams/Formats/BuiltIn; of examples that
are errors alone the record that is none stands here. In each copy the last digits of long numbers, minutes and seconds
are others, from a seed, so that nothing is met twice as it was.
"""

import pathlib
import random
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests" / "Fixtures" / "streams"
FORMATS = ROOT / "Sources" / "streams" / "ErrorStreams" / "Formats" / "BuiltIn"
VARIED = re.compile(rb"(?<=\d{2})\d{3}(?!\d)|(?<=\d\d:\d\d:)[0-5]\d")


@dataclass(frozen=True)
class Format:
    name: str
    #: `flat` and `nested` JSON, or `text`: each has its target.
    kind: str
    #: A fixture, or a format's file without its ending.
    source: str

    def records(self):
        """Its record that is no error, or None, and those that are."""
        path = FIXTURES / self.source
        if not path.exists():
            return QUIET[self.name], [example(self.source)]
        text = path.read_bytes()
        records = text.splitlines(keepends=True) if self.kind != "text" else blocks(text, self.name)
        if self.name in WITHOUT_QUIET:
            return None, records
        # nginx writes notices where it starts, and then errors.
        errors = [record for record in records[1:] if self.name != "nginx-error" or b"[error]" in record]
        return records[0], errors


#: Sentry's events are errors; an export request of OTLP has some of each.
WITHOUT_QUIET = ("sentry", "otlp")
QUIET = {
    "logstash": b'{"@timestamp":"2026-11-21T01:41:19.483Z","@version":"1","message":"charged order 4211","logger_name":"com.shop.Pay","thread_name":"http-3","level":"INFO","level_value":20000,"app":"pay"}\n',
    "logback": b'{"sequenceNumber":4210,"timestamp":1795225279483,"nanoseconds":483000000,"level":"INFO","threadName":"http-3","loggerName":"com.shop.Pay","context":{"name":"default","birthdate":1795225200000,"properties":{}},"mdc":{},"formattedMessage":"charged order 4211","throwable":null}\n',
    "bunyan": b'{"name":"pay","hostname":"web-1","pid":17203,"level":30,"order":42110,"msg":"charged","time":"2026-11-21T01:41:19.537Z","v":0}\n',
    "pino": b'{"level":30,"time":1795225279537,"pid":17203,"hostname":"web-1","req":{"id":42110,"method":"POST","url":"/pay"},"msg":"request completed"}\n',
    "gcp": b'{"insertId":"1x2y3z483","logName":"projects/shop/logs/run.googleapis.com%2Fstdout","resource":{"type":"cloud_run_revision","labels":{"service_name":"pay"}},"severity":"INFO","timestamp":"2026-11-21T01:41:19.483920Z","textPayload":"charged order 42110"}\n',
    "java-text": b"2026-11-21 01:41:19,483 INFO [http-3] com.shop.Pay - charged order 42110 in 23 ms\n",
    "text": b"[2026-11-21T01:41:19Z] info: charged order 42110 in 23 ms\n",
}  # fmt: skip


def example(name):
    text = (FORMATS / f"{name}.swift").read_text()
    body = re.search(r'example: #"""\n(.*?)\n +"""#', text, re.S)[1]
    indent = re.match(r" *", body)[0]
    lines = [line.removeprefix(indent) for line in body.split("\n")]
    return ("\n".join(lines).replace("\\#\n", "") + "\n").encode()


#: What a record's first line looks like, where it may have more than one.
FIRST = {
    "python-text": rb"\d{4}-|[A-Z]+:", "java-text": rb"\d{4}-", "nginx-error": rb"\d{4}/", "text": rb"\[?\d{4}-",
}  # fmt: skip


def blocks(text, name):
    lines = text.splitlines(keepends=True)
    if name not in FIRST:
        return lines
    found = []
    for line in lines:
        if re.match(FIRST[name], line) or not found:
            found.append(b"")
        found[-1] += line
    return found


ALL = [
    Format("ecs", "flat", "ecs.ndjson"),
    Format("structlog", "flat", "structlog-text.ndjson"),
    Format("python", "flat", "python-json-logger.ndjson"),
    Format("logstash", "flat", "LogstashFormat"),
    Format("logback", "flat", "LogbackFormat"),
    Format("bunyan", "flat", "BunyanFormat"),
    Format("pino", "flat", "PinoFormat"),
    Format("gcp", "flat", "GoogleCloudFormat"),
    Format("loguru", "flat", "loguru.ndjson"),
    Format("otlp", "nested", "otlp.ndjson"),
    Format("sentry", "nested", "sentry.ndjson"),
    Format("journald", "nested", "journald.ndjson"),
    Format("access", "text", "nginx-access.log"),
    Format("python-text", "text", "python-text.log"),
    Format("java-text", "text", "JavaTextFormat"),
    Format("syslog-text", "text", "rsyslog-file.log"),
    Format("nginx-error", "text", "nginx-error.log"),
    Format("text", "text", "TextFormat"),
]


def write(format, path, size, errors, seed=1):
    """At least `size` bytes, which begin as those of any larger size do; `errors` is the share of records that are some."""
    random_ = random.Random(f"{format.name}/{seed}")
    quiet, loud = format.records()
    written, parts, turn = 0, [], 0
    with path.open("wb") as file:
        while written < size:
            record = loud[turn % len(loud)]
            if quiet and random_.random() >= errors:
                record = quiet
            else:
                turn += 1
            record = varied(record, f"{random_.randrange(10**15):015}".encode())
            parts.append(record)
            written += len(record)
            if len(parts) > 20_000:
                file.write(b"".join(parts))
                parts.clear()
        file.write(b"".join(parts))


def varied(record, digits):
    at = 0

    def other(match):
        nonlocal at
        at = (at + len(match[0])) % 12
        new = digits[at : at + len(match[0])]
        return new if len(new) == 3 else bytes([48 + new[0] % 6, new[1]])

    return VARIED.sub(other, record)
