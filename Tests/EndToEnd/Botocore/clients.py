"""botocore's retry handlers, made from a table as its clients make them, and failures to call them with."""

import copy
import types
import zlib

from botocore import exceptions, retryhandler, translate
from botocore.awsrequest import AWSResponse
from botocore.client import ClientCreator

BODY = b"body"
URL = "https://aws.example"
# A random delay is as long as it can be.
retryhandler.random = types.SimpleNamespace(random=lambda: 1.0)


def handler(table, prefix):
    """The handler that a new session's client registers for a service with this endpoint prefix."""
    made = []
    creator = types.SimpleNamespace(
        # botocore changes the definitions where it merges; the next client must not see it.
        _loader=types.SimpleNamespace(load_data=lambda name: copy.deepcopy(table)),
        _retry_config_translator=translate,
        _retry_handler_factory=retryhandler,
        _transform_legacy_retries=lambda retries: retries,
    )
    service = types.SimpleNamespace(
        endpoint_prefix=prefix, service_name=prefix, service_id=types.SimpleNamespace(hyphenize=lambda: prefix)
    )
    client = types.SimpleNamespace(
        meta=types.SimpleNamespace(
            service_model=service,
            config=types.SimpleNamespace(retries={}),
            events=types.SimpleNamespace(register=lambda event, handler, unique_id: made.append(handler)),
        )
    )
    ClientCreator._register_legacy_retries(creator, client)
    return made[0]


class Failure:
    """An answer with an error, or an exception in place of one, and what a recorder writes about it."""

    def __init__(self, response=None, error=None, members=None):
        self.response, self.error, self.members = response, error, members

    def delay(self, handler, attempt):
        """How long botocore waits behind this try; None where it gives up."""
        try:
            return handler(attempt, self.response, self.error, request_dict={"context": {}})
        except Exception as raised:
            assert raised is self.error or isinstance(raised, exceptions.ChecksumError), (type(raised), raised)
            return None


def answer(status, code):
    parsed = {"Error": {"Code": code, "Message": "as planned"}, "ResponseMetadata": {}}
    return Failure((AWSResponse(URL, status, {}, None), parsed), members={"status": status, "code": code})


def damaged(header):
    """An answer with another body than its header says."""
    http = AWSResponse(URL, 200, {header: str(zlib.crc32(BODY) ^ 1)}, None)
    http._content = BODY
    return Failure((http, {"ResponseMetadata": {}}), members=error_members(exceptions.ChecksumError))


def error_members(kind):
    names = [f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__]
    return {"type": names[0], "is": names[1:]}


def failed_sending():
    """Errors of sending a request, of all of botocore's kinds and others."""
    texts = {"endpoint_url": URL, "proxy_url": URL, "error": "as planned"}
    kinds = [
        exceptions.ConnectionError,
        exceptions.EndpointConnectionError,
        exceptions.SSLError,
        exceptions.ConnectionClosedError,
        exceptions.ReadTimeoutError,
        exceptions.ConnectTimeoutError,
        exceptions.ProxyConnectionError,
        exceptions.HTTPClientError,
        exceptions.ResponseStreamingError,
        exceptions.InvalidProxiesConfigError,
        exceptions.NoCredentialsError,
    ]
    errors = [kind(**texts) for kind in kinds] + [ConnectionError("reset"), TimeoutError("late"), ValueError("odd")]
    return [Failure(error=error, members=error_members(type(error))) for error in errors]
