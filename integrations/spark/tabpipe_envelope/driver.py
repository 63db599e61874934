"""Checks of the program and the pipeline file before a job."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from .command import Command, Options, command
from .errors import Refused

LARGE_BYTES = 1 << 20  # of a file whose hash is kept: hashing it takes longer than asking for its state
known_hashes: dict[tuple, str] = {}  # by path, size, time and number of the file


def prepared(pipeline: str | os.PathLike, binary: str | os.PathLike | None = None, options: Options = Options()) -> Command:
    """Finds and checks the program and the pipeline file on this machine, and returns the command for them.

    Raises:
        Refused: The program or the file is missing or does not fit, or a stage looks at neighbouring records.
    """
    path = Path(pipeline).resolve()
    if not path.is_file():
        raise Refused(f"there is no pipeline file {pipeline}")
    program = find(binary)
    validate(program, path, options)
    return command(program, str(path), sha256(path), options)


def find(binary: str | os.PathLike | None) -> str:
    """Returns the path of the program; None is `tabpipe` in PATH."""
    found = shutil.which(binary or "tabpipe")
    if not found:
        raise Refused(f"there is no program {binary}" if binary else "there is no tabpipe in PATH; name it: binary=...")
    return found


def sha256(path: str | os.PathLike) -> str:
    """Returns the hash of a file. That of a large file, such as the program, is kept until the file changes."""
    with open(path, "rb") as file:
        state = os.fstat(file.fileno())
        mark = (os.fspath(path), state.st_size, state.st_mtime_ns, state.st_ino)
        if mark in known_hashes:
            return known_hashes[mark]
        digest = hashlib.sha256()
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    if state.st_size >= LARGE_BYTES:
        known_hashes[mark] = digest.hexdigest()
    return digest.hexdigest()


def validate(binary: str, pipeline: str | os.PathLike, options: Options) -> None:
    """Refuses a program without envelopes, and a pipeline file that is wrong or may not run in partitions."""
    if "--envelope" not in ask(binary, "pipe", "--help").stdout:
        raise Refused(f"{binary} has no option --envelope of pipe; a newer tabpipe has it")
    key = ["--partitioned-by", options.partitioned_by] if options.partitioned_by else []
    answer = ask(binary, "validate", "--stages-only", "--partitioned", *key, str(pipeline), *options.parameters(), env=options.env)
    if answer.returncode:
        raise Refused(f"{pipeline} may not run:\n{options.masked(answer.stderr.strip())}")


def ask(binary: str, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess:
    """Runs the program, and returns what it printed."""
    try:
        return subprocess.run([binary, *arguments], env={**os.environ, **(env or {})}, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise Refused(f"{binary} cannot be started: {error.strerror}") from error
