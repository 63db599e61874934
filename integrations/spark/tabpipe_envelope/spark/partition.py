"""What a task does with its partition."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Union

from pyspark import TaskContext

import tabpipe_envelope as envelope
from tabpipe_envelope import REJECT_COLUMNS, Refused
from tabpipe_envelope.lines import Lines

from .files import Shipped, checked, unpack

Row = tuple[int, Union[str, None], Union[tuple, None], Union[str, None]]
Part = tuple[int, Lines, list[tuple], Union[str, None]]  # a batch: records, rejects, and in the last batch alone the end record


@dataclass(frozen=True)
class Work:
    """What each task does. It travels to the workers."""

    pipeline: Shipped
    files: tuple[Shipped, ...]
    binary: Shipped | str  # a file that travels, or a path or name on the workers
    options: envelope.Options

    def program(self) -> str:
        return str(checked(self.binary)) if isinstance(self.binary, Shipped) else shutil.which(self.binary) or self.binary

    def file(self) -> str:
        return str(unpack([self.pipeline, *self.files]) / self.pipeline.place)

    def command(self) -> envelope.Command:
        options = replace(self.options, jobs=TaskContext.get().cpus())
        return envelope.command(self.program(), self.file(), self.pipeline.sha256, options)

    def refusal(self, _: Any) -> str | None:
        """Says why this worker's program refuses the pipeline file, if it does."""
        try:
            envelope.validate(self.program(), self.file(), self.options)
        except Refused as error:
            return str(error)
        return None

    def parts_of_rdd(self, rows: Iterable[Any]) -> Iterator[Part]:
        number = TaskContext.get().partitionId()
        for batch in envelope.run(partial(envelope.blocks, rows), self.command()):
            rejects = [tuple(reject[name] for name in REJECT_COLUMNS) for reject in batch.rejects]
            yield number, Lines.of(batch.ok), rejects, envelope.signed(batch.end) if batch.end else None

    def rows_of_rdd(self, rows: Iterable[Any]) -> Iterator[Row]:
        for number, texts, rejects, end in self.parts_of_rdd(rows):
            for text in texts:
                yield number, text, None, None
            for reject in rejects:
                yield number, None, reject, None
            if end is not None:
                yield number, None, None, end

    def of_arrow(self, batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow as pa

        from tabpipe_envelope import arrow

        number = pa.scalar(TaskContext.get().partitionId(), pa.int32())
        texts = (batch.column(0) for batch in batches)
        for batch in envelope.run(partial(arrow.column_blocks, texts), self.command(), arrow.split):
            columns = arrow.columns(batch)
            yield pa.RecordBatch.from_arrays([pa.repeat(number, len(columns[0])), *columns], ["partition", "ok", "reject", "end"])
