"""Text files of a Spark frame that its tasks read themselves: their rows need not pass through the JVM and Arrow.

Spark lists the files, cuts them and gives the pieces to tasks, as it does where it reads them. A line is in the piece in which
the line before it ends.
"""

import contextlib
import fcntl
import os
import socket
import stat
import urllib.parse
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from ._frames import MEMBERS, texts

Piece = NamedTuple("Piece", [("path", str), ("start", int), ("end", int), ("size", int), ("is_packed", bool), ("place", str)])
Piece.__doc__ = """A part of a file, whose size Spark saw as it listed it; and where the part stands in the frame."""

# Of these options Spark needs none to make lines of a file; others, such as `lineSep`, stay with Spark.
_listing = {"path", "paths", "__globpaths__", "pathglobfilter", "recursivefilelookup", "modifiedbefore", "modifiedafter"}
_block = 1 << 16
_set_pipe_size = 1031  # F_SETPIPE_SZ, which Python names from 3.10 on.


def plain(name: str) -> str:
    """A file's name as people write it."""
    parts = urllib.parse.urlsplit(name)
    return urllib.parse.unquote(parts.path) if parts.scheme == "file" else urllib.parse.unquote(name)


def numbered(files: List[str]) -> Dict[str, int]:
    """The order of files, by their names as people write them."""
    return {name: number for number, name in enumerate(sorted(set(map(plain, files))))}


def pieces_of(df: Any) -> List[List[Piece]]:
    """What each task reads. Nothing, unless the frame is all lines of text files that have a path on each worker."""
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
    return _cut(df, execution, jvm)


def _class(value: Any) -> str:
    return value.getClass().getName()


def _cut(df: Any, execution: Any, jvm: Any) -> List[List[Piece]]:
    order = numbered(df.inputFiles())
    codecs = jvm.org.apache.hadoop.io.compress.CompressionCodecFactory(df._jdf.sparkSession().sessionState().newHadoopConf())
    packed = {}  # type: Dict[str, bool]
    tasks = []
    for partition in execution.toRdd().partitions():
        task = []
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
            place = "{}.{}".format(order[path], start)
            task.append(Piece(path, start, start + part.length(), part.fileSize(), packed[end], place))
        tasks.append(task)
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
        why = "it is shorter than the file that Spark has listed" if stat.S_ISREG(status.st_mode) else "it is no file"
    except OSError as error:
        why = error.strerror or str(error)
    raise OSError("{} cannot be read on {}: {}".format(path, socket.gethostname(), why))


class Bytes:
    """A part of a file, as a program's input, more than once if need be."""

    def __init__(self, descriptor: int, start: int, end: int) -> None:
        self._descriptor = descriptor
        self._start = start
        self._end = end

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


def opened(piece: Piece) -> Iterator[Bytes]:
    """The lines of a piece, if any begins in it. The file is open until the next step.

    Raises:
        OSError: The file can't be read here.
    """
    descriptor = _opened(piece.path, piece.size)
    try:
        if piece.is_packed:
            yield Bytes(descriptor, 0, os.fstat(descriptor).st_size)
            return
        start = _next_line(descriptor, piece.start, piece.end)
        if start > piece.end:
            return
        end = _next_line(descriptor, piece.end, os.fstat(descriptor).st_size)
        if start < end:
            yield Bytes(descriptor, start, end)
    finally:
        os.close(descriptor)


def _next_line(descriptor: int, offset: int, last: int) -> int:
    """Where the line after the one at an offset begins, if not after `last`; the file's first line is after none."""
    while 0 < offset <= last:
        block = os.pread(descriptor, _block, offset)
        found = block.find(b"\n") + 1
        if found or not block:
            return offset + found
        offset += len(block)
    return offset
