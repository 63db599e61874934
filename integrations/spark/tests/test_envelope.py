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
from functools import partial
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import programs  # noqa: E402
import tabpipe_envelope as envelope  # noqa: E402
from tabpipe_envelope import BadRow, Batch, BrokenStream, Refused, child, output, rows, stream  # noqa: E402
from tabpipe_envelope.lines import Lines  # noqa: E402

FAKE = programs.fake()
ROWS = ['{"id": 1}', '{"id": 2.50}', '{"id": 3, "fail": "three"}', '{"id": 4, "drop": true}', '{"id": 5, "text": "ä\\n"}']


def collect(rows: Iterable, fault: str = "good", bad_rows: envelope.BadRows = "fail", digest: str | None = None, **env: str) -> Batch:
    """Runs rows through the fake, and puts all batches together."""
    with tempfile.TemporaryDirectory() as folder:
        pipeline = Path(folder) / "stages.json"
        pipeline.write_text('{"stages": []}')
        digest = digest or hashlib.sha256(pipeline.read_bytes()).hexdigest()
        options = envelope.Options(env={"FAKE": fault, **env}, bad_rows=bad_rows)
        whole = Batch()
        for batch in envelope.run(partial(envelope.blocks, rows), envelope.command(FAKE, str(pipeline), digest, options)):
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
        "code": 'ended with code 1\nthe token is None\nstages.json:1:1: error: no stage is called "sett"',
        "unknown_kind": "an envelope of an unknown kind: b'{\"nok\":1}'",
        "closes_input_early_end": "expected 5",
    }

    def test_are_refused_with_the_reason(self):
        for fault, reason in self.EXAMPLES.items():
            with self.subTest(fault):
                if fault == "wrong_hash" and not child.xxhash:
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
        with mock.patch.object(stream, "END_SECONDS", 0.5), self.assertRaises(BrokenStream) as caught:
            collect(ROWS, "hangs_after_end")
        self.assertIn("was still running", str(caught.exception))

    def test_of_another_pipeline_file(self):
        with self.assertRaises(BrokenStream) as caught:
            collect(ROWS, digest="f" * 64)
        self.assertIn("pipeline file", str(caught.exception))

    def test_of_a_program_that_is_missing(self):
        command = envelope.command("/nowhere/tabpipe", "stages.json", "")
        with self.assertRaises(BrokenStream) as caught:
            list(envelope.run(partial(envelope.blocks, []), command))
        self.assertIn("/nowhere/tabpipe cannot be started", str(caught.exception))

    def test_an_error_names_the_last_messages_and_no_secret(self):
        with self.assertRaises(BrokenStream) as caught:
            collect(ROWS, "code", TOKEN="s3cr3t", SHORT="a")
        self.assertIn('the token is ***\nstages.json:1:1: error: no stage is called "sett"', str(caught.exception))
        command = envelope.command(FAKE, "stages.json", "", envelope.Options(env={"TOKEN": "s3cr3t"}))
        self.assertNotIn("s3cr3t", str(caught.exception) + repr(command))

    def test_of_a_line_that_is_too_long(self):
        with mock.patch.object(output, "MAX_LINE_BYTES", 100_000), self.assertRaisesRegex(BrokenStream, "a line of the output has more than 100000 bytes"):
            collect(ROWS, "long_line")

    def test_a_failure_of_the_rows_source_kills_the_child_and_is_raised(self):
        def rows():
            yield from ROWS
            raise OSError("the disk is gone")

        with self.assertRaisesRegex(OSError, "the disk is gone"):
            collect(rows())

    def test_take_no_more_rows(self):
        taken = 0

        def rows():
            nonlocal taken
            while True:
                taken += 1
                time.sleep(0.001)
                yield ROWS[0]

        with self.assertRaises(BrokenStream):
            collect(rows(), "code")
        before = taken
        time.sleep(0.2)
        self.assertEqual(taken, before)


class Drivers(unittest.TestCase):
    """The checks before a job, which all adapters share."""

    def prepare(self, fault="good", program=FAKE, name="stages.json", **options):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "stages.json").write_text("{}")
            return envelope.prepared(Path(folder) / name, program, envelope.Options(env={"FAKE": fault}, **options))

    def test_refuse_what_does_not_fit(self):
        examples = {
            "no file": ({"name": "other.json"}, "there is no pipeline file .*other.json"),
            "no program": ({"program": "/nowhere/tabpipe"}, "there is no program /nowhere/tabpipe"),
            "a stage that looks at neighbours": ({"fault": "stateful"}, "stages.json may not run:\nstages.json:1:1: error: sort looks at neighbours"),
            "another key": ({"fault": "stateful", "partitioned_by": ".id"}, "sort looks at neighbours"),
        }
        for name, (options, reason) in examples.items():
            with self.subTest(name), self.assertRaisesRegex(Refused, reason):
                self.prepare(**options)

    def test_let_stages_run_whose_key_divides_the_rows(self):
        self.assertTrue(self.prepare("stateful", partitioned_by=".thread_id").arguments)

    def test_know_a_hash_until_the_file_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program"
            for content in (b"a" * (2 << 20), b"b" * (2 << 20), b"c"):
                path.write_bytes(content)
                for _ in range(2):
                    self.assertEqual(envelope.sha256(path), hashlib.sha256(content).hexdigest())

    def test_let_programs_start_only_if_asked(self):
        self.assertNotIn("--allow-exec", self.prepare().arguments)
        self.assertIn("--allow-exec", self.prepare(allow_exec=True).arguments)


class Sums(unittest.TestCase):
    END = {"read": 2, "written": 1, "filtered": 1, "version": "1", "files": {"words.json": "ab"}, "host": "a"}

    def sums(self, *ends, ok=2, rejects=0):
        return envelope.summed(ok, rejects, [json.dumps(end) for end in ends])

    def test_add_up(self):
        self.assertEqual(self.sums(self.END, self.END), {"read": 4, "made": 0, "written": 2, "filtered": 2, "rejected": 0, "skipped": 0})
        self.assertEqual(self.sums(ok=0)["read"], 0)

    def test_of_workers_that_differ_or_of_lost_rows_are_refused(self):
        examples = {"version": "workers differ in version: 1 on a, 2 on b", "files": "workers differ in files: 2 on b, .*words.json.* on a"}
        for name, reason in examples.items():
            with self.subTest(name), self.assertRaisesRegex(BrokenStream, reason):
                self.sums(self.END, {**self.END, name: "2", "host": "b"})
        with self.assertRaisesRegex(BrokenStream, "there are 1 records and 0 rejects"):
            self.sums(self.END, self.END, ok=1)


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

    def test_that_are_too_long_fail(self):
        with mock.patch.object(rows, "MAX_LINE_BYTES", 10), self.assertRaisesRegex(BadRow, "a row has 12 bytes, at most 10"):
            collect(['{"id": 1}', '{"id": 1234}'], bad_rows="reject")

    def test_have_no_third_way(self):
        with self.assertRaisesRegex(ValueError, "not 'drop'"):
            envelope.Options(bad_rows="drop")

    def test_of_another_type_fail(self):
        with self.assertRaisesRegex(BadRow, "a row is of type dict"):
            collect([{"id": 1}])


class Blocks(unittest.TestCase):
    """Texts that are joined at once send what rows that are looked at one by one send."""

    EXAMPLES = {
        "texts": ['{"a":1}', '{"b":"ä\\n"}', "1"],
        "bytes": [b'{"a":1}', b"2"],
        "texts, bytes and buffers": ['{"a":1}', b"2", bytearray(b"3"), memoryview(b"4")],
        "null": ["1", None, "2"],
        "line break": ["1", "2\n3", "4"],
        "line break at the end": ["1\n", "2"],
        "blank": ["1", " \t", "", "2"],
        "spaces beyond ASCII": ["1", "\u2028", "\u00a0", "2"],
        "half of a surrogate pair": ["1", '"\ud800"', "2"],
        "carriage return": ["1\r", "2"],
    }

    def test_have_the_same_bytes_and_bad_rows(self):
        for name, texts in self.EXAMPLES.items():
            for size in (1, rows.BLOCK_BYTES):  # a block for each row, and one for all
                with self.subTest(name, size=size), mock.patch.object(rows, "BLOCK_BYTES", size):
                    joined, single = envelope.Input("reject"), envelope.Input("reject")
                    found = list(envelope.blocks(iter([*texts, *texts]), joined))
                    expected = rows.block(map(rows.as_bytes, [*texts, *texts]), 1, single)
                    self.assertEqual(b"".join(piece.data for piece in found), expected.data)
                    self.assertEqual(sum(piece.lines for piece in found), expected.lines)
                    self.assertEqual(joined.replaced, single.replaced)

    def test_of_good_texts_are_joined(self):
        for name, texts in self.EXAMPLES.items():
            self.assertEqual(rows.joined(texts) is not None, name in ("texts", "carriage return"), name)

    def test_copy_a_buffer_that_the_source_uses_again(self):
        def reused():
            buffer = bytearray(b"0")
            for digit in b"123":
                buffer[0] = digit
                yield buffer

        self.assertEqual([piece.data for piece in envelope.blocks(reused(), envelope.Input())], [b"1\n2\n3\n"])

    def test_limit_bytes_and_not_characters(self):
        with mock.patch.object(rows, "MAX_LINE_BYTES", 10), self.assertRaisesRegex(BadRow, "a row has 16 bytes, at most 10"):
            list(envelope.blocks(["ä" * 8], envelope.Input()))


class RecordLines(unittest.TestCase):
    def test_are_the_records(self):
        for records in ([], ["1"], ["1", '"ä\u2028\r"', "{}"]):
            found = Lines.of([record.encode() for record in records])
            self.assertEqual((list(found), len(found)), (records, len(records)))

    def test_that_are_not_utf_8_are_refused(self):
        with self.assertRaises(UnicodeDecodeError):
            Lines.of([b'"\xff"'])


class Children(unittest.TestCase):
    def test_do_not_outlive_a_reader_that_stops(self):
        with tempfile.TemporaryDirectory() as folder:
            pipeline = Path(folder) / "stages.json"
            pipeline.write_text("{}")
            command = envelope.command(FAKE, str(pipeline), "", envelope.Options(env={"FAKE": "talks_first"}))
            with mock.patch.object(output, "BATCH_BYTES", 1000):
                batches = envelope.run(partial(envelope.blocks, []), command)
                next(batches)
                process = int(subprocess.check_output(["pgrep", "-P", str(os.getpid()), "-f", "fake_tabpipe"]))
                batches.close()
        self.assertRaises(ProcessLookupError, os.kill, process, 0)

    @unittest.skipUnless(sys.platform == "linux", "prctl is Linux")
    def test_end_with_a_parent_that_is_killed(self):
        script = (
            "import sys, time; sys.path.insert(0, sys.argv[1]); from tabpipe_envelope.child import start\n"
            "child = start(['sleep', '1000'], {}); print(child.pid, flush=True); time.sleep(1000)"
        )
        parent = subprocess.Popen([sys.executable, "-c", script, str(HERE.parent)], stdout=subprocess.PIPE, text=True)
        process = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        parent.communicate()
        for _ in range(100):
            if not is_alive(process):
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
        self.assertEqual(output.members(text), {"a": "1.0e5", "bA": '{"c": [1, "}"]}', "d": '"x,y"'})
        self.assertEqual(output.members("{}"), {})

    def test_what_is_no_object_is_refused(self):
        for text in ("[1]", '{"a":', '{"a" 1}', "", '{"a":1'):
            with self.subTest(text), self.assertRaises(ValueError):
                output.members(text)

    def test_of_a_reject_beyond_the_columns_are_details(self):
        row = output.reject('{"stage":"set","step":"stages[0]","reason":"a \\"b\\"","at":{"line":1},"record":{"n":1.0},"more":[1]}')
        self.assertEqual(row, {"stage": "set", "step": "stages[0]", "reason": 'a "b"', "origin": None, "record": '{"n":1.0}',
                               "details": '{"at":{"line":1},"more":[1]}'})


if __name__ == "__main__":
    unittest.main()
