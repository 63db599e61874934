"""The programs that tests run."""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def fake() -> str:
    """Writes a program that runs the fake with the Python of the tests, because that one has the packages."""
    folder = Path(tempfile.mkdtemp(prefix="tabpipe-fake-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = folder / "tabpipe"
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'fake_tabpipe.py'))} \"$@\"\n")
    program.chmod(0o755)
    return str(program)


def real() -> str | None:
    """The built program, if TABPIPE_PROGRAM names it."""
    return os.environ.get("TABPIPE_PROGRAM")
