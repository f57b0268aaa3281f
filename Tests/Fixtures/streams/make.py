"""Makes the fixtures of logs whose producers are Python packages, each by the producer itself.

    python3 -m venv v && v/bin/pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http \
        sentry-sdk structlog loguru python-json-logger ecs-logging logfmter
    v/bin/python Tests/Fixtures/streams/make.py Tests/Fixtures/streams

What was made is in the folder, with the versions in VERSIONS; it is made anew by hand, never by a test.
"""
import importlib.metadata
import io
import json
import logging
import sys
from pathlib import Path

folder = Path(sys.argv[1])


class Timeout(ConnectionError):
    pass


def fail():
    try:
        {}["user"]
    except KeyError as error:
        raise Timeout("upstream timed out") from error


def write(name, text):
    (folder / name).write_text(text)


def through(handler, name):
    """Three records of Python's logging: one that is not an error, one with a chain of exceptions, a warning."""
    logger = logging.getLogger(f"shop.{name}")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(handler)
    logger.info("started", extra={"port": 8080})
    try:
        fail()
    except Timeout:
        logger.exception("charge failed", extra={"order_id": 42})
    logger.warning("slow answer", extra={"seconds": 3.5})


def python_json_logger():
    from pythonjsonlogger.json import JsonFormatter
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    through(handler, "pay")
    write("python-json-logger.ndjson", out.getvalue())


def ecs():
    import ecs_logging
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(ecs_logging.StdlibFormatter())
    through(handler, "pay-ecs")
    write("ecs.ndjson", out.getvalue())


def logfmt():
    from logfmter import Logfmter
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(Logfmter(keys=["time", "level", "logger"], mapping={"time": "asctime", "level": "levelname", "logger": "name"}))
    through(handler, "pay-logfmt")
    write("logfmt.log", out.getvalue())


def structured():
    import structlog
    to_json, console = structlog.processors.JSONRenderer(), structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback)
    for name, steps in [
        ("structlog.ndjson", [structlog.processors.dict_tracebacks, to_json]),
        ("structlog-text.ndjson", [structlog.processors.format_exc_info, to_json]),
        ("structlog-console.log", [console]),
    ]:
        out = io.StringIO()
        structlog.configure(
            processors=[structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso"), *steps],
            logger_factory=structlog.PrintLoggerFactory(out), cache_logger_on_first_use=False)
        log = structlog.get_logger()
        log.info("started", port=8080)
        try:
            fail()
        except Timeout:
            log.exception("charge failed", order_id=42)
        log.warning("slow answer", seconds=3.5)
        write(name, out.getvalue())


def loguru():
    from loguru import logger
    out = io.StringIO()
    logger.remove()
    logger.add(out, serialize=True)
    logger.info("started")
    try:
        fail()
    except Timeout:
        logger.bind(order_id=42).exception("charge failed")
    logger.warning("slow answer")
    write("loguru.ndjson", out.getvalue())
    text = io.StringIO()
    logger.remove()
    logger.add(text, format="{time:YYYY-MM-DD HH:mm:ss,SSS} - {name} - {level} - {message}", diagnose=False)
    logger.info("started")
    try:
        fail()
    except Timeout:
        logger.exception("charge failed")
    logger.warning("slow answer")
    write("loguru-text.log", text.getvalue())


def sentry():
    import sentry_sdk
    from sentry_sdk.transport import Transport

    class Keep(Transport):
        def __init__(self, options):
            super().__init__(options)
            self.out = io.BytesIO()

        def capture_envelope(self, envelope):
            envelope.serialize_into(self.out)

    sentry_sdk.init(dsn="https://key@example.com/1", transport=Keep, release="shop@1.0", server_name="web-1",
                    default_integrations=False)
    try:
        fail()
    except Timeout:
        sentry_sdk.capture_exception()
    sentry_sdk.capture_message("disk nearly full", level="warning")
    sentry_sdk.flush()
    made = sentry_sdk.get_client().transport.out.getvalue()
    (folder / "sentry-envelope.envelope").write_bytes(made)
    events = [line for line in made.split(b"\n") if b'"event_id"' in line and b'"platform"' in line]
    write("sentry.ndjson", "".join(line.decode() + "\n" for line in events))


def otlp():
    from google.protobuf.json_format import MessageToDict
    from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs
    from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
    from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
    from opentelemetry.sdk.resources import Resource

    batches = []

    class Keep:
        def export(self, batch):
            batches.extend(batch)

        def shutdown(self):
            pass

        def force_flush(self, timeout_millis=0):
            return True

    provider = LoggerProvider(resource=Resource({"service.name": "shop"}))
    provider.add_log_record_processor(SimpleLogRecordProcessor(Keep()))
    through(LoggingHandler(logger_provider=provider), "pay-otlp")
    request = MessageToDict(encode_logs(batches), use_integers_for_enums=True)
    write("otlp.ndjson", json.dumps(request) + "\n")


for make in [python_json_logger, ecs, logfmt, structured, loguru, sentry, otlp]:
    try:
        make()
    except Exception as error:
        print(make.__name__, repr(error), file=sys.stderr)
packages = ["opentelemetry-sdk", "sentry-sdk", "structlog", "loguru", "python-json-logger", "ecs-logging", "logfmter"]
write("VERSIONS", "".join(f"{name} {importlib.metadata.version(name)}\n" for name in packages))
