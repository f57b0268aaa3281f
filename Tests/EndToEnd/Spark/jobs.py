"""Rules on Spark, beside a replay of the same errors by one process: jobs.py LOCAL|CLUSTER"""

import glob
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

import errctl
import errctl.spark
from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHOP = ROOT / "rules/shop/rules.yaml"
DAY = (ROOT / "rules/shop/stream.ndjson").read_text().splitlines(True)
PLAIN = """version: 1
name: plain
imports: [ parts/categories.yaml ]
responders:
  - id: app
    rules:
      - { id: again, when: { category: busy }, then: proceed }
      - { id: gone, when: { status: 404 }, then: cancel }
"""
KEYED = """version: 1
breakers: { down: { when: { status: 5xx }, atLeast: 3, within: 1h, stays: 20m, per: operation } }
responders:
  - id: app
    rules:
      - { id: down, when: { open: down, status: 503 }, then: cancel }
      - { id: often, when: { rate: { atLeast: 3, within: 1h, per: [ origin, operation ] }, status: 4xx }, then: abort }
      - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3, deadline: 10m, quota: { retries: 3, within: 1h, per: operation } } } }
"""
CATEGORIES = "version: 1\ncategories: [ { name: busy, when: { status: 5xx } } ]\n"


def session(master, **settings):
    builder = SparkSession.builder.master(master).appName("errctl")
    told = {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.files.maxPartitionBytes": "65536",
        "spark.sql.files.openCostInBytes": "0", "spark.sql.shuffle.partitions": "2", "spark.log.level": "OFF",
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
    }  # fmt: skip
    for name, value in dict(told, **settings).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def printed(*arguments, **options):
    done = subprocess.run([errctl._program.path(), *map(str, arguments)], capture_output=True, check=True, **options)
    return done.stdout.decode()


def cut(lines, count, seed, folder, pack=False):
    """Files in order, with lines of different numbers."""
    draw = random.Random(seed)
    places = sorted(draw.sample(range(1, len(lines)), count - 1))
    for number, (start, end) in enumerate(zip([0] + places, places + [len(lines)])):
        name = os.path.join(folder, "part-{:02d}.ndjson".format(number))
        with (gzip.open(name + ".gz", "wt") if pack else open(name, "w")) as file:
            file.write("".join(lines[start:end]))
    return sorted(glob.glob(os.path.join(folder, "part-*")))


def records(count):
    draw = random.Random(1)
    for number in range(count):
        yield {
            "id": "r%d" % number, "time": "2026-11-20T%02d:%02d:00Z" % (number // 60 % 24, number % 60), "type": "HTTPError",
            "status": draw.choice([404, 500, 503, 418]), "operation": "o%d" % (number % 7), "attempt": 1 + number % 4,
        }  # fmt: skip


class Case(unittest.TestCase):
    spark = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.chdir(self.folder)
        self.addCleanup(os.chdir, ROOT)
        shutil.copy(SHOP, "shop.yaml")
        os.makedirs("parts")
        pathlib.Path("plain.yaml").write_text(PLAIN)
        pathlib.Path("parts/categories.yaml").write_text(CATEGORIES)

    def texts(self):
        return self.spark.read.text(self.folder + "/part-*")


class Local(Case):
    def test_the_shop_s_day_in_shards_is_one_replay(self):
        for count in (1, 3, 17):
            for name in glob.glob("part-*"):
                os.remove(name)
            files = cut(DAY, count, count, self.folder, pack=count == 3)
            # Files that the tasks read themselves, and rows that pass through Spark.
            previews = [errctl.spark.preview(self.texts(), "shop.yaml", read_files=read) for read in (True, False)[: 1 + (count == 3)]]
            for preview in previews:
                for format, text in (("text", preview.text), ("markdown", preview.markdown), ("html", preview.html())):
                    expected = printed("replay", "shop.yaml", *files, "--format", format)
                    self.assertEqual(text, expected, (count, format))
            resolved = errctl.spark.resolve(self.texts(), "shop.yaml", read_files=count != 17).toPandas()
            expected = printed("replay", "shop.yaml", *files, "--resolutions", "-").splitlines()
            self.assertEqual(list(resolved["resolution"]), expected, count)
            self.assertEqual(list(resolved["evaluation"]), [json.loads(line)["evaluation"] for line in expected])

    def test_a_large_file_in_pieces_is_one_replay(self):
        files = cut(DAY * 5, 1, 1, self.folder)
        df = self.texts()
        self.assertGreater(df.rdd.getNumPartitions(), 4)
        expected = errctl.replay(files, "shop.yaml").text
        for read in (True, False):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.assertEqual(errctl.spark.preview(df, "shop.yaml", read_files=read).text, expected)
            # Its breaker has no key.
            notes = [str(one.message) for one in caught if "were evaluated in one place" in str(one.message)]
            self.assertRegex(notes[0], "^errctl: [0-9,]+ records depend on others and were evaluated in one place. ")

    def test_records_that_meet_by_keys_are_evaluated_by_several_tasks(self):
        pathlib.Path("keyed.yaml").write_text(KEYED)
        files = cut(DAY * 3, 4, 5, self.folder)
        seen = []
        merged = errctl.spark._merged
        errctl.spark._merged = lambda partials, *rest: seen.append(partials) or merged(partials, *rest)
        self.addCleanup(setattr, errctl.spark, "_merged", merged)
        self.assertEqual(errctl.spark.preview(self.texts(), "keyed.yaml").text, printed("replay", "keyed.yaml", *files))
        places = [row.place for row in seen[0].select("place").distinct().collect()]
        self.assertEqual(sorted(place for place in places if place.startswith("part")), ["part 1/2", "part 2/2"])
        resolved = errctl.spark.resolve(self.texts(), "keyed.yaml").toPandas()
        self.assertEqual(list(resolved["resolution"]), printed("replay", "keyed.yaml", *files, "--resolutions", "-").splitlines())

    def test_only_all_lines_of_text_files_are_read_by_the_tasks(self):
        files = cut(DAY, 3, 3, self.folder)
        read = self.spark.read
        pieces = errctl._spark_files.tasks_of
        whole = pieces(self.texts())
        self.assertEqual(list(dict.fromkeys(piece.path for task in whole for piece in task)), files)
        self.assertTrue(pieces(self.texts().select("value")))
        others = [
            self.texts().limit(3), self.texts().where("value like '%a%'"), self.texts().selectExpr("trim(value)"), self.texts().distinct(),
            self.texts().union(self.texts()), self.texts().sample(0.5), self.texts().withColumnRenamed("value", "message"),
            read.schema("message string").text(files), read.text(files, wholetext=True), read.text(files, lineSep="x"), read.json(files),
        ]  # fmt: skip
        self.assertEqual([number for number, df in enumerate(others) if pieces(df)], [])
        kept = self.texts().cache()
        self.assertEqual(pieces(kept), [])
        kept.unpersist()

    def test_a_task_reads_a_part_of_a_file_or_several_whole_ones(self):
        draw = random.Random(7)
        for _ in range(300):
            most = draw.choice([1, 100, 1 << 27])
            pieces = []
            for number in range(draw.randint(1, 12)):
                size = draw.choice([1, most // 2 + 1, most, 3 * most, draw.randint(1, 40 * most)])
                cut = size if draw.random() < 0.2 else most
                pieces += [
                    errctl._spark_files.Piece(str(number), start, min(start + cut, size), size, cut == size, number)
                    for start in range(0, size, cut)
                ]
            cores = draw.randint(1, 9)
            tasks = errctl._spark_files._tasks(pieces, cores)
            covered, lengths = [], []
            for task in tasks:
                self.assertTrue(len(task) == 1 or all(piece.is_whole for piece in task), task)
                lengths.append(sum(piece.end - piece.start for piece in task))
                for piece in task:
                    last = covered[-1] if covered else None
                    if last and last[0] == piece.path and last[2] == piece.start:
                        covered[-1] = (piece.path, last[1], piece.end)
                    else:
                        covered.append((piece.path, piece.start, piece.end))
            self.assertEqual(covered, [(piece.path, 0, piece.size) for piece in pieces if piece.start == 0])
            largest = max(piece.end - piece.start for piece in pieces)
            self.assertLessEqual(max(lengths), max(largest, min(1 << 30, sum(lengths) // (2 * cores))))

    def test_lines_that_are_written_later_are_not_read(self):
        files = cut([json.dumps(record) + "\n" for record in records(2000)], 30, 4, self.folder)
        df = self.texts()
        tasks = errctl._spark_files.tasks_of(df)
        self.assertLess(len(tasks), len(files))
        resolved = errctl.spark.resolve(df, "plain.yaml")
        for name in files[::3]:
            with open(name, "a") as file:
                file.write('{"type":"Later"}\n')
        self.assertEqual(resolved.count(), 2000)

    def test_pieces_of_a_file_are_all_of_its_lines_once(self):
        draw = random.Random(3)
        for _ in range(300):
            lines = [bytes(draw.choice(b"ab\r") for _ in range(draw.choice([0, 1, 3, 40]))) + b"\n" for _ in range(draw.randint(1, 12))]
            text = b"".join(lines)[: None if draw.random() < 0.6 else -1] or b"a"
            pathlib.Path("lines").write_bytes(text)
            size = draw.randint(1, 20)
            found = []
            for start in range(0, len(text), size):
                piece = errctl._spark_files.Piece("lines", start, min(start + size, len(text)), len(text), False, 0)
                for _, part in errctl._spark_files.opened([piece]):
                    if isinstance(part, errctl._spark_files.Names):
                        self.assertEqual((size >= len(text), part.streams), (True, ["lines"]))
                        found.append(text)
                        continue
                    end, begin = os.pipe()
                    with open(begin, "wb") as pipe, open(end, "rb") as other:
                        part.feed(pipe)
                        pipe.close()
                        found.append(other.read())
            self.assertEqual(b"".join(found), text)
            self.assertTrue(all(part.endswith(b"\n") for part in found[:-1]) and all(found), found)

    def test_a_file_that_a_worker_cannot_read_is_not_counted_as_empty(self):
        files = cut(DAY, 3, 3, self.folder)
        expected = printed("replay", "shop.yaml", *files)
        opened = errctl._spark_files._opened

        def absent(path, size):
            raise OSError("{} cannot be read on this host: it is absent".format(path))

        errctl._spark_files._opened = absent
        self.addCleanup(setattr, errctl._spark_files, "_opened", opened)
        with self.assertWarnsRegex(UserWarning, "part-00.ndjson cannot be read on this host: it is absent; so all rows pass through Spark"):
            self.assertEqual(errctl.spark.preview(self.texts(), "shop.yaml").text, expected)
        errctl._spark_files._opened = opened
        # One that vanishes, or is cut, after it was listed.
        df = self.texts()
        resolved = errctl.spark.resolve(df, "plain.yaml")
        os.truncate(files[1], 10)
        with self.assertRaises(Exception) as failed:
            resolved.count()
        self.assertIn("part-01.ndjson cannot be read on", str(failed.exception))
        self.assertIn("it is shorter than the file that Spark has listed", str(failed.exception))

    def test_rules_without_state_resolve_in_each_task_with_their_imports(self):
        lines = [json.dumps(record) + "\n" for record in records(2000)]
        files = cut(lines, 4, 4, self.folder)
        resolved = errctl.spark.resolve(self.texts(), "plain.yaml")
        self.assertGreater(resolved.rdd.getNumPartitions(), 1)
        expected = printed("replay", "plain.yaml", *files, "--resolutions", "-").splitlines()
        self.assertEqual(sorted(row.resolution for row in resolved.collect()), sorted(expected))

    def test_columns_of_json_and_parquet_are_members(self):
        lines = [json.dumps(record) + "\n" for record in records(500)]
        files = cut(lines, 1, 1, self.folder)
        expected = errctl.replay(files, "plain.yaml").json
        rows = self.spark.read.json(files[0])
        from pyspark.sql import functions

        rows.withColumn("time", functions.to_timestamp("time")).write.parquet(self.folder + "/rows.parquet")
        for df in (rows, self.spark.read.parquet(self.folder + "/rows.parquet")):
            preview = errctl.spark.preview(df, "plain.yaml").json
            for member in ("outcomes", "categories", "stations", "times"):
                self.assertEqual(preview[member], expected[member])

    def test_rows_that_are_no_files_stand_in_the_order_of_partitions(self):
        df = self.spark.createDataFrame([(line.rstrip("\n"),) for line in DAY], "value string").repartition(1)
        self.assertEqual(errctl.spark.preview(df, "shop.yaml").json["outcomes"], errctl.replay(ROOT / "rules/shop/stream.ndjson", "shop.yaml").json["outcomes"])

    def test_nothing_is_no_failure(self):
        empty = self.spark.createDataFrame([], "value string")
        self.assertEqual(sum(errctl.spark.preview(empty, "plain.yaml").json["outcomes"].values()), 0)
        self.assertEqual(errctl.spark.resolve(empty, "plain.yaml").count(), 0)
        # Most partitions of this one are.
        few = self.spark.createDataFrame([(json.dumps(record),) for record in records(2)], "value string").repartition(8)
        self.assertEqual(sum(errctl.spark.preview(few, "plain.yaml").json["outcomes"].values()), 2)
        self.assertEqual(errctl.spark.resolve(few, "plain.yaml").count(), 2)

    def test_a_comparison_counts_what_ends_otherwise(self):
        lines = [json.dumps(record) + "\n" for record in records(3000)]
        cut(lines, 3, 3, self.folder)
        pathlib.Path("new.yaml").write_text(PLAIN.replace("then: cancel", "then: abort"))
        changes = errctl.spark.diff(self.texts(), "plain.yaml", "new.yaml")
        gone = sum('"status": 404' in line for line in lines)
        self.assertEqual(changes.to_pandas().values.tolist(), [["cancel", "abort", gone]])
        self.assertEqual((changes.count, changes.records.count()), (3000, gone))
        self.assertIn("{:,} of 3,000 errors end otherwise".format(gone), changes.text)
        # By rules that remember, too.
        pathlib.Path("shop2.yaml").write_text(SHOP.read_text().replace("then: retry", "then: abort", 1))
        for name in glob.glob("part-*"):
            os.remove(name)
        files = cut(DAY, 3, 3, self.folder)
        changes = errctl.spark.diff(self.texts(), "shop.yaml", "shop2.yaml")
        told = json.loads(printed("diff", "shop.yaml", "shop2.yaml", *files, "--format", "json", "--witnesses", "0"))
        self.assertEqual(changes.to_pandas()["errors"].sum(), moved(told))

    def test_what_is_wrong_is_said_where_it_is(self):
        cut(DAY[:5], 1, 1, self.folder)
        pathlib.Path("wrong.yaml").write_text(PLAIN + "nonsense: 1\n")
        with self.assertRaises(errctl.ProgramError) as caught:
            errctl.spark.preview(self.texts(), "wrong.yaml")
        self.assertIn("wrong.yaml:9:1: error:", str(caught.exception))
        with self.assertRaises(Exception) as failed:
            errctl.spark.preview(self.texts(), "plain.yaml", options=["--input", "no-such-format"])
        self.assertIn("no-such-format", str(failed.exception))


class Cluster(Case):
    def test_a_task_s_failure_counts_nothing_twice(self):
        files = cut(DAY * 20, 3, 3, self.folder)
        expected = errctl.replay(files, "shop.yaml").text
        df = self.texts()
        killed = []

        def watch():
            # Once results are written, and others are under way: an executor that this test started, a process below this one.
            tracker = self.spark.sparkContext.statusTracker()
            while not killed:
                stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
                if any(stage and stage.numTasks > 2 and stage.numCompletedTasks > 0 for stage in stages):
                    killed.append(executors()[0])
                    os.kill(killed[0], signal.SIGKILL)
                time.sleep(0.01)

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        for _ in range(10):  # A stage may end before the watch sees it.
            self.assertEqual(errctl.spark.preview(df, "shop.yaml").text, expected)
            if killed:
                break
        self.assertEqual(len(killed), 1)


def executors():
    """Processes of executors below this one."""
    parents = {}
    for status in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(status) as file:
                text = file.read()
        except OSError:
            continue
        parents[int(text.split(" ", 1)[0])] = int(text.rsplit(")", 1)[1].split()[1])
    found = []
    for pid in parents:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above != os.getpid():
            continue
        with open("/proc/{}/cmdline".format(pid), "rb") as file:
            if b"CoarseGrainedExecutorBackend" in file.read():
                found.append(pid)
    return sorted(found)


def moved(told):
    counts = told["matrix"]["counts"]
    return sum(map(sum, counts)) - sum(counts[place][place] for place in range(len(counts)))


if __name__ == "__main__":
    kind = sys.argv.pop()
    Case.spark = session("local[2]" if kind == "LOCAL" else "local-cluster[2,1,1024]")
    try:
        result = unittest.main(defaultTest="Local" if kind == "LOCAL" else "Cluster", exit=False).result
    finally:
        Case.spark.stop()
    sys.exit(not result.wasSuccessful())
