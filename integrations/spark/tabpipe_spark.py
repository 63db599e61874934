"""Runs the stages of a tabpipe pipeline file in Spark, and proves that no row is lost.

    result = run(df, "stages.json")
    result.ok        # the records, as columns
    result.rejects   # what the stages rejected, and why
    result.counts    # {"read": 200000, "made": 0, "written": 199900, "filtered": 0, "rejected": 100, "skipped": 0}

Each partition goes through a `tabpipe pipe --envelope` of its own. See README.md for what is checked, and when the rows are released.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Union

from pyspark import RDD, SparkContext, SparkFiles, StorageLevel, TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, DataType, StringType

import tabpipe_envelope as envelope
from tabpipe_envelope import BadRow, BadRows, Batch, BrokenStream

__all__ = ["BadRow", "BrokenStream", "Refused", "RDDResult", "Result", "run"]

REJECT = ("stage", "step", "reason", "origin", "record", "details")
KEPT = f"partition INT, ok STRING, reject STRUCT<{', '.join(f'{name}: STRING' for name in REJECT)}>, end STRING"
SLICE_BYTES = 4 << 20  # of an Arrow batch that becomes one block
SAME_EVERYWHERE = ("version", "pipeline", "parameters")  # of the end records

Keep = Literal["persist", "checkpoint"]
Row = tuple[int, Union[str, None], Union[tuple, None], Union[str, None]]


class Refused(Exception):
    """A job that was not started: the program or the pipeline file does not fit."""


# Files that travel to the workers


@dataclass(frozen=True)
class Shipped:
    """A file that Spark copies to the workers under a name made from its content, and its place beside the pipeline file."""

    place: str
    sha256: str

    @property
    def name(self) -> str:
        return f"tabpipe-{self.sha256[:32]}"


def sha256(path: str | Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


class Luggage:
    """The driver's copies of the files, in a folder that lasts as long as the process, because workers fetch them whenever they start."""

    folder: Path | None = None

    @classmethod
    def add(cls, context: SparkContext, path: Path, place: str) -> Shipped:
        if cls.folder is None:
            cls.folder = Path(tempfile.mkdtemp(prefix="tabpipe-spark-"))
            atexit.register(shutil.rmtree, cls.folder, ignore_errors=True)
        shipped = Shipped(place, sha256(path))
        copy = cls.folder / shipped.name
        if not copy.exists():
            shutil.copyfile(path, copy)
            copy.chmod(0o755)
        context.addFile(str(copy))
        return shipped


known: dict[str, tuple] = {}  # files that this worker has checked: size, time and number of the file by path


def checked(shipped: Shipped) -> Path:
    """Returns the worker's copy of a file, if it is the driver's file."""
    path = Path(SparkFiles.get(shipped.name))
    try:
        state = path.stat()
    except FileNotFoundError:
        raise BrokenStream(f"{shipped.place} has not arrived on {socket.gethostname()}") from None
    mark = (state.st_size, state.st_mtime_ns, state.st_ino)
    if known.get(str(path)) != mark:
        if (found := sha256(path)) != shipped.sha256:
            raise BrokenStream(f"{shipped.place} on {socket.gethostname()} has the SHA-256 {found}, expected {shipped.sha256}")
        known[str(path)] = mark
    return path


def unpack(files: Sequence[Shipped]) -> Path:
    """Returns a folder of the worker with the files at their places. They are checked in each task."""
    copies = {file.place: checked(file) for file in files}
    key = hashlib.sha256(repr(files).encode()).hexdigest()[:32]
    folder = Path(SparkFiles.getRootDirectory()) / f"tabpipe-folder-{key}"
    if folder.exists():
        return folder
    fresh = Path(tempfile.mkdtemp(prefix="tabpipe-", dir=SparkFiles.getRootDirectory()))
    for place, copy in copies.items():
        (fresh / place).parent.mkdir(parents=True, exist_ok=True)
        os.link(copy, fresh / place)
    try:
        fresh.rename(folder)
    except OSError:  # another task of this worker was first
        shutil.rmtree(fresh)
    return folder


# A partition


@dataclass(frozen=True)
class Work:
    """What each task does. It travels to the workers."""

    pipeline: Shipped
    files: tuple[Shipped, ...]
    binary: Shipped | str  # a file that travels, or a path or name on the workers
    params: Mapping[str, Any]
    env: Mapping[str, str] = field(repr=False)
    jobs: int
    bad_rows: BadRows

    def command(self) -> envelope.Command:
        shipped = [self.pipeline, *self.files]
        if isinstance(self.binary, Shipped):
            binary = str(checked(self.binary))
        else:
            binary = shutil.which(self.binary) or self.binary
        pipeline = str(unpack(shipped) / self.pipeline.place)
        return envelope.command(binary, pipeline, self.pipeline.sha256, self.params, self.env, self.jobs, self.bad_rows)

    def batches(self, blocks: Callable[[envelope.Faults], Iterable[envelope.Block]]) -> Iterator[Batch]:
        faults = envelope.Faults(self.bad_rows)
        return envelope.run(blocks(faults), self.command(), faults)

    def of_rdd(self, rows: Iterable[Any]) -> Iterator[Row]:
        partition = TaskContext.get().partitionId()
        for batch in self.batches(lambda faults: envelope.blocks(rows, faults)):
            for text in batch.ok:
                yield partition, text.decode(), None, None
            for reject in batch.rejects:
                yield partition, None, tuple(reject[name] for name in REJECT), None
            if batch.end:
                yield partition, None, None, signed(batch.end)

    def of_arrow(self, rows: Iterable[Any]) -> Iterator[Any]:
        partition = TaskContext.get().partitionId()
        for batch in self.batches(lambda faults: arrow_blocks(rows, faults)):
            yield arrow_batch(partition, batch)


def signed(end: Mapping[str, Any]) -> str:
    """An end record that names its worker."""
    return json.dumps({**end, "host": socket.gethostname()})


def arrow_blocks(batches: Iterable[Any], faults: envelope.Faults) -> Iterator[envelope.Block]:
    """Makes blocks of batches with one column, without a Python object for each row."""
    first = 1
    for batch in batches:
        column = batch.column(0)
        step = max(1, len(column) * SLICE_BYTES // max(1, column.nbytes))
        for start in range(0, len(column), step):
            piece = column.slice(start, step)
            yield arrow_block(piece, first, faults)
            first += len(piece)


def arrow_block(column: Any, first: int, faults: envelope.Faults) -> envelope.Block:
    import pyarrow as pa
    import pyarrow.compute as pc

    joined = None
    if not column.null_count and not pc.any(pc.match_substring_regex(column, r"^\s*$")).as_py():
        # The empty string at the end gives the last line its line feed.
        lines = pa.concat_arrays([column, pa.array([""], column.type)])
        joined = pc.binary_join(pa.LargeListArray.from_arrays(pa.array([0, len(lines)], pa.int64()), lines), "\n")[0].as_buffer()
    if joined is None or joined.to_pybytes().count(b"\n") != len(column):
        return envelope.block([envelope.as_bytes(row) for row in column.to_pylist()], first, faults)
    return envelope.Block(joined, len(column))


def arrow_batch(partition: int, batch: Batch) -> Any:
    import pyarrow as pa

    texts, rejects, ends = len(batch.ok), len(batch.rejects), int(batch.end is not None)
    total = texts + rejects + ends
    reject_type = pa.struct([(name, pa.string()) for name in REJECT])
    columns = [
        pa.repeat(pa.scalar(partition, pa.int32()), total),
        pa.concat_arrays([pa.array(batch.ok, pa.binary()).cast(pa.string()), pa.nulls(rejects + ends, pa.string())]),
        pa.array([None] * texts + batch.rejects + [None] * ends, reject_type),
        pa.array([None] * (texts + rejects) + ([signed(batch.end)] if batch.end else []), pa.string()),
    ]
    return pa.RecordBatch.from_arrays(columns, ["partition", "ok", "reject", "end"])


# Results


class Kept:
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
class Result(Kept):
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
class RDDResult(Kept):
    """What became of an RDD."""

    rows: RDD = field(repr=False)
    counts: dict[str, int]

    @property
    def ok(self) -> RDD:
        """The records as tabpipe wrote them: JSON texts."""
        return self.rows.filter(lambda row: row[1] is not None).map(lambda row: row[1])

    text = ok

    @property
    def rejects(self) -> RDD:
        """The rejects as dicts."""
        names = REJECT
        return self.rows.filter(lambda row: row[2] is not None).map(lambda row: {"partition": row[0], **dict(zip(names, row[2]))})


def infer(text: DataFrame, sampling_ratio: float) -> DataType:
    reader = text.sparkSession.read.option("mode", "FAILFAST").option("samplingRatio", sampling_ratio)
    try:
        return reader.json(text).schema
    except TypeError:  # PySpark before 4.2 infers from an RDD alone
        return reader.json(text.rdd.map(lambda row: row[0])).schema


# The counts


@dataclass(frozen=True)
class Tally:
    """Numbers of rows, and the end records with their partitions."""

    ok: int
    rejects: int
    ends: list[tuple[int, str]]


def tally(rows: DataFrame | RDD) -> Tally:
    """Counts the rows, which runs the pipeline the first time."""
    if isinstance(rows, RDD):
        parts = rows.mapPartitions(tally_of_partition).collect()
        return Tally(sum(part.ok for part in parts), sum(part.rejects for part in parts), [end for part in parts for end in part.ends])
    ends = F.collect_list(F.when(F.col("end").isNotNull(), F.struct("partition", "end")))
    ok, rejects, found = rows.agg(F.count("ok"), F.count("reject"), ends).first()
    return Tally(ok, rejects, [tuple(end) for end in found])


def tally_of_partition(rows: Iterable[Row]) -> Iterator[Tally]:
    texts = rejects = 0
    ends = []
    for partition, ok, reject, end in rows:
        texts += ok is not None
        rejects += reject is not None
        if end is not None:
            ends.append((partition, end))
    yield Tally(texts, rejects, ends)


def count(rows: DataFrame | RDD) -> dict[str, int]:
    """Returns the sums of the end records, if each partition has one, and if they fit the rows."""
    found = tally(rows)  # before the number of partitions is asked for, so that it is that of the kept rows
    return summed(found, rows.getNumPartitions() if isinstance(rows, RDD) else rows.rdd.getNumPartitions())


def summed(found: Tally, partitions: int) -> dict[str, int]:
    if sorted(partition for partition, _ in found.ends) != list(range(partitions)):
        missing = sorted(set(range(partitions)) - {partition for partition, _ in found.ends})
        raise BrokenStream(f"{partitions} partitions have {len(found.ends)} end records; none for {missing[:10]}")
    ends = [json.loads(end) for _, end in found.ends]
    for name in SAME_EVERYWHERE:
        if len({end.get(name) for end in ends}) > 1:
            places = sorted({f"{end.get(name)} on {end['host']}" for end in ends})
            raise BrokenStream(f"workers differ in {name}: {', '.join(places)}")
    counts = [envelope.counted(end) for end in ends]
    sums = envelope.counted({name: sum(part[name] for part in counts) for name in envelope.COUNTS})
    if (found.ok, found.rejects) != (sums["written"], sums["rejected"]):
        raise BrokenStream(f"there are {found.ok} records and {found.rejects} rejects, and the end records say {sums}")
    return sums


# The driver's checks


def validate(binary: str, pipeline: Path, params: Mapping[str, Any], env: Mapping[str, str], partitioned_by: str | None) -> None:
    """Refuses a program without envelopes, and a pipeline file that is wrong or may not run in partitions."""
    if "--envelope" not in ask(binary, "pipe", "--help").stdout:
        raise Refused(f"{binary} has no option --envelope of pipe; a newer tabpipe has it")
    words = ["validate", "--stages-only", str(pipeline), *envelope.settings(params)]
    if "--partitioned" in ask(binary, "validate", "--help").stdout:
        words += ["--partitioned", *(["--partitioned-by", partitioned_by] if partitioned_by else [])]
    answer = ask(binary, *words, env=env)
    if answer.returncode:
        raise Refused(f"{pipeline} may not run:\n{answer.stderr.strip()}")


def ask(binary: str, *words: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess:
    try:
        return subprocess.run([binary, *words], env={**os.environ, **(env or {})}, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise Refused(f"{binary} cannot be started: {error.strerror}") from error


def find(binary: str | os.PathLike | None) -> str:
    found = shutil.which(binary or "tabpipe")
    if not found:
        raise Refused(f"there is no program {binary}" if binary else "there is no tabpipe in PATH; name it: binary=...")
    return found


def has_arrow() -> bool:
    """Whether Spark can hand batches of Arrow to Python."""
    try:
        from pyspark.sql.pandas.utils import require_minimum_pandas_version, require_minimum_pyarrow_version

        require_minimum_pandas_version()
        require_minimum_pyarrow_version()
    except ImportError:
        return False
    return True


# The way in


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
    context = df.context if isinstance(df, RDD) else df.sparkSession.sparkContext
    work = prepare(context, Path(pipeline), binary, ship, params or {}, env or {}, files, bad_rows, partitioned_by)
    if isinstance(df, RDD):
        rows = kept(df.mapPartitions(work.of_rdd), keep, storage)
        return RDDResult(rows, counts_or_release(rows))
    rows = kept(mapped(texts(df, column), work, has_arrow() if arrow is None else arrow), keep, storage)
    return Result(rows, counts_or_release(rows), schema, sampling_ratio)


def prepare(
    context: SparkContext,
    pipeline: Path,
    binary: str | os.PathLike | None,
    ship: bool,
    params: Mapping[str, Any],
    env: Mapping[str, str],
    files: Sequence[str | os.PathLike],
    bad_rows: BadRows,
    partitioned_by: str | None,
) -> Work:
    """Checks the program and the pipeline file, and sends them to the workers."""
    program: Shipped | str = str(binary or "tabpipe")
    if not pipeline.is_file():
        raise Refused(f"there is no pipeline file {pipeline}")
    if ship or shutil.which(program):
        validate(find(binary), pipeline, params, env, partitioned_by)
    if ship:
        program = Luggage.add(context, Path(find(binary)), "tabpipe")
    for module in (envelope.__file__, __file__):
        context.addPyFile(module)
    folder = pipeline.resolve().parent
    others = tuple(Luggage.add(context, path, place_beside(path, folder)) for path in map(Path, files))
    jobs = int(context.getConf().get("spark.task.cpus", "1"))
    return Work(Luggage.add(context, pipeline, pipeline.name), others, program, params, env, jobs, bad_rows)


def place_beside(path: Path, folder: Path) -> str:
    try:
        return str(path.resolve().relative_to(folder))
    except ValueError:
        raise Refused(f"{path} is not below {folder}, the folder of the pipeline file") from None


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
        return df.mapInArrow(work.of_arrow, KEPT)
    rows = df.rdd.map(lambda row: row[0]).mapPartitions(work.of_rdd)
    return df.sparkSession.createDataFrame(rows, KEPT, verifySchema=False)


def kept(rows: DataFrame | RDD, keep: Keep, storage: StorageLevel | None) -> DataFrame | RDD:
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
