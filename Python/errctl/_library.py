"""The shared library of errctl.h, called through ctypes."""

import contextlib
import ctypes
import json
import os
import struct
import threading
from typing import Any, Iterator, List, NamedTuple, Optional

__all__ = ["Finding", "Handle", "RuleFileError", "hide_secrets", "version"]

MESSAGE, PAYLOAD, CAUSES, ATTRIBUTES = 1, 2, 4, 8
EVERYTHING = 15

OK, COMPLETED, INCOMPLETE = 0, 1, -4


class _Failure(ctypes.Structure):
    _fields_ = [
        ("message", ctypes.c_char_p),
        ("file", ctypes.c_char_p),
        ("code", ctypes.c_char_p),
        ("line", ctypes.c_int32),
        ("column", ctypes.c_int32),
        ("findings", ctypes.c_char_p),
    ]


# The members of `errctl_resolution`.
_members = struct.Struct("@iIqiiQQPNN")

Finding = NamedTuple(
    "Finding",
    [("code", str), ("severity", str), ("message", str), ("file", str), ("line", int), ("column", int)],
)
Finding.__doc__ = """A finding about a rule file. `severity` is `note`, `warning` or `error`; `line` and `column` count from 1."""


class RuleFileError(Exception):
    """A rule file that is not taken: it has errors, or can't be read.

    Its text is the first error, as errctl prints it.

    Attributes:
        file: The file of the first error, which may be an import; None if the rule file can't be read.
        line: The line of the first error, from 1; None if the rule file can't be read.
        column: The column of the first error, from 1, in characters; None if the rule file can't be read.
        code: The first error's code, such as `unknown-key`; None if the rule file can't be read.
        findings: All findings, notes and warnings included, in the order of the files.
    """

    def __init__(
        self,
        message: str,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        code: Optional[str] = None,
        findings: Optional[List[Finding]] = None,
    ) -> None:
        super().__init__(message, file, line, column, code, findings)
        self.file = file
        self.line = line
        self.column = column
        self.code = code
        self.findings = findings or []

    def __str__(self) -> str:
        return self.args[0]


def _path() -> str:
    named = os.environ.get("ERRCTL_LIBRARY")
    return named or os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "liberrctl.so")


_file = _path()
# A decision takes about a microsecond: less than it takes to give up the interpreter's lock and get it back.
_held = ctypes.PyDLL(_file)
# To read and compile a rule file takes milliseconds, in which other threads go on.
_released = ctypes.CDLL(_file)

_text, _size, _pointer = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
_failure = ctypes.POINTER(ctypes.POINTER(_Failure))


def _declare(library: Any, name: str, result: Any, *arguments: Any) -> Any:
    function = library[name]
    function.restype = result
    function.argtypes = arguments
    return function


_open = _declare(_released, "errctl_open", _pointer, _text, ctypes.c_uint64, _failure)
_reload = _declare(_released, "errctl_reload", ctypes.c_uint64, _pointer, _failure)
_close = _declare(_held, "errctl_close", None, _pointer)
_fields = _declare(_held, "errctl_fields", ctypes.c_uint32, _pointer)
_files = _declare(_held, "errctl_files", ctypes.c_int32, _pointer, _pointer)
# Undeclared, ctypes converts the arguments in half the time: pointers are objects of its own, and the numbers fit into an int.
_decide = _declare(_held, "errctl_decide", ctypes.c_int32)
_decide.argtypes = None
_hide = _declare(_held, "errctl_hide_secrets", ctypes.c_int32, _text, _size, _pointer)
_create = _declare(_held, "errctl_resolution_create", _pointer)
_free = _declare(_held, "errctl_resolution_free", None, _pointer)
_free_failure = _declare(_held, "errctl_failure_free", None, ctypes.POINTER(_Failure))
_version = _declare(_held, "errctl_version", _text)

_unpack = _members.unpack_from


def version() -> str:
    """The version of the engine, such as `0.1.0`."""
    return _version().decode()


# While a process forks, no other thread compiles rules: a lock that it holds would stay locked in the child.
_compiling = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_compiling.acquire, after_in_parent=_compiling.release, after_in_child=_compiling.release
    )


class _Slot:
    """Memory for one resolution."""

    __slots__ = ("address", "argument", "memory", "room", "text", "view")

    def __init__(self) -> None:
        self.address = _create()
        if not self.address:
            raise MemoryError
        self.argument = _pointer(self.address)
        self.memory = (ctypes.c_char * _members.size).from_address(self.address)
        self.text = self.room = 0
        self.view = (ctypes.c_char * 0)()  # type: Any

    def read(self, members: tuple) -> bytes:
        """The text of a resolution, which moves where a longer one needs more memory."""
        text, length, capacity = members[7:]
        if text != self.text or length > self.room:
            self.view = (ctypes.c_char * capacity).from_address(text)
            self.text, self.room = text, capacity
        return self.view[:length]

    def __del__(self) -> None:
        if _free is not None:
            _free(self.address)


# Idle slots. A call takes one and puts it back, so there are as many as there were calls at the same time.
_slots = []  # type: List[_Slot]


def _text_of(function: Any, *arguments: Any) -> str:
    """The text that a function of the library writes.

    Raises:
        ValueError: The function failed.
    """
    slot = _Slot()
    status = function(*(arguments + (slot.address,)))
    members = _unpack(slot.memory)
    text = ctypes.string_at(members[7], members[8]).decode()
    if status != OK:
        raise ValueError(text)
    return text


def hide_secrets(value: str) -> str:
    """A JSON text with its secrets hidden.

    Raises:
        ValueError: The text is not JSON.
    """
    text = value.encode("utf-8", "replace")
    try:
        slot = _slots.pop()
    except IndexError:
        slot = _Slot()
    status = _hide(text, len(text), slot.address)
    members = _unpack(slot.memory)
    shown = slot.read(members)
    _slots.append(slot)
    if status != OK:
        raise ValueError(shown.decode())
    return shown.decode()


class Handle:
    """An open rule file. Its memory is freed with the last reference to it."""

    __slots__ = ("address", "argument", "path")

    def __init__(self, path: str, seed: int) -> None:
        self.address = None
        self.path = path
        name = os.fsencode(path)
        if b"\0" in name:
            raise ValueError("a path has no zero characters: {!r}".format(path))
        self.argument = _pointer()
        with self._failures() as failure:
            self.address = _open(name, seed, ctypes.byref(failure))
        self.argument = _pointer(self.address)

    def __del__(self) -> None:
        if self.address and _close is not None:
            _close(self.address)

    def reload(self) -> int:
        with self._failures() as failure:
            return _reload(self.address, ctypes.byref(failure))

    def fields(self) -> int:
        return _fields(self.address)

    def files(self) -> List[str]:
        return json.loads(_text_of(_files, self.address))

    def decide(self, record: bytes, filled: int) -> tuple:
        """The status, the members of the resolution, and its text."""
        try:
            slot = _slots.pop()
        except IndexError:
            slot = _Slot()
        status = _decide(self.argument, record, len(record), filled, slot.argument)
        members = _unpack(slot.memory)
        # Mostly the text is where the last one was.
        if members[7] == slot.text and members[8] <= slot.room:
            text = slot.view[: members[8]]
        else:
            text = slot.read(members)
        _slots.append(slot)
        return status, members, text

    @contextlib.contextmanager
    def _failures(self) -> Iterator[Any]:
        failure = ctypes.POINTER(_Failure)()
        with _compiling:
            yield failure
        if not failure:
            return
        told = failure.contents
        error = RuleFileError(
            (told.message or b"").decode(),
            None if told.file is None else os.fsdecode(told.file),
            told.line or None,
            told.column or None,
            None if told.code is None else told.code.decode(),
            [_finding(item) for item in json.loads(told.findings.decode())["diagnostics"]],
        )
        _free_failure(failure)
        raise error


def _finding(item: dict) -> Finding:
    start = item["range"]["start"]
    return Finding(item["code"], item["severity"], item["message"], item["file"], start["line"], start["column"])
