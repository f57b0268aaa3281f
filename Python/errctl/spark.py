"""Rules on a Spark cluster: errctl runs in the tasks, on the records that Spark reads.

    import errctl.spark

    errors = spark.read.text("s3a://logs/2026-11/*.gz")
    print(errctl.spark.preview(errors, "rules.yaml").text)

A frame with one column of texts, whose name is none of a record's members, holds the lines of logs; in any other each row is a
record, and the columns are its members. The package has to be installed where Spark's workers run. The rule file, with its imports,
is sent with the job.

What Spark reads from files stands in the order of the files' names, and in each file in its own; anything else in the order of
the partitions. That order counts where rules remember earlier errors, and for ordinals.
"""

import collections
import contextlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import _program, _spark_files
from ._frames import batch_lines, integers, texts
from ._replay import COLUMNS, Path, Preview, row_of

__all__ = ["Changes", "diff", "preview", "resolve"]

_block = 1 << 20
_file, _start = "__errctl_file", "__errctl_start"
# A merge opens all its files.
_merged_at_once = 200
# Spark hands 10,000 rows at a time to a task, which then takes more than three times their size.
_row = 512
_partial_columns = ["place", "offset", "data"]
_partial_schema = "place string, offset long, data binary"
# What was evaluated of a part of the keys has a place that begins so. Those of pieces are numbers.
_part = "part "
# Each part reads all partial results.
_most_parts = 8


class _Rules:
    """A rule file and its imports, to be sent with a job. In a task they stand in a folder of their own."""

    def __init__(self, path: Path) -> None:
        path = os.fspath(path)
        # Reports name the rules as they were named here, where a task can have them so.
        folder = os.path.dirname(path)
        if os.path.isabs(path) or ".." in folder.split(os.sep):
            folder = ""
        self.name = os.path.join(folder, os.path.basename(path))
        # An empty stream has the program read the rules, and say what is wrong with them.
        _program.run(["replay", path, "-"], input=b"")
        self.texts = {}  # type: Dict[str, bytes]
        for name, file in _files(path):
            with open(file, "rb") as opened:
                self.texts[os.path.join(folder, name)] = opened.read()

    def needs(self, path: Path) -> Dict[str, Any]:
        """By which values records have to meet, as `errctl partition` says it."""
        return json.loads(_program.run(["partition", os.fspath(path), "--format", "json"]).stdout)

    def write(self, folder: str) -> None:
        for name, text in self.texts.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)


def _files(path: str) -> List[Tuple[str, str]]:
    """The rule file and its imports: where they stand in the rule file's folder, and where they are."""
    from ._library import RuleFileError
    from ._rules import Rules

    name = os.path.basename(path)
    try:
        with Rules(path) as rules:
            files = rules.files
    except RuleFileError:
        # A policy of another system, which only the program reads; it imports nothing.
        return [(name, path)]
    root = os.path.dirname(files[0])
    return [(name, files[0])] + [(os.path.relpath(file, root), file) for file in files[1:]]


# Writes a program's input.
Feed = Callable[[Any], None]


def _nothing(_: Any) -> None:
    """The input of a program that reads files."""


class _Task:
    """The program in a task, with its rules in its working folder. It is fed while its output is read."""

    def __init__(self, arguments: Sequence[str], *rules: Tuple[str, _Rules]) -> None:
        self.folder = tempfile.mkdtemp(prefix="errctl-")
        for name, files in rules:
            files.write(os.path.join(self.folder, name))
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [_program.path()] + list(arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            cwd=self.folder,
            env=_program.environment(),
        )

    def output(self, feed: "Feed") -> Iterator[bytes]:
        """The program's output, in blocks. It is fed on another thread, which waits where the program is slower.

        Raises:
            ProgramError: The program failed. Its text is what the program said.
        """
        assert self.process.stdin is not None and self.process.stdout is not None
        stdin, failure = self.process.stdin, []  # type: Any, List[BaseException]

        def run() -> None:
            try:
                feed(stdin)
                stdin.close()
            except BrokenPipeError:
                pass  # It has ended, and its status says why.
            except BaseException as error:
                failure.append(error)
                self.process.kill()

        feeder = threading.Thread(target=run, daemon=True)
        feeder.start()
        for block in iter(lambda: self.process.stdout.read1(_block), b""):  # type: ignore
            yield block
        feeder.join()
        status = self.process.wait()
        if failure:
            raise failure[0]
        if status != 0:
            raise _program.ProgramError(_program.message(self.said(), status), status)

    def said(self) -> bytes:
        """What the program wrote to standard error."""
        self.errors.seek(0)
        return self.errors.read()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            try:
                stream.close()  # type: ignore
            except OSError:
                pass
        shutil.rmtree(self.folder, ignore_errors=True)


def _notes(errors: bytes) -> List[str]:
    """What a program that succeeded had to say, but for the summary beside resolutions."""
    return [line for line in errors.decode("utf-8", "replace").splitlines() if line.startswith("errctl: ")]


def _output(
    feed: Feed, arguments: Sequence[str], *rules: Tuple[str, _Rules], note: Callable[[str], Any] = _nothing
) -> Iterator[bytes]:
    """The program's output, in blocks; at the end each of its notes."""
    task = _Task(arguments, *rules)
    try:
        yield from task.output(feed)
        for text in _notes(task.said()):
            note(text)
    finally:
        task.close()


def _log(note: str) -> None:
    """In the log of the task's worker."""
    print(note, file=sys.stderr, flush=True)


def _whole_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    rest = []  # type: List[bytes]
    for block in blocks:
        end = block.rfind(b"\n") + 1
        if end:
            yield b"".join(rest) + block[:end]
            rest = []
        rest.append(block[end:])
    if any(rest):
        yield b"".join(rest)


def _texts(blocks: Iterable[bytes], count: int = 10000) -> Iterator[bytes]:
    """The same lines, `count` at a time."""
    rest = b""
    for block in _whole_lines(blocks):
        lines = (rest + block).splitlines(True)
        whole = len(lines) - len(lines) % count
        for start in range(0, whole, count):
            yield b"".join(lines[start : start + count])
        rest = b"".join(lines[whole:])
    if rest:
        yield rest


# --- pieces ---------------------------------------------------------------------------------------------------------


class _Rows:
    """Lines that pass through Spark as rows, as a program's input."""

    streams = ["-"]

    def __init__(self, batches: Iterable[Any], name: str = "rows") -> None:
        self._batches = batches
        self.name = name

    def feed(self, stdin: Any) -> None:
        for batch in self._batches:
            for part in batch_lines(batch):
                stdin.write(part)

    @contextlib.contextmanager
    def kept(self) -> Iterator[_spark_files.Bytes]:
        """The same, to be fed more than once."""
        with tempfile.TemporaryFile() as file:
            self.feed(file)
            file.flush()
            yield _spark_files.Bytes(file.fileno(), 0, file.tell(), self.name)


class _Files:
    """Files that tasks read themselves. A row of its frame is the number of a task."""

    def __init__(self, tasks: List[List[_spark_files.Piece]]) -> None:
        self._tasks = tasks

    def inputs(self, batches: Iterable[Any]) -> Iterator[Any]:
        """What has to be read by a program of its own."""
        return (lines for _, lines in self.pieces(batches))

    def pieces(self, batches: Iterable[Any]) -> Iterator[Tuple[str, Any]]:
        """The same, each with its place."""
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from _spark_files.opened(self._tasks[number])


class _Pieces:
    """The pieces of a frame whose rows pass through Spark: of a file from an offset in it, or a partition."""

    def __init__(self, files: Dict[int, Tuple[int, str]]) -> None:
        self.files = files

    def inputs(self, batches: Iterable[Any]) -> Iterator[Any]:
        yield _Rows(batches)

    def pieces(self, batches: Iterable[Any]) -> Iterator[Tuple[str, Any]]:
        if not self.files:
            from pyspark import TaskContext

            context = TaskContext.get()
            yield str(context.partitionId() if context else 0), _Rows(batches)
            return
        parts = itertools.chain.from_iterable(map(self._parts, batches))
        for (file, start), group in itertools.groupby(parts, key=lambda part: part[0]):
            number, name = self.files[file]
            yield "{}.{}".format(number, start), _Rows((part[1] for part in group), name)

    @staticmethod
    def _parts(batch: Any) -> Iterator[Tuple[Tuple[int, int], Any]]:
        files, starts = batch.column(_file), batch.column(_start)
        rows = batch.drop_columns([_file, _start])
        begin, count = 0, batch.num_rows
        while begin < count:
            key = (files[begin].as_py(), starts[begin].as_py())
            end = count
            if (files[count - 1].as_py(), starts[count - 1].as_py()) != key:
                # Pieces follow each other in order, so the last row of this one is found by halves.
                low, high = begin, count - 1
                while high - low > 1:
                    middle = (low + high) // 2
                    if (files[middle].as_py(), starts[middle].as_py()) == key:
                        low = middle
                    else:
                        high = middle
                end = low + 1
            yield key, rows.slice(begin, end - begin)
            begin = end


def _files_of(df: Any, read_files: bool) -> Optional[Tuple[Any, _Files]]:
    """A frame with a row for each task that reads a part of the files itself; None if the rows have to pass through Spark."""
    tasks = _spark_files.tasks_of(df) if read_files else []
    if not tasks:
        return None
    failure = _spark_files.unreadable(df.sparkSession, tasks)
    if failure is not None:
        warnings.warn(failure + "; so all rows pass through Spark, which takes longer", stacklevel=4)
        return None
    return df.sparkSession.range(0, len(tasks), 1, len(tasks)), _Files(tasks)


def _streams(df: Any, read_files: bool) -> Tuple[Any, Any]:
    """The frame, and how a task gets its programs' inputs of it."""
    return _files_of(df, read_files) or (df, _Pieces({}))


def _placed(df: Any, read_files: bool) -> Tuple[Any, Any]:
    """The same with the place of each piece: rows have the file and the offset of theirs, if Spark read them from files."""
    from pyspark.sql import functions

    by_files = _files_of(df, read_files)
    if by_files:
        return by_files
    files = df.inputFiles()
    if not files:
        return df, _Pieces({})
    try:
        hashed = functions.xxhash64(functions.col("_metadata.file_path")).alias(_file)
        placed = df.select("*", hashed, functions.col("_metadata.file_block_start").alias(_start))
        placed.schema
    except Exception:
        return df, _Pieces({})
    order = _spark_files.numbered(files)
    spelled = {}  # type: Dict[str, str]
    for file in files:
        # Spark spells a local file in two ways.
        rest = file[5:].lstrip("/") if file.startswith("file:") else None
        for name in [file] if rest is None else ["file:/" + rest, "file:///" + rest]:
            spelled[name] = _spark_files.plain(file)
    names = df.sparkSession.createDataFrame(list(spelled.items()), "name string, plain string")
    numbers = names.select("plain", functions.xxhash64("name").alias("number")).collect()
    return placed, _Pieces({row.number: (order[row.plain], row.plain) for row in numbers})


# --- partial results ------------------------------------------------------------------------------------------------


def _partials(df: Any, rules: _Rules, options: Sequence[str], read_files: bool) -> Any:
    """The partial results of a frame's pieces, as rows of their blocks."""
    frame, pieces = _placed(df, read_files)

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        for place, lines in pieces.pieces(batches):
            arguments = ["replay", rules.name] + lines.streams + ["--partial", "-", "--shard", place, "--jobs", "1"]
            if lines.name is not None:
                arguments += ["--stream-name", lines.name]
            offset = 0
            for block in _output(lines.feed, arguments + list(options), (".", rules)):
                yield _partial_rows(place, offset, block)
                offset += len(block)

    return frame.mapInArrow(run, _partial_schema)


def _partial_rows(place: str, offset: int, block: bytes) -> Any:
    import pyarrow

    starts = range(0, len(block), _row)
    columns = [
        texts([place.encode()] * len(starts), pyarrow.string()),
        integers((offset + start for start in starts), pyarrow.int64()),
        texts([block[start : start + _row] for start in starts], pyarrow.binary()),
    ]
    return pyarrow.RecordBatch.from_arrays(columns, _partial_columns)


class _PartialFiles:
    """Partial results in files, one for each piece, and one for each part of the keys that was evaluated."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.names = []  # type: List[str]
        self._parts = []  # type: List[str]
        self._known = {}  # type: Dict[str, str]
        self._opened = None  # type: Optional[str]
        self._descriptor = -1

    def add(self, batch: Any) -> None:
        import pyarrow

        places, offsets, data = batch.column("place").to_pylist(), batch.column("offset").to_pylist(), batch.column("data")
        ends = memoryview(data.buffers()[1]).cast("i" if data.type == pyarrow.binary() else "q")[data.offset :]
        blocks = memoryview(data.buffers()[2] or b"")
        first = 0
        for row in range(1, len(places) + 1):
            # Blocks that follow each other are written at once, from where Arrow has them.
            if row < len(places) and places[row] == places[first] and offsets[row] - offsets[first] == ends[row] - ends[first]:
                continue
            if self._opened != places[first]:
                self._open(places[first])
            os.pwrite(self._descriptor, blocks[ends[first] : ends[row]], offsets[first])
            first = row

    def _open(self, place: str) -> None:
        if place not in self._known:
            self._known[place] = os.path.join(self.folder, "{:06d}.partial".format(len(self._known)))
            (self._parts if place.startswith(_part) else self.names).append(self._known[place])
        self.close()
        self._descriptor = os.open(self._known[place], os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._opened = place

    def close(self) -> None:
        if self._opened is not None:
            os.close(self._descriptor)
            self._opened = None

    def settle(self) -> List[str]:
        """Few enough files to be merged at once."""
        self.close()
        level = 0
        while len(self.names) > _merged_at_once:
            level += 1
            grouped = [self.names[start : start + _merged_at_once] for start in range(0, len(self.names), _merged_at_once)]
            self.names = []
            for number, group in enumerate(grouped):
                merged = os.path.join(self.folder, "{}-{:06d}.partial".format(level, number))
                _program.run(["merge"] + group + ["--partial", merged])
                for name in group:
                    os.remove(name)
                self.names.append(merged)
        return self.names + self._parts


def _evaluated(partials: Any, needs: Dict[str, Any]) -> Any:
    """The same rows, and those of what was handed over, evaluated by several tasks if records have to meet by keys."""
    from pyspark.sql import functions

    session = partials.sparkSession
    context = getattr(session, "sparkContext", None)  # Spark Connect has none.
    count = min(context.defaultParallelism if context else _most_parts, _most_parts)
    if needs["records"] != "by-key" or count < 2:
        return partials
    # A number for each part, by which Spark gives it to a task of its own.
    places = functions.pmod(functions.hash("id"), functions.lit(count)).alias("place")
    keys = {row.place: row.id for row in session.range(0, 64 * count, 1, 1).select("id", places).collect()}
    parts = session.createDataFrame(list(keys.items()), "part int, key long")

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow.compute as compute

        with tempfile.TemporaryDirectory(prefix="errctl-") as folder:
            parts = {}  # type: Dict[int, _PartialFiles]
            for batch in batches:
                numbers = batch.column("part")
                for number in compute.unique(numbers).to_pylist():
                    if number not in parts:
                        os.mkdir(os.path.join(folder, str(number)))
                        parts[number] = _PartialFiles(os.path.join(folder, str(number)))
                    rows = batch.filter(compute.equal(numbers, number)).select(_partial_columns)
                    parts[number].add(rows)
                    if number == 0:
                        yield rows
            for number, written in parts.items():
                part = "{}/{}".format(number + 1, count)
                offset = 0
                for block in _output(_nothing, ["merge"] + written.settle() + ["--part", part, "--partial", "-"]):
                    yield _partial_rows(_part + part, offset, block)
                    offset += len(block)

    spread = partials.crossJoin(functions.broadcast(parts)).repartition(count, "key").drop("key")
    return spread.mapInArrow(run, _partial_schema)


def _merged(partials: Any, answer: Callable[[List[str]], Iterator[Any]], schema: str) -> Any:
    """What one task makes of the files of all partial results."""

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        with tempfile.TemporaryDirectory(prefix="errctl-") as folder:
            written = _PartialFiles(folder)
            for batch in batches:
                written.add(batch)
            files = written.settle()
            if files:
                yield from answer(files)

    return partials.repartition(1).mapInArrow(run, schema)


_formats = ("text", "markdown", "json", "html")
_note = "note"


def preview(df: Any, rules: Path, *, options: Sequence[str] = (), read_files: bool = True) -> Preview:
    """What the rules would do with the errors of a frame: the numbers of one replay of them all.

    Each task writes what its records come to, and hands over those that depend on others. Several tasks answer these, if they have
    to meet by keys. One task merges the results, from its disk; the driver gets the reports alone, which need no Spark any more.
    If that task has to answer all of them, a warning says how many, and why.

    Args:
        df: The errors.
        rules: The rule file.
        options: Further options of `errctl replay` that affect what is counted, such as `["--input", "nginx"]`.
        read_files: Whether the tasks read the files of `spark.read.text` themselves, if they have a path on the workers. If
            not, or if `df` is anything else, all rows pass through Spark, which takes longer.

    Raises:
        ProgramError: The rule file has an error. What fails in a task, or as the results are merged, is the task's error.
    """
    files = _Rules(rules)
    partials = _evaluated(_partials(df, files, options, read_files), files.needs(rules))

    def reports(files: List[str]) -> Iterator[Any]:
        import pyarrow

        with tempfile.TemporaryDirectory(prefix="errctl-") as folder:
            names = {name: os.path.join(folder, name) for name in _formats[1:]}
            done = _program.run(["merge"] + files + [word for name in names for word in ("--report", name + "=" + names[name])])
            made = {_formats[0]: done.stdout, _note: done.stderr}
            for name, path in names.items():
                with open(path, "rb") as report:
                    made[name] = report.read()
        for name, text in made.items():
            yield pyarrow.RecordBatch.from_arrays(
                [texts([name.encode()], pyarrow.string()), texts([text], pyarrow.binary())], ["format", "report"]
            )

    made = {row["format"]: bytes(row["report"]) for row in _merged(partials, reports, "format string, report binary").collect()}
    if made:
        for note in _notes(made[_note]):
            warnings.warn(note, stacklevel=2)
        return Preview(made.__getitem__)
    # Nothing at all: as an empty stream.
    return Preview(
        lambda name: _program.run(["replay", os.fspath(rules), "-", "--format", name] + list(options), input=b"").stdout
    )


def resolve(df: Any, rules: Path, *, options: Sequence[str] = (), read_files: bool = True) -> Any:
    """The resolution of each recorded error, as a frame with the columns of `errctl.resolve`.

    Where the rules remember nothing, each task resolves its own records. Else it hands over those that depend on others, and one
    task writes all resolutions in order: it needs room on its disk for them.

    Records need an `id` if ids and random delays are to be those of a replay of the whole: without, and where the rules remember
    nothing, each task numbers its own from 1, or those of each piece of a file that it reads itself.

    The arguments and errors are those of `preview`.
    """
    files = _Rules(rules)
    needs = files.needs(rules)
    if needs["records"] == "alone":
        tail = ["--resolutions", "-", "--jobs", "1"] + list(options)
        frame, streams = _streams(df, read_files)

        def alone(batches: Iterator[Any]) -> Iterator[Any]:
            for lines in streams.inputs(batches):
                for text in _whole_lines(_output(lines.feed, ["replay", files.name] + lines.streams + tail, (".", files))):
                    yield _resolved(text)

        return frame.mapInArrow(alone, _schema())

    def resolutions(written: List[str]) -> Iterator[Any]:
        for text in _whole_lines(_output(_nothing, ["merge"] + written + ["--resolutions", "-"], note=_log)):
            yield _resolved(text)

    partials = _partials(df, files, list(options) + ["--with-resolutions"], read_files)
    return _merged(_evaluated(partials, needs), resolutions, _schema())


class Changes:
    """What another rule file would do with the errors of a frame.

    Attributes:
        records: A frame of the errors that end otherwise: `id`, `time`, `origin`, `old_evaluation`, `old_handled`, `old_rule`,
            `new_evaluation`, `new_handled`, `new_rule`.
        count: The number of errors in all.
    """

    def __init__(self, records: Any, count: int, moves: "collections.Counter", proof: str) -> None:
        self.records = records
        self.count = count
        self._moves = moves
        self._proof = proof

    def to_pandas(self) -> Any:
        """A row for each way to end otherwise, the most frequent first: `old`, `new`, `errors`."""
        import pandas

        rows = [(old, new, errors) for (old, new), errors in sorted(self._moves.items(), key=lambda move: (-move[1], move[0]))]
        return pandas.DataFrame(rows, columns=["old", "new", "errors"])

    @property
    def text(self) -> str:
        """How many errors end otherwise, and what `errctl diff` says of the rules themselves."""
        changed = sum(self._moves.values())
        lines = ["{:,} of {:,} errors end otherwise".format(changed, self.count)]
        width = max([len(old) for old, _ in self._moves] or [0])
        for (old, new), errors in sorted(self._moves.items(), key=lambda move: (-move[1], move[0])):
            lines.append("  {:>12,}  {} -> {}".format(errors, old.ljust(width), new))
        return "\n".join(lines) + "\n\n" + self._proof

    def __str__(self) -> str:
        return self.text


def diff(df: Any, old: Path, new: Path, *, options: Sequence[str] = (), read_files: bool = True) -> Changes:
    """Which errors of a frame end otherwise by another rule file: with another evaluation, or handled by one of them only.

    The arguments and errors are those of `preview`. Both rule files resolve the frame as `resolve` does. An error is found again by
    its `id`, or by its number where the rules remember something; where neither file does, both read it in the same task.
    """
    from pyspark.sql import functions

    before, after = _Rules(old), _Rules(new)
    proof = _program.run(["diff", os.fspath(old), os.fspath(new)]).stdout.decode()
    if {before.needs(old)["records"], after.needs(new)["records"]} == {"alone"}:
        both = _resolved_by_both(df, before, after, options, read_files)
    else:
        names = {name: (name if name == "id" else "old_" + name) for name in ("id", "evaluation", "handled", "rule", "time", "origin")}
        first = resolve(df, old, options=options, read_files=read_files)
        second = resolve(df, new, options=options, read_files=read_files)
        first = first.select(*[functions.col(name).alias(alias) for name, alias in names.items()])
        second = second.select("id", *[functions.col(name).alias("new_" + name) for name in ("evaluation", "handled", "rule")])
        both = first.join(second, "id").withColumnRenamed("old_time", "time").withColumnRenamed("old_origin", "origin")
    ends = [functions.when(functions.col(side + "handled"), functions.col(side + "evaluation")).otherwise("unhandled") for side in ("old_", "new_")]
    counted = both.groupBy(ends[0].alias("old"), ends[1].alias("new")).count().collect()
    moves = collections.Counter({(row["old"], row["new"]): row["count"] for row in counted if row["old"] != row["new"]})
    records = both.where(ends[0] != ends[1])
    return Changes(records, sum(row["count"] for row in counted), moves, proof)


def _resolved_by_both(df: Any, old: _Rules, new: _Rules, options: Sequence[str], read_files: bool) -> Any:
    """Both resolutions of each error, by two programs that read the same lines."""
    import pyarrow

    sides = [("old_" + name, name) for name in ("evaluation", "handled", "rule")]
    sides += [("new_" + name, name) for name in ("evaluation", "handled", "rule")]
    schema = "id string, time string, origin string, " + ", ".join(
        "{} {}".format(column, "boolean" if name == "handled" else "string") for column, name in sides
    )

    frame, streams = _streams(df, read_files)

    def both(lines: Any) -> Iterator[Any]:
        tail = lines.streams + ["--resolutions", "-", "--jobs", "1"] + list(options)
        outputs = [_texts(_output(lines.feed, ["replay", rules.name] + tail, (".", rules))) for rules in (old, new)]
        for first, second in itertools.zip_longest(*outputs):
            before, after = _resolved(first), _resolved(second)
            columns = [before.column(name) for name in ("id", "time", "origin", "evaluation", "handled", "rule")]
            columns += [after.column(name) for name in ("evaluation", "handled", "rule")]
            names = ["id", "time", "origin"] + [column for column, _ in sides]
            yield pyarrow.RecordBatch.from_arrays(columns, names)

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        for lines in streams.inputs(batches):
            with lines.kept() as kept:
                yield from both(kept)

    return frame.mapInArrow(run, schema)


# --- resolutions as columns -----------------------------------------------------------------------------------------


def _schema() -> str:
    kinds = {"handled": "boolean", "assumed": "boolean", "attempt": "int", "max_attempts": "int", "delay": "double"}
    return ", ".join("{} {}".format(name, kinds.get(name, "string")) for name in COLUMNS)


def _columns() -> Any:
    import pyarrow

    kinds = {
        "handled": pyarrow.bool_(), "assumed": pyarrow.bool_(), "attempt": pyarrow.int32(), "max_attempts": pyarrow.int32(),
        "delay": pyarrow.float64(),
    }  # fmt: skip
    return pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])


def _resolved(text: bytes) -> Any:
    """Resolutions as an Arrow batch, read without a Python object for each."""
    import pyarrow
    import pyarrow.compute as compute
    from pyarrow import json as reader

    lines = text.split(b"\n")
    if not lines[-1]:
        lines.pop()
    string = pyarrow.string()
    by = pyarrow.struct([("responder", string), ("rule", string), ("otherwise", pyarrow.bool_()), ("ignore", string)])
    retry = pyarrow.struct([("attempt", pyarrow.int32()), ("maxAttempts", pyarrow.int32()), ("delay", pyarrow.float64())])
    read = pyarrow.schema(
        [
            ("id", string), ("time", string), ("origin", string), ("category", string), ("by", by), ("evaluation", string),
            ("handled", pyarrow.bool_()), ("assumed", pyarrow.bool_()), ("retry", retry),
        ]
    )  # fmt: skip
    try:
        table = reader.read_json(
            pyarrow.BufferReader(text),
            read_options=reader.ReadOptions(use_threads=False, block_size=len(text) + 1),
            parse_options=reader.ParseOptions(explicit_schema=read, unexpected_field_behavior="ignore"),
        )
    except pyarrow.ArrowInvalid:
        # A member has another type than usual: a time that is a number.
        return pyarrow.RecordBatch.from_pylist([row_of(line.decode()) for line in lines], schema=_columns())
    arrays = {name: table[name].combine_chunks() for name in table.schema.names}
    by, retry = arrays["by"], arrays["retry"]
    rule = compute.if_else(compute.is_valid(compute.struct_field(by, "ignore")), "ignored", compute.struct_field(by, "rule"))
    arrays.update(
        responder=compute.struct_field(by, "responder"),
        rule=compute.if_else(compute.fill_null(compute.struct_field(by, "otherwise"), False), "otherwise", rule),
        assumed=compute.fill_null(arrays["assumed"], False),
        attempt=compute.struct_field(retry, "attempt"),
        max_attempts=compute.struct_field(retry, "maxAttempts"),
        delay=compute.struct_field(retry, "delay"),
        resolution=texts(lines, string),
    )
    return pyarrow.RecordBatch.from_arrays([arrays[name] for name in COLUMNS], schema=_columns())
