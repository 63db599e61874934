"""What `run` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from pyspark import RDD
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import DataType

from tabpipe_envelope import REJECT_COLUMNS, BrokenStream

from .counts import count


class CountedRows:
    """What both results share: the counts, and the rows that a job left."""

    rows: DataFrame | RDD
    counts: dict[str, int]

    def unpersist(self) -> None:
        """Releases the rows. `ok`, `rejects` and `text` would run the pipeline again after that, unless `keep` was "checkpoint"."""
        self.rows.unpersist()

    def check(self) -> None:
        """Counts the rows again. Raises if Spark had to make some of them anew, and they are no longer the same."""
        found = count(self.rows)
        if found != self.counts:
            raise BrokenStream(f"the rows have changed since they were counted: {found}, expected {self.counts}; keep=\"checkpoint\" helps")


@dataclass(frozen=True)
class Result(CountedRows):
    """What became of a DataFrame."""

    rows: DataFrame = field(repr=False)
    counts: dict[str, int]
    schema: DataType | str | None = None
    sampling_ratio: float = 1.0

    @cached_property
    def text(self) -> DataFrame:
        """The records as tabpipe wrote them: one column `value` of JSON."""
        return self.rows.where("ok IS NOT NULL").select(F.col("ok").alias("value"))

    @cached_property
    def ok(self) -> DataFrame:
        """The records as columns. A record that does not fit the schema fails the job; a field that the schema lacks is left out."""
        schema = self.schema or infer(self.text, self.sampling_ratio)
        return self.text.select(F.from_json("value", schema, {"mode": "FAILFAST"}).alias("record")).select("record.*")

    @cached_property
    def rejects(self) -> DataFrame:
        """The rejects: partition, stage, step, reason; origin, record and details (the rest) as JSON."""
        return self.rows.where("reject IS NOT NULL").select("partition", "reject.*")


@dataclass(frozen=True)
class RDDResult(CountedRows):
    """What became of an RDD."""

    rows: RDD = field(repr=False)
    counts: dict[str, int]

    @property
    def ok(self) -> RDD:
        """The records as tabpipe wrote them: JSON texts."""
        return self.rows.flatMap(lambda part: part[1])

    text = ok

    @property
    def rejects(self) -> RDD:
        """The rejects as dicts."""
        names = ("partition", *REJECT_COLUMNS)
        return self.rows.flatMap(lambda part: [dict(zip(names, (part[0], *reject))) for reject in part[2]])


def infer(text: DataFrame, sampling_ratio: float) -> DataType:
    reader = text.sparkSession.read.option("mode", "FAILFAST").option("samplingRatio", sampling_ratio)
    try:
        return reader.json(text).schema
    except TypeError:  # PySpark before 4.2 infers from an RDD alone
        return reader.json(text.rdd.map(lambda row: row[0])).schema
