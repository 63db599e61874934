#!/usr/bin/env python3
"""Sorts, groups and picks many records with little memory, and compares the results with those of this script.

It prints the time and the memory, and fails above a limit of memory. With --kills, it also ends that many runs with SIGKILL at random
moments. Then no temporary file may be left, and the output must be the earlier one.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, megabytes=500, memory=16, limit=100, kills=0, folder="")
faults = []

STAGES = {
    "sort": {"type": "sort", "by": "[.key, -.version]"},
    "group": {"type": "group", "by": ".key", "into": "versions", "fields": {"count": "length", "versions": "map(.version)"}},
    "sorted": {"type": "group", "by": ".key", "into": "versions", "sorted": True, "fields": {"count": "length", "versions": "map(.version)"}},
    "pick_latest": {"type": "pick_latest", "by": ".key", "version": ".version"},
}


def text(value):
    return json.dumps(value, separators=(",", ":")) + "\n"


def padding(number):
    return "word " * (number % 97)


def write_input(path):
    """Writes records with 10 versions of each key or so, in no order; returns their keys and versions."""
    records, size = [], 0
    keys = given.megabytes * 400
    with open(path, "w") as file:
        while size < given.megabytes << 20:
            key, version = f"key {random.randrange(keys)}", random.randrange(1000)
            size += file.write(text({"key": key, "version": version, "number": len(records), "text": padding(len(records))}))
            records.append((key, version))
    print(f"{len(records)} records, {size >> 20} MB, {keys} keys")
    return records


def record(number, key, version):
    return text({"key": key, "version": version, "number": number, "text": padding(number)})


def wanted(kind, records):
    """The lines that a stage must give."""
    if kind == "sort":
        order = sorted(range(len(records)), key=lambda number: (records[number][0], -records[number][1]))
        yield from (record(number, *records[number]) for number in order)
        return
    groups = {}
    for number, (key, version) in enumerate(records):
        groups.setdefault(key, []).append((version, number))
    for key, versions in sorted(groups.items()) if kind == "sorted" else groups.items():
        if kind == "pick_latest":
            version, number = max(versions)  # of equal versions, the last one
            yield record(number, key, version)
        else:
            list_ = [version for version, _ in versions]
            yield text({"key": key, "versions": sorted(list_, reverse=True) if kind == "sorted" else list_, "count": len(list_)})


def command(folder, kind):
    """Writes the pipeline of a stage, and returns the command that runs it, with a folder of its own for temporary files."""
    stage = dict(STAGES[kind]) if kind == "sorted" else {**STAGES[kind], "max_memory_bytes": given.memory << 20}
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": {"type": "json", "from": "sort.jsonl" if kind == "sorted" else "in.jsonl"}, "stages": [stage],
                   "sinks": [{"type": "jsonl", "to": f"{kind}.jsonl"}]}, file)
    return {"args": [given.program, "run", "p.json"], "cwd": folder, "env": {**os.environ, "TMPDIR": os.path.join(folder, "tmp")}}


def check(folder, kind, records):
    """Runs a stage, and checks its output and its memory; returns the seconds."""
    start = time.monotonic()
    process = subprocess.Popen(**command(folder, kind), stderr=subprocess.PIPE, text=True)
    messages = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    megabytes = usage.ru_maxrss / 1024
    print(messages.strip())
    print(f"{kind}: {seconds:.2f} s, processor {usage.ru_utime + usage.ru_stime:.2f} s, {megabytes:.0f} MB")
    if status != 0:
        faults.append((kind, "status", status))
    if megabytes > given.limit:
        faults.append((kind, f"took {megabytes:.0f} MB, and {given.limit} are allowed"))
    with open(os.path.join(folder, f"{kind}.jsonl")) as found:
        for number, line in enumerate(wanted(kind, records)):
            if found.readline() != line:
                faults.append((kind, "line", number + 1, "differs"))
                break
        else:
            if found.readline():
                faults.append((kind, "more lines than there should be"))
    return seconds


def kill(folder, kind, seconds):
    """Kills runs over a good output, and looks at what is left."""
    output = os.path.join(folder, f"{kind}.jsonl")
    before = os.stat(output)
    for number in range(given.kills):
        moment = random.uniform(0, seconds)
        process = subprocess.Popen(**command(folder, kind), stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
        after = os.stat(output)
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            faults.append((kind, "kill", number, f"after {moment:.2f} s", "the output has changed"))
        if left := os.listdir(os.path.join(folder, "tmp")):
            faults.append((kind, "kill", number, "left behind", left))
    print(f"{kind}: {given.kills} kills")


with tempfile.TemporaryDirectory(dir=given.folder or None) as folder:
    os.mkdir(os.path.join(folder, "tmp"))
    records = write_input(os.path.join(folder, "in.jsonl"))
    for kind in STAGES:
        seconds = check(folder, kind, records)
        if given.kills:
            kill(folder, kind, seconds)
    if left := os.listdir(os.path.join(folder, "tmp")):
        faults.append(("left behind", left))
series.finish(faults)
