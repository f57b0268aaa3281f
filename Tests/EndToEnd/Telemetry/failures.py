"""A small shop fails in known ways, on loopback. What the SDKs of OpenTelemetry, Sentry and Elastic export of it is given to
errctl, which has to read each failure once, with its type, status and message, and to retry what a rule with `status: 5xx` names.
"""

import gzip
import http.server
import importlib.metadata
import io
import json
import logging
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib

import celery
import elasticapm
import flask
import requests
import sentry_sdk
from opentelemetry.exporter.otlp.json.file.trace_exporter import FileSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.flask import FlaskInstrumentor
from opentelemetry.instrumentation.requests import RequestsInstrumentor
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import ConsoleLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
from sentry_sdk.transport import Transport

PACKAGES = ["opentelemetry-sdk", "opentelemetry-exporter-otlp-json-file", "opentelemetry-instrumentation-requests"]
PACKAGES += ["opentelemetry-instrumentation-flask", "opentelemetry-instrumentation-celery", "flask", "requests", "celery"]
PACKAGES += ["sentry-sdk", "elastic-apm"]
RULES = """
version: 1
responders:
  - id: app
    rules: [ { id: server, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } } ]
    otherwise: { then: cancel }
"""


class Upstream(http.server.BaseHTTPRequestHandler):
    """Answers with the status that the path is."""

    def do_GET(self):
        self.send_response(int(self.path[1:]))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def closed_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def charge():
    raise ValueError("card 7 is blocked")


def trace(file):
    """Fails with OpenTelemetry's SDK; returns what has to be read: type, status, message, as far as it is known."""
    provider = TracerProvider(resource=Resource.create({"service.name": "shop"}))
    provider.add_span_processor(SimpleSpanProcessor(FileSpanExporter(file)))
    RequestsInstrumentor().instrument(tracer_provider=provider)
    app = flask.Flask("shop")
    app.logger.disabled = True  # not on this terminal
    app.add_url_rule("/boom", view_func=charge)
    app.add_url_rule("/away", endpoint="away", view_func=lambda: flask.abort(503))
    app.add_url_rule("/missing", endpoint="missing", view_func=lambda: flask.abort(404))
    app.add_url_rule("/fine", endpoint="fine", view_func=lambda: "fine")
    FlaskInstrumentor().instrument_app(app, tracer_provider=provider)
    tracer = provider.get_tracer("shop.pay")

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    upstream = f"http://127.0.0.1:{server.server_address[1]}"
    for status in (200, 503, 404):
        requests.get(f"{upstream}/{status}", timeout=60)
    server.shutdown()
    try:
        requests.get(f"http://127.0.0.1:{closed_port()}/", timeout=60)
    except requests.ConnectionError:
        pass
    client = app.test_client()
    for path in ("/fine", "/boom", "/away", "/missing"):
        client.get(path)
    try:
        with tracer.start_as_current_span("order"), tracer.start_as_current_span("charge"):
            charge()
    except ValueError:
        pass
    RequestsInstrumentor().uninstrument()
    provider.shutdown()
    return [
        (None, 503, None),  # the client's
        (None, 404, None),
        ("ConnectionError", None, "Max retries exceeded"),
        ("ValueError", 500, "card 7 is blocked"),  # the server's
        (None, 503, None),
        ("ValueError", None, "card 7 is blocked"),  # of two spans, one inside the other
    ]


def tasks(file):
    """Fails in tasks of Celery; returns what has to be read. A try that is repeated is a warning, and what follows it is an error."""
    provider = TracerProvider(resource=Resource.create({"service.name": "shop"}))
    provider.add_span_processor(SimpleSpanProcessor(FileSpanExporter(file)))
    CeleryInstrumentor().instrument(tracer_provider=provider)
    app = celery.Celery("shop", broker="memory://", backend="cache+memory://")
    app.conf.task_always_eager = True

    @app.task(name="shop.charge")
    def plain():
        charge()

    @app.task(name="shop.again", bind=True, max_retries=2)
    def again(task):
        try:
            charge()
        except ValueError as error:
            raise task.retry(exc=error, countdown=0)

    @app.task(name="shop.fine")
    def fine():
        pass

    fine.apply()
    plain.apply()
    again.apply()
    CeleryInstrumentor().uninstrument()
    provider.shutdown()
    card = ("ValueError", None, "card 7 is blocked")
    return [card, (None, None, "card 7 is blocked"), (None, None, "card 7 is blocked"), card]


def console(file):
    """Fails with the exporters for a console, of spans and of logs; returns what has to be read."""
    with open(file, "w") as out:
        resource = Resource.create({"service.name": "shop"})
        provider = TracerProvider(resource=resource)
        provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=out)))
        logs = LoggerProvider(resource=resource, shutdown_on_exit=False)
        logs.add_log_record_processor(SimpleLogRecordProcessor(ConsoleLogRecordExporter(out=out)))
        logger = logging.getLogger("shop.console")
        logger.propagate = False
        handler = LoggingHandler(logger_provider=logs)
        logger.addHandler(handler)
        tracer = provider.get_tracer("shop.pay")
        try:
            with tracer.start_as_current_span("order"):
                try:
                    charge()
                except ValueError:
                    logger.exception("order 8 failed")  # the failure of the span
                    raise
        except ValueError:
            pass
        with tracer.start_as_current_span("fine"):
            logger.info("fine")
        logger.error("no stock")
        provider.shutdown()
        logger.removeHandler(handler)
        logs.shutdown()
    return [("ValueError", None, "card 7 is blocked"), (None, None, "no stock")]


class Intake(http.server.BaseHTTPRequestHandler):
    """Keeps what agents of Elastic send."""

    kept = []

    def do_GET(self):
        self.answer()

    def do_POST(self):
        if length := self.headers.get("Content-Length"):
            body = self.rfile.read(int(length))
        else:
            body = b""
            while size := int(self.rfile.readline() or b"0", 16):
                body += self.rfile.read(size)
                self.rfile.readline()
        encoding = self.headers.get("Content-Encoding", "")
        body = gzip.decompress(body) if "gzip" in encoding else zlib.decompress(body) if "deflate" in encoding else body
        if "intake" in self.path:
            self.kept.append(body)
        self.answer()

    def answer(self):
        self.send_response(202)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def agent(file):
    """Fails with Elastic's agent; returns what has to be read. It tells of a failure as an error, a span and a transaction."""
    intake = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Intake)
    upstream = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    for server in (intake, upstream):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    client = elasticapm.Client(
        service_name="shop", server_url=f"http://127.0.0.1:{intake.server_address[1]}", cloud_provider="none",
        central_config=False, metrics_interval="0s", api_request_time="100ms", collect_local_variables="off",
    )
    elasticapm.instrument()

    def transaction(name, fail, status=None):
        client.begin_transaction("request")
        try:
            fail()
        except Exception:
            client.capture_exception(handled=False)
        if status:
            elasticapm.set_context({"status_code": status}, "response")
        failed = status is None or status >= 500
        elasticapm.set_transaction_outcome(elasticapm.conf.constants.OUTCOME.FAILURE if failed else elasticapm.conf.constants.OUTCOME.SUCCESS)
        client.end_transaction(name, f"HTTP {(status or 500) // 100}xx")

    def refused():
        requests.get(f"http://127.0.0.1:{closed_port()}/", timeout=60)

    transaction("GET /boom", charge)
    transaction("GET /refused", refused)
    transaction("GET /away", lambda: requests.get(f"http://127.0.0.1:{upstream.server_address[1]}/503", timeout=60), 502)
    transaction("GET /fine", lambda: None, 200)
    transaction("GET /missing", lambda: None, 404)
    client.close()
    time.sleep(0.5)
    elasticapm.uninstrument()
    for server in (intake, upstream):
        server.shutdown()
    file.write_bytes(b"".join(Intake.kept))
    return [
        ("ValueError", None, "card 7 is blocked"),
        ("ConnectionError", None, "Max retries exceeded"),
        (None, 503, None),  # the client's
        (None, 502, None),
    ]


class Kept(Transport):
    """Keeps envelopes as they would be sent."""

    def __init__(self, options):
        super().__init__(options)
        self.bytes = io.BytesIO()

    def capture_envelope(self, envelope):
        envelope.serialize_into(self.bytes)


def report(file):
    """Fails with Sentry's SDK; returns what has to be read."""
    transport = Kept({"dsn": "http://key@127.0.0.1/1"})
    sentry_sdk.init(dsn="http://key@127.0.0.1/1", transport=transport, traces_sample_rate=1.0)
    try:
        charge()
    except ValueError:
        sentry_sdk.capture_exception()
    try:
        try:
            charge()
        except ValueError as cause:
            raise LookupError("no other card") from cause
    except LookupError:
        logging.getLogger("orders").exception("order 8 failed")
    for status in (sentry_sdk.crons.MonitorStatus.IN_PROGRESS, sentry_sdk.crons.MonitorStatus.OK):
        sentry_sdk.crons.capture_checkin(monitor_slug="nightly", status=status)
    with sentry_sdk.start_transaction(name="fine"):
        pass
    sentry_sdk.flush()
    file.write_bytes(transport.bytes.getvalue())
    return [("ValueError", None, "card 7 is blocked"), ("LookupError", None, "no other card")]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def records(errctl, stream):
    result = run(errctl, "inspect", str(stream), "--records", "-")
    assert result.returncode == 0, result.stderr
    read = [json.loads(line) for line in result.stdout.splitlines()]
    return [record for record in read if not record.get("completed")]


def fits(record, failure):
    kind, status, message = failure
    return (
        (kind is None or record.get("type", "").split(".")[-1] == kind)
        and record.get("status") == status
        and (message is None or message in record.get("message", ""))
    )


def compare(name, errctl, stream, failures):
    """Each failure is one record and the other way round; a rule for 5xx retries those with such a status, and no other."""
    left = records(errctl, stream)
    for failure in failures:
        found = next((record for record in left if fits(record, failure)), None)
        assert found is not None, f"{name}: {failure} is not among {json.dumps(left, indent=1)}"
        left.remove(found)
    assert not left, f"{name}: nobody raised {json.dumps(left, indent=1)}"
    rules = stream.with_name("rules.yaml")
    rules.write_text(RULES)
    result = run(errctl, "replay", str(rules), str(stream), "--strict", "--resolutions", "-")
    assert result.returncode == 0, f"{name}: {result.stderr}"
    outcomes = sorted(json.loads(line)["evaluation"] for line in result.stdout.splitlines())
    wanted = sorted("retry" if 500 <= (status or 0) <= 599 else "cancel" for _, status, _ in failures)
    assert outcomes == wanted, f"{name}: {outcomes}, not {wanted}"
    print(f"{name}: {len(failures)} failures, each read once; {wanted.count('retry')} of them retried as 5xx")


errctl = sys.argv[1]
os.environ["NO_PROXY"] = "127.0.0.1"
logging.getLogger("orders").addHandler(logging.NullHandler())  # not on this terminal
print(", ".join(f"{package} {importlib.metadata.version(package)}" for package in PACKAGES))
with tempfile.TemporaryDirectory() as folder:
    shops = {"spans.ndjson": trace, "tasks.ndjson": tasks, "console.json": console, "intake.ndjson": agent, "events.envelope": report}
    for name, fail in shops.items():
        stream = pathlib.Path(folder, name)
        compare(name, errctl, stream, fail(stream))
