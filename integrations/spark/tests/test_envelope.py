"""Tests of `tabpipe_envelope` with a program that misbehaves. They need neither Spark nor tabpipe."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterable
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import programs  # noqa: E402
import tabpipe_envelope as envelope  # noqa: E402
from tabpipe_envelope import BadRow, Batch, BrokenStream  # noqa: E402

FAKE = programs.fake()
ROWS = ['{"id": 1}', '{"id": 2.50}', '{"id": 3, "fail": "three"}', '{"id": 4, "drop": true}', '{"id": 5, "text": "ä\\n"}']


def collect(rows: Iterable, fault: str = "good", bad_rows: envelope.BadRows = "fail", digest: str | None = None, **env: str) -> Batch:
    """Runs rows through the fake, and puts all batches together."""
    with tempfile.TemporaryDirectory() as folder:
        pipeline = Path(folder) / "stages.json"
        pipeline.write_text('{"stages": []}')
        digest = digest or hashlib.sha256(pipeline.read_bytes()).hexdigest()
        command = envelope.command(FAKE, str(pipeline), digest, env={"FAKE": fault, **env}, bad_rows=bad_rows)
        faults = envelope.Faults(bad_rows)
        whole = Batch()
        for batch in envelope.run(envelope.blocks(rows, faults), command, faults):
            whole.ok += batch.ok
            whole.rejects += batch.rejects
            whole.end = batch.end or whole.end
        return whole


class GoodStreams(unittest.TestCase):
    def test_gives_records_as_written_and_rejects_and_the_end(self):
        found = collect(ROWS)
        self.assertEqual(found.ok, [row.encode() for row in (ROWS[0], ROWS[1], ROWS[4])])
        self.assertEqual([(reject["step"], reject["reason"]) for reject in found.rejects], [("stages[0]", "three")])
        self.assertEqual({name: found.end[name] for name in ("read", "written", "filtered", "rejected")},
                         {"read": 5, "written": 3, "filtered": 1, "rejected": 1})

    def test_an_empty_partition_has_an_end_record(self):
        self.assertEqual(collect([]).end["read"], 0)

    def test_a_child_that_writes_before_it_reads_blocks_nothing(self):
        rows = [json.dumps({"id": number, "text": "y" * 1000}) for number in range(10_000)]
        self.assertEqual(len(collect(rows, "talks_first").ok), 30_000)

    def test_a_row_of_fifty_megabytes_passes(self):
        rows = [json.dumps({"text": "z" * 50_000_000}), '{"id": 2}']
        self.assertEqual([len(text) for text in collect(rows).ok], [len(row) for row in rows])

    def test_a_flood_of_messages_blocks_nothing(self):
        self.assertEqual(collect(ROWS, "floods_messages").end["read"], 5)


class BrokenStreams(unittest.TestCase):
    EXAMPLES = {
        "no_end": "has no end record",
        "wrong_read": "records read: the end record has 6, expected 5",
        "wrong_sum": "the counts do not add up",
        "wrong_hash": "xxh64 of the input: the end record has 0000000000000000",
        "wrong_bytes": "bytes of input",
        "wrong_pipeline": "pipeline file: the end record has 0000",
        "lost_record": "records written: the end record has 3, expected 2",
        "killed": "was killed by SIGKILL",
        "killed_in_line": "was killed by SIGKILL",
        "garbage": "no envelope: b'Segmentation fault'",
        "two_ends": "a line follows the end record",
        "code": 'ended with code 1\nstages.json:1:1: error: no stage is called "sett"',
        "closes_input_early_end": "expected 5",
    }

    def test_are_refused_with_the_reason(self):
        for fault, reason in self.EXAMPLES.items():
            with self.subTest(fault):
                if fault == "wrong_hash" and not envelope.xxhash:
                    self.skipTest("xxhash is not installed")
                with self.assertRaises(BrokenStream) as caught:
                    collect(ROWS, fault)
                self.assertIn(reason, str(caught.exception))

    def test_of_a_child_that_closes_its_input_early(self):
        rows = [json.dumps({"id": number, "text": "y" * 1000}) for number in range(10_000)]
        for fault, reason in (("closes_input", "has no end record"), ("closes_input_early_end", "closed its input")):
            with self.subTest(fault), self.assertRaises(BrokenStream) as caught:
                collect(rows, fault)
            self.assertIn(reason, str(caught.exception))

    def test_of_a_child_that_does_not_end(self):
        with mock.patch.object(envelope, "END_SECONDS", 0.5), self.assertRaises(BrokenStream) as caught:
            collect(ROWS, "hangs_after_end")
        self.assertIn("was still running", str(caught.exception))

    def test_of_another_pipeline_file(self):
        with self.assertRaises(BrokenStream) as caught:
            collect(ROWS, digest="f" * 64)
        self.assertIn("pipeline file", str(caught.exception))

    def test_of_a_program_that_is_missing(self):
        command = envelope.command("/nowhere/tabpipe", "stages.json", "")
        with self.assertRaises(BrokenStream) as caught:
            list(envelope.run([], command, envelope.Faults("fail")))
        self.assertIn("/nowhere/tabpipe cannot be started", str(caught.exception))

    def test_an_error_names_the_last_messages_and_no_secret(self):
        with self.assertRaises(BrokenStream) as caught:
            collect(ROWS, "code", TOKEN="s3cr3t")
        self.assertIn("no stage is called", str(caught.exception))
        command = envelope.command(FAKE, "stages.json", "", env={"TOKEN": "s3cr3t"})
        self.assertNotIn("s3cr3t", str(caught.exception) + repr(command))

    def test_a_failure_of_the_rows_source_kills_the_child_and_is_raised(self):
        def rows():
            yield from ROWS
            raise OSError("the disk is gone")

        with self.assertRaisesRegex(OSError, "the disk is gone"):
            collect(rows())


class BadRows(unittest.TestCase):
    EXAMPLES = {"null": (None, "null"), "line break": ('{"a":\n1}', "line break"), "blank": ("  ", "blank"), "empty": ("", "blank"),
                "no JSON": ('{"a":', "no JSON")}

    def test_fail_with_number_and_reason(self):
        for name, (row, reason) in self.EXAMPLES.items():
            with self.subTest(name), self.assertRaisesRegex(BadRow, f"row 2 .*{reason}"):
                collect([ROWS[0], row, ROWS[1]])

    def test_are_rejected_at_their_number_and_shift_no_line(self):
        bad = [row for row, _ in self.EXAMPLES.values()]
        found = collect([ROWS[0], *bad, ROWS[1]], bad_rows="reject")
        self.assertEqual(found.ok, [ROWS[0].encode(), ROWS[1].encode()])
        self.assertEqual([json.loads(reject["origin"])["line"] for reject in found.rejects], [2, 3, 4, 5, 6])
        for reject, (row, reason) in zip(found.rejects, list(self.EXAMPLES.values())[:4]):
            self.assertIn(reason, reject["reason"])
            self.assertEqual(json.loads(reject["record"]), row)
        self.assertEqual((found.end["read"], found.end["rejected"]), (7, 5))

    def test_of_another_type_fail(self):
        with self.assertRaisesRegex(BadRow, "a row is of type dict"):
            collect([{"id": 1}])


class Children(unittest.TestCase):
    def test_do_not_outlive_a_reader_that_stops(self):
        with tempfile.TemporaryDirectory() as folder:
            pipeline = Path(folder) / "stages.json"
            pipeline.write_text("{}")
            command = envelope.command(FAKE, str(pipeline), "", env={"FAKE": "talks_first"})
            with mock.patch.object(envelope, "BATCH_BYTES", 1000):
                stream = envelope.run([], command, envelope.Faults("fail"))
                next(stream)
                child = int(subprocess.check_output(["pgrep", "-P", str(os.getpid()), "-f", "fake_tabpipe"]))
                stream.close()
        self.assertRaises(ProcessLookupError, os.kill, child, 0)

    @unittest.skipUnless(sys.platform == "linux", "prctl is Linux")
    def test_end_with_a_parent_that_is_killed(self):
        script = (
            "import sys, time; sys.path.insert(0, sys.argv[1]); import tabpipe_envelope as e\n"
            "child = e.start(['sleep', '1000'], {}); print(child.pid, flush=True); time.sleep(1000)"
        )
        parent = subprocess.Popen([sys.executable, "-c", script, str(HERE.parent)], stdout=subprocess.PIPE, text=True)
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        parent.communicate()
        for _ in range(100):
            if not is_alive(child):
                return
            time.sleep(0.05)
        self.fail("the child is alive")


def is_alive(process: int) -> bool:
    """Whether a process runs. A zombie waits for its parent, and runs no more."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Members(unittest.TestCase):
    def test_keep_their_text(self):
        text = ' { "a" : 1.0e5 , "b\\u0041":{"c": [1, "}"]} ,"d":"x,y"} '
        self.assertEqual(envelope.members(text), {"a": "1.0e5", "bA": '{"c": [1, "}"]}', "d": '"x,y"'})
        self.assertEqual(envelope.members("{}"), {})

    def test_what_is_no_object_is_refused(self):
        for text in ("[1]", '{"a":', '{"a" 1}', "", '{"a":1'):
            with self.subTest(text), self.assertRaises(ValueError):
                envelope.members(text)

    def test_of_a_reject_beyond_the_columns_are_details(self):
        row = envelope.reject('{"stage":"set","step":"stages[0]","reason":"a \\"b\\"","at":{"line":1},"record":{"n":1.0},"more":[1]}')
        self.assertEqual(row, {"stage": "set", "step": "stages[0]", "reason": 'a "b"', "origin": None, "record": '{"n":1.0}',
                               "details": '{"at":{"line":1},"more":[1]}'})


if __name__ == "__main__":
    unittest.main()
