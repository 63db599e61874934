"""Runs `tabpipe pipe --envelope` on lines of JSON, and proves that the result is complete.

The child writes `{"ok": RECORD}` and `{"reject": {...}}`, and as its last line `{"end": {...}}`, which says what it read and what became of
it. This package feeds the child, compares that line with the lines sent, and raises `BrokenStream` if anything differs. It needs Python's
standard library only; with the package `xxhash`, the hash of the input is compared, too. `tabpipe_envelope.arrow` needs pyarrow and NumPy.

    command = prepared("stages.json")
    for batch in run(functools.partial(blocks, rows), command):
        ...
"""

from __future__ import annotations

from .command import BadRows, Command, Options, command
from .driver import ask, find, prepared, sha256, validate
from .errors import BadRow, BrokenStream, Refused
from .output import Batch
from .proof import COUNTS, REJECT_COLUMNS, counted, signed, summed
from .rows import Block, Input, blocks
from .stream import run

__all__ = [
    "BadRow", "BadRows", "Batch", "Block", "BrokenStream", "COUNTS", "Command", "Input", "Options", "REJECT_COLUMNS", "Refused",
    "ask", "blocks", "command", "counted", "find", "prepared", "run", "sha256", "signed", "summed", "validate",
]
