"""Lines of a log, from whatever holds its rows."""

import array
import datetime
import decimal
import itertools
import json
import os
from typing import Any, Iterable, Iterator, List, Mapping, Optional, Sequence

# Members of a record; a column with another name that is the only one holds lines of a log.
MEMBERS = {
    "time", "id", "origin", "type", "case", "payload", "is", "domain", "code", "status", "message", "reason", "suggestion",
    "options", "category", "severity", "fatal", "cancelled", "operation", "attempt", "retryAfter", "problem", "underlying",
    "answers", "performed", "event", "with", "platform", "attributes", "elapsed", "completed",
}  # fmt: skip

_rows = 10000
# Lines that are copied at once.
_joined = 1000


def paths_of(source: Any) -> Optional[List[str]]:
    """The files that a source names; None if it holds rows."""
    if isinstance(source, (str, os.PathLike)):
        return [os.fspath(source)]
    if isinstance(source, (list, tuple)) and source and all(isinstance(one, (str, os.PathLike)) for one in source):
        return [os.fspath(one) for one in source]
    return None


def lines_of(source: Any) -> Iterator[bytes]:
    """A frame's rows as lines, many at a time; each part ends with a line feed.

    Raises:
        TypeError: The source is neither a frame nor a series of records.
    """
    if hasattr(source, "to_frame") and not hasattr(source, "columns"):  # a series
        source = source.to_frame(name="value")
    if hasattr(source, "__arrow_c_stream__"):
        try:
            import pyarrow
        except ImportError:
            pass
        else:
            if hasattr(pyarrow.RecordBatchReader, "from_stream"):
                for batch in pyarrow.RecordBatchReader.from_stream(source):
                    yield from batch_lines(batch)
                return
    if hasattr(source, "to_batches"):  # pyarrow
        for batch in source.to_batches():
            yield from batch_lines(batch)
    elif hasattr(source, "collect") and hasattr(source, "lazy"):  # a lazy frame of Polars
        yield from lines_of(source.collect())
    elif hasattr(source, "iter_slices"):  # Polars
        for part in source.iter_slices(_rows):
            yield _records(part.iter_rows(named=True), part.columns)
    elif hasattr(source, "iloc"):  # pandas
        for start in range(0, len(source), _rows):
            part = source.iloc[start : start + _rows]
            yield _records(part.to_dict("records"), [str(name) for name in part.columns])
    elif hasattr(source, "fetchmany") and hasattr(source, "columns"):  # DuckDB
        while True:
            rows = source.fetchmany(_rows)
            if not rows:
                break
            yield _records((dict(zip(source.columns, row)) for row in rows), list(source.columns))
    elif isinstance(source, Iterable) and not isinstance(source, (bytes, Mapping)):
        for record in source:
            yield _line(record)
    else:
        raise TypeError(
            "replay takes a path, a list of paths, a frame of pandas, Polars, pyarrow or DuckDB, or records; not {}".format(
                type(source).__name__
            )
        )


def integers(values: Iterable[int], kind: Any) -> Any:
    """An Arrow array of 32 or 64 bits. `pyarrow.array` loads pandas, which takes 43 MB and half a second."""
    import pyarrow

    numbers = array.array("i" if kind == pyarrow.int32() else "q", values)
    return pyarrow.Array.from_buffers(kind, len(numbers), [None, pyarrow.py_buffer(numbers)])


def texts(values: Sequence[bytes], kind: Any) -> Any:
    """An Arrow array of texts or bytes, likewise."""
    import pyarrow

    ends = integers(itertools.accumulate(itertools.chain([0], map(len, values))), pyarrow.int32())
    return pyarrow.Array.from_buffers(kind, len(values), [None, ends.buffers()[1], pyarrow.py_buffer(b"".join(values))])


def batch_lines(batch: Any) -> Iterator[bytes]:
    """The lines of an Arrow batch: its only column of texts as it is, or a record for each row."""
    import pyarrow
    import pyarrow.compute

    if batch.num_rows == 0:
        return
    kinds = pyarrow.types
    if batch.num_columns == 1 and batch.schema.field(0).name not in MEMBERS:
        column = batch.column(0)
        kind = column.type
        if any(is_text(kind) for is_text in (kinds.is_string, kinds.is_large_string, kinds.is_binary, kinds.is_large_binary)):
            for start in range(0, len(column), _joined):
                part = column.slice(start, _joined).cast(pyarrow.string()).fill_null("")
                # All rows as one list, whose texts are joined without a Python object for each.
                listed = pyarrow.ListArray.from_arrays(integers([0, len(part)], pyarrow.int32()), part)
                yield pyarrow.compute.binary_join(listed, "\n")[0].as_buffer().to_pybytes() + b"\n"
            return
    for start in range(0, batch.num_rows, _rows):
        yield _records(batch.slice(start, _rows).to_pylist(), batch.schema.names)


def _records(rows: Iterable[Mapping[str, Any]], names: List[str]) -> bytes:
    if len(names) == 1 and names[0] not in MEMBERS:
        return b"".join(_line(row[names[0]]) for row in rows)
    return b"".join(_line(row) for row in rows)


def _line(record: Any) -> bytes:
    if isinstance(record, bytes):
        return record.rstrip(b"\n") + b"\n"
    if isinstance(record, str):
        return record.rstrip("\n").encode("utf-8", "replace") + b"\n"
    if record is None:
        return b"\n"
    if not isinstance(record, Mapping):
        raise TypeError("a record is a mapping or a line of text, not {}".format(type(record).__name__))
    members = {str(name): member for name, member in _present(record).items() if not str(name).startswith("__index_level_")}
    return json.dumps(members, default=_plain).encode("utf-8", "replace") + b"\n"


def _present(value: Any) -> Any:
    """Without null and NaN among members, which is what a row has for what it lacks."""
    if isinstance(value, Mapping):
        return {name: _present(member) for name, member in value.items() if not _is_missing(member)}
    return [_present(element) for element in value] if isinstance(value, list) else value


def _is_missing(member: Any) -> bool:
    # Only NaN and NaT differ from themselves.
    return member is None or (isinstance(member, (float, datetime.datetime)) and member != member)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        return value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return "{}ms".format(int(value.total_seconds() * 1000))
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if hasattr(value, "tolist"):  # numpy
        return value.tolist()
    raise TypeError("{} can't be written as JSON".format(type(value).__name__))
