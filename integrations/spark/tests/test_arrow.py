"""Tests of `tabpipe_envelope.arrow`: it does with columns what the package does with rows. Skipped, visibly, without pyarrow and NumPy."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]
from tabpipe_envelope import BadRow, Batch, Input, output, rows  # noqa: E402

try:
    import pyarrow as pa

    from tabpipe_envelope import arrow
except ImportError:
    pa = None


def setUpModule():
    if not pa:
        raise unittest.SkipTest("pyarrow or NumPy is not installed")


class Columns(unittest.TestCase):
    EXAMPLES = {
        "no rows": [],
        "one": ['{"a":1}'],
        "several": ['{"a":1}', '{"b":"ä\\n"}', "[]", "1"],
        "a space in front": ['{"a":1}', ' {"b":2}', '\t{"c":3}'],
        "null": ['{"a":1}', None, '{"b":2}'],
        "line break": ['{"a":1}', '{"b":\n2}', "3"],
        "line breaks at the edges": ["\n1", "2", "3\n"],
        "a blank and a line break": ["", "1\n2"],
        "empty": ["", '{"a":1}', ""],
        "blank": ["   ", "1", "\t"],
        "only the first is blank": [" ", "1", "2"],
        "only the last is blank": ["1", "2", ""],
    }

    def test_send_the_bytes_that_rows_send(self):
        for name, texts in self.EXAMPLES.items():
            for kind in (pa.string(), pa.large_string(), pa.binary()):
                with self.subTest(name, kind=kind):
                    whole, pieces = Input("reject"), Input("reject")
                    column = pa.array(["0", *texts, "9"]).cast(kind).slice(1, len(texts))  # an offset, as batches of Spark may have
                    found = list(arrow.column_blocks([column, column], pieces))
                    expected = rows.block(map(rows.as_bytes, [*texts, *texts]), 1, whole)
                    self.assertEqual(b"".join(bytes(piece.data) for piece in found), expected.data)
                    self.assertEqual(sum(piece.lines for piece in found), 2 * len(texts))
                    self.assertEqual(pieces.replaced, whole.replaced)

    def test_without_faults_make_no_objects(self):
        for name in ("one", "several"):
            self.assertIsNotNone(arrow.joined(pa.array(self.EXAMPLES[name])), name)

    def test_are_divided_into_slices(self):
        texts = [f'{{"id":{number}}}' for number in range(1000)]
        with mock.patch.object(arrow, "SLICE_BYTES", 100):
            found = list(arrow.column_blocks([pa.array(texts)], Input()))
        self.assertGreater(len(found), 50)
        self.assertEqual(b"".join(bytes(piece.data) for piece in found).decode().splitlines(), texts)

    def test_of_another_type_or_too_long_fail(self):
        with self.assertRaisesRegex(BadRow, "a row is of type int"):
            list(arrow.column_blocks([pa.array([1])], Input()))
        with mock.patch.object(arrow, "MAX_LINE_BYTES", 10), mock.patch.object(rows, "MAX_LINE_BYTES", 10):
            with self.assertRaisesRegex(BadRow, "at most 10"):
                list(arrow.column_blocks([pa.array(['{"id": 1234}'])], Input()))


class Outputs(unittest.TestCase):
    EXAMPLES = {
        "a record": b'{"ok":{"a":1}}\n',
        "records of all kinds": '{"ok":1}\n{"ok":"ä}"}\n{"ok":[{"ok":2}]}\n'.encode(),
        "others between records": b'{"reject":{}}\n{"ok":1}\n{"ok":2}\n{"reject":{"a":1}}\n{"ok":3}\n{"end":{}}\n',
        "others alone": b'{"end":{}}\n',
        "garbage": b'\n\n{\n}\n{"ok"\n{"ok":1\n"ok":1}\n{"okk":1}\n{"ok":}\n{"ok":2}\n',
    }

    def test_are_split_as_python_does(self):
        for name, lines in self.EXAMPLES.items():
            with self.subTest(name):
                ok, others = arrow.split(lines)
                self.assertEqual(([text.encode() for text in ok.to_pylist()], others), output.split(lines))

    def test_become_columns_with_one_value_a_row(self):
        records, _ = arrow.split(b'{"ok":1}\n{"ok":2}\n')
        batch = Batch(records, [{"stage": "set", "reason": "bad"}], {"read": 5})
        found = arrow.columns(batch)
        self.assertEqual([[value is not None for value in column.to_pylist()] for column in found],
                         [[True] * 2 + [False] * 2, [False] * 2 + [True, False], [False] * 3 + [True]])
        self.assertEqual(found[1].to_pylist()[2]["reason"], "bad")
        self.assertEqual([len(column) for column in arrow.columns(Batch())], [0, 0, 0])
        self.assertEqual([column.null_count for column in arrow.columns(Batch(records))], [0, 2, 2])


if __name__ == "__main__":
    unittest.main()
