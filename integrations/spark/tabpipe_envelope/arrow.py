"""The same for columns of Arrow, without a Python object for each row or record. Needs pyarrow and NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .output import OK_END, OK_START, Batch
from .proof import REJECT_COLUMNS, signed
from .rows import MAX_LINE_BYTES, Block, Input, as_bytes, block

SLICE_BYTES = 4 << 20  # of a column that becomes one block
LINE_FEED, SPACE = b"\n "
REJECT = pa.struct([(name, pa.string()) for name in REJECT_COLUMNS])


def column_blocks(columns: Iterable[pa.Array], input: Input) -> Iterator[Block]:
    """Makes blocks of columns of texts."""
    first = 1
    for column in columns:
        step = max(1, len(column) * SLICE_BYTES // max(1, column.nbytes))
        for start in range(0, len(column), step):
            if input.is_stopped:
                return
            piece = column.slice(start, step)
            yield joined(piece) or block([as_bytes(row) for row in piece.to_pylist()], first, input)
            first += len(piece)


def joined(column: pa.Array) -> Block | None:
    """Returns the lines of a column, or None if a row may be bad, so that each has to be looked at."""
    kind = column.type
    if column.null_count or not (is_text(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind)):
        return None
    lines = pc.binary_join_element_wise(column, pa.scalar("", kind), pa.scalar("\n", kind))
    size = pc.sum(pc.binary_length(lines)).as_py()
    data = np.frombuffer(lines.buffers()[2], np.uint8)[:size]
    feeds = np.flatnonzero(data == LINE_FEED)
    # One line feed a row, and no row begins with a space: no row has a line break, and none is blank.
    if size > MAX_LINE_BYTES or len(feeds) != len(column) or data[0] <= SPACE or (data[feeds[:-1] + 1] <= SPACE).any():
        return None
    return Block(data, len(column))


def is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def split(lines: bytes) -> tuple[pa.Array, list[bytes]]:
    """Returns the records of complete lines as an array of texts, and the other lines. Does what `output.split` does."""
    data = np.frombuffer(lines, np.uint8)
    feeds = np.flatnonzero(data == LINE_FEED)
    starts = np.zeros(len(feeds) + 1, np.int32)
    starts[1:] = feeds + 1
    is_ok = np.diff(starts) > len(OK_START) + len(OK_END)
    for place, byte in enumerate(OK_START):
        is_ok &= data[np.minimum(starts[:-1] + place, len(data) - 1)] == byte
    is_ok &= data[np.maximum(feeds - 1, 0)] == OK_END[0]
    whole = pa.Array.from_buffers(pa.binary(), len(feeds), [None, pa.py_buffer(starts), pa.py_buffer(lines)])
    others = [lines[starts[place] : feeds[place]] for place in np.flatnonzero(~is_ok)]
    records = whole.filter(pa.array(is_ok)) if others else whole
    return pc.binary_slice(records, len(OK_START), -len(OK_END) - 1).cast(pa.string()), others


def columns(batch: Batch) -> list[pa.Array]:
    """Returns the columns `ok`, `reject` and `end` of a batch. Each row has one of them."""
    texts = batch.ok if len(batch.ok) else pa.array([], pa.string())  # the first and the last batch may have none
    rejects = pa.array(batch.rejects, REJECT)
    ends = pa.array([signed(batch.end)] if batch.end else [], pa.string())
    return [
        padded(0, texts, len(rejects) + len(ends)),
        padded(len(texts), rejects, len(ends)),
        padded(len(texts) + len(rejects), ends, 0),
    ]


def padded(before: int, column: pa.Array, behind: int) -> pa.Array:
    """Puts nulls before and behind a column. Most columns need none, and are not copied."""
    parts = [part for part in (pa.nulls(before, column.type), column, pa.nulls(behind, column.type)) if len(part)]
    return pa.concat_arrays(parts) if len(parts) > 1 else (parts or [column])[0]
