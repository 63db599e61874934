#!/usr/bin/env python3
"""Kills runs that add to an earlier output (SIGKILL) at random moments.

Each file must have its old or its new content, and the next run that is not killed must give the new content and leave no temporary files.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

SINKS = {
    "append": {"type": "jsonl", "to": "out/a.jsonl", "mode": "append"},
    "append.gz": {"type": "jsonl", "to": "out/a.jsonl.gz", "mode": "append"},
    "merge": {"type": "jsonl", "to": "out/a.jsonl", "mode": "merge", "key": ".id"},
    "merge.csv": {"type": "csv", "to": "out/a.csv", "fields": ["id", "title"], "mode": "merge", "key": ".id"},
    "markdown": {"type": "markdown", "to": "out/{{.id % 7}}/{{.id}}.md", "index": {}, "mode": "merge"},
    "site": {"type": "site", "to": "out/{{.id}}.html", "mode": "merge"},
}


def snapshot(folder):
    """Returns the bytes of each file below `out` by path, the kept entries of an index included."""
    found = {}
    for place, folders, files in os.walk(os.path.join(folder, "out")):
        folders[:] = [name for name in folders if not name.endswith(".tmp")]
        for name in files:
            if name.startswith(".tabpipe") and not name.endswith(".jsonl"):
                continue
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return found


def write_input(folder, numbers, version):
    with open(os.path.join(folder, "in.jsonl"), "w") as file:
        for number in numbers:
            record = {"id": number, "title": f"Title {version} {number}", "teaser": "t", "html": f"<p>{version} {'x' * (number % 300)}</p>"}
            file.write(json.dumps(record) + "\n")


given = series.arguments(__doc__, rounds=50, records=3000, kind="")
faults = []
for kind, sink in SINKS.items():
    if given.kind not in ("", kind):
        continue
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.json"), "w") as file:
            json.dump({"source": {"type": "json", "from": "in.jsonl"}, "sinks": [sink]}, file)
        write_input(folder, range(given.records), 1)
        series.run(given.program, folder)
        old = snapshot(folder)
        shutil.copytree(os.path.join(folder, "out"), os.path.join(folder, "old"))

        def restore():
            shutil.rmtree(os.path.join(folder, "out"))
            shutil.copytree(os.path.join(folder, "old"), os.path.join(folder, "out"))

        # The news: every third record again, and as many new ones.
        write_input(folder, [*range(0, given.records, 3), *range(given.records, given.records * 4 // 3)], 2)
        start = time.monotonic()
        outcome = series.run(given.program, folder)
        seconds = time.monotonic() - start
        if outcome.returncode != 0:
            faults.append((kind, "complete run", outcome.returncode, outcome.stderr[-300:]))
        new = snapshot(folder)
        early = mixed = 0
        for number in range(given.rounds):
            restore()
            process = subprocess.Popen([given.program, "run", "p.json", "--quiet"], cwd=folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0, seconds * 1.2))
            process.kill()
            process.wait(timeout=60)
            found = snapshot(folder)
            changed = 0
            for path in set(old) | set(found) | set(new):
                if found.get(path) not in (old.get(path), new.get(path)):
                    faults.append((kind, path, "is neither old nor new"))
                changed += found.get(path) != old.get(path)
            early += changed == 0
            total = sum(old.get(path) != new.get(path) for path in set(old) | set(new))
            mixed += 0 < changed < total
            # What was killed before it was complete is repeated, as the state of a source demands. An appended file is complete by then.
            if changed == 0 or not kind.startswith("append"):
                outcome = series.run(given.program, folder)
                if outcome.returncode != 0 or snapshot(folder) != new:
                    faults.append((kind, "the run after the kill", outcome.returncode, outcome.stderr[-300:]))
                left = [entry for _, folders, files in os.walk(folder) for entry in folders + files
                        if entry.startswith(".tabpipe") and not entry.endswith(".jsonl")]
                if left:
                    faults.append((kind, "left behind", left))
        print(f"{kind}: {given.rounds} runs, {early} left the old state, {mixed} were ended while names changed")
series.finish(faults)
