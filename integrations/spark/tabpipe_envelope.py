"""Runs `tabpipe pipe --envelope` on lines of JSON, and proves that the result is complete.

The child writes `{"ok": RECORD}` and `{"reject": {...}}`, and as its last line `{"end": {...}}`, which says what it read and what became of
it. This module feeds the child, compares that line with the lines sent, and raises `BrokenStream` if anything differs. It needs Python's
standard library only; with the package `xxhash`, the hash of the input is compared, too.
"""

from __future__ import annotations

import collections
import ctypes
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Union

try:
    import xxhash
except ImportError:
    xxhash = None

COUNTS = ("read", "made", "written", "filtered", "rejected", "skipped")
BLOCK_BYTES = 1 << 20  # of lines that are written at once
BATCH_BYTES = 4 << 20  # of output that is passed on at once
PIPE_BYTES = 1 << 20  # capacity of the pipes, where the system lets a process choose it
STDERR_BYTES = 4 << 10  # of the end of standard error that an error shows
END_SECONDS = 60  # from the end of the output to the end of the child
PLACEHOLDER = b"-"  # stands for a row that cannot be sent; it is no JSON, so that tabpipe rejects it under its line number
PR_SET_PDEATHSIG = 1  # of prctl(2)

BadRows = Literal["fail", "reject"]


class BrokenStream(Exception):
    """The output of a child is incomplete, or does not belong to its input."""


class BadRow(Exception):
    """A row is no line of JSON."""


@dataclass(frozen=True)
class Command:
    """What each child runs, and what its end record has to name."""

    words: Sequence[str]
    pipeline: str  # SHA-256 of the pipeline file
    env: Mapping[str, str] = field(default_factory=dict, repr=False)  # secrets: never printed
    bad_rows: BadRows = "fail"


@dataclass
class Batch:
    """Some of the child's output, in its order. `end` is set in the last batch alone."""

    ok: list[bytes] = field(default_factory=list)
    rejects: list[dict[str, str | None]] = field(default_factory=list)
    end: dict[str, Any] | None = None
    size: int = 0


def command(
    binary: str,
    pipeline: str,
    digest: str,
    params: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    jobs: int = 1,
    bad_rows: BadRows = "fail",
) -> Command:
    """Returns the command for a pipeline file.

    Lines that are no JSON are always rejected, because tabpipe then takes each line for itself, so that no value spans two rows.
    """
    words = [binary, "pipe", pipeline, "--envelope", "--quiet", "--allow-rejects", "100%", "--on-bad-line", "reject", "--jobs", str(jobs)]
    return Command(words + settings(params), digest, dict(env or {}), bad_rows)


def settings(params: Mapping[str, Any] | None) -> list[str]:
    """Returns the options that set parameters. A value that is no string is written as JSON."""
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in (params or {}).items()}
    return [word for name, text in texts.items() for word in ("--set", f"{name}={text}")]


# Rows


@dataclass
class Faults:
    """The rows that were replaced by a placeholder: the reason and the row by number, from 1."""

    bad_rows: BadRows
    replaced: dict[int, tuple[str, str | None]] = field(default_factory=dict)

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
    return None


def block(rows: Sequence[bytes | None], first: int, faults: Faults) -> Block:
    """Makes a block of rows; `first` is the number of the first one."""
    lines = [row if (fault := row_fault(row)) is None else faults.placeholder(first + place, fault, row) for place, row in enumerate(rows)]
    return Block(b"".join([line + b"\n" for line in lines]), len(lines))


def as_bytes(row: Any) -> bytes | None:
    if row is None or isinstance(row, bytes):
        return row
    if isinstance(row, str):
        return row.encode()
    if isinstance(row, (bytearray, memoryview)):
        return bytes(row)
    raise BadRow(f"a row is of type {type(row).__name__}, not text; json.dumps makes a line of it")


def blocks(rows: Iterable[Any], faults: Faults) -> Iterator[Block]:
    """Makes blocks of rows: str, bytes or None."""
    waiting: list[bytes | None] = []
    size = 0
    first = 1
    for row in map(as_bytes, rows):
        waiting.append(row)
        size += len(row or b"")
        if size >= BLOCK_BYTES:
            yield block(waiting, first, faults)
            first += len(waiting)
            waiting, size = [], 0
    if waiting:
        yield block(waiting, first, faults)


# The child and its threads


def die_with(parent: int) -> None:
    """Asks Linux to kill the child when the thread that started it ends, however that happens."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before the call
        os._exit(1)


LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def enlarge(descriptor: int) -> None:
    """Enlarges a pipe. The default of 64 KiB costs a change of processes for each 64 KiB."""
    try:
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass  # another system, or the user's limit is reached


def start(words: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    prepare = functools.partial(die_with, os.getpid()) if LIBC else None
    try:
        child = subprocess.Popen(words, env={**os.environ, **env}, preexec_fn=prepare, **pipes)
    except OSError as error:
        raise BrokenStream(f"{words[0]} cannot be started on {socket.gethostname()}: {error.strerror}") from error
    for pipe in (child.stdin, child.stdout):
        enlarge(pipe.fileno())
    return child


class Feeder(threading.Thread):
    """Writes the blocks to the child, and counts what it wrote. Its failure kills the child, so that no end record can follow."""

    def __init__(self, child: subprocess.Popen, source: Iterable[Block]):
        super().__init__(name="tabpipe feeder", daemon=True)
        self.child = child
        self.source = source
        self.lines = 0
        self.bytes = 0
        self.hash = xxhash.xxh64() if xxhash else None
        self.error: BaseException | None = None
        self.is_cut_short = False  # the child closed its input

    def run(self) -> None:
        try:
            for piece in self.source:
                self.send(piece)
        except BrokenPipeError:
            self.is_cut_short = True
        except BaseException as error:  # an error of the rows' source, of whatever kind, belongs into the task
            self.error = error
            self.child.kill()
        finally:
            self.child.stdin.close()

    def send(self, piece: Block) -> None:
        view = memoryview(piece.data).cast("B")
        self.lines += piece.lines
        self.bytes += len(view)
        if self.hash:
            self.hash.update(view)
        descriptor = self.child.stdin.fileno()
        while view:
            view = view[os.write(descriptor, view) :]


class Tail(threading.Thread):
    """Reads standard error, so that the child never waits, and keeps its end."""

    def __init__(self, child: subprocess.Popen):
        super().__init__(name="tabpipe messages", daemon=True)
        self.pipe = child.stderr
        self.kept: collections.deque[bytes] = collections.deque()

    def run(self) -> None:
        size = 0
        while chunk := os.read(self.pipe.fileno(), 1 << 16):
            self.kept.append(chunk)
            size += len(chunk)
            while size - len(self.kept[0]) >= STDERR_BYTES:
                size -= len(self.kept.popleft())
        self.pipe.close()

    def text(self) -> str:
        self.join(timeout=1)
        return b"".join(list(self.kept))[-STDERR_BYTES:].decode("utf-8", "replace").strip()


# Output


def lines(descriptor: int) -> Iterator[list[bytes]]:
    """Reads complete lines. Output that ends within a line is broken: an empty list says so."""
    rest: list[bytes] = []
    while chunk := os.read(descriptor, PIPE_BYTES):
        head, feed, tail = chunk.rpartition(b"\n")
        if not feed:
            rest.append(chunk)
            continue
        yield b"".join([*rest, head]).split(b"\n")
        rest = [tail] if tail else []
    if rest:
        yield []


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
    row = {name: words(found.pop(name, None)) for name in ("stage", "step", "reason")}
    row |= {name: found.pop(name, None) for name in ("origin", "record")}
    rest = ",".join(f"{json.dumps(name)}:{value}" for name, value in found.items())
    return row | {"details": f"{{{rest}}}" if rest else None}


def words(text: str | None) -> str | None:
    """Returns a JSON string as text. Another value stays as it is."""
    value = None if text is None else json.loads(text)
    return value if value is None or isinstance(value, str) else text


Line = tuple[Literal["ok", "reject", "end"], Union[bytes, str]]


def unwrap(line: bytes) -> Line:
    """Takes the envelope off a line. The form that tabpipe writes needs no parsing, except where the record is a reject."""
    if line.startswith(b'{"ok":') and line.endswith(b"}"):
        return "ok", line[6:-1]
    try:
        found = members(line.decode())
        (kind,) = found
    except ValueError as error:
        raise BrokenStream(f"a line of the output is no envelope: {line[:80]!r}") from error
    if kind not in ("ok", "reject", "end"):
        raise BrokenStream(f'a line of the output is an envelope of the unknown kind "{kind}"')
    return kind, found[kind].encode() if kind == "ok" else found[kind]


class Reader:
    """Reads the output of a child, in batches, up to its end record."""

    def __init__(self, faults: Faults):
        self.faults = faults
        self.ok = 0
        self.rejects = 0
        self.end: dict[str, Any] | None = None
        self.is_cut_short = False  # the output ends within a line

    def batches(self, descriptor: int) -> Iterator[Batch]:
        batch = Batch()
        for group in lines(descriptor):
            self.is_cut_short = not group
            for line in group:
                self.add(line, batch)
            if batch.size >= BATCH_BYTES:
                yield batch
                batch = Batch()
        yield batch

    def add(self, line: bytes, batch: Batch) -> None:
        if self.end is not None:
            raise BrokenStream(f"a line follows the end record: {line[:80]!r}")
        kind, value = unwrap(line)
        batch.size += len(line)
        if kind == "ok":
            self.ok += 1
            batch.ok.append(value)
        elif kind == "reject":
            self.rejects += 1
            batch.rejects.append(self.explained(reject(value)))
        else:
            self.end = json.loads(value)
            if not isinstance(self.end, dict):
                raise BrokenStream(f"the end record is no object: {line[:80]!r}")

    def explained(self, row: dict[str, str | None]) -> dict[str, str | None]:
        """Puts the row's own reason into the reject of a placeholder; fails for other rows that are no JSON, if they are to fail the task."""
        if row["step"] != "source":
            return row
        number = json.loads(row["origin"] or "{}").get("line", 1)
        if number in self.faults.replaced:
            reason, record = self.faults.replaced[number]
            return row | {"reason": reason, "record": json.dumps(record, ensure_ascii=False)}
        if self.faults.bad_rows == "fail":
            raise BadRow(f"row {number} is no JSON: {row['reason']}: {(row['record'] or '')[:200]}")
        return row


# The proof


def check(end: Mapping[str, Any], feeder: Feeder, reader: Reader, run: Command) -> None:
    """Compares the end record with what was sent and received."""
    counts, given = counted(end), end.get("input") or {}
    wanted = {
        "lines of input": (given.get("lines"), feeder.lines),
        "bytes of input": (given.get("bytes"), feeder.bytes),
        "records read": (counts["read"], feeder.lines),
        "records written": (counts["written"], reader.ok),
        "records rejected": (counts["rejected"], reader.rejects),
        "pipeline file": (end.get("pipeline"), run.pipeline),
    }
    if feeder.hash:
        wanted["xxh64 of the input"] = (given.get("xxh64"), feeder.hash.hexdigest())
    for name, (found, expected) in wanted.items():
        if found != expected:
            hint = "; each row must be one JSON value" if name == "records read" and feeder.lines == given.get("lines") else ""
            raise BrokenStream(f"{name}: the end record has {found}, expected {expected}{hint}")


def counted(end: Mapping[str, Any]) -> dict[str, int]:
    """Returns the counts of an end record. They have to add up."""
    counts = {name: end.get(name, 0) for name in COUNTS}
    if not all(isinstance(count, int) and count >= 0 for count in counts.values()):
        raise BrokenStream(f"the end record has no counts: {counts}")
    if counts["read"] + counts["made"] != counts["written"] + counts["filtered"] + counts["rejected"] + counts["skipped"]:
        raise BrokenStream(f"the counts do not add up: {counts}")
    return counts


def run(source: Iterable[Block], command: Command, faults: Faults) -> Iterator[Batch]:
    """Sends blocks through a child, and yields its output. The last batch has the end record, and comes only if all is proved.

    Raises:
        BrokenStream: The output is incomplete, with the last words of the child.
        BadRow: A row is no line of JSON, and such rows are to fail.
    """
    child = start(command.words, command.env)
    feeder, tail, reader = Feeder(child, source), Tail(child), Reader(faults)
    try:
        feeder.start()
        tail.start()
        last = Batch()
        for batch in reader.batches(child.stdout.fileno()):
            yield last
            last = batch
        last.end = proved(child, feeder, tail, reader, command)
        yield last
    except BrokenStream as error:
        raise feeder.error or error  # where both failed, the feeder was first: it kills the child
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def proved(child: subprocess.Popen, feeder: Feeder, tail: Tail, reader: Reader, command: Command) -> dict[str, Any]:
    """Returns the end record of a child that ended well, or raises the error that came first."""
    try:
        code = child.wait(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        code = None
    if feeder.error:
        raise feeder.error
    place = f"tabpipe on {socket.gethostname()}"
    messages = tail.text()
    said = f"\n{messages}" if messages else ""
    if code != 0:
        how = f"was still running {END_SECONDS} s after its output" if code is None else killed(code) if code < 0 else f"ended with code {code}"
        raise BrokenStream(f"{place} {how}{said}")
    if reader.end is None or reader.is_cut_short:
        raise BrokenStream(f"the output of {place} has no end record{said}")
    feeder.join()
    if feeder.is_cut_short:
        raise BrokenStream(f"{place} closed its input after {feeder.lines} lines or fewer{said}")
    try:
        check(reader.end, feeder, reader, command)
    except BrokenStream as error:
        raise BrokenStream(f"{place}: {error}{said}") from None
    return reader.end


def killed(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}"
