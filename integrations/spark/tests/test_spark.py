"""Tests of `tabpipe_spark` in Spark: with a program that misbehaves, and with the real one that TABPIPE_PROGRAM names.

TABPIPE_SPARK_MASTER selects where Spark runs; the default is local[2]. Tests are skipped, visibly, where PySpark or Java is missing.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import programs  # noqa: E402

try:
    import pyspark
    from pyspark.sql import SparkSession

    import tabpipe_spark
    from tabpipe_spark import Refused
    from tabpipe_envelope.spark.files import DriverFiles, Shipped
except ImportError:
    pyspark = None

STAGES = {
    "parameters": {"word": {"default": '"none"'}},
    "stages": [
        {"type": "filter", "where": ".drop != true"},
        {"type": "set", "fields": {"word": {"$param": "word"}, "id": 'if .fail then error("failed " + (.id | tostring)) else .id end'}},
    ],
}
ROWS = [json.dumps({"id": number, "price": number + 0.5, **({"fail": True} if number % 50 == 7 else {}), **({"drop": True} if number % 10 == 3 else {})})
        for number in range(1000)]
COUNTS = {"read": 1000, "made": 0, "written": 880, "filtered": 100, "rejected": 20, "skipped": 0}


def setUpModule():
    if not pyspark:
        raise unittest.SkipTest("PySpark is not installed")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        raise unittest.SkipTest("there is no Java")
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)


class SparkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        master = os.environ.get("TABPIPE_SPARK_MASTER", "local[2]")
        settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.shuffle.partitions": "2", "spark.executor.memory": "1g"}
        builder = SparkSession.builder.master(master).appName("tabpipe")
        for name, value in settings.items():
            builder = builder.config(name, value)
        cls.spark = builder.getOrCreate()
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.folder = Path(tempfile.mkdtemp(prefix="tabpipe-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.stages = cls.folder / "stages.json"
        cls.stages.write_text(json.dumps(STAGES))
        cls.fake = programs.fake()

    def frame(self, rows, partitions=3):
        return self.spark.createDataFrame([(row,) for row in rows], "value string").repartition(partitions)

    def failure(self, df, **options):
        """Runs a job that has to fail, and returns its message."""
        with self.assertRaises(Exception) as caught:
            tabpipe_spark.run(df, **{"pipeline": self.stages, "binary": self.fake, **options})
        return str(caught.exception)


class WithAFake(SparkTest):
    def test_a_broken_stream_fails_the_job_with_the_reason(self):
        rdd = self.spark.sparkContext.parallelize(ROWS, 2)
        for fault, reason, rows in (("no_end", "has no end record", self.frame(ROWS)), ("killed", "was killed by SIGKILL", rdd),
                                    ("lost_record", "records written", self.frame(ROWS))):
            with self.subTest(fault):
                self.assertIn(reason, self.failure(rows, env={"FAKE": fault}))

    def test_is_refused_without_envelope_or_with_a_fault_of_the_file(self):
        self.assertIn("has no option --envelope", self.failure(self.frame([]), env={}, binary=self.old()))
        self.assertIn("sort looks at neighbours", self.failure(self.frame([]), env={"FAKE": "stateful"}))
        self.assertIn("there is no program", self.failure(self.frame([]), binary="/nowhere/tabpipe"))
        with self.assertRaisesRegex(TypeError, "not list"):
            tabpipe_spark.run(ROWS, self.stages, self.fake)
        with self.assertRaisesRegex(Refused, "there is no pipeline file"):
            tabpipe_spark.run(self.frame([]), "nowhere.json", self.fake)

    def test_a_program_of_the_workers_checks_the_file_there(self):
        with mock.patch("shutil.which", return_value=None):  # of the driver, which has no program
            self.assertIn("sort looks at neighbours", self.failure(self.frame([]), env={"FAKE": "stateful"}, ship=False))

    def old(self):
        program = self.folder / "old"
        program.write_text(f"#!/bin/sh\nFAKE=old exec {self.fake} \"$@\"\n")
        program.chmod(0o755)
        return str(program)

    def test_a_program_that_the_workers_lack_fails_the_job(self):
        self.assertIn("/nowhere/tabpipe cannot be started", self.failure(self.frame(ROWS), binary="/nowhere/tabpipe", ship=False))

    def test_another_version_on_one_worker_fails_the_job(self):
        program = self.folder / "mixed"
        marker = self.folder / "marker"
        once = f'[ "$1" = pipe ] && [ "$2" != --help ] && mkdir {marker} 2>/dev/null'
        program.write_text(f"#!/bin/sh\nif {once}; then export FAKE=other_version; fi\nexec {self.fake} \"$@\"\n")
        program.chmod(0o755)
        message = self.failure(self.frame(ROWS), binary=str(program), ship=False)
        self.assertRegex(message, r"workers differ in version: 1\.2\.3 on .*, 9\.9\.9 on ")

    def test_a_file_that_changes_on_the_way_fails_the_job(self):
        copy = DriverFiles.add

        def damage(context, path, place):
            shipped = copy(context, path, place)
            return Shipped(shipped.place, shipped.sha256[:32] + "0" * 32)

        with mock.patch.object(DriverFiles, "add", damage):
            self.assertIn("has the SHA-256", self.failure(self.frame(ROWS)))


@unittest.skipUnless(programs.real(), "TABPIPE_PROGRAM names no program")
class WithTabpipe(SparkTest):
    def run_stages(self, df, **options):
        result = tabpipe_spark.run(df, self.stages, programs.real(), **options)
        self.addCleanup(result.unpersist)
        return result

    def test_records_rejects_and_counts_of_a_data_frame(self):
        plain = None
        for is_arrow in ([True, False] if tabpipe_spark.has_arrow() else [False]):
            with self.subTest(arrow=is_arrow):
                result = self.run_stages(self.frame(ROWS), arrow=is_arrow, params={"word": '"ü"'})
                self.assertEqual(result.counts, COUNTS)
                result.check()
                records = sorted(row.value for row in result.text.collect())
                self.assertEqual(records, plain or records)
                plain = records
                self.assertEqual(json.loads(plain[0]), {"id": 0, "price": 0.5, "word": "ü"})
                self.assertEqual(result.ok.schema.simpleString(), "struct<id:bigint,price:double,word:string>")
                self.assertEqual(result.ok.count(), 880)
                reasons = sorted((row.stage, row.step, row.reason) for row in result.rejects.collect())
                self.assertEqual(reasons, sorted(("set", "stages[1]", f"failed {number}") for number in range(7, 1000, 50)))

    def test_records_rejects_and_counts_of_an_rdd(self):
        result = self.run_stages(self.spark.sparkContext.parallelize(ROWS, 4))
        self.assertEqual(result.counts, COUNTS)
        result.check()
        self.assertEqual(len(result.ok.collect()), 880)
        self.assertEqual(sorted(json.loads(reject["record"])["id"] for reject in result.rejects.collect()), list(range(7, 1000, 50)))

    def test_columns_become_json(self):
        df = self.spark.createDataFrame([(1, "a", None), (2, "b", [1.5])], "id int, text string, list array<double>")
        result = self.run_stages(df, column=None)
        self.assertEqual([json.loads(row.value) for row in result.text.orderBy("value").collect()],
                         [{"id": 1, "text": "a", "list": None, "word": "none"}, {"id": 2, "text": "b", "list": [1.5], "word": "none"}])

    def test_a_given_schema_is_kept_or_fails(self):
        result = self.run_stages(self.frame(ROWS), schema="id INT, word STRING")
        self.assertEqual(result.ok.schema.simpleString(), "struct<id:int,word:string>")
        with self.assertRaisesRegex(Exception, "MALFORMED|malformed"):
            self.run_stages(self.frame(ROWS), schema="word INT").ok.collect()

    def test_an_empty_frame_and_empty_partitions(self):
        self.assertEqual(self.run_stages(self.frame([])).counts["read"], 0)
        result = self.run_stages(self.frame(ROWS[:1], 5))
        self.assertEqual((result.counts["read"], result.ok.count(), result.rejects.count()), (1, 1, 0))

    def test_bad_rows_fail_or_are_rejected(self):
        bad = {"null": (None, "is null"), "raw line break": ('{"id":\n1}', "line break"), "blank": (" ", "blank"), "no JSON": ('{"id":', "no JSON"),
               "no JSON, which the next row would complete": ('{"id":{"a":1}', "no JSON"), "two values": ("{} {}", "records read")}
        for name, (row, reason) in bad.items():
            with self.subTest(name):
                self.assertIn(reason, self.failure(self.frame([*ROWS[:4], row, *ROWS[4:8]], 1), binary=programs.real()))
        rows = [row for name, (row, _) in bad.items() if name != "two values"]
        for is_arrow in ([True, False] if tabpipe_spark.has_arrow() else [False]):
            with self.subTest(arrow=is_arrow):
                result = self.run_stages(self.frame([*rows, ROWS[0]], 1), bad_rows="reject", arrow=is_arrow)
                self.assertEqual((result.counts["read"], result.counts["written"], result.counts["rejected"]), (6, 1, 5))
                self.assertEqual({json.loads(row.record) for row in result.rejects.collect()}, set(rows))

    def test_stages_that_look_at_neighbours_are_refused(self):
        self.stages.write_text(json.dumps({"stages": [{"type": "sort", "by": ".id"}]}))
        self.addCleanup(self.stages.write_text, json.dumps(STAGES))
        self.assertIn("sort", self.failure(self.frame(ROWS), binary=programs.real()))

    def test_files_beside_the_pipeline_file_travel(self):
        (self.folder / "parts").mkdir(exist_ok=True)
        (self.folder / "parts/word.json").write_text(json.dumps('"from a file"'))
        other = self.folder / "other.json"
        other.write_text('{"stages": [{"type": "set", "fields": {"word": {"$file": "parts/word.json"}}}]}')
        result = tabpipe_spark.run(self.frame(ROWS[:3]), other, programs.real(), files=[self.folder / "parts/word.json"])
        self.assertIn("from a file", result.text.first().value)

    def test_programs_start_if_allowed_and_may_travel(self):
        (self.folder / "shout.sh").write_text("while IFS= read -r line; do printf '%s\\n' \"$line\" | tr a-z A-Z; done\n")
        shout = self.folder / "shout.json"
        shout.write_text('{"stages": [{"type": "exec", "command": ["sh", "shout.sh"], "scope": "partition"}]}')
        rows = self.frame(['{"a":"b"}', '{"a":"c"}'])
        self.assertIn("--allow-exec", self.failure(rows, pipeline=shout, binary=programs.real()))
        result = tabpipe_spark.run(rows, shout, programs.real(), files=[self.folder / "shout.sh"], allow_exec=True)
        self.assertEqual(sorted(row.value for row in result.text.collect()), ['{"A":"B"}', '{"A":"C"}'])

    def test_a_secret_comes_from_env(self):
        secret = self.folder / "secret.json"
        secret.write_text('{"stages": [{"type": "set", "fields": {"word": {"$env": "TABPIPE_TEST_WORD"}}}]}')
        self.assertIn("abc", tabpipe_spark.run(self.frame(ROWS[:3]), secret, programs.real(), env={"TABPIPE_TEST_WORD": '"abc"'}).text.first().value)
        with self.assertRaisesRegex(Exception, "TABPIPE_TEST_WORD"):
            tabpipe_spark.run(self.frame(ROWS[:3]), secret, programs.real())

    def test_a_checkpoint_keeps_the_rows(self):
        self.spark.sparkContext.setCheckpointDir(str(self.folder / "checkpoint"))
        for rows in (self.frame(ROWS), self.spark.sparkContext.parallelize(ROWS, 2)):
            result = self.run_stages(rows, keep="checkpoint")
            result.unpersist()
            result.check()
            self.assertEqual(result.counts, COUNTS)

    def test_a_stream_runs_batch_by_batch(self):
        sys.path.insert(0, str(HERE.parent / "examples"))
        import streaming

        (self.folder / "incoming").mkdir()
        (self.folder / "incoming/a.jsonl").write_text("\n".join(ROWS) + "\n")
        query = streaming.start(self.spark, str(self.folder / "incoming"), str(self.folder / "out"), str(self.stages), programs.real())
        query.processAllAvailable()
        query.stop()
        self.assertEqual(self.spark.read.text(str(self.folder / "out/records")).count(), 880)
        self.assertEqual(self.spark.read.json(str(self.folder / "out/rejects")).count(), 20)


if __name__ == "__main__":
    unittest.main()
