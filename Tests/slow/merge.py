#!/usr/bin/env python3
"""Merges few changes into a long file, and prints the time and the memory. Fails above a limit of memory, or if the result is wrong.

With --kills, it also ends that many merges with SIGKILL at random moments. The file must have its old or its new content each time.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, megabytes=1000, changes=1000, limit=100, kills=0, folder="")
faults = []


def line(number, version):
    return json.dumps({"id": number, "version": version, "title": f"Title {number}", "text": "word " * (number % 97), "tags": ["a", "b"]},
                      separators=(",", ":")) + "\n"


def measured(folder, mode):
    """Runs the pipeline, and checks its memory; returns the seconds."""
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": {"type": "json", "from": "in.jsonl"},
                   "sinks": [{"type": "jsonl", "to": "a.jsonl", "mode": mode, **({"key": ".id"} if mode == "merge" else {})}]}, file)
    start = time.monotonic()
    process = subprocess.Popen([given.program, "run", "p.json"], cwd=folder, stderr=subprocess.PIPE, text=True)
    messages = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    print(messages.strip())
    megabytes = usage.ru_maxrss / 1024
    print(f"{mode}: {seconds:.2f} s, processor {usage.ru_utime + usage.ru_stime:.2f} s, {megabytes:.0f} MB")
    if status != 0:
        faults.append((mode, "status", status))
    if megabytes > given.limit:
        faults.append((mode, f"took {megabytes:.0f} MB, and {given.limit} are allowed"))
    return seconds


def digest(path):
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.digest()


def kill_merges(folder, old, new, seconds):
    """Kills merges into the old file, which has a second name as long as the program replaces files as a whole."""
    output, kept = os.path.join(folder, "a.jsonl"), os.path.join(folder, "old.jsonl")
    counts = {old: 0, new: 0}
    for number in range(given.kills):
        os.remove(output)
        os.link(kept, output)
        moment = random.uniform(0, seconds * 1.1)
        process = subprocess.Popen([given.program, "run", "p.json", "--quiet"], cwd=folder, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
        found = digest(output)
        if found in counts:
            counts[found] += 1
        else:
            faults.append(("kill", number, f"after {moment:.2f} s", "the file is neither old nor new"))
    if digest(kept) != old:
        faults.append("a run has changed the old file in place")
    outcome = series.run(given.program, folder)
    if outcome.returncode != 0 or digest(output) != new:
        faults.append(("the run after the kills", outcome.returncode, outcome.stderr[-300:]))
    left = [name for name in os.listdir(folder) if name.startswith(".tabpipe")]
    if left:
        faults.append(("left behind", left))
    print(f"{given.kills} kills: {counts[old]} left the old file, {counts[new]} came after the rename")


with tempfile.TemporaryDirectory(dir=given.folder or None) as folder:
    size = count = 0
    with open(os.path.join(folder, "a.jsonl"), "w") as file:
        while size < given.megabytes << 20:
            size += file.write(line(count, 1))
            count += 1
    print(f"{count} records, {size / (1 << 20):.0f} MB")
    step = max(1, count // (given.changes * 9 // 10))
    news = [*range(0, count, step)][: given.changes * 9 // 10]
    news += range(count, count + given.changes - len(news))
    with open(os.path.join(folder, "in.jsonl"), "w") as file:
        file.writelines(line(number, 2) for number in news)
    wanted = hashlib.sha256()
    changed = set(news)
    for number in range(max(news) + 1):
        wanted.update(line(number, 2 if number in changed else 1).encode())
    if given.kills:
        os.link(os.path.join(folder, "a.jsonl"), os.path.join(folder, "old.jsonl"))
    seconds = measured(folder, "merge")
    if digest(os.path.join(folder, "a.jsonl")) != wanted.digest():
        faults.append("the merged file is not what it should be")
    if given.kills:
        kill_merges(folder, digest(os.path.join(folder, "old.jsonl")), wanted.digest(), seconds)
    measured(folder, "append")
    if os.path.getsize(os.path.join(folder, "a.jsonl")) <= size:
        faults.append("nothing was appended")
series.finish(faults)
