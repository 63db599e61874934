"""A job, from its rows to its counts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pyspark import RDD, SparkContext, StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, DataType, StringType

import tabpipe_envelope as envelope
from tabpipe_envelope import REJECT_COLUMNS, BadRows, Refused

from .counts import count
from .files import DriverFiles, place_beside
from .partition import Work
from .results import RDDResult, Result

ROW_SCHEMA = f"partition INT, ok STRING, reject STRUCT<{', '.join(f'{name}: STRING' for name in REJECT_COLUMNS)}>, end STRING"

Keep = Literal["persist", "checkpoint"]


def run(
    df: DataFrame | RDD,
    pipeline: str | os.PathLike,
    binary: str | os.PathLike | None = None,
    column: str | None = "value",
    params: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    schema: DataType | str | None = None,
    *,
    files: Sequence[str | os.PathLike] = (),
    bad_rows: BadRows = "fail",
    partitioned_by: str | None = None,
    allow_exec: bool = False,
    ship: bool = True,
    keep: Keep = "persist",
    storage: StorageLevel | None = None,
    sampling_ratio: float = 1.0,
    arrow: bool | None = None,
) -> Any:
    """Runs the stages of a pipeline file on each partition, and waits until all rows are counted.

    Args:
        df: A DataFrame, or an RDD of JSON texts.
        pipeline: The pipeline file, on the driver.
        binary: The program; None finds `tabpipe` in PATH. It has to run on the workers' system.
        column: The column with a JSON text in each row, or one of another type, which becomes JSON; None makes an object of all columns.
        params: Values of the file's parameters.
        env: Environment variables of the program, such as secrets. They travel with the tasks.
        schema: The schema of `ok`; None infers it from the records.
        files: Other files that the pipeline file names. They lie in its folder or below it.
        bad_rows: Whether a row that is no line of JSON fails the job, or is rejected.
        partitioned_by: The key that the partitions are made by, such as ".thread_id": stages that look at neighbours with that key may run.
        allow_exec: Whether `exec` steps of the file may start their programs, which the workers must have.
        ship: Whether the program travels to the workers. False looks for `binary` on each of them.
        keep: "persist" keeps the rows until `unpersist()`, "checkpoint" writes them to the checkpoint folder.
        storage: Where "persist" keeps them; None is Spark's own choice: memory, and disk where that is full.
        sampling_ratio: The share of the records that the schema is inferred from.
        arrow: Whether rows move as Arrow; None uses it where pyarrow and pandas are installed.

    Returns:
        Result, or RDDResult for an RDD: `ok`, `rejects`, `counts`.

    Raises:
        Refused: The job was not started.
        Exception: The job failed; the message has the reason, and the last words of tabpipe.
    """
    if not isinstance(df, (DataFrame, RDD)):
        raise TypeError(f"a DataFrame or an RDD is needed, not {type(df).__name__}")
    context = df.context if isinstance(df, RDD) else df.sparkSession.sparkContext
    options = envelope.Options(params, env, bad_rows, partitioned_by, allow_exec)
    work = prepare(context, Path(pipeline), binary, ship, files, options)
    if isinstance(df, RDD):
        rows = persisted(df.mapPartitions(work.parts_of_rdd), keep, storage)
        return RDDResult(rows, counts_or_release(rows))
    rows = persisted(mapped(texts(df, column), work, has_arrow() if arrow is None else arrow), keep, storage)
    return Result(rows, counts_or_release(rows), schema, sampling_ratio)


def prepare(
    context: SparkContext,
    pipeline: Path,
    binary: str | os.PathLike | None,
    ship: bool,
    files: Sequence[str | os.PathLike],
    options: envelope.Options,
) -> Work:
    """Checks the program and the pipeline file, and sends them to the workers. A program of the workers is checked there, in a job of its own."""
    if not pipeline.is_file():
        raise Refused(f"there is no pipeline file {pipeline}")
    if ship:
        envelope.validate(envelope.find(binary), pipeline, options)
    DriverFiles.add_packages(context)
    folder = pipeline.resolve().parent
    others = tuple(DriverFiles.add(context, path, place_beside(path, folder)) for path in map(Path, files))
    program = DriverFiles.add(context, Path(envelope.find(binary)), "tabpipe") if ship else str(binary or "tabpipe")
    work = Work(DriverFiles.add(context, pipeline, pipeline.name), others, program, options)
    if not ship and (refusal := context.parallelize([0], 1).map(work.refusal).first()):
        raise Refused(refusal)
    return work


def has_arrow() -> bool:
    """Whether Spark can hand batches of Arrow to Python."""
    try:
        from pyspark.sql.pandas.utils import require_minimum_pandas_version, require_minimum_pyarrow_version

        require_minimum_pandas_version()
        require_minimum_pyarrow_version()
    except ImportError:
        return False
    return True


def texts(df: DataFrame, column: str | None) -> DataFrame:
    """Returns one column of JSON texts."""
    with_nulls = {"ignoreNullFields": "false"}
    if column is None:
        return df.select(F.to_json(F.struct("*"), with_nulls).alias("value"))
    kind = df.select(column).schema[0].dataType
    if isinstance(kind, (StringType, BinaryType)):
        return df.select(F.col(column).cast("string").alias("value"))
    return df.select(F.to_json(column, with_nulls).alias("value"))


def mapped(df: DataFrame, work: Work, is_arrow: bool) -> DataFrame:
    if is_arrow:
        return df.mapInArrow(work.of_arrow, ROW_SCHEMA)
    rows = df.rdd.map(lambda row: row[0]).mapPartitions(work.rows_of_rdd)
    return df.sparkSession.createDataFrame(rows, ROW_SCHEMA, verifySchema=False)


def persisted(rows: DataFrame | RDD, keep: Keep, storage: StorageLevel | None) -> DataFrame | RDD:
    is_frame = isinstance(rows, DataFrame)
    # Spark keeps a DataFrame in columns, so that serializing them again only costs time. This is the default of DataFrame.persist, too.
    storage = storage or (StorageLevel.MEMORY_AND_DISK_DESER if is_frame else StorageLevel.MEMORY_AND_DISK)
    if keep == "persist":
        return rows.persist(storage)
    if is_frame:
        return rows.checkpoint()
    rows.persist(storage).checkpoint()
    return rows


def counts_or_release(rows: DataFrame | RDD) -> dict[str, int]:
    try:
        return count(rows)
    except BaseException:
        rows.unpersist()
        raise
