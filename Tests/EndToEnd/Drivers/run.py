#!/usr/bin/env python3
"""Failures of clients of databases, brokers and other servers, as the recorder writes them and as errctl reads them in a log.

    Tests/EndToEnd/Drivers/run.py ERRCTL ROOT [CLIENT ...]

ROOT has the programs of packages.txt, unpacked; requirements.txt is installed where this Python runs, and `errctl` is imported.
Each failure is compared with its row of expected.tsv; UPDATE_GOLDENS=1 writes the rows of the clients that ran, and still fails.
"""

import asyncio
import collections
import inspect
import json
import logging
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import brokers  # noqa: F401: they register clients
import databases  # noqa: F401
import others  # noqa: F401
import servers
from clients import CLIENTS, Fails, version_of

from errctl._recording import Recorder

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = HERE / "expected.tsv"
SECONDS = 90  # that a client has
READ = ("type", "domain", "code", "status", "causes")
HEAD = ["client", "failure", *READ, *(f"log's {name}" for name in READ)]


class Late(BaseException):
    """A client that does not come to an end."""


def end_late(*_):
    raise Late


def read(errctl, stream):
    """The records of a stream, as errctl reads them."""
    told = subprocess.run([errctl, "inspect", str(stream), "--records", "-"], capture_output=True, text=True)
    if told.returncode != 0:
        raise RuntimeError(f"errctl inspect {stream.name}: {told.stderr}")
    return [json.loads(line) for line in told.stdout.splitlines()]


def told_of(record):
    """What rules ask of a record, as columns; its causes with their codes."""
    causes = [" ".join(str(cause[name]) for name in ("type", "code") if name in cause) for cause in record.get("underlying", [])]
    return [str(record.get(name, "")) for name in READ[:-1]] + [", ".join(causes)]


def row(client, failure, record, logged):
    """A line of the table: what the log tells as the record does is `=`."""
    of_record, of_log = told_of(record), told_of(logged)
    return [client, failure, *of_record, *("=" if one == other else one for one, other in zip(of_log, of_record))]


def rows_of(errctl, name, fails):
    """A row for each failure, if the record and the log have each of them once."""
    records, logged = (read(errctl, fails.folder / file) for file in ("records.ndjson", "errors.log"))
    by_name = collections.defaultdict(list)
    for record in logged:  # where the exception has no text, the line's own is the message
        by_name[record.get("attributes", {}).get("message", record.get("message"))].append(record)
    if [record["operation"] for record in records] != fails.names or len(logged) != len(records):
        fails.faults.append(f"{len(fails.names)} failures, {len(records)} records, {len(logged)} in the log")
    rows = []
    for record in records:
        failure, found = record["operation"], by_name[record["operation"]]
        if len(found) != 1:
            fails.faults.append(f"{failure}: {len(found)} times in the log")
            continue
        unknown = set(found[0].get("is", [])) - set(record.get("is", []))
        if unknown and found[0].get("type") == record.get("type"):
            fails.faults.append(f"{failure}: in the log it is {', '.join(sorted(unknown))}")
        rows.append(row(name, failure, record, found[0]))
    return rows


def make(name, server, folder):
    """The failures of a client."""
    function = CLIENTS[name][1]
    folder.mkdir()
    fails = Fails(folder, Recorder(None, True))
    signal.alarm(SECONDS)
    try:
        if inspect.iscoroutinefunction(function):
            asyncio.run(function(server, fails))
        else:
            function(server, fails)
    except Late:
        fails.faults.append(f"not done in {SECONDS} s, behind {fails.names[-1:]}")
    finally:
        signal.alarm(0)
        fails.close()
    return fails


def compare(name, rows, expected, faults):
    """Says where a client's rows are others than those of the table."""
    wanted = {failure: each for (client, failure), each in expected.items() if client == name}
    for each in rows:
        other = wanted.pop(each[1], None)
        if other is None:
            faults.append(f"{each[1]}: not in expected.tsv: {' | '.join(each[2:])}")
        for column, is_now, was in zip(HEAD[2:], each[2:], other[2:] if other else each[2:]):
            if is_now != was:
                faults.append(f"{each[1]}: {column} is “{is_now}”, not “{was}”")
    faults.extend(f"{failure}: did not happen" for failure in wanted)


def run(errctl, work, name, server, expected):
    """Runs a client and says how it went; its rows, and whether all is as expected."""
    start = time.monotonic()
    try:
        version = version_of(name)
        fails = make(name, server, work / name.replace(", ", "-"))
    except (ImportError, LookupError) as missing:
        print(f"➜ not run: {name}: {missing}")
        return [], True
    rows, faults = rows_of(errctl, name, fails), fails.faults
    compare(name, rows, expected, faults)
    as_record = sum(each[len(READ) + 2 :] == ["="] * len(READ) for each in rows)
    told = "as expected" if not faults else "READ OTHERWISE"
    print(f"{name} {version}".strip() + f": {len(rows)} failures, {told}; {as_record} the same in a log ({time.monotonic() - start:.1f} s)", flush=True)
    for fault in faults:
        print(f"  {fault}")
    return rows, not faults


def groups(wanted):
    """The clients by the server that they need."""
    by_server = collections.defaultdict(list)
    for name in wanted:
        by_server[CLIENTS[name][0]].append(name)
    return by_server


def main():
    errctl, servers.ROOT, wanted = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:] or list(CLIENTS)
    signal.signal(signal.SIGALRM, end_late)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # servers are ended then, too
    logging.raiseExceptions = False
    for noisy in ("pika", "aio_pika", "aiormq", "kafka", "nats", "mqtt", "asyncio", "clickhouse_connect", "quiet", "sqlalchemy", "mail.log"):
        logging.getLogger(noisy).addHandler(logging.NullHandler())
        logging.getLogger(noisy).propagate = False
    lines = [line.split("\t") for line in EXPECTED.read_text().splitlines()[1:]] if EXPECTED.exists() else []
    expected = {(line[0], line[1]): line for line in lines}
    rows, passed, failed, missing = {}, 0, 0, 0
    print(f"Python {sys.version.split()[0]}, SQLite {databases.sqlite3.sqlite_version}")
    for needed, names in groups(wanted).items():
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            work.chmod(0o755)
            try:
                with servers.start(needed, work) as server:
                    for name in names:
                        rows[name], is_right = run(errctl, work, name, server, expected)
                        passed, failed, missing = passed + bool(rows[name] and is_right), failed + (not is_right), missing + (not rows[name] and is_right)
            except servers.Missing as reason:
                print(f"➜ not run: {', '.join(names)}: there is no {reason}")
                missing += len(names)
    if os.environ.get("UPDATE_GOLDENS"):
        kept = [line for line in lines if not rows.get(line[0])]
        table = sorted(kept + [each for found in rows.values() for each in found], key=lambda line: list(CLIENTS).index(line[0]))
        EXPECTED.write_text("".join("\t".join(line) + "\n" for line in [HEAD, *table]))
    count = sum(map(len, rows.values()))
    print(f"drivers: {count} failures; {passed} of {len(wanted)} clients as expected, {failed} otherwise, {missing} not run")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
