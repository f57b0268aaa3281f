"""Frames of pandas, Polars, pyarrow and DuckDB, beside a replay of the same records in a file: frames.py"""

import datetime
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import duckdb
import errctl
import pandas
import polars
import pyarrow

ROOT = pathlib.Path(__file__).resolve().parents[3]
RULES = ROOT / "rules/shop/rules.yaml"
STREAM = ROOT / "rules/shop/stream.ndjson"
LINES = STREAM.read_text().splitlines()


class Frames(unittest.TestCase):
    def outcomes(self, source):
        return errctl.replay(source, RULES).json["outcomes"]

    def test_a_path_gives_what_the_command_prints(self):
        program = errctl._program.path()
        preview = errctl.replay(STREAM, RULES)
        for format, text in (("text", preview.text), ("markdown", preview.markdown), ("html", preview.html())):
            printed = subprocess.run([program, "replay", RULES, STREAM, "--format", format], capture_output=True, check=True)
            self.assertEqual(text, printed.stdout.decode())
        self.assertEqual(self.outcomes([str(STREAM), STREAM])["abort"], 12)

    def test_a_column_of_texts_holds_the_lines_of_a_log(self):
        expected = self.outcomes(STREAM)
        frame = pandas.DataFrame({"value": LINES})
        self.assertEqual(self.outcomes(frame), expected)
        self.assertEqual(self.outcomes(frame["value"]), expected)
        self.assertEqual(self.outcomes(polars.DataFrame({"line": LINES})), expected)
        self.assertEqual(self.outcomes(polars.LazyFrame({"line": LINES})), expected)
        self.assertEqual(self.outcomes(pyarrow.table({"value": LINES})), expected)
        self.assertEqual(self.outcomes(duckdb.sql("select value from frame")), expected)
        self.assertEqual(self.outcomes(json.loads(line) for line in LINES), expected)

    def test_columns_are_the_members_of_records(self):
        time = datetime.datetime(2026, 11, 20, 8)
        rows = {"time": [time, None], "type": ["Shop.CardDeclined", "X"], "status": [402, None], "attempt": [1, None], "code": ["a", None]}
        expected = None
        for frame in (pandas.DataFrame(rows), polars.DataFrame(rows), pyarrow.table(rows)):
            resolved = errctl.resolve(frame, RULES)
            self.assertEqual(list(resolved["time"])[0], "2026-11-20T08:00:00Z")
            told = resolved[["category", "evaluation", "rule"]].astype(str).values.tolist()
            expected = expected or told
            self.assertEqual(told, expected)

    def test_resolutions_are_those_of_the_command(self):
        program = errctl._program.path()
        frame = errctl.resolve(STREAM, RULES)
        printed = subprocess.run([program, "replay", RULES, STREAM, "--resolutions", "-"], capture_output=True, check=True)
        self.assertEqual(list(frame["resolution"]), printed.stdout.decode().splitlines())
        self.assertEqual(frame["attempt"].max(), max(json.loads(line).get("retry", {}).get("attempt", 0) for line in frame["resolution"]))
        self.assertEqual(frame["evaluation"].value_counts().to_dict(), errctl.replay(STREAM, RULES).json["outcomes"])

    def test_rules_are_a_frame_of_counts(self):
        preview = errctl.replay(STREAM, RULES)
        counts = preview.to_pandas()
        self.assertEqual(counts.handled.sum(), len(LINES) - preview.json["unhandled"] - preview.json["ignored"])

    def test_a_comparison_shows_what_differs(self):
        with tempfile.TemporaryDirectory() as folder:
            changed = os.path.join(folder, "new.yaml")
            with open(changed, "w") as file:
                file.write(RULES.read_text().replace("then: retry", "then: abort", 1))
            comparison = errctl.diff(STREAM, RULES, changed)
            self.assertIn("app", comparison.text)
            self.assertTrue(comparison.html().lower().startswith("<!doctype html>"))

    def test_an_empty_frame_is_no_failure(self):
        self.assertEqual(sum(self.outcomes(pandas.DataFrame({"value": []})).values()), 0)

    def test_what_is_wrong_is_said(self):
        self.assertRaises(TypeError, errctl.replay, 5, RULES)
        self.assertRaises(TypeError, errctl.replay, iter([5]), RULES)
        with self.assertRaises(errctl.ProgramError) as caught:
            errctl.replay("no-such-file", RULES)
        self.assertIn("no-such-file", str(caught.exception))
        self.assertEqual(caught.exception.status, 2)


if __name__ == "__main__":
    unittest.main()
