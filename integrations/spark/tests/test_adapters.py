"""Tests of the adapters for Ray Data and datatrove, with the fake program. Each is skipped, visibly, where its package is missing."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import programs  # noqa: E402
from tabpipe_envelope import BrokenStream  # noqa: E402

PROGRAM = programs.real() or programs.fake()
STAGES = {"stages": [{"type": "filter", "where": ".drop | not"}, {"type": "set", "fields": {"id": 'if .fail then error(.fail) else .id end'}}]}


def is_missing(package):
    return importlib.util.find_spec(package) is None


class AdapterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.stages = self.folder / "stages.json"
        self.stages.write_text(json.dumps(STAGES))


@unittest.skipIf(is_missing("ray"), "Ray is not installed")
class RayData(AdapterTest):
    @classmethod
    def setUpClass(cls):
        import ray

        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        path = os.pathsep.join(sys.path[:2])
        ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": path}})
        ray.data.DataContext.get_current().enable_progress_bars = False
        cls.addClassCleanup(ray.shutdown)

    def dataset(self):
        import ray

        rows = [{"id": number} | ({"fail": "seven"} if number % 50 == 7 else {}) | ({"drop": True} if number % 10 == 3 else {}) for number in range(500)]
        return ray.data.from_items([{"value": json.dumps(row)} for row in rows], override_num_blocks=3)

    def test_records_rejects_and_counts(self):
        import tabpipe_ray

        result = tabpipe_ray.run(self.dataset(), self.stages, PROGRAM)
        self.assertEqual(result.counts, {"read": 500, "made": 0, "written": 440, "filtered": 50, "rejected": 10, "skipped": 0})
        ids = sorted(json.loads(row["value"])["id"] for row in result.ok.take_all())
        self.assertEqual(ids, [number for number in range(500) if number % 50 != 7 and number % 10 != 3])
        self.assertEqual({row["reason"] for row in result.rejects.take_all()}, {"seven"})

    def test_a_broken_stream_fails_with_the_reason(self):
        import tabpipe_ray

        with self.assertRaisesRegex(Exception, "was killed by SIGKILL"):
            tabpipe_ray.run(self.dataset(), self.stages, programs.fake(), env={"FAKE": "killed"})


@unittest.skipIf(is_missing("datatrove"), "datatrove is not installed")
class Datatrove(AdapterTest):
    def documents(self):
        from datatrove.data import Document

        return [Document(text=f"text {number} ü", id=f"d{number}", metadata={"n": number}) for number in range(100)]

    def step(self, program=PROGRAM, **options):
        from tabpipe_datatrove import Tabpipe

        self.stages.write_text(json.dumps({"stages": [{"type": "set", "fields": {"text": 'if .metadata.n == 7 then error("seven") else .text end'}}]}))
        return Tabpipe(str(self.stages), str(self.folder / "rejects"), program, **options)

    @unittest.skipUnless(programs.real(), "TABPIPE_PROGRAM names no program")
    def test_documents_rejects_and_counts(self):
        step = self.step()
        found = list(step.run(iter(self.documents()), rank=2))
        self.assertEqual(found, [document for document in self.documents() if document.id != "d7"])
        rejects = [json.loads(line) for line in (self.folder / "rejects/00002.jsonl").read_text().splitlines()]
        self.assertEqual([reject["reason"] for reject in rejects], ["seven"])
        self.assertEqual(json.loads((self.folder / "rejects/00002.end.json").read_text())["written"], 99)

    def test_a_broken_stream_fails_with_the_reason(self):
        with self.assertRaisesRegex(BrokenStream, "was killed by SIGKILL"):
            list(self.step(programs.fake(), env={"FAKE": "killed"}).run(iter(self.documents())))
        self.assertFalse((self.folder / "rejects/00000.end.json").exists())


if __name__ == "__main__":
    unittest.main()
