"""What goes into a child: rows as blocks of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .command import BadRows
from .errors import BadRow

BLOCK_BYTES = 1 << 20  # of lines that are written at once
MAX_LINE_BYTES = 256 << 20  # of a row, and of a line of output
PLACEHOLDER = b"-"  # stands for a row that cannot be sent; it is no JSON, so that tabpipe rejects it under its line number


@dataclass
class Input:
    """What the thread that feeds a child and the reader of its output share.

    `replaced` has the rows that were replaced by a placeholder: the reason and the row by number, from 1.
    """

    bad_rows: BadRows = "fail"
    replaced: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    is_stopped: bool = False  # the output is no longer read, so that no more rows are needed

    def placeholder(self, number: int, reason: str, row: bytes | None) -> bytes:
        if self.bad_rows == "fail":
            raise BadRow(f"row {number} {reason}")
        self.replaced[number] = (f"the row {reason}", None if row is None else row.decode("utf-8", "replace"))
        return PLACEHOLDER


@dataclass(frozen=True)
class Block:
    """Lines to send, each with its line feed."""

    data: Any  # bytes, or what has the buffer protocol
    lines: int


def row_fault(row: bytes | None) -> str | None:
    """Says why a row cannot be one line of JSON, if that shows without reading the JSON."""
    if row is None:
        return "is null"
    if b"\n" in row:
        return "has a raw line break; JSON writes it as \\n"
    if not row or row.isspace():
        return "is blank"
    if len(row) > MAX_LINE_BYTES:
        raise BadRow(f"a row has {len(row)} bytes, at most {MAX_LINE_BYTES} can be sent")
    return None


def block(rows: Iterable[bytes | None], first: int, input: Input) -> Block:
    """Makes a block of rows; `first` is the number of the first one."""
    lines = [row if (fault := row_fault(row)) is None else input.placeholder(first + place, fault, row) for place, row in enumerate(rows)]
    return Block(b"".join([line + b"\n" for line in lines]), len(lines))


def as_bytes(row: Any) -> bytes | None:
    if row is None or isinstance(row, bytes):
        return row
    if isinstance(row, str):
        return row.encode(errors="surrogatepass")  # tabpipe refuses a line that is not UTF-8, and names its number
    if isinstance(row, (bytearray, memoryview)):
        return bytes(row)
    raise BadRow(f"a row is of type {type(row).__name__}, not text; json.dumps makes a line of it")


def blocks(rows: Iterable[Any], input: Input) -> Iterator[Block]:
    """Makes blocks of rows: str, bytes or None."""
    waiting: list[str | bytes | None] = []
    size = 0
    first = 1
    for row in rows:
        if input.is_stopped:
            return
        row = row if isinstance(row, str) else as_bytes(row)  # a copy: the source may use a buffer again
        waiting.append(row)
        size += len(row or b"")
        if size >= BLOCK_BYTES:
            yield text_block(waiting, first, input)
            first += len(waiting)
            waiting, size = [], 0
    if waiting:
        yield text_block(waiting, first, input)


def text_block(rows: Sequence[str | bytes | None], first: int, input: Input) -> Block:
    """Makes a block of rows. `block` looks at each of them; this does so only if they are not all good texts."""
    return joined(rows) or block(map(as_bytes, rows), first, input)


def joined(rows: Sequence[str | bytes | None]) -> Block | None:
    """Joins rows that are all good texts. Returns None if each row must be checked."""
    try:
        data = "\n".join([*rows, ""]).encode()
    except (TypeError, UnicodeEncodeError):  # not all are str, or one has half of a surrogate pair
        return None
    if len(data) > MAX_LINE_BYTES or data.count(b"\n") > len(rows) or not all(rows) or any(map(str.isspace, rows)):
        return None
    return Block(data, len(rows))
