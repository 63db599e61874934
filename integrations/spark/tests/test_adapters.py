"""Tests of the adapters for Ray Data and datatrove, with the fake program. Each is skipped, visibly, where its package is missing."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import programs  # noqa: E402
from tabpipe_envelope import BrokenStream, Refused  # noqa: E402

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

        result = tabpipe_ray.run(self.dataset(), self.stages, PROGRAM, "value")
        self.assertEqual(result.counts, {"read": 500, "made": 0, "written": 440, "filtered": 50, "rejected": 10, "skipped": 0})
        ids = sorted(json.loads(row["value"])["id"] for row in result.ok.take_all())
        self.assertEqual(ids, [number for number in range(500) if number % 50 != 7 and number % 10 != 3])
        self.assertEqual({row["reason"] for row in result.rejects.take_all()}, {"seven"})

    def test_a_broken_stream_fails_with_the_reason(self):
        import tabpipe_ray

        with self.assertRaisesRegex(Exception, "was killed by SIGKILL"):
            tabpipe_ray.run(self.dataset(), self.stages, programs.fake(), "value", env={"FAKE": "killed"})

    def test_stages_that_look_at_neighbours_are_refused(self):
        import tabpipe_ray

        with self.assertRaisesRegex(Refused, "sort looks at neighbours"):
            tabpipe_ray.run(self.dataset(), self.stages, programs.fake(), "value", env={"FAKE": "stateful"})

    def test_rows_are_counted_where_they_are(self):
        import ray
        import tabpipe_ray

        with mock.patch.object(ray.data.Dataset, "iter_batches", side_effect=AssertionError("the rows come to the driver")):
            self.assertEqual(tabpipe_ray.run(self.dataset(), self.stages, PROGRAM, "value").counts["read"], 500)

    def test_bad_rows_fail_or_are_rejected(self):
        import ray
        import tabpipe_ray

        rows = ray.data.from_items([{"value": text} for text in ('{"id":1}', '{"id":', None)])
        with self.assertRaisesRegex(Exception, "is null|is no JSON"):
            tabpipe_ray.run(rows, self.stages, PROGRAM, "value")
        self.assertEqual(tabpipe_ray.run(rows, self.stages, PROGRAM, "value", bad_rows="reject").counts["rejected"], 2)


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
        self.assertEqual(json.loads((self.folder / "rejects/00002.counts.json").read_text())["written"], 99)

    def test_a_broken_stream_fails_with_the_reason(self):
        with self.assertRaisesRegex(BrokenStream, "was killed by SIGKILL"):
            list(self.step(programs.fake(), env={"FAKE": "killed"}).run(iter(self.documents())))

    def test_a_broken_stream_leaves_no_proof_of_an_earlier_one(self):
        list(self.step(programs.fake()).run(iter(self.documents())))
        self.assertEqual(self.files(), ["00000.counts.json", "00000.jsonl"])
        with self.assertRaises(BrokenStream):
            list(self.step(programs.fake(), env={"FAKE": "killed"}).run(iter(self.documents())))
        self.assertEqual(self.files(), [])

    def test_a_consumer_that_stops_leaves_no_files(self):
        documents = self.step(programs.fake()).run(iter(self.documents()))
        next(documents)
        documents.close()
        self.assertEqual(self.files(), [])

    def test_stages_that_look_at_neighbours_are_refused(self):
        with self.assertRaisesRegex(Refused, "sort looks at neighbours"):
            list(self.step(programs.fake(), env={"FAKE": "stateful"}).run(iter(self.documents())))
        self.assertTrue(list(self.step(programs.fake(), env={"FAKE": "stateful"}, partitioned_by=".thread_id").run(iter(self.documents()))))

    def test_media_stay(self):
        from datatrove.data import Document, Media

        media = Media(id="m", type=0, url="https://example.com/a.png", media_bytes=b"\x89PNG\xff", metadata={"width": 1})
        (found,) = self.step(programs.fake()).run(iter([Document(text="t", id="d", media=[media])]))
        self.assertEqual(found.media, [media])

    @unittest.skipUnless(programs.real(), "TABPIPE_PROGRAM names no program")
    def test_other_fields_become_metadata_and_text_is_needed(self):
        step = self.step()
        self.stages.write_text('{"stages": [{"type": "set", "fields": {"extra": "1"}}]}')
        self.assertEqual(next(step.run(iter(self.documents()))).metadata, {"n": 0, "extra": 1})
        self.stages.write_text('{"stages": [{"type": "remove", "fields": ["text"]}]}')
        with self.assertRaisesRegex(ValueError, "has no text"):
            list(step.run(iter(self.documents())))

    def files(self):
        return sorted(path.name for path in (self.folder / "rejects").iterdir()) if (self.folder / "rejects").exists() else []


if __name__ == "__main__":
    unittest.main()
