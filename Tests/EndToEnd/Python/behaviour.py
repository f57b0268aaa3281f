"""What the package promises, on the interpreter that runs this: behaviour.py"""

import asyncio
import datetime
import email.utils
import enum
import gc
import http
import json
import os
import sqlite3
import sys
import tempfile
import threading
import unittest
import warnings

import errctl
from errctl import _library, _recording

RULES = """
version: 1
name: shop
responders:
  - id: app
    rules:
      - { id: refused, when: { domain: NSPOSIXErrorDomain, code: ECONNREFUSED }, then: { retry: { maxAttempts: 5, backoff: { initial: 2s, multiplier: 1, jitter: none } } } }
      - { id: busy, when: { status: 429 }, then: { retry: { maxAttempts: 3, backoff: { initial: 1s, multiplier: 1, jitter: none } } } }
      - { id: counted, when: { type: LookupError }, then: { retry: { maxAttempts: 3, per: [ type ], within: 1h } } }
      - { id: caused, when: { underlying: { type: ZeroDivisionError } }, then: abort }
      - { id: text, when: { message: { contains: gone } }, do: [ { log: "{error.message}" } ], then: proceed }
  - id: shop
    parent: app
    origins: [ "shop.*" ]
    rules: [ { id: own, when: { type: ValueError }, then: cancel } ]
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = self.write("rules.yaml", RULES)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def rules(self, **arguments):
        return errctl.Rules(self.path, **arguments)

    def record(self, error, **arguments):
        return json.loads(self.rules().record(error, **arguments))


class Decisions(Case):
    def test_a_refused_connection_is_retried_by_its_symbol(self):
        resolution = self.rules().decide(ConnectionRefusedError(111, "refused"), operation="pay", attempt=2)
        self.assertEqual((resolution.evaluation, resolution.delay, resolution.rule), ("retry", 2.0, "app/refused"))
        self.assertEqual((resolution.attempt, resolution.max_attempts, resolution.retry), (2, 5, True))
        self.assertTrue(resolution.handled)

    def test_an_ancestor_matches(self):
        self.assertEqual(self.rules().decide(KeyError("x")).rule, "app/counted")

    def test_tries_are_counted_in_the_handle(self):
        rules = self.rules()
        self.assertEqual([rules.decide(KeyError()).evaluation for _ in range(4)], ["retry", "retry", "cancel", "cancel"])
        self.assertEqual(self.rules().decide(KeyError()).evaluation, "retry")

    def test_an_origin_selects_the_responder(self):
        rules = self.rules()
        self.assertEqual(rules.decide(ValueError("x"), origin="shop.cart").path, ["shop"])
        self.assertFalse(rules.decide(ValueError("x")).handled)
        self.assertIsNone(rules.decide(ValueError("x")).rule)

    def test_a_cancellation_is_ignored(self):
        resolution = self.rules().decide(asyncio.CancelledError())
        self.assertTrue(resolution.ignored)
        self.assertEqual((resolution.rule, resolution.evaluation), ("ignored", "cancel"))

    def test_actions_show_values(self):
        resolution = self.rules().decide(RuntimeError("it is gone"))
        self.assertEqual(resolution.actions, [{"log": "it is gone", "responder": "app", "rule": "text"}])

    def test_a_recorded_error_is_resolved(self):
        rules = self.rules()
        self.assertEqual(rules.resolve({"status": 429, "operation": "a", "attempt": 1}).rule, "app/busy")
        self.assertEqual(rules.resolve('{"status": 429, "operation": "a",\n "attempt": 1}').rule, "app/busy")
        self.assertIsNone(rules.resolve({"completed": True, "origin": "shop"}))

    def test_wrong_arguments_are_errors(self):
        rules = self.rules()
        for wrong in (None, "text", ValueError, {"type": "X"}):
            self.assertRaises(TypeError, rules.decide, wrong)
        error = ValueError()
        for arguments in ({"time": float("nan")}, {"time": 1e300}, {"attempt": 0}, {"attempt": "1"}, {"attempt": True}, {"severity": "bad"}):
            self.assertRaises(ValueError, rules.decide, error, **arguments)
        self.assertRaises(TypeError, rules.decide, error, operation=5)
        for record in ("{", "[]", "{}", b"\x00", "{\"type\": 5}", "x" * 2000000, b""):
            self.assertRaises(ValueError, rules.resolve, record)
        self.assertRaises(ValueError, errctl.Rules, self.path, seed=-1)

    def test_closed_rules_say_so(self):
        with self.rules() as rules:
            pass
        self.assertRaises(ValueError, rules.decide, ValueError())
        self.assertRaises(ValueError, rules.reload)
        rules.close()

    def test_ids_differ_between_processes_and_can_be_given(self):
        first, second = self.rules(), self.rules()
        self.assertNotEqual(first.decide(KeyError()).id, second.decide(KeyError()).id)
        self.assertEqual(self.rules(ids="a").decide(KeyError()).id, "a1")
        self.assertEqual(first.decide(KeyError(), id="mine").id, "mine")


class Errors(Case):
    def failure(self, text, name="wrong.yaml"):
        path = self.write(name, text)
        with self.assertRaises(errctl.RuleFileError) as caught:
            errctl.Rules(path)
        return caught.exception

    def test_a_wrong_file_names_its_place_and_every_finding(self):
        failure = self.failure(RULES.replace("then: abort", "thn: abort").replace("then: proceed", "then: procede"))
        self.assertTrue(failure.file.endswith("wrong.yaml"))
        self.assertEqual((failure.line, failure.code), (10, "unknown-key"))
        self.assertGreater(failure.column, 1)
        self.assertIn("wrong.yaml:10:", str(failure))
        self.assertEqual({finding.line for finding in failure.findings if finding.severity == "error"}, {10, 11})

    def test_an_error_in_an_import_names_the_import(self):
        self.write("parts/common.yaml", "version: 1\nmatchers: { a: { statu: 5 } }\n")
        failure = self.failure("imports: [ parts/common.yaml ]" + RULES)
        self.assertTrue(os.path.samefile(failure.file, os.path.join(self.folder.name, "parts/common.yaml")))
        self.assertEqual(failure.line, 2)

    def test_a_file_that_is_not_there_has_no_place(self):
        with self.assertRaises(errctl.RuleFileError) as caught:
            errctl.Rules(os.path.join(self.folder.name, "no.yaml"))
        failure = caught.exception
        self.assertEqual((failure.file, failure.line, failure.column, failure.code, failure.findings), (None, None, None, None, []))
        self.assertIn("no.yaml: the file does not exist", str(failure))

    def test_folders_fragments_and_other_texts_are_rejected(self):
        self.assertRaises(errctl.RuleFileError, errctl.Rules, self.folder.name)
        self.assertIn("fragment", str(self.failure("version: 1\n")))
        for text in ("", "\x00", "{", "a: [", "\ufffe", "version: 99\n"):
            self.failure(text)
        self.assertRaises(ValueError, errctl.Rules, "a\x00b")

    def test_a_rejected_reload_leaves_the_old_rules(self):
        rules = self.rules()
        self.write("rules.yaml", "version: 1\nnonsense: 1\n")
        self.assertRaises(errctl.RuleFileError, rules.reload)
        self.assertEqual(rules.decide(KeyError()).rule, "app/counted")
        self.assertEqual(rules.decide(KeyError()).version, 1)

    def test_a_reload_keeps_counts_and_reads_new_fields(self):
        rules = self.rules()
        self.assertEqual([rules.decide(KeyError()).retry for _ in range(2)], [True, True])
        self.write("rules.yaml", RULES.replace("message: { contains: gone }", "payload: { 0: 7 }"))
        self.assertEqual(rules.reload(), 2)
        self.assertFalse(rules.decide(KeyError()).retry)
        self.assertEqual(rules.decide(RuntimeError(7)).rule, "app/text")

    def test_a_failure_can_be_pickled(self):
        import pickle

        failure = pickle.loads(pickle.dumps(self.failure("version: 1\nx: 1\n")))
        self.assertEqual((failure.line, failure.code), (2, "unknown-key"))


class Color(enum.Enum):
    RED = 1


class Hostile(Exception):
    """Nothing of it can be looked at."""

    def __str__(self):
        raise SystemExit

    def __repr__(self):
        raise SystemExit

    def __getattr__(self, name):
        raise RuntimeError(name)

    @property
    def args(self):
        raise RuntimeError

    @property
    def errno(self):
        raise RuntimeError

    @property
    def __dict__(self):
        raise RuntimeError


class Records(Case):
    def test_classes_causes_and_arguments_are_recorded(self):
        try:
            try:
                1 / 0
            except ZeroDivisionError:
                raise OSError(2, "nope", "/tmp/x")
        except OSError as caught:
            record = self.record(caught, operation="load", attempt=3, origin="shop.cart", elapsed=1.5)
        self.assertEqual(record["type"], "FileNotFoundError")
        self.assertEqual(record["is"], ["OSError", "Exception", "BaseException"])
        self.assertEqual((record["domain"], record["code"], record["operation"]), ("NSPOSIXErrorDomain", 2, "load"))
        self.assertEqual((record["attempt"], record["elapsed"]), (3, "1500ms"))
        self.assertEqual(record["payload"], [2, "nope"])
        self.assertEqual(record["attributes"], {"error": {"filename": "/tmp/x"}})
        self.assertEqual([cause["type"] for cause in record["underlying"]], ["ZeroDivisionError"])

    def test_a_suppressed_context_is_none(self):
        try:
            try:
                1 / 0
            except ZeroDivisionError:
                raise ValueError("x") from None
        except ValueError as caught:
            self.assertNotIn("underlying", self.record(caught))

    def test_a_cycle_of_causes_ends(self):
        one, two = ValueError("1"), KeyError("2")
        one.__cause__, two.__cause__ = two, one
        self.assertEqual([cause["type"] for cause in self.record(one)["underlying"]], ["KeyError"])
        three = ValueError()
        three.args = (three,)
        self.assertTrue(self.record(three)["payload"])

    def test_a_long_chain_of_causes_is_cut(self):
        error = ValueError("0")
        for number in range(5000):
            outer = ValueError(str(number))
            outer.__cause__ = error
            error = outer
        self.assertEqual(len(self.record(error)["underlying"]), 64)

    @unittest.skipUnless(sys.version_info >= (3, 11), "groups came with Python 3.11")
    def test_errors_of_a_group_are_causes(self):
        group = ExceptionGroup("all", [ValueError("a"), ExceptionGroup("in", [KeyError("b")])])  # noqa: F821
        record = self.record(group)
        self.assertEqual([cause["type"] for cause in record["underlying"]], ["ValueError", "ExceptionGroup", "KeyError"])
        self.assertEqual(record["payload"], ["all"])

    def test_values_are_bounded_and_quoted(self):
        deep = []
        for _ in range(5000):
            deep = [deep]
        values = (
            "\ud800\x00\"\\é" + "x" * 100000, deep, {1: 2, "k": {"v"}}, b"123", Color.RED, datetime.date(2026, 1, 2), object(), 2**70,
            2**5000, float("inf"), ValueError, [1] * 1000,
        )  # fmt: skip
        line = self.rules().record(ValueError(*values))
        self.assertLess(len(line), 40000)
        payload = json.loads(line)["payload"]
        self.assertEqual(payload[2:7], [{"1": 2, "k": ["v"]}, "3 bytes", "Color.RED", "2026-01-02", "<object>"])
        self.assertEqual(payload[7:11], [str(2**70), "int of 5001 bits", "inf", "ValueError"])
        self.assertTrue(payload[0].endswith("… [cut]"))
        self.assertEqual(len(payload[11]), 128)
        self.assertTrue(self.rules().resolve(line))

    def test_secrets_are_hidden_unless_asked_for(self):
        error = ValueError("password=hunter2", {"api_key": "abcdef"})
        error.token = "abcdef"
        line = self.rules().record(error, attributes={"authorization": "abcdef", "host": "h"})
        self.assertNotIn("hunter2", line)
        self.assertNotIn("abcdef", line)
        self.assertIn("hunter2", self.rules(secrets=True).record(error))

    def test_nothing_of_an_exception_raises(self):
        rules = self.rules()
        for error in (Hostile("x"), ValueError(Hostile("x"))):
            self.assertTrue(rules.record(error))
            self.assertTrue(rules.decide(error).json)

    def test_a_deep_recursion_is_no_failure(self):
        def fall():
            fall()

        try:
            fall()
        except RecursionError as caught:
            self.assertEqual(self.record(caught)["type"], "RecursionError")

    def test_the_status_of_http_clients_is_read(self):
        class Response:
            def __init__(self):
                self.status_code = 429
                self.headers = {"Retry-After": "7"}

        error = ValueError("x")
        error.response = Response()
        record = self.record(error)
        self.assertEqual((record["status"], record["retryAfter"]), (429, "7s"))
        self.assertEqual(self.rules().decide(error, operation="a", attempt=1).delay, 7.0)
        self.assertEqual(self.rules().decide(error, operation="a", attempt=1, retry_after=9).delay, 9.0)
        error = ValueError("x")
        error.response = {"Error": {"Code": "Throttling"}, "ResponseMetadata": {"HTTPStatusCode": 400}}
        record = self.record(error)
        self.assertEqual((record["status"], record["code"]), (400, "Throttling"))

    def test_clients_keep_status_and_retry_after_in_many_places(self):
        def error(module="shop", arguments=("x",), own=(), **members):
            failure = type("Failure", (Exception,), dict(own, __module__=module))(*arguments)
            failure.__dict__.update(members)
            return failure

        class Holder:
            def __init__(self, **members):
                self.__dict__.update(members)

        def read(failure):
            record = self.record(failure)
            return record.get("status"), record.get("retryAfter"), record.get("code")

        moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=30)
        date = email.utils.format_datetime(moment, usegmt=True)
        held = {"HTTPStatusCode": 503, "HTTPHeaders": {"retry-after": "7"}}
        unavailable = Holder(_name_="UNAVAILABLE")
        service = {"code": http.HTTPStatus.SERVICE_UNAVAILABLE, "grpc_status_code": unavailable}
        self.assertEqual(read(error(url="u", hdrs={"Retry-After": "7"}, code=503)), (503, "7s", None))
        self.assertEqual(read(error(response={"ResponseMetadata": held})), (503, "7s", None))
        self.assertEqual(read(error(own=service)), (503, None, "UNAVAILABLE"))
        self.assertEqual(
            read(error(own=service, _response=Holder(headers={"Retry-After": "1.5"}))), (503, "1.500s", "UNAVAILABLE"))
        self.assertEqual(read(error(http_status=429, headers={"Retry-After": "7"})), (429, "7s", None))
        self.assertEqual(read(error(meta=Holder(status=503, headers={"retry-after": "7"}))), (503, "7s", None))
        self.assertEqual(read(error("opensearchpy.exceptions", (503, "x", {}))), (503, None, None))
        self.assertEqual(read(error("opensearchpy.exceptions", ("N/A", "x", {}))), (None, None, None))
        self.assertEqual(read(error(status_code=529, headers={"retry-after-ms": "1500"})), (529, "1.500s", None))
        self.assertEqual(read(error(status_code=403, headers={"RETRY-AFTER": "0"})), (403, "0s", None))
        self.assertEqual(read(error(status=429, response=Holder(status_code=503), retry_after=3)), (429, "3s", None))
        self.assertEqual(read(error(response=Holder(status_code=302, headers={}))), (None, None, None))
        self.assertEqual(read(error(status=200)), (None, None, None))
        self.assertEqual(read(error(status=503, headers={"Retry-After": "soon"})), (503, None, None))
        status, wish, _ = read(error(status=429, headers={"Retry-After": date}))
        self.assertEqual(status, 429)
        self.assertTrue(30 * 86400 - 60 < int(wish[:-1]) <= 30 * 86400, wish)
        past = "Fri, 27 Nov 2009 23:59:00 GMT"
        self.assertEqual(read(error(status=429, headers={"Retry-After": past})), (429, "0s", None))

    def test_functions_of_the_program_read_more(self):
        fields = {
            LookupError: lambda error: {"status": 429, "category": "busy", "attributes": {"key": error.args[0]}},
            KeyError: lambda error: 1 / 0,
        }
        rules = self.rules(fields=fields)
        self.assertEqual(rules.decide(IndexError("k"), operation="a", attempt=1).rule, "app/busy")
        record = json.loads(rules.record(KeyError("k")))
        self.assertEqual(record["attributes"], {"key": "k", "errctl.fields": "ZeroDivisionError"})

    def test_a_sink_gets_the_line_and_its_failure_is_a_warning(self):
        lines = []
        rules = self.rules(record=lines.append)
        resolution = rules.decide(KeyError("a"), operation="pay")
        self.assertEqual(json.loads(lines[0])["id"], resolution.id)
        self.assertTrue(lines[0].endswith("}\n"))
        rules = self.rules(record=lambda line: 1 / 0)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertTrue(rules.decide(KeyError("a")).retry)
        self.assertEqual([warning.category for warning in caught], [RuntimeWarning])


class Clients(Case):
    """The codes of clients of databases and brokers, with classes as theirs are."""

    def error(self, module, *arguments, **members):
        kind = type("Failure", (Exception,), dict(members, __module__=module))
        return kind(*arguments)

    def code(self, error):
        record = self.record(error)
        return record.get("code"), record.get("status")

    def test_a_code_is_read_from_where_its_client_keeps_it(self):
        for module, arguments, members, code in (
            ("psycopg.errors", ("duplicate key",), {"sqlstate": "23505"}, "23505"),
            ("psycopg2.errors", ("could not serialize",), {"pgcode": "40001"}, "40001"),
            ("asyncpg.exceptions", ("closed",), {"sqlstate": "08003"}, "08003"),
            ("pymysql.err", (1213, "Deadlock found"), {}, 1213),
            ("asyncmy.errors", (1045, "Access denied"), {}, 1045),
            ("pika.exceptions", (404, "NOT_FOUND - no queue 'nix' in vhost '/'"), {}, 404),
            ("pika.exceptions", ("ConnectionClosedByBroker: (403) 'ACCESS_REFUSED - Login was refused'",), {}, 403),
            ("aiormq.exceptions", ("PRECONDITION_FAILED - inequivalent arg 'durable'",), {}, 406),
            ("redis.exceptions", ("command not allowed",), {"status_code": "OOM"}, "OOM"),
            ("redis.exceptions", ("WRONGTYPE Operation against a key",), {}, "WRONGTYPE"),
            ("cimpl", ('KafkaError{code=_TRANSPORT,val=-195,str="x"}',), {}, "_TRANSPORT"),
            ("kafka.errors", (), {"errno": 6, "message": "NOT_LEADER_FOR_PARTITION"}, "NOT_LEADER_FOR_PARTITION"),
            ("ldap3.core.exceptions", (), {"result": 49}, 49),
            ("smtplib", ({"a": (550, b"no such mailbox"), "b": (550, b"no such mailbox")},), {}, 550),
        ):
            self.assertEqual(self.code(self.error(module, *arguments, **members)), (code, None), module)

    def test_the_error_of_a_driver_gives_its_code_and_is_a_cause(self):
        failure = self.error("sqlalchemy.exc", "(1213, 'Deadlock')")
        failure.code, failure.orig = "e3q8", self.error("pymysql.err", 1213, "Deadlock")
        record = self.record(failure)
        self.assertEqual((record["code"], record["underlying"][0]["code"]), (1213, 1213))

    def test_an_extended_code_of_sqlite_is_the_code(self):
        try:
            connection = sqlite3.connect(":memory:")
            connection.execute("create table t(a primary key)")
            connection.execute("insert into t values (1), (1)")
        except sqlite3.IntegrityError as failure:
            if hasattr(failure, "sqlite_errorcode"):
                self.assertEqual(self.code(failure), (1555, None))

    def test_the_word_that_redis_takes_off_the_text_is_its_class_or_stands_behind_the_command(self):
        for name, text, code in (
            ("ReadOnlyError", "You can't write against a read only replica.", "READONLY"),
            ("AuthenticationError", "HELLO must be called with the client already authenticated", "NOAUTH"),
            ("AuthenticationError", "invalid username-password pair or user is disabled.", "WRONGPASS"),
            ("ResponseError", "Command # 1 (LPUSH a b) of pipeline caused error: WRONGTYPE Operation against", "WRONGTYPE"),
            ("ResponseError", "unknown command 'MISSING'", "ERR"),
            ("ConnectionError", "Connection closed by server.", None),
        ):
            kind = type(name, (Exception,), {"__module__": "redis.exceptions"})
            self.assertEqual(self.code(kind(text)), (code, None), text)

    def test_an_errno_or_a_status_that_stands_in_the_text_alone_is_read_of_a_client(self):
        record = self.record(self.error("kombu.exceptions", "[Errno 111] Connection refused"))
        self.assertEqual((record["domain"], record["code"]), ("NSPOSIXErrorDomain", 111))
        self.assertNotIn("code", self.record(self.error("shop", "[Errno 111] Connection refused")))
        busy = self.error("clickhouse_connect.driver.exceptions", "HTTP driver received HTTP status 503, server response: x")
        self.assertEqual(self.code(busy), (None, 503))

    def test_only_a_client_of_http_has_a_status(self):
        for module in ("clickhouse_connect.driver.exceptions", "aiosmtplib.errors", "shop.errors"):
            failure = self.error(module, "x")
            failure.code = 550
            self.assertEqual(self.code(failure), (550, None), module)
        failure = self.error("nats.js.errors")
        failure.code, failure.err_code = 503, 10077
        self.assertEqual(self.code(failure), (10077, 503))
        failure = self.error("client", "x")
        failure.code, failure.url = 503, "https://shop.example"
        self.assertEqual(self.code(failure), (None, 503))


class Concurrency(Case):
    def test_threads_take_each_try_once_while_others_reload(self):
        self.write("rules.yaml", RULES.replace("maxAttempts: 3, per: [ type ]", "maxAttempts: 501, per: [ type ]"))
        rules = self.rules()
        granted, failures = [], []

        def decide():
            try:
                granted.append(sum(rules.decide(KeyError("x"), origin="app").retry for _ in range(200)))
            except BaseException as failure:
                failures.append(failure)

        def reload():
            try:
                for _ in range(20):
                    rules.reload()
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=decide) for _ in range(8)] + [threading.Thread(target=reload) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(sum(granted), 500)
        self.assertEqual(rules.decide(KeyError()).version, 41)

    @unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
    def test_a_child_decides_with_ids_of_its_own(self):
        rules = self.rules()
        first = rules.decide(KeyError("x")).id
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                resolution = rules.decide(KeyError("x"))
                rules.reload()
                os.write(writing, json.dumps([resolution.id, resolution.retry, rules.decide(KeyError()).retry]).encode())
            finally:
                os._exit(0)
        os.close(writing)
        told = json.loads(os.read(reading, 1000).decode())
        os.close(reading)
        os.waitpid(child, 0)
        # Counts go on from those of the parent.
        self.assertEqual(told[1:], [True, False])
        if sys.version_info >= (3, 7):
            self.assertNotEqual(told[0].split("-")[0], first.split("-")[0])


class Leaks(Case):
    def test_classes_are_forgotten_with_their_last_error(self):
        rules = self.rules()
        for number in range(100):
            rules.decide(type("E%d" % number, (ValueError,), {})("x"))
        gc.collect()
        self.assertLessEqual(len(rules._recorder.kinds), 1)

    def test_memory_does_not_grow_with_decisions(self):
        rules = self.rules()
        errors = [ValueError("x"), OSError(111, "refused"), KeyError({"a": 1})]

        def work(count):
            for number in range(count):
                rules.decide(errors[number % 3], operation="o%d" % (number % 7), attempt=1)
                rules.record(errors[number % 3])

        def reopen(count):
            for _ in range(count):
                self.rules().reload()
                try:
                    errctl.Rules(self.folder.name)
                except errctl.RuleFileError:
                    pass

        work(3000)
        reopen(60)
        gc.collect()
        before = resident()
        work(20000)
        reopen(200)
        gc.collect()
        # Less than 40 bytes a decision, and 10 KB a rule file: what is left behind is noise of the allocator.
        self.assertLess(resident() - before, 1500000)
        self.assertLessEqual(len(_library._slots), 4)
        self.assertLessEqual(len(rules._texts), 1024)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Times(unittest.TestCase):
    def test_a_time_is_written_with_milliseconds(self):
        for now, text in ((0, "1970-01-01T00:00:00.000Z"), (1.9996, "1970-01-01T00:00:02.000Z"), (1790000000.0015, "2026-09-21T14:13:20.002Z")):
            self.assertEqual(_recording.timestamp(now), text)


if __name__ == "__main__":
    unittest.main()
