"""What rules would do with recorded errors, by the program that the package carries."""

import json
import os
import tempfile
from typing import Any, Callable, Dict, List, Sequence, TypeVar, Union

from . import _program
from ._frames import lines_of, paths_of

Path = Union[str, "os.PathLike[str]"]
Made = TypeVar("Made", bound="Report")


class Report:
    """A result in the program's formats: the text, and each of the others when it is first asked for."""

    def __init__(self, render: Callable[[str], bytes]) -> None:
        self._render = render
        self._known = {}  # type: Dict[str, str]

    def _format(self, name: str) -> str:
        if name not in self._known:
            self._known[name] = self._render(name).decode("utf-8")
        return self._known[name]

    def made(self: "Made") -> "Made":
        """The same, with its text: what is wrong with the rules or the errors is raised here."""
        self._format("text")
        return self

    @property
    def text(self) -> str:
        """The report for people, as the command prints it."""
        return self._format("text")

    @property
    def markdown(self) -> str:
        """The report for a pull request."""
        return self._format("markdown")

    @property
    def json(self) -> Dict[str, Any]:
        """The report for programs."""
        return json.loads(self._format("json"))

    def html(self) -> str:
        """The report as a page of its own, which loads nothing."""
        return self._format("html")

    def save(self, path: Path) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html())

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        # In a notebook: the text, whose columns stand below one another.
        return "<pre>{}</pre>".format(self.text.replace("&", "&amp;").replace("<", "&lt;"))


class Preview(Report):
    """What would happen to recorded errors."""

    def to_pandas(self) -> Any:
        """A row for each rule: `responder`, `rule`, `handled` and `matched` errors, `retries`, `delay` (seconds in all)."""
        import pandas

        rows = [
            {
                "responder": station["responder"],
                "rule": station.get("rule", "otherwise"),
                "handled": station["answered"],
                "matched": station["fired"],
                "retries": station["retries"],
                "delay": station["delay"],
            }
            for station in self.json["stations"]
        ]
        return pandas.DataFrame(rows, columns=["responder", "rule", "handled", "matched", "retries", "delay"])


class Comparison(Report):
    """What differs between two rule files, on recorded errors and in general."""


class _Stream:
    """Recorded errors as the program's arguments, or as lines for its standard input, kept to be read again."""

    def __init__(self, source: Any) -> None:
        self.paths = paths_of(source)
        self._file = None
        if self.paths is None:
            self._file = tempfile.NamedTemporaryFile(prefix="errctl-", suffix=".ndjson")
            for part in lines_of(source):
                self._file.write(part)
            self._file.flush()
            self.paths = [self._file.name]

    def run(self, arguments: List[str], options: Sequence[str]) -> bytes:
        return _program.run(arguments + list(options) + list(self.paths or [])).stdout


def replay(source: Any, rules: Path, *, options: Sequence[str] = ()) -> Preview:
    """What the rules would do with recorded errors, as `errctl replay` says it.

    Args:
        source: The errors: a path, a folder or a pattern, or several of them; a frame of pandas, Polars, pyarrow or DuckDB; or
            any other series of records. Files may be in any format that errctl reads, packed or not. A frame with one
            column of texts holds the lines of a log; in any other, each row is a record whose columns are its members.
        rules: The rule file.
        options: Further options of the command, such as `["--order", "time", "--load"]`.

    Raises:
        ProgramError: The rule file has an error, or the errors can't be read.
        TypeError: `source` is nothing of the above.
    """
    stream = _Stream(source)
    return Preview(lambda name: stream.run(["replay", os.fspath(rules), "--format", name], options)).made()


def diff(source: Any, old: Path, new: Path, *, options: Sequence[str] = ()) -> Comparison:
    """What differs between two rule files, on recorded errors and in general, as `errctl diff` says it.

    The arguments and errors are those of `replay`.
    """
    stream = _Stream(source)
    return Comparison(lambda name: stream.run(["diff", os.fspath(old), os.fspath(new), "--format", name], options)).made()


COLUMNS = [
    "id", "time", "origin", "category", "responder", "rule", "evaluation", "handled", "assumed", "attempt", "max_attempts",
    "delay", "resolution",
]  # fmt: skip


def row_of(line: str) -> Dict[str, Any]:
    """A resolution as a row."""
    members = json.loads(line)
    by, retry = members.get("by") or {}, members.get("retry") or {}
    rule = None
    if by:
        rule = "ignored" if "ignore" in by else by.get("rule", "otherwise")
    time = members.get("time")
    return {
        "id": members["id"],
        "time": time if time is None or isinstance(time, str) else json.dumps(time),
        "origin": members.get("origin"),
        "category": members.get("category"),
        "responder": by.get("responder"),
        "rule": rule,
        "evaluation": members.get("evaluation"),
        "handled": members["handled"],
        "assumed": members.get("assumed", False),
        "attempt": retry.get("attempt"),
        "max_attempts": retry.get("maxAttempts"),
        "delay": retry.get("delay"),
        "resolution": line,
    }


def resolve(source: Any, rules: Path, *, options: Sequence[str] = ()) -> Any:
    """The resolution of each recorded error, in order, as a frame of pandas with the columns `id`, `time`, `origin`, `category`,
    `responder`, `rule`, `evaluation`, `handled`, `assumed`, `attempt`, `max_attempts`, `delay` (seconds) and `resolution` (all
    of it as JSON).

    The arguments and errors are those of `replay`.
    """
    import pandas

    stream = _Stream(source)
    output = stream.run(["replay", os.fspath(rules), "--resolutions", "-"], options).decode("utf-8")
    frame = pandas.DataFrame([row_of(line) for line in output.split("\n") if line], columns=COLUMNS)
    return frame.astype({"attempt": "Int64", "max_attempts": "Int64", "handled": "boolean", "assumed": "boolean"})
