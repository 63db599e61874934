"""The counts of a job: sums of end records that fit its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pyspark import RDD
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import tabpipe_envelope as envelope
from tabpipe_envelope import BrokenStream

from .partition import Part


@dataclass(frozen=True)
class Tally:
    """Numbers of rows, and the end records with their partitions."""

    ok: int
    rejects: int
    ends: list[tuple[int, str]]


def count(rows: DataFrame | RDD) -> dict[str, int]:
    """Returns the sums of the end records, if each partition has one, and if they fit the rows."""
    found = tally(rows)  # before the number of partitions is asked for, so that it is that of the kept rows
    partitions = rows.getNumPartitions() if isinstance(rows, RDD) else rows.rdd.getNumPartitions()
    if sorted(partition for partition, _ in found.ends) != list(range(partitions)):
        missing = sorted(set(range(partitions)) - {partition for partition, _ in found.ends})
        raise BrokenStream(f"{partitions} partitions have {len(found.ends)} end records; none for {missing[:10]}")
    return envelope.summed(found.ok, found.rejects, (end for _, end in found.ends))


def tally(rows: DataFrame | RDD) -> Tally:
    """Counts the rows, which runs the pipeline the first time."""
    if isinstance(rows, RDD):
        parts = rows.mapPartitions(tally_of_partition).collect()
        return Tally(sum(part.ok for part in parts), sum(part.rejects for part in parts), [end for part in parts for end in part.ends])
    ends = F.collect_list(F.when(F.col("end").isNotNull(), F.struct("partition", "end")))
    ok, rejects, found = rows.agg(F.count("ok"), F.count("reject"), ends).first()
    return Tally(ok, rejects, [tuple(end) for end in found])


def tally_of_partition(parts: Iterable[Part]) -> Iterator[Tally]:
    ok = rejected = 0
    ends = []
    for partition, texts, rejects, end in parts:
        ok += len(texts)
        rejected += len(rejects)
        if end is not None:
            ends.append((partition, end))
    yield Tally(ok, rejected, ends)
