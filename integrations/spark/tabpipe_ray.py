"""Runs the stages of a tabpipe pipeline file in Ray Data, and proves that no row is lost.

    result = run(ray.data.read_text("mails.jsonl"), "stages.json")
    result.ok    # a dataset with the column `value`: a JSON text in each row
    result.counts

Each block of the dataset goes through a `tabpipe pipe --envelope` of its own. The program and the file have to be at the same paths on all
nodes (a shared file system, or the `working_dir` of Ray's runtime environment), and so has this package. They are checked on the driver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import ray.data
from pyarrow import compute as pc

import tabpipe_envelope as envelope
from tabpipe_envelope import BadRow, BrokenStream, Refused, arrow

__all__ = ["BadRow", "BrokenStream", "Refused", "Result", "run"]

ROW_SCHEMA = pa.schema([("ok", pa.string()), ("reject", arrow.REJECT), ("end", pa.string())])
TALLY_SCHEMA = pa.schema([("ok", pa.int64()), ("rejects", pa.int64()), ("ends", pa.list_(pa.string()))])


@dataclass(frozen=True)
class Result:
    """`rows` is in Ray's object store until it is deleted. `ok` has the column `value`, `rejects` has the columns of a reject."""

    rows: ray.data.Dataset
    counts: dict[str, int]

    @property
    def ok(self) -> ray.data.Dataset:
        return self.rows.map_batches(lambda table: pa.table({"value": table["ok"].drop_null()}), batch_format="pyarrow")

    @property
    def rejects(self) -> ray.data.Dataset:
        return self.rows.map_batches(lambda table: pa.Table.from_struct_array(table["reject"].drop_null()), batch_format="pyarrow")


def run(
    dataset: ray.data.Dataset,
    pipeline: str | Path,
    binary: str | None = None,
    column: str = "text",
    params: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    *,
    bad_rows: envelope.BadRows = "fail",
    partitioned_by: str | None = None,
    allow_exec: bool = False,
) -> Result:
    """Runs the stages on each block, keeps the rows in Ray's object store, and adds the end records up.

    The number of rows is asked of the dataset, too, because a block that is lost takes its end record with it. Ray knows the number from
    the metadata of Parquet files and of materialized datasets; it reads other files a second time.
    """
    command = envelope.prepared(pipeline, binary, envelope.Options(params, env, bad_rows, partitioned_by, allow_exec))

    def process(table: pa.Table) -> Iterator[pa.Table]:
        for batch in envelope.run(partial(arrow.column_blocks, table[column].chunks), command, arrow.split):
            yield pa.table(arrow.columns(batch), schema=ROW_SCHEMA)

    rows = dataset.map_batches(process, batch_format="pyarrow", batch_size=None).materialize()
    counts = count(rows)
    if counts["read"] != (expected := dataset.count()):
        raise BrokenStream(f"the end records have {counts['read']} rows, expected {expected}")
    return Result(rows, counts)


def count(rows: ray.data.Dataset) -> dict[str, int]:
    """Returns the sums of the end records, if they fit the rows. The rows are counted where they are, because the driver may not hold them."""
    parts = rows.map_batches(tally, batch_format="pyarrow", batch_size=None).take_all()
    ends = [end for part in parts for end in part["ends"]]
    return envelope.summed(sum(part["ok"] for part in parts), sum(part["rejects"] for part in parts), ends)


def tally(table: pa.Table) -> pa.Table:
    """Returns one row: the numbers of records and rejects, and the end records."""
    numbers = [[pc.count(table[name]).as_py()] for name in ("ok", "reject")]
    return pa.table([*numbers, [table["end"].drop_null().to_pylist()]], schema=TALLY_SCHEMA)
