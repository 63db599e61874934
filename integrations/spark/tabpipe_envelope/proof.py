"""The proof: end records, compared with what was sent and received."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Mapping
from typing import Any

from .child import Feeder
from .errors import BrokenStream
from .output import Reader

COUNTS = ("read", "made", "written", "filtered", "rejected", "skipped")
REJECT_COLUMNS = ("stage", "step", "reason", "origin", "record", "details")
SAME_EVERYWHERE = ("version", "pipeline", "parameters", "files")  # of the end records


def check(end: Mapping[str, Any], feeder: Feeder, reader: Reader, pipeline: str) -> None:
    """Compares the end record with what was sent and received, and with the hash of the pipeline file."""
    counts, given = counted(end), end.get("input") or {}
    wanted = {
        "lines of input": (given.get("lines"), feeder.lines),
        "bytes of input": (given.get("bytes"), feeder.bytes),
        "records read": (counts["read"], feeder.lines),
        "records written": (counts["written"], reader.ok),
        "records rejected": (counts["rejected"], reader.rejects),
        "pipeline file": (end.get("pipeline"), pipeline),
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


def signed(end: Mapping[str, Any]) -> str:
    """Returns the JSON of an end record that names its worker."""
    return json.dumps({**end, "host": socket.gethostname()})


def summed(ok: int, rejects: int, ends: Iterable[str]) -> dict[str, int]:
    """Returns the sums of signed end records, if they are of one program and one file, and fit the numbers of records and rejects."""
    records = [json.loads(end) for end in ends]
    for name in SAME_EVERYWHERE:
        if len({json.dumps(end.get(name), sort_keys=True) for end in records}) > 1:
            places = sorted({f"{end.get(name)} on {end['host']}" for end in records})
            raise BrokenStream(f"workers differ in {name}: {', '.join(places)}")
    counts = [counted(end) for end in records]
    sums = {name: sum(part[name] for part in counts) for name in COUNTS}
    if (ok, rejects) != (sums["written"], sums["rejected"]):
        raise BrokenStream(f"there are {ok} records and {rejects} rejects, and the end records say {sums}")
    return sums
