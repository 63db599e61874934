"""The command of each child."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

BadRows = Literal["fail", "reject"]
MASK = "***"
MIN_SECRET_CHARACTERS = 4  # shorter values of variables are not masked: they are parts of other words


@dataclass(frozen=True)
class Options:
    """What the caller of an adapter chose.

    Args:
        params: Values of the file's parameters.
        env: Environment variables of the program, such as secrets.
        bad_rows: Whether a row that is no line of JSON fails the job, or is rejected.
        partitioned_by: The key that the rows are divided by, such as ".thread_id": stages that work by this key may run.
        allow_exec: Whether `exec` steps of the file may start their programs, which the workers must have.
        jobs: The workers of a child.
    """

    params: Mapping[str, Any] | None = None
    env: Mapping[str, str] | None = field(default=None, repr=False)  # secrets: never printed
    bad_rows: BadRows = "fail"
    partitioned_by: str | None = None
    allow_exec: bool = False
    jobs: int = 1

    def __post_init__(self) -> None:
        if self.bad_rows not in get_args(BadRows):
            raise ValueError(f'bad_rows is "fail" or "reject", not {self.bad_rows!r}')

    def parameters(self) -> list[str]:
        """Returns the arguments that set parameters. A value that is no string is written as JSON."""
        texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in (self.params or {}).items()}
        return [word for name, text in texts.items() for word in ("--set", f"{name}={text}")]

    def masked(self, text: str) -> str:
        """Returns messages of a child without the values of its variables. tabpipe masks secrets itself; this is for what `exec` starts."""
        values = {part for value in (self.env or {}).values() for part in (value, value.strip('"'))}
        for value in sorted(values, key=len, reverse=True):
            if len(value) >= MIN_SECRET_CHARACTERS:
                text = text.replace(value, MASK)
        return text


@dataclass(frozen=True)
class Command:
    """What each child runs, and what its end record has to name."""

    arguments: Sequence[str]
    pipeline: str  # SHA-256 of the pipeline file
    options: Options


def command(binary: str, pipeline: str, digest: str, options: Options = Options()) -> Command:
    """Returns the command for a pipeline file.

    Lines that are no JSON are always rejected, because tabpipe then takes each line for itself, so that no value spans two rows.
    """
    arguments = [binary, "pipe", pipeline, "--envelope", "--quiet", "--allow-rejects", "100%", "--on-bad-line", "reject"]
    arguments += ["--jobs", str(options.jobs), *(["--allow-exec"] if options.allow_exec else [])]
    return Command(arguments + options.parameters(), digest, options)
