#!/usr/bin/env python3
"""The package and its library under faults: forks, kills, two writers, full disks, reloads that fail, a clock that is set back.

    Tests/EndToEnd/Python/faults.py ERRCTL      with PYTHONPATH for the package

Nothing here depends on who is faster: kills come at fixed places, and threads and processes may meet in any order. What is
recorded is read by `errctl replay`, which has to decide as the process did.
"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

import errctl

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
RULES = """version: 1
responders:
  - id: app
    rules:
      - { id: often, when: { type: ValueError, rate: { atLeast: 3, within: 1m } }, then: abort }
      - { id: again, when: { type: [ KeyError, ValueError ] }, then: { retry: { maxAttempts: 3, per: [ type ], within: 10m, backoff: { jitter: none } } } }
    otherwise: { then: cancel }
"""
COUNTS = {}
# A hang is a fault, not a slow machine.
PATIENCE = 60


def count(name, number=1):
    COUNTS[name] = COUNTS.get(name, 0) + number


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "rules.yaml"
        self.path.write_text(RULES)
        self.stream = self.folder / "errors.ndjson"

    def sink(self):
        """Appends whole lines in one call, as a program does that shares the file with others."""
        descriptor = os.open(str(self.stream), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.addCleanup(os.close, descriptor)
        return lambda line: os.write(descriptor, line.encode())

    def child(self, work):
        """A forked process that ends with 0 unless `work` raises."""
        child = os.fork()
        if child == 0:
            signal.alarm(PATIENCE)
            try:
                work()
                os._exit(0)
            except BaseException as failure:
                os.write(2, repr(failure).encode() + b"\n")
                os._exit(1)
        return child

    def ended(self, child):
        return os.waitpid(child, 0)[1]

    def records(self):
        """The records of the stream, all of which are whole, and whose ids differ."""
        text = self.stream.read_bytes()
        self.assertTrue(text.endswith(b"\n") or not text)
        found = [json.loads(line) for line in text.splitlines()]
        ids = [record["id"] for record in found]
        self.assertEqual(len(ids), len(set(ids)))
        return found

    def replayed(self):
        """The evaluations of a replay of the stream, by id; it reads every line."""
        run = subprocess.run(
            [PROGRAM, "replay", str(self.path), str(self.stream), "--resolutions", "-", "--strict"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr.decode())
        found = [json.loads(line) for line in run.stdout.decode().splitlines() if line]
        return {resolution["id"]: resolution["evaluation"] for resolution in found}


class Processes(Case):
    @unittest.skipUnless(hasattr(os, "register_at_fork"), "Python 3.6 tells nobody of a fork")
    def test_forks_while_threads_decide_and_reload(self):
        rules = errctl.Rules(self.path, record=self.sink())
        failures = []

        def repeat(times, work):
            try:
                for _ in range(times):
                    work()
            except BaseException as failure:
                failures.append(failure)

        def decide():
            rules.decide(TypeError("parent"))

        def work():
            for number in range(50):
                rules.decide(TypeError("child"), operation="o{}".format(number))
            rules.reload()
            rules.decide(TypeError("child"))

        jobs = [(2000, decide), (2000, decide), (200, rules.reload)]
        threads = [threading.Thread(target=repeat, args=job) for job in jobs]
        for thread in threads:
            thread.start()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads
            statuses = [self.ended(self.child(work)) for _ in range(20)]
        for thread in threads:
            thread.join()
        self.assertEqual((failures, statuses), ([], [0] * 20))
        found = self.records()
        self.assertEqual(sum(record["message"] == "child" for record in found), 20 * 51)
        self.assertEqual(len(self.replayed()), len(found))
        count("forks beside threads", 20)

    @unittest.skipUnless(hasattr(os, "register_at_fork"), "Python 3.6 tells nobody of a fork")
    def test_a_fork_within_a_reload(self):
        """The reload is the parent's: a child does not wait for its end."""
        rules = errctl.Rules(self.path)
        with rules._reloading:
            child = self.child(rules.reload)
        self.assertEqual(self.ended(child), 0)
        count("forks within a reload")

    def test_two_processes_write_one_file(self):
        sink = self.sink()

        def work():
            own = errctl.Rules(self.path, record=sink)
            for number in range(500):
                own.decide(TypeError("x" * (number * 7 % 4000)))

        children = [self.child(work) for _ in range(2)]
        self.assertEqual([self.ended(child) for child in children], [0, 0])
        self.assertEqual(len(self.records()), 1000)
        self.assertEqual(len(self.replayed()), 1000)
        count("processes that write one file", 2)

    def test_kills(self):
        """Killed before and behind each write, and in a reload: what was written is there, whole, and the next process goes on."""
        for place in ("before", "behind"):
            for number in (1, 2, 3, 7, 20, 99):
                if self.stream.exists():
                    self.stream.unlink()
                sink = self.sink()
                written = [0]

                def killing(line):
                    if place == "before" and written[0] + 1 == number:
                        os.kill(os.getpid(), signal.SIGKILL)
                    sink(line)
                    written[0] += 1
                    if place == "behind" and written[0] == number:
                        os.kill(os.getpid(), signal.SIGKILL)

                def work():
                    rules = errctl.Rules(self.path, record=killing)
                    for _ in range(200):
                        rules.decide(TypeError("first"))

                self.assertEqual(self.ended(self.child(work)), signal.SIGKILL)
                self.assertEqual(len(self.records()), number - (place == "before"))

                def goes_on():
                    rules = errctl.Rules(self.path, record=sink)
                    for _ in range(10):
                        rules.decide(TypeError("second"))

                self.assertEqual(self.ended(self.child(goes_on)), 0)
                self.assertEqual(len(self.replayed()), number - (place == "before") + 10)
                count("kills of a process that records")

    def test_a_half_line_is_one_rejected_line(self):
        """What a machine that lost its power leaves: the replay says it, and reads the rest."""
        self.stream.write_bytes(b'{"type":"TypeError","id":"old-1"}\n{"type":"Typ')
        rules = errctl.Rules(self.path, record=self.sink())
        rules.decide(TypeError("x"))
        rules.decide(TypeError("y"))
        run = subprocess.run(
            [PROGRAM, "replay", str(self.path), str(self.stream), "--format", "json"], stdout=subprocess.PIPE
        )
        ledger = json.loads(run.stdout.decode())["ledger"]
        # The line that was cut takes the next record with it; that is said.
        self.assertEqual((ledger["records"], ledger["rejected"]), (2, 1))
        count("half lines")


class Disks(Case):
    def test_a_full_disk_changes_no_decision(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        if mounted.returncode:
            self.skipTest("this user may not mount a disk")
        self.addCleanup(lambda: subprocess.run(["umount", str(disk)], check=True))
        stream = disk / "errors.ndjson"
        descriptor = os.open(str(stream), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        torn = []

        def sink(line):
            data = line.encode()
            written = os.write(descriptor, data)
            if written < len(data):
                torn.append(written)
                os.ftruncate(descriptor, os.fstat(descriptor).st_size - written)
                raise OSError(28, "No space left on device")

        alone, recorded = errctl.Rules(self.path), errctl.Rules(self.path, record=sink)
        errors = [KeyError("k"), ValueError("v" * 100), TypeError("t" * 1000)]
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            both = [
                [rules.decide(errors[number % 3], time=1790000000.0 + number) for rules in (alone, recorded)]
                for number in range(600)
            ]
        os.close(descriptor)
        self.assertTrue(all((one.evaluation, one.rule) == (other.evaluation, other.rule) for one, other in both))
        lines = stream.read_bytes().splitlines()
        self.assertGreater(len(said), 0)
        self.assertEqual(len(lines) + len(said), 600)
        self.assertTrue(all("not recorded" in str(one.message) for one in said))
        self.assertTrue(all(json.loads(line)["id"] for line in lines))
        count("decisions on a full disk", len(said))

    def test_a_rule_file_on_a_full_disk(self):
        """Who writes a rule file in place on a full disk leaves nothing of it: the old rules stay."""
        rules = errctl.Rules(self.path)
        for text in ("", RULES[:40], RULES[: len(RULES) // 2], RULES.replace("abort", "abrt")):
            self.path.write_text(text)
            with self.assertRaises(errctl.RuleFileError):
                rules.reload()
            self.assertEqual((rules.decide(KeyError("x")).version, rules.decide(TypeError()).rule), (1, "app/otherwise"))
            count("rejected reloads")


class Reloads(Case):
    def test_what_cannot_be_read_leaves_the_old_rules(self):
        rules = errctl.Rules(self.path)

        def missing():
            self.path.unlink()

        def folder():
            self.path.mkdir()

        def nowhere():
            self.path.rmdir()
            self.path.symlink_to(self.folder / "gone.yaml")

        def itself():
            self.path.unlink()
            self.path.symlink_to(self.path)

        def device():
            self.path.unlink()
            self.path.symlink_to("/dev/null")

        def no_import():
            self.path.unlink()
            self.path.write_text("imports: [ gone.yaml ]\n" + RULES)

        for harm in (missing, folder, nowhere, itself, device, no_import):
            harm()
            with self.assertRaises(errctl.RuleFileError, msg=harm.__name__):
                rules.reload()
            self.assertEqual(rules.decide(TypeError("x")).rule, "app/otherwise")
            count("rejected reloads")
        self.assertEqual(rules.decide(TypeError("x")).version, 1)
        self.path.write_text(RULES.replace("then: cancel", "then: abort"))
        self.assertEqual(rules.reload(), 2)
        self.assertEqual(rules.decide(TypeError("x")).evaluation, "abort")

    def test_no_descriptor_is_a_failure_and_not_the_end(self):
        rules = errctl.Rules(self.path)

        def work():
            used = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 8
            resource.setrlimit(resource.RLIMIT_NOFILE, (0, 1024))
            try:
                rules.reload()
            except errctl.RuleFileError as failure:
                assert "open files" in str(failure), failure
            else:
                raise AssertionError("a reload without a descriptor for {} open ones".format(used))
            assert rules.decide(TypeError("x")).version == 1
            resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
            assert rules.reload() == 2

        self.assertEqual(self.ended(self.child(work)), 0)
        count("rejected reloads")

    def test_a_sink_that_closes_or_reloads_the_rules(self):
        """What the program gives is called without a lock of ours."""
        held = []

        def sink(line):
            held[0].reload()
            if "last" in line:
                held[0].close()

        held.append(errctl.Rules(self.path, record=sink))
        self.assertEqual(held[0].decide(TypeError("x")).version, 1)
        self.assertEqual(held[0].decide(TypeError("last")).version, 2)
        with self.assertRaises(ValueError):
            held[0].decide(TypeError("x"))
        count("programs' functions that reload, close and raise", 2)

    def test_readers_that_raise(self):
        def raises(error):
            raise MemoryError(error)

        rules = errctl.Rules(self.path, fields={Exception: raises}, record=self.sink())
        self.assertEqual(rules.decide(KeyError("x")).rule, "app/again")
        self.assertEqual(self.records()[0]["attributes"]["errctl.fields"], "MemoryError")
        count("programs' functions that reload, close and raise")


class Clocks(Case):
    def test_a_clock_that_is_set_back(self):
        """Decisions stay those of a replay, whatever the clock does, and it costs a window at most."""
        steps = [0, 1, 2, 3, -3600, -3599, -3598, -3597, 4, 5, 6, 86400 * 400, 86400 * 400 + 1, -86400 * 9000, -86400 * 9000 + 1, 7]
        rules = errctl.Rules(self.path, record=self.sink())
        live = {}
        for number, step in enumerate(steps * 6):
            for error in (ValueError("v"), KeyError("k"), TypeError("t")):
                resolution = rules.decide(error, time=1790000000.0 + step + number / 1000)
                live[resolution.id] = resolution.evaluation
        self.assertEqual(self.replayed(), live)
        # Whatever came before: three errors within a window count as three.
        for number in range(3):
            last = rules.decide(ValueError("v"), time=1600000000.0 + number)
        self.assertEqual(last.rule, "app/often")
        count("errors of a clock that jumps", len(live))


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    print("; ".join("{} {}".format(number, name) for name, number in COUNTS.items()))
    sys.exit(not program.result.wasSuccessful())
