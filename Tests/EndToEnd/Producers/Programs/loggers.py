"""Each of Python's loggers says the same: a piece of information, a warning, an error, an exception and one with a cause."""

import logging
import sys


def say(log):
    log.info("starting")
    log.warning("careful")
    log.error("declined")
    try:
        {}["card"]
    except KeyError:
        log.exception("no card")
    try:
        try:
            raise ConnectionError("gateway 3")
        except ConnectionError as error:
            raise RuntimeError("payment failed") from error
    except RuntimeError:
        log.exception("could not pay")


def structlog(renderer):
    import structlog

    exceptions = [structlog.processors.dict_tracebacks] if renderer == "json" else []
    rendering = structlog.processors.JSONRenderer() if renderer == "json" else structlog.dev.ConsoleRenderer(colors=True)
    structlog.configure(
        processors=[
            structlog.stdlib.add_logger_name,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            *exceptions,
            rendering,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.INFO)
    say(structlog.get_logger("shop"))


def loguru(form):
    from loguru import logger

    logger.remove()
    logger.add(sys.stdout, serialize=form == "json", backtrace=False, diagnose=False)
    say(logger)


def python(form):
    handler = logging.StreamHandler(sys.stdout)
    if form == "json":
        from pythonjsonlogger.json import JsonFormatter

        handler.setFormatter(JsonFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s - %(name)s - %(levelname)s - %(message)s"))
    logger = logging.getLogger("shop")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    say(logger)


{"structlog": structlog, "loguru": loguru, "python": python}[sys.argv[1]](sys.argv[2])
