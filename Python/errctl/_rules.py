"""Rules that decide what becomes of exceptions."""

import datetime
import itertools
import json
import os
import threading
import time as clock
import warnings
import weakref
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

from ._library import COMPLETED, EVERYTHING, INCOMPLETE, MESSAGE, OK, Handle
from ._recording import MILLISECONDS, SYSTEM, Fields, Recorder, duration, quoted, second_text, timestamp

_evaluations = ("proceed", "retry", "cancel", "abort")
_now = clock.time
_identity = id
_severities = ("trace", "debug", "info", "notice", "warning", "error", "critical", "fatal")


class Resolution:
    """What the rules say of an error. The caller does it: nothing was run, shown or waited for."""

    # Decisions set these themselves: a constructor would take a tenth of their time.
    __slots__ = ("_members", "_text")
    _members: tuple
    _text: bytes

    @property
    def evaluation(self) -> str:
        """`proceed`, `retry`, `cancel` or `abort`."""
        return _evaluations[self._members[0]]

    @property
    def handled(self) -> bool:
        """Whether a rule handled the error, or it was ignored as a cancellation."""
        return self._members[1] & 1 != 0

    @property
    def assumed(self) -> bool:
        """Whether the answer to an alert, or the success of an action, was assumed."""
        return self._members[1] & 2 != 0

    @property
    def ignored(self) -> bool:
        """Whether it is a cancellation, about which no rule was asked."""
        return self._members[1] & 4 != 0

    @property
    def retry(self) -> bool:
        """Whether to try again, after `delay`."""
        return self._members[0] == 1

    @property
    def delay(self) -> Optional[float]:
        """Seconds to wait before the next try, from 0; None if no retry was granted by a rule's budget."""
        milliseconds = self._members[2]
        return None if milliseconds < 0 else milliseconds / 1000

    @property
    def attempt(self) -> Optional[int]:
        """The number of the try that failed, from 1; None if it is not known, or no retry was granted."""
        return self._members[3] or None

    @property
    def max_attempts(self) -> Optional[int]:
        """The number of tries in all, the first included; None if no retry was granted."""
        return self._members[4] or None

    @property
    def version(self) -> int:
        """The version of the rules that decided, from 1; each reload that is taken adds one."""
        return self._members[6]

    @property
    def json(self) -> str:
        """The resolution as one line of JSON without a line feed, as `errctl replay --resolutions` writes it."""
        return self._text.decode()

    @property
    def members(self) -> Dict[str, Any]:
        """The resolution as a dictionary, read anew each time."""
        return json.loads(self._text.decode())

    @property
    def id(self) -> str:
        """The record's id."""
        return self.members["id"]

    @property
    def category(self) -> Optional[str]:
        """The error's category."""
        return self.members.get("category")

    @property
    def rule(self) -> Optional[str]:
        """Which rule decided: `app/again`, `app/otherwise`, `ignored`; None if nobody handled the error."""
        by = self.members.get("by")
        if by is None:
            return None
        if "responder" not in by:
            return "ignored"
        return "{}/{}".format(by["responder"], by.get("rule", "otherwise"))

    @property
    def path(self) -> List[str]:
        """The responders that were asked, in order."""
        return self.members.get("path", [])

    @property
    def actions(self) -> List[Dict[str, Any]]:
        """The actions on the way, in order, as in the rule file."""
        return self.members.get("actions", [])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Resolution) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "<Resolution {}>".format(self.json)


def _resolution(members: tuple, text: bytes) -> Resolution:
    made = Resolution()
    made._members = members
    made._text = text
    return made


class Rules:
    """A rule file with the state of its budgets, rates, throttles, quotas and breakers.

    Any number of threads may use it at the same time. After a fork each process counts for itself, from what was counted
    before.

        rules = Rules("rules.yaml")
        resolution = rules.decide(error, operation="pay", attempt=2)
        if resolution.retry:
            time.sleep(resolution.delay)

    Args:
        path: The rule file, in YAML, or in JSON if its name ends in `.json`. Its imports are read from its folder.
        seed: The seed of random delays, from 0 to 2^64 - 1, as of `errctl replay --seed`. Processes draw different delays
            whatever it is: they draw from ids, which differ.
        ids: The beginning of the records' ids, before their number; by default 8 hexadecimal digits and `-`, drawn for each
            process.
        fields: Functions that read more of an exception, by its class or an ancestor. Each returns members of a record, or
            None: `{grpc.RpcError: lambda error: {"domain": "grpc", "code": error.code().name}}`. They replace what is
            read otherwise, except `type`, `is`, `payload` and `underlying`.
        record: Receives each decided error as a line of NDJSON, with its line feed, for `errctl replay`. If it raises an
            exception, there is a warning.
        secrets: Whether records and decisions may see secrets (`password=…`, tokens of known shapes).

    Raises:
        RuleFileError: The file has an error, or can't be read.
        ValueError: `seed` is out of its range.
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        seed: int = 0,
        ids: Optional[str] = None,
        fields: Optional[Fields] = None,
        record: Optional[Callable[[str], Any]] = None,
        secrets: bool = False
    ) -> None:
        if not 0 <= seed < 1 << 64:
            raise ValueError("seed has to be a whole number from 0 to 2^64 - 1, not {}".format(seed))
        self._handle = Handle(os.fspath(path), seed)  # type: Optional[Handle]
        self._path = os.fspath(path)
        self._recorder = Recorder(fields, secrets)
        self._kinds = self._recorder.kinds
        self._sink = record
        self._fill()
        self._prefix = ids
        self._numbers = itertools.count(1)
        self._texts = {}  # type: Dict[str, str]
        self._told = {}  # type: Dict[tuple, str]
        self._second = (-1, "")
        self._reloading = threading.Lock()
        self._begin()
        _all.add(self)

    def _begin(self) -> None:
        prefix = "{}-".format(os.urandom(4).hex()) if self._prefix is None else self._prefix
        self._head = '{"id":' + quoted(prefix)[:-1]

    def _fill(self) -> None:
        # A record that is kept has everything in it, whatever the rules read.
        self._filled = self._open().fields() if self._sink is None else EVERYTHING

    @property
    def path(self) -> str:
        """The rule file."""
        return self._path

    @property
    def files(self) -> List[str]:
        """The rule file and its imports, by their paths with all links resolved; the rule file first."""
        return self._open().files()

    def decide(
        self,
        exception: BaseException,
        *,
        operation: Optional[str] = None,
        attempt: Optional[int] = None,
        origin: Optional[str] = None,
        elapsed: Union[float, datetime.timedelta, None] = None,
        retry_after: Union[float, datetime.timedelta, None] = None,
        severity: Optional[str] = None,
        fatal: Optional[bool] = None,
        category: Optional[str] = None,
        attributes: Optional[Mapping[str, Any]] = None,
        time: Optional[float] = None,
        id: Optional[str] = None
    ) -> Resolution:
        """Decides an exception, and counts it.

        Args:
            exception: The exception. Its classes are `is`, its causes and contexts `underlying`, its arguments `payload`.
            operation: What was being tried, by which tries are counted.
            attempt: The number of the try that failed; the first is 1.
            origin: The dotted place where it was raised, which selects the first responder.
            elapsed: Seconds since the operation's first failure.
            retry_after: Seconds that the other side asks to wait.
            severity: `trace`, `debug`, `info`, `notice`, `warning`, `error`, `critical` or `fatal`.
            fatal: Whether the error is fatal; None: whether `severity` is `fatal`.
            category: The error's own category, which wins over those of the rules.
            attributes: Further attributes.
            time: When it was raised, in seconds since 1970; None: now.
            id: The record's id; None: the next number.

        Raises:
            TypeError: `exception` is none, or an argument is of another type.
            ValueError: An argument is out of its range, or the rules are closed.
        """
        filled, line = self._filled, ""
        if elapsed is None and retry_after is None and severity is None and fatal is None and category is None:
            if attributes is None and time is None and id is None and filled <= MESSAGE:
                # The usual error: of a class that was seen before, with nothing stored in it. No function is called for it that
                # need not be, since each takes a twentieth of a decision.
                try:
                    told = self._told.get((operation, origin, attempt, type(attempt))) or self._tell(operation, origin, attempt)
                    kind = self._kinds.get(_identity(type(exception)))
                    if kind is not None and not kind.readers and not exception.__dict__:
                        seconds = _now() + 0.0005
                        second = int(seconds)
                        last, moment = self._second
                        if last != second:
                            # Most errors come in the second of the one before.
                            moment = '","time":"' + second_text(second)
                            self._second = (second, moment)
                        code = ""
                        if kind.is_system and type(exception.errno) is int:  # type: ignore
                            code = SYSTEM + str(exception.errno)  # type: ignore
                        if filled:
                            code += ',"message":' + self._recorder.message(exception)
                        line = f"{self._head}{next(self._numbers)}{moment}{MILLISECONDS[int((seconds - second) * 1000)]}{told}{kind.identity}{code}}}"
                except Exception:
                    pass  # An argument is of another type, or the exception's own code fails.
        if not line:
            if not isinstance(exception, BaseException):
                raise TypeError("decide takes an exception, not {}".format(type(exception).__name__))
            said = (operation, attempt, origin, elapsed, retry_after, severity, fatal, category, time, id)
            line = self._line(exception, filled, attributes, said)
        handle = self._handle or self._open()
        try:
            record = line.encode()
        except UnicodeEncodeError:
            record = line.encode("utf-8", "replace")
        status, members, text = handle.decide(record, filled)
        if status == INCOMPLETE:
            # The rules were replaced meanwhile.
            said = (operation, attempt, origin, elapsed, retry_after, severity, fatal, category, time, id)
            line = self._line(exception, EVERYTHING, attributes, said)
            status, members, text = handle.decide(line.encode("utf-8", "replace"), EVERYTHING)
        if status != OK:
            raise ValueError(text.decode())
        if self._sink is not None:
            self._write(line)
        resolution = Resolution()
        resolution._members = members
        resolution._text = text
        return resolution

    def retry_on(
        self, *, origin: Optional[str] = None, attributes: Optional[Mapping[str, Any]] = None
    ) -> Callable[[BaseException], bool]:
        """Whether an exception is worth another try, as a function for libraries that count tries and wait themselves.

        For `retry_on` of LangGraph's `RetryPolicy` and of LangChain's middlewares, `on` of stamina, tenacity's
        `retry_if_exception` and the like. The exception has no operation and no attempt: a rule's `maxAttempts` and delay do
        not count, those of the library do. Its arguments are those of `decide`.
        """

        def is_retried(exception: BaseException) -> bool:
            return self.decide(exception, origin=origin, attributes=attributes).retry

        return is_retried

    def record(
        self,
        exception: BaseException,
        *,
        operation: Optional[str] = None,
        attempt: Optional[int] = None,
        origin: Optional[str] = None,
        elapsed: Union[float, datetime.timedelta, None] = None,
        retry_after: Union[float, datetime.timedelta, None] = None,
        severity: Optional[str] = None,
        fatal: Optional[bool] = None,
        category: Optional[str] = None,
        attributes: Optional[Mapping[str, Any]] = None,
        time: Optional[float] = None,
        id: Optional[str] = None
    ) -> str:
        """An exception as a line of NDJSON with its line feed, for `errctl replay`. Nothing is decided or counted.

        The arguments and errors are those of `decide`.
        """
        if not isinstance(exception, BaseException):
            raise TypeError("record takes an exception, not {}".format(type(exception).__name__))
        said = (operation, attempt, origin, elapsed, retry_after, severity, fatal, category, time, id)
        return self._line(exception, EVERYTHING, attributes, said) + "\n"

    def resolve(self, record: Union[str, bytes, Mapping[str, Any]]) -> Optional[Resolution]:
        """Decides a recorded error: a JSON object as text, or as a dictionary.

        None for a record that an operation ended well (`{"completed": true, "origin": …}`), which gives tokens back to
        quotas.

        Raises:
            ValueError: It is not a recorded error, or longer than 1 MiB; or the rules are closed.
            TypeError: It can't be written as JSON.
        """
        if isinstance(record, Mapping):
            record = json.dumps(dict(record))
        line = record.encode("utf-8", "replace") if isinstance(record, str) else bytes(record)
        status, members, text = self._open().decide(line, EVERYTHING)
        if status == COMPLETED:
            return None
        if status != OK:
            raise ValueError(text.decode())
        return _resolution(members, text)

    def reload(self) -> int:
        """Reads the file and its imports again, and puts them in force.

        Counts are kept for rules that are unchanged. Decisions under way end by the old rules.

        Returns:
            The version, from 1.

        Raises:
            RuleFileError: The file has an error or can't be read; the old rules stay in force.
            ValueError: The rules are closed.
        """
        with self._reloading:
            handle = self._open()
            version = handle.reload()
            self._fill()
            return version

    def close(self) -> None:
        """Frees the rules once the decisions under way have ended. Later calls raise ValueError."""
        self._handle = None

    def __enter__(self) -> "Rules":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Rules({!r})".format(self._path)

    def _open(self) -> Handle:
        handle = self._handle
        if handle is None:
            raise ValueError("The rules of {} are closed.".format(self._path))
        return handle

    def _line(self, exception: BaseException, filled: int, attributes: Optional[Mapping[str, Any]], said: tuple) -> str:
        """A record without its line feed, of the arguments of `decide`."""
        head = self._occurrence(*said)
        shared = None if attributes is None else self._recorder.value(dict(attributes))
        return head + self._recorder.members(exception, filled, shared, head) + "}"

    def _tell(self, operation: Optional[str], origin: Optional[str], attempt: Optional[int]) -> str:
        """What stands between the time and what the exception is."""
        told = '",'
        if operation is not None:
            told += '"operation":' + self._text(operation) + ","
        if origin is not None:
            told += '"origin":' + self._text(origin) + ","
        if attempt is not None:
            told += '"attempt":' + _number(attempt) + ","
        if len(self._told) >= 1024:
            self._told.clear()
        if len(told) <= 512:
            self._told[(operation, origin, attempt, type(attempt))] = told
        return told

    def _occurrence(
        self,
        operation: Optional[str],
        attempt: Optional[int],
        origin: Optional[str],
        elapsed: Any,
        retry_after: Any,
        severity: Optional[str],
        fatal: Optional[bool],
        category: Optional[str],
        time: Any,
        id: Optional[str],
    ) -> str:
        """The beginning of a record, up to the comma before what the exception is."""
        texts = self._texts
        head = self._head + str(next(self._numbers)) if id is None else '{"id":' + self._text(id)[:-1]
        head += '","time":"' + timestamp(_now() if time is None else time) + '",'
        if origin is not None:
            head += '"origin":' + (texts.get(origin) or self._text(origin)) + ","
        if operation is not None:
            head += '"operation":' + (texts.get(operation) or self._text(operation)) + ","
        if attempt is not None:
            head += '"attempt":' + _number(attempt) + ","
        if elapsed is not None:
            head += '"elapsed":"' + duration(elapsed) + '",'
        if retry_after is not None:
            head += '"retryAfter":"' + duration(retry_after) + '",'
        if severity is not None:
            if severity not in _severities:
                raise ValueError("severity has to be one of {}, not {!r}".format(", ".join(_severities), severity))
            head += '"severity":"' + severity + '",'
        if fatal is not None:
            head += '"fatal":true,' if fatal else '"fatal":false,'
        if category is not None:
            head += '"category":' + self._text(category) + ","
        return head

    def _text(self, text: str) -> str:
        if not isinstance(text, str):
            raise TypeError("a text is needed, not {}".format(type(text).__name__))
        known = self._texts.get(text)
        if known is None:
            if len(self._texts) >= 1024:
                self._texts.clear()
            known = self._recorder.text(str(text))
            if len(known) <= 256:
                self._texts[text] = known
        return known

    def _write(self, line: str) -> None:
        try:
            self._sink(line + "\n")  # type: ignore
        except Exception as failure:
            warnings.warn("An error was decided, but not recorded: {}".format(failure), RuntimeWarning, 3)


def _number(attempt: Any) -> str:
    if type(attempt) is not int or attempt < 1:
        raise ValueError("attempt has to be a whole number from 1, not {!r}".format(attempt))
    return str(attempt)


_all = weakref.WeakSet()  # type: weakref.WeakSet


def _begin_in_child() -> None:
    # Ids of another process, and so other random delays; and no thread of the parent ends its reload here.
    for rules in list(_all):
        rules._begin()
        rules._reloading = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_child)
