"""A run of one child, from its first row to its end record."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import output
from .child import STDERR_BYTES, Feeder, Tail, start
from .command import Command
from .errors import BrokenStream
from .output import Batch, Reader, Split
from .proof import check
from .rows import Block, Input

END_SECONDS = 60  # from the end of the output to the end of the child
STOP_SECONDS = 5  # for the feeder of a child that was given up, whose source may wait


def run(source: Callable[[Input], Iterable[Block]], command: Command, split: Split = output.split) -> Iterator[Batch]:
    """Sends blocks through a child, and yields its output. The last batch has the end record, and comes only if all is proved.

    Args:
        source: Returns the blocks, such as `functools.partial(blocks, rows)`. Runs in a thread of its own.
        command: The command of the child.
        split: Splits lines of the output into records and others.

    Raises:
        BrokenStream: The output is incomplete, with the last words of the child.
        BadRow: A row is no line of JSON, and such rows are to fail.
    """
    input = Input(command.options.bad_rows)
    child = start(command.arguments, command.options.env or {})
    feeder, tail, reader = Feeder(child, source(input)), Tail(child), Reader(input, split)
    try:
        tail.start()
        feeder.start()
        last = Batch()
        for batch in reader.batches(child.stdout.fileno()):
            yield last
            last = batch
        last.end = proved(child, feeder, tail, reader, command)
        yield last
    except BrokenStream as error:
        raise feeder.error or error  # where both failed, the feeder was first: it kills the child
    finally:
        input.is_stopped = True
        child.kill()
        child.wait()
        child.stdout.close()
        if feeder.ident:
            feeder.join(STOP_SECONDS)


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
    messages = command.options.masked(tail.text())[-STDERR_BYTES:]
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
        check(reader.end, feeder, reader, command.pipeline)
    except BrokenStream as error:
        raise BrokenStream(f"{place}: {error}{said}") from None
    return reader.end


def killed(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}"
