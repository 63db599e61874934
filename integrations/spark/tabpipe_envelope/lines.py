"""Records as joined lines, which move faster than a Python object for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Lines:
    """Records, each with a line feed."""

    data: bytes

    @classmethod
    def of(cls, records: Iterable[bytes]) -> Lines:
        data = b"\n".join([*records, b""])
        data.decode()  # what is not UTF-8 fails the task, and not the one who reads the records
        return cls(data)

    def __len__(self) -> int:
        return self.data.count(b"\n")

    def __iter__(self) -> Iterator[str]:
        return iter(self.data.decode().split("\n")[:-1])
