"""Exceptions as records, as rule files and `errctl replay` read them.

Whatever an exception is made of, nothing of it raises an error here, and no code of it is called but `__str__`, and the
functions that the program gives.
"""

import datetime
import decimal
import email.utils
import enum
import fractions
import http
import math
import pathlib
import re
import sys
import time as clock
import uuid
import weakref
from json import encoder as _encoder
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from . import _codes
from ._library import ATTRIBUTES, CAUSES, EVERYTHING, MESSAGE, PAYLOAD, hide_secrets

# A JSON string, by the interpreter's own encoder where it is compiled.
quoted = getattr(_encoder, "c_encode_basestring", None) or _encoder.encode_basestring  # type: Callable[[str], str]

# As the recorder of Swift errors: characters of a text, members of a value, levels of one, causes.
TEXT, MEMBERS, DEPTH, LISTED_CAUSES = 8192, 128, 8, 64
# Values, nested errors included, in a record.
VALUES = 1000

_platform = "darwin" if sys.platform == "darwin" else "linux"
SYSTEM = ',"domain":"NSPOSIXErrorDomain","platform":"{}","code":'.format(_platform)
_cancelled = {"asyncio.exceptions.CancelledError", "concurrent.futures._base.CancelledError", "trio.Cancelled"}
_group = getattr(__import__("builtins"), "BaseExceptionGroup", ())

Fields = Mapping[type, Callable[[Any], Optional[Mapping[str, Any]]]]


def name_of(kind: type) -> str:
    """A class with its module, as a traceback has it: those of Python itself stand alone."""
    module = getattr(kind, "__module__", None)
    name = getattr(kind, "__qualname__", None) or kind.__name__
    return name if module in ("builtins", None) else "{}.{}".format(module, name)


class Kind:
    """What exceptions of a class have in common."""

    __slots__ = ("reference", "identity", "is_system", "has_code", "has_status", "readers")

    def __init__(self, kind: type, fields: Fields, forget: Callable[[Any], None], secrets: bool) -> None:
        self.reference = weakref.ref(kind, forget)
        ancestors = [base for base in kind.__mro__[1:] if base is not object]
        names = [name_of(base) for base in ancestors]
        own = name_of(kind)
        identity = '"type":{},"is":[{}]'.format(quoted(own), ",".join(map(quoted, names)))
        if not _cancelled.isdisjoint([own] + names):
            identity += ',"cancelled":true'
        self.identity = identity if secrets else hide_secrets("{" + identity + "}")[1:-1]
        self.is_system = issubclass(kind, OSError)
        read, self.has_status = _codes.reader(kind)
        self.has_code = read is not None
        self.readers = [fields[base] for base in reversed(kind.__mro__) if base in fields]


class Recorder:
    """Writes exceptions as records."""

    def __init__(self, fields: Optional[Fields], secrets: bool) -> None:
        self._fields = dict(fields or {})
        self._secrets = secrets
        self.kinds = {}  # type: Dict[int, Kind]

    def kind(self, exception: BaseException) -> Kind:
        kind = type(exception)
        known = self.kinds.get(id(kind))
        if known is None:
            key, kinds = id(kind), self.kinds

            def forget(_: Any) -> None:
                kinds.pop(key, None)

            known = kinds[key] = Kind(kind, self._fields, forget, self._secrets)
        return known

    def value(self, value: Any) -> str:
        """A value that the program passes, as JSON without secrets."""
        return self._hidden(_Value().json(value, self, 1))

    def text(self, text: str) -> str:
        """A text as JSON without secrets."""
        return self._hidden(quoted(text if len(text) <= TEXT else _cut(text)))

    def message(self, exception: BaseException) -> str:
        """An exception's text as JSON without secrets."""
        return self.text(_message(exception))

    def _hidden(self, json: str) -> str:
        return json if self._secrets or '"' not in json else hide_secrets(json)

    def members(self, exception: BaseException, filled: int, attributes: Optional[str] = None, head: str = "") -> str:
        """The members of a record that say what an exception is.

        `attributes` are those of the program, as JSON; `head` are the members before, which win.
        """
        kind = self.kind(exception)
        return self._whole(exception, kind, filled, attributes, _Value(), 0, head)

    def _whole(
        self,
        exception: BaseException,
        kind: Kind,
        filled: int,
        attributes: Optional[str],
        value: "_Value",
        depth: int,
        head: str = "",
    ) -> str:
        own = {}  # type: Dict[str, Any]
        parts = [kind.identity]
        try:
            if kind.is_system and type(exception.errno) is int:  # type: ignore
                parts[0] += SYSTEM + str(exception.errno)  # type: ignore
            if kind.has_status:
                _read_response(exception, own)
            if kind.has_code or "sqlstate" in exception.__dict__ or "pgcode" in exception.__dict__:
                code = _codes.code(exception)
                if code is not None:
                    own["code"] = code
                elif kind.has_code:
                    self._read_text(exception, own, parts)
        except Exception:
            pass
        for reader in kind.readers:
            try:
                own.update(reader(exception) or {})
            except Exception as failure:
                own.setdefault("attributes", {})["errctl.fields"] = name_of(type(failure))
        for name in ("type", "is", "id", "time", "origin", "operation", "attempt", "underlying", "payload"):
            own.pop(name, None)
        told = own.pop("attributes", None)
        for name, member in own.items():
            key = quoted(str(name)) + ":"
            # A quote inside a text is escaped, so this is a key.
            if member is not None and "," + key not in head and "," + key not in parts[0]:
                parts.append(key + self._hidden(value.json(member, self, 1)))
        if filled & MESSAGE and "message" not in own:
            parts.append('"message":' + self.message(exception))
        if filled & PAYLOAD:
            arguments = _arguments(exception)
            if arguments:
                parts.append('"payload":' + self._hidden(value.json(arguments, self, depth)))
        if filled & CAUSES and depth == 0:
            causes = _causes(exception)
            if causes:
                listed = [
                    "{" + self._whole(cause, self.kind(cause), EVERYTHING & ~CAUSES, None, value, 0) + "}"
                    for cause in causes
                ]
                parts.append('"underlying":[' + ",".join(listed) + "]")
        shown = [] if attributes is None else [attributes[1:-1]]
        if isinstance(told, Mapping):
            shown.append(self._hidden(value.json(dict(told), self, 1))[1:-1])
        if filled & ATTRIBUTES:
            details = _details(exception)
            if details:
                shown.append('"error":' + self._hidden(value.json(details, self, 1)))
        shown = [part for part in shown if part]
        if shown:
            parts.append('"attributes":{' + ",".join(shown) + "}")
        return ",".join(parts)

    @staticmethod
    def _read_text(exception: BaseException, own: Dict[str, Any], parts: List[str]) -> None:
        """What the text alone tells of a client's error without a code."""
        number = None if SYSTEM in parts[0] else _codes.system_code(exception)
        if number is not None:
            parts[0] += SYSTEM + str(number)
        status = _codes.http_status(exception)
        if status is not None:
            own["status"] = status

    def nested(self, exception: BaseException, value: "_Value", depth: int) -> str:
        """An exception inside another one's arguments."""
        whole = self._whole(exception, self.kind(exception), EVERYTHING & ~CAUSES, None, value, depth)
        return "{" + whole + "}"


_shown_as_text = (
    datetime.date, datetime.time, datetime.timedelta, datetime.timezone, decimal.Decimal, fractions.Fraction, uuid.UUID,
    pathlib.PurePath,
)  # fmt: skip


class _Value:
    """Any value as JSON, bounded in depth and size."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = VALUES

    def json(self, value: Any, recorder: Recorder, depth: int) -> str:
        self.left -= 1
        kind = type(value)
        if value is None:
            return "null"
        if kind is bool:
            return "true" if value else "false"
        if kind is str:
            return quoted(value if len(value) <= TEXT else _cut(value))
        if kind is int:
            bits = value.bit_length()
            return str(value) if bits < 64 else quoted(str(value) if bits <= 1024 else "int of {} bits".format(bits))
        if kind is float:
            return repr(value) if math.isfinite(value) else quoted(repr(value))
        if self.left <= 0 or depth > DEPTH:
            return '"…"'
        try:
            if kind in (list, tuple, set, frozenset):
                elements = list(value)[:MEMBERS]
                return "[" + ",".join([self.json(element, recorder, depth + 1) for element in elements]) + "]"
            if kind is dict:
                members = [
                    "{}:{}".format(quoted(_key(key)), self.json(member, recorder, depth + 1))
                    for key, member in list(value.items())[:MEMBERS]
                ]
                return "{" + ",".join(members) + "}"
            if isinstance(value, BaseException):
                return recorder.nested(value, self, depth + 1)
            if isinstance(value, enum.Enum):
                return quoted("{}.{}".format(kind.__qualname__, value._name_))
            if kind in (bytes, bytearray, memoryview):
                return quoted("{} bytes".format(len(value)))
            if kind.__module__ in ("datetime", "decimal", "fractions", "uuid", "pathlib", "pathlib._local"):
                if isinstance(value, _shown_as_text):
                    return quoted(_cut(str(value)))
            if isinstance(value, type):
                return quoted(name_of(value))
        except Exception:
            pass
        return quoted("<{}>".format(name_of(kind)))


def _key(key: Any) -> str:
    if type(key) is str:
        return _cut(key)
    return str(key) if type(key) in (int, float, bool) else "<{}>".format(name_of(type(key)))


def _cut(text: str) -> str:
    return text if len(text) <= TEXT else text[: TEXT - 7] + "… [cut]"


def _message(exception: BaseException) -> str:
    try:
        text = str(exception)
        return text if type(text) is str else str.__str__(text)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        return "[no text: {}]".format(name_of(type(failure)))


def _arguments(exception: BaseException) -> Tuple[Any, ...]:
    try:
        arguments = exception.args
        if type(arguments) is not tuple:
            return ()
        # The errors of a group stand among its causes.
        return arguments[:1] if _group and isinstance(exception, _group) else arguments
    except Exception:
        return ()


# What an error of a client that speaks HTTP stores: `hdrs` is urllib's, `err_code` is NATS's.
_HTTP = {"response", "request", "headers", "hdrs", "url", "request_info", "err_code"}
_number = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?\Z")
# Clients whose errors have the status as their first argument alone.
_STATUS_FIRST = {"opensearchpy", "elasticsearch"}


def _read_response(exception: BaseException, own: Dict[str, Any]) -> None:
    """The HTTP status and `Retry-After` of the usual clients' errors, from what they have stored."""
    stored = exception.__dict__
    # `_response` is google-api-core's, `meta` Elasticsearch's.
    response = stored.get("response")
    if response is None:
        response = stored.get("_response")
    meta = getattr(stored.get("meta"), "__dict__", {})
    metadata = {}  # type: Any
    if type(response) is dict:
        # botocore: {"Error": {"Code": …}, "ResponseMetadata": {"HTTPStatusCode": …, "HTTPHeaders": …}}
        metadata, error = response.get("ResponseMetadata"), response.get("Error")
        metadata = metadata if type(metadata) is dict else {}
        if type(error) is dict and type(error.get("Code")) is str:
            own["code"] = error["Code"]
    names = ("status_code", "status", "http_status", "code") if _HTTP.intersection(stored) else (
        "status_code", "status", "http_status")  # fmt: skip
    # The error's own number counts before that of its response.
    numbers = [stored.get(name) for name in names]
    numbers += [metadata.get("HTTPStatusCode"), meta.get("status")]
    numbers += [getattr(response, "__dict__", {}).get("status_code"), _status_of_class(exception)]
    status = next((number for number in map(_status, numbers) if number is not None), None)
    if status is not None:
        own["status"] = status
    # A number of its own that is not a status.
    elif type(stored.get("code")) is int:
        own["code"] = stored["code"]
    called = getattr(_codes.stored(exception, "grpc_status_code"), "_name_", None)
    if type(called) is str and "code" not in own:
        own["code"] = called
    wish = _seconds(stored.get("retry_after"))
    for headers in (
        stored.get("headers"), stored.get("hdrs"), metadata.get("HTTPHeaders"), meta.get("headers"),
        getattr(response, "headers", None),
    ):  # fmt: skip
        wish = _retry_after(headers) if wish is None else wish
    if wish is not None:
        own["retryAfter"] = "{:d}s".format(int(wish)) if wish == int(wish) else "{:.3f}s".format(wish)


def _status(number: Any) -> Optional[int]:
    """A number, if it is the status of a failure."""
    is_status = isinstance(number, int) and not isinstance(number, bool) and 400 <= number <= 599
    return int(number) if is_status else None


def _status_of_class(exception: BaseException) -> Any:
    """The status that a class stands for, as google-api-core's do, or that is all that its error has."""
    for kind in type(exception).__mro__:
        number = kind.__dict__.get("code")
        if isinstance(number, http.HTTPStatus):
            return number
        if (getattr(kind, "__module__", None) or "").partition(".")[0] in _STATUS_FIRST:
            return exception.args[0] if exception.args else None
    return None


def _retry_after(headers: Any) -> Optional[float]:
    """The seconds that headers ask for, a mapping or one of a client's own."""
    if type(headers) is dict:
        headers = {name.lower(): value for name, value in headers.items() if type(name) is str}
    if headers is None or not hasattr(headers, "get"):
        return None
    for name, scale in (("retry-after-ms", 1e-3), ("x-amz-retry-after", 1e-3), ("retry-after", 1.0)):
        text = headers.get(name)
        if type(text) is not str:
            continue
        seconds = _seconds(text.strip())
        if seconds is not None:
            return seconds * scale
        try:
            moment = email.utils.parsedate_to_datetime(text)
        except (TypeError, ValueError):
            continue
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=datetime.timezone.utc)
        return max(0.0, float(round((moment - datetime.datetime.now(datetime.timezone.utc)).total_seconds())))
    return None


def _seconds(written: Any) -> Optional[float]:
    """A number of seconds, or a text that is one; none beyond a year."""
    if type(written) is str and _number.match(written):
        written = float(written)
    if type(written) not in (int, float):
        return None
    return float(written) if 0 <= written <= 31_536_000 else None


def _causes(exception: BaseException) -> List[BaseException]:
    """The direct cause first; each is followed by its own."""
    found = []  # type: List[BaseException]
    seen = {id(exception)}
    pending = _direct_causes(exception)[::-1]
    while pending and len(found) < LISTED_CAUSES:
        cause = pending.pop()
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        found.append(cause)
        pending.extend(_direct_causes(cause)[::-1])
    return found


def _direct_causes(exception: BaseException) -> List[BaseException]:
    cause = exception.__cause__
    if cause is None and not exception.__suppress_context__:
        cause = exception.__context__
    causes = [] if cause is None else [cause]
    # SQLAlchemy's error of the driver, where it is not raised from it.
    try:
        driver = exception.__dict__.get("orig") if cause is None else None
        if isinstance(driver, BaseException):
            causes.append(driver)
    except Exception:
        pass
    if _group and isinstance(exception, _group):
        try:
            causes += exception.exceptions[: LISTED_CAUSES + 1]
        except Exception:
            pass
    return causes


def _details(exception: BaseException) -> Dict[str, Any]:
    details = {}  # type: Dict[str, Any]
    try:
        if isinstance(exception, OSError):
            for name in ("filename", "filename2"):
                file = getattr(exception, name, None)
                if file is not None:
                    details[name] = file
        for name, member in list(exception.__dict__.items()):
            if type(name) is str and not name.startswith("_"):
                details[name] = member
        notes = exception.__dict__.get("__notes__")
        if notes:
            details["notes"] = notes
    except Exception:
        pass
    return details


def duration(seconds: Any) -> str:
    """A duration as rule files write it; of a number of seconds or a timedelta."""
    if isinstance(seconds, datetime.timedelta):
        seconds = seconds.total_seconds()
    return "{}ms".format(max(0, int(seconds * 1000)))


# What follows a time's second.
MILLISECONDS = ["{:03d}Z".format(number) for number in range(1000)]


def second_text(second: int) -> str:
    """RFC 3339 in UTC up to the milliseconds; of whole seconds since 1970.

    Raises:
        ValueError: It is before 1970, or after the year 9999.
    """
    if not 0 <= second < 253402300800:
        raise ValueError("a time has to be before the year 10000, in seconds since 1970")
    return clock.strftime("%Y-%m-%dT%H:%M:%S.", clock.gmtime(second))


def timestamp(seconds: float) -> str:
    """RFC 3339 in UTC with milliseconds; of seconds since 1970.

    Raises:
        ValueError: It is not a number, before 1970, or after the year 9999.
    """
    try:
        milliseconds = int(seconds * 1000 + 0.5)
    except OverflowError:
        milliseconds = -1000
    whole = milliseconds // 1000
    return second_text(whole) + MILLISECONDS[milliseconds - whole * 1000]
