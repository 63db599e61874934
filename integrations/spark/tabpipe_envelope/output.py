"""What comes out of a child: lines in envelopes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .child import PIPE_BYTES
from .errors import BadRow, BrokenStream
from .rows import MAX_LINE_BYTES, Input

BATCH_BYTES = 4 << 20  # of output that is read before it is passed on
OK_START, OK_END = b'{"ok":', b"}"  # around a record, as tabpipe writes it

Split = Callable[[bytes], "tuple[Any, list[bytes]]"]


@dataclass
class Batch:
    """Some of the child's output, in its order. `end` is set in the last batch alone."""

    ok: Any = field(default_factory=list)  # the records: a list of bytes, or what `split` returns
    rejects: list[dict[str, str | None]] = field(default_factory=list)
    end: dict[str, Any] | None = None


def complete_lines(descriptor: int) -> Iterator[bytes]:
    """Reads complete lines, some megabytes at a time. Output that ends within a line is broken: empty bytes say so."""
    chunks: list[bytes] = []
    size = line = 0  # of the chunks, and of the line that has no end yet
    while chunk := os.read(descriptor, PIPE_BYTES):
        end = chunk.rfind(b"\n") + 1
        line = len(chunk) - end if end else line + len(chunk)
        if line > MAX_LINE_BYTES:
            raise BrokenStream(f"a line of the output has more than {MAX_LINE_BYTES} bytes: {chunk[end:][:80]!r}")
        if end and size + end >= BATCH_BYTES:
            yield b"".join([*chunks, chunk[:end]])
            chunks, size, chunk = [], 0, chunk[end:]
        chunks.append(chunk)
        size += len(chunk)
    rest = b"".join(chunks)
    end = rest.rfind(b"\n") + 1
    if end:
        yield rest[:end]
    if end < len(rest):
        yield b""


def split(lines: bytes) -> tuple[list[bytes], list[bytes]]:
    """Returns the records of complete lines, without their envelopes, and the other lines."""
    ok, others = [], []
    for line in lines[:-1].split(b"\n"):
        if line.startswith(OK_START) and line.endswith(OK_END):
            ok.append(line[len(OK_START) : -len(OK_END)])
        else:
            others.append(line)
    return ok, others


def members(text: str) -> dict[str, str]:
    """Returns the members of a JSON object as the text that stands there, so that numbers keep their digits."""
    decoder = json.JSONDecoder()
    found = {}
    place = skip_space(text, 0)
    if text[place : place + 1] != "{":
        raise ValueError("not an object")
    place = skip_space(text, place + 1)
    while text[place : place + 1] not in ("}", ""):
        key, place = decoder.raw_decode(text, place)
        start_of_value = skip_space(text, skip_space(text, place) + 1)  # behind the colon
        _, end = decoder.raw_decode(text, start_of_value)
        found[key] = text[start_of_value:end]
        place = skip_space(text, end)
        if text[place : place + 1] == ",":
            place = skip_space(text, place + 1)
    if text[place:].strip() != "}":
        raise ValueError("the object has no end")
    return found


def skip_space(text: str, place: int) -> int:
    while text[place : place + 1] in (" ", "\t", "\r", "\n") and place < len(text):
        place += 1
    return place


def reject(text: str) -> dict[str, str | None]:
    """Returns the columns of a reject: the words of `stage`, `step` and `reason`, and the JSON of `origin`, `record` and all the rest."""
    found = members(text)
    row = {name: json_text(found.pop(name, None)) for name in ("stage", "step", "reason")}
    row |= {name: found.pop(name, None) for name in ("origin", "record")}
    rest = ",".join(f"{json.dumps(name)}:{value}" for name, value in found.items())
    return row | {"details": f"{{{rest}}}" if rest else None}


def json_text(text: str | None) -> str | None:
    """Returns the content of a JSON string. Another value stays as it is."""
    value = None if text is None else json.loads(text)
    return value if value is None or isinstance(value, str) else text


def unwrap(line: bytes) -> tuple[str, str]:
    """Returns the kind of a line, "reject" or "end", and its value."""
    try:
        ((kind, value),) = members(line.decode()).items()
    except ValueError as error:
        raise BrokenStream(f"a line of the output is no envelope: {line[:80]!r}") from error
    if kind not in ("reject", "end"):
        raise BrokenStream(f"a line of the output is an envelope of an unknown kind: {line[:80]!r}")
    return kind, value


class Reader:
    """Reads the output of a child, in batches, up to its end record."""

    def __init__(self, input: Input, split: Split = split):
        self.input = input
        self.split = split
        self.ok = 0
        self.rejects = 0
        self.end: dict[str, Any] | None = None
        self.is_cut_short = False  # the output ends within a line

    def batches(self, descriptor: int) -> Iterator[Batch]:
        for lines in complete_lines(descriptor):
            if self.end is not None:
                raise BrokenStream(f"a line follows the end record: {lines[:80]!r}")
            if not lines:
                self.is_cut_short = True
                return
            yield self.batch(lines)

    def batch(self, lines: bytes) -> Batch:
        ok, others = self.split(lines)
        batch = Batch(ok)
        self.ok += len(ok)
        for line in others:
            kind, value = unwrap(line)
            if kind == "end":
                self.finish(line, value, lines)
            else:
                self.rejects += 1
                batch.rejects.append(self.with_row_reason(reject(value)))
        return batch

    def finish(self, line: bytes, value: str, lines: bytes) -> None:
        """Takes the end record, which has to be the last line."""
        behind = lines[lines.index(line) + len(line) + 1 :]
        if behind:
            raise BrokenStream(f"a line follows the end record: {behind[:80]!r}")
        self.end = json.loads(value)
        if not isinstance(self.end, dict):
            raise BrokenStream(f"the end record is no object: {line[:80]!r}")

    def with_row_reason(self, row: dict[str, str | None]) -> dict[str, str | None]:
        """Puts the row's own reason into the reject of a placeholder; fails for other rows that are no JSON, if they are to fail the task."""
        if row["step"] != "source":
            return row
        number = json.loads(row["origin"] or "{}").get("line", 1)
        if number in self.input.replaced:
            reason, record = self.input.replaced[number]
            return row | {"reason": reason, "record": json.dumps(record, ensure_ascii=False)}
        if self.input.bad_rows == "fail":
            raise BadRow(f"row {number} is no JSON: {row['reason']}: {(row['record'] or '')[:200]}")
        return row
