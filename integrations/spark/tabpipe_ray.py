"""Runs the stages of a tabpipe pipeline file in Ray Data, and proves that no row is lost.

    result = run(ray.data.read_text("mails.jsonl"), "stages.json", column="text")
    result.ok.write_json("out"); result.counts

Each block of the dataset goes through a `tabpipe pipe --envelope` of its own. The program and the file have to be at the same paths on all
nodes (a shared file system, or the `working_dir` of Ray's runtime environment). tabpipe's own `validate --partitioned` says whether the stages
may run apart.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import ray.data
from pyarrow import compute as pc

import tabpipe_envelope as envelope

REJECT = pa.struct([(name, pa.string()) for name in ("stage", "step", "reason", "origin", "record", "details")])
KEPT = pa.schema([("ok", pa.string()), ("reject", REJECT), ("end", pa.string())])
SAME_EVERYWHERE = ("version", "pipeline", "parameters")


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
    column: str = "value",
    params: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    bad_rows: envelope.BadRows = "fail",
) -> Result:
    """Runs the stages on each block, keeps the rows in Ray's object store, and adds the end records up.

    The number of rows is asked of the dataset, too, because a block that is lost takes its end record with it. Ray knows the number from
    the metadata of Parquet files and of materialized datasets; it reads other files a second time.
    """
    path = Path(pipeline).resolve()
    program = shutil.which(binary or "tabpipe") or binary or "tabpipe"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    command = envelope.command(program, str(path), digest, params, env, bad_rows=bad_rows)

    def process(table: pa.Table) -> Iterator[pa.Table]:
        faults = envelope.Faults(bad_rows)
        for batch in envelope.run(envelope.blocks(table[column].to_pylist(), faults), command, faults):
            yield rows_of(batch)

    rows = dataset.map_batches(process, batch_format="pyarrow", batch_size=None).materialize()
    counts = count(rows)
    if counts["read"] != (expected := dataset.count()):
        raise envelope.BrokenStream(f"the end records have {counts['read']} rows, expected {expected}")
    return Result(rows, counts)


def rows_of(batch: envelope.Batch) -> pa.Table:
    ends = [json.dumps(batch.end)] if batch.end else []
    texts, rejects = len(batch.ok), len(batch.rejects)
    columns = [
        [text.decode() for text in batch.ok] + [None] * (rejects + len(ends)),
        [None] * texts + batch.rejects + [None] * len(ends),
        [None] * (texts + rejects) + ends,
    ]
    return pa.table([pa.array(values, kind) for values, kind in zip(columns, KEPT.types)], schema=KEPT)


def count(rows: ray.data.Dataset) -> dict[str, int]:
    """Returns the sums of the end records, if they fit the rows and come from one program and one file."""
    found = {"ok": 0, "reject": 0}
    ends = []
    for table in rows.iter_batches(batch_format="pyarrow", batch_size=None):
        ends += [json.loads(text) for text in table["end"].drop_null().to_pylist()]
        for name in found:
            found[name] += pc.count(table[name]).as_py()
    for name in SAME_EVERYWHERE:
        if len({end.get(name) for end in ends}) > 1:
            raise envelope.BrokenStream(f"workers differ in {name}: {sorted({str(end.get(name)) for end in ends})}")
    counts = [envelope.counted(end) for end in ends]
    sums = envelope.counted({name: sum(part[name] for part in counts) for name in envelope.COUNTS})
    if (found["ok"], found["reject"]) != (sums["written"], sums["rejected"]):
        raise envelope.BrokenStream(f"there are {found['ok']} records and {found['reject']} rejects, and the end records say {sums}")
    return sums
