"""Text files of a Spark frame that its tasks read themselves: their rows need not pass through the JVM and Arrow.

Spark lists the files and cuts them. A task is a program's start, which takes as long as some megabytes do, so the pieces are put together
again where there are many for each core. A line is in the piece in which the line before it ends.
"""

import contextlib
import fcntl
import os
import socket
import stat
import urllib.parse
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from ._frames import MEMBERS, texts


class Piece(NamedTuple):
    """A part of a file, whose size Spark saw as it listed it. The number is the file's place among all files."""

    path: str
    start: int
    end: int
    size: int
    is_packed: bool
    number: int

    @property
    def is_whole(self) -> bool:
        return self.start == 0 and self.end >= self.size

    @property
    def place(self) -> str:
        """Where it stands in the frame, as errctl's `--shard` has it."""
        return "{}.{}".format(self.number, self.start)


# Of these options Spark needs none to make lines of a file; others, such as `lineSep`, stay with Spark.
_listing = {"path", "paths", "__globpaths__", "pathglobfilter", "recursivefilelookup", "modifiedbefore", "modifiedafter"}
_block = 1 << 16
# Of a task, where it is made of several pieces or files. What a task that fails has read is read again.
_most_bytes = 1 << 30
_most_files = 400
_tasks_per_core = 2
_set_pipe_size = 1031  # F_SETPIPE_SZ, which Python names from 3.10 on.


def plain(name: str) -> str:
    """A file's name as people write it."""
    parts = urllib.parse.urlsplit(name)
    return urllib.parse.unquote(parts.path) if parts.scheme == "file" else urllib.parse.unquote(name)


def numbered(files: List[str]) -> Dict[str, int]:
    """The order of files, by their names as people write them."""
    return {name: number for number, name in enumerate(sorted(set(map(plain, files))))}


def tasks_of(df: Any) -> List[List[Piece]]:
    """What each task reads: a piece of a file, or several whole files that follow each other. Nothing, unless the frame is all lines of text
    files that have a path on each worker.
    """
    query = getattr(df, "_jdf", None)  # Spark Connect has none.
    if query is None or df.is_cached:
        return []
    execution = query.queryExecution()
    plan = execution.optimizedPlan()
    if _class(plan) != "org.apache.spark.sql.execution.datasources.LogicalRelation":
        return []
    relation = plan.relation()
    if _class(relation) != "org.apache.spark.sql.execution.datasources.HadoopFsRelation":
        return []
    if _class(relation.fileFormat()) != "org.apache.spark.sql.execution.datasources.text.TextFileFormat":
        return []
    names = [field.name for field in df.schema.fields]
    if len(names) != 1 or names[0] in MEMBERS or not relation.partitionSchema().isEmpty():
        return []
    jvm = df.sparkSession._jvm
    for name, value in dict(jvm.scala.jdk.javaapi.CollectionConverters.asJava(relation.options())).items():
        if name.lower() not in _listing and (name.lower(), value.lower()) != ("wholetext", "false"):
            return []
    if df.sparkSession.conf.get("spark.sql.files.ignoreCorruptFiles").lower() == "true":
        return []
    return _tasks(_cut(df, execution, jvm), df.sparkSession.sparkContext.defaultParallelism)


def _class(value: Any) -> str:
    return value.getClass().getName()


def _cut(df: Any, execution: Any, jvm: Any) -> List[Piece]:
    """The pieces in their order, as Spark cuts them."""
    order = numbered(df.inputFiles())
    codecs = jvm.org.apache.hadoop.io.compress.CompressionCodecFactory(df._jdf.sparkSession().sessionState().newHadoopConf())
    packed = {}  # type: Dict[str, bool]
    pieces = []
    for partition in execution.toRdd().partitions():
        for part in partition.files():
            name = part.filePath().urlEncoded()
            if not name.startswith("file:"):
                return []
            path, end = plain(name), os.path.splitext(name)[1]
            if end not in packed:
                codec = codecs.getCodec(jvm.org.apache.hadoop.fs.Path("file" + end))
                packed[end] = codec is not None
                if codec is not None and codec.getDefaultExtension() not in (".gz", ".zst"):
                    return []
            start = part.start()
            pieces.append(Piece(path, start, start + part.length(), part.fileSize(), packed[end], order[path]))
    return sorted(pieces, key=lambda piece: (piece.number, piece.start))


def _tasks(pieces: List[Piece], cores: int) -> List[List[Piece]]:
    """The pieces put together: no larger than the largest of them, unless there are several tasks for each core anyway."""
    largest = max((piece.end - piece.start for piece in pieces), default=0)
    total = sum(piece.end - piece.start for piece in pieces)
    most = max(largest, min(_most_bytes, total // (_tasks_per_core * max(cores, 1))))
    tasks, size = [], 0  # type: List[List[Piece]], int
    for piece in pieces:
        length = piece.end - piece.start
        if tasks and size + length <= most:
            last = tasks[-1][-1]
            if last.path == piece.path and last.end == piece.start and len(tasks[-1]) == 1:
                tasks[-1] = [last._replace(end=piece.end)]
                size += length
                continue
            if piece.is_whole and last.is_whole and len(tasks[-1]) < _most_files:
                tasks[-1].append(piece)
                size += length
                continue
        tasks.append([piece])
        size = length
    return tasks


def unreadable(session: Any, tasks: List[List[Piece]]) -> Optional[str]:
    """Why workers can't read the files, as the first of them says it. Which of them will is not known before."""
    files = sorted({(piece.path, piece.size) for task in tasks for piece in task})

    def told(some: List[Tuple[str, int]]) -> Optional[str]:
        for path, size in some:
            try:
                os.close(_opened(path, size))
            except OSError as error:
                return str(error)
        return None

    context = session.sparkContext
    if context._jsc.isLocal():
        return told(files)
    count = min(len(files), 2 * context.defaultParallelism)

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            for number in batch.column(0).to_pylist():
                failure = told(files[number::count])
                if failure is not None:
                    yield pyarrow.RecordBatch.from_arrays([texts([failure.encode()], pyarrow.string())], ["failure"])

    failures = session.range(0, count, 1, count).mapInArrow(run, "failure string").collect()
    return failures[0].failure if failures else None


def _opened(path: str, size: int) -> int:
    """A file for reading.

    Raises:
        OSError: It can't be read, or is another one than Spark has listed.
    """
    why = ""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_size >= size:
            return descriptor
        os.close(descriptor)
        why = "it is shorter than the file that Spark has listed" if stat.S_ISREG(status.st_mode) else "it is not a file"
    except OSError as error:
        why = error.strerror or str(error)
    raise OSError("{} cannot be read on {}: {}".format(path, socket.gethostname(), why))


class Names:
    """Whole files, which the program opens itself."""

    name = None

    def __init__(self, paths: List[str]) -> None:
        self.streams = paths

    @contextlib.contextmanager
    def kept(self) -> "Iterator[Names]":
        yield self

    def feed(self, stdin: Any) -> None:
        """Writes nothing."""


class Bytes:
    """A part of a file, as a program's input, more than once if need be."""

    streams = ["-"]

    def __init__(self, descriptor: int, start: int, end: int, name: str) -> None:
        self._descriptor = descriptor
        self._start = start
        self._end = end
        self.name = name

    @contextlib.contextmanager
    def kept(self) -> "Iterator[Bytes]":
        yield self

    def feed(self, stdin: Any) -> None:
        """Writes it to a pipe.

        Raises:
            OSError: The file became shorter meanwhile.
        """
        offset, pipe = self._start, stdin.fileno()
        try:
            fcntl.fcntl(pipe, _set_pipe_size, 1 << 20)
        except OSError:
            pass  # A user may have so much in pipes and no more.
        while offset < self._end:
            # From file to pipe within the system.
            sent = os.sendfile(pipe, self._descriptor, offset, min(self._end - offset, 1 << 24))
            if sent == 0:
                raise OSError("a file became shorter while it was read")
            offset += sent


def opened(task: List[Piece]) -> Iterator[Tuple[str, Union[Names, Bytes]]]:
    """The lines of a task's pieces, if any begins in them, with their place. Files are open until the next step.

    Raises:
        OSError: A file can't be read here, or became shorter.
    """
    if all(piece.is_whole and _size(piece) == piece.size for piece in task):
        yield task[0].place, Names([piece.path for piece in task])
        for piece in task:
            _size(piece)
        return
    for piece in task:
        descriptor = _opened(piece.path, piece.size)
        try:
            size = os.fstat(descriptor).st_size
            start, end = (0, size) if piece.is_packed else _lines(descriptor, piece, size)
            if start < end:
                yield piece.place, Bytes(descriptor, start, end, piece.path)
        finally:
            os.close(descriptor)


def _size(piece: Piece) -> int:
    descriptor = _opened(piece.path, piece.size)
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


def _lines(descriptor: int, piece: Piece, size: int) -> Tuple[int, int]:
    """From the first line that begins in a piece to the end of the last one."""
    start = _next_line(descriptor, piece.start, piece.end)
    if start > piece.end:
        return start, start
    # What is written after Spark has listed the file is not read, but for the rest of a line.
    if piece.end == piece.size and os.pread(descriptor, 1, piece.end - 1) == b"\n":
        return start, piece.end
    return start, _next_line(descriptor, piece.end, size)


def _next_line(descriptor: int, offset: int, last: int) -> int:
    """Where the line after the one at an offset begins, if not after `last`; the file's first line is after none."""
    while 0 < offset <= last:
        block = os.pread(descriptor, _block, offset)
        found = block.find(b"\n") + 1
        if found or not block:
            return offset + found
        offset += len(block)
    return offset
