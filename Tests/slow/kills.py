#!/usr/bin/env python3
"""Ends runs with signals at random moments.

Each file must have its old or its new content. After a signal that the program can handle, all files including rejects must be old or all
must be new, and no temporary files of that run may remain.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, rounds=20, records=3000, kind="")
faults = []
for kind in [given.kind] if given.kind else series.SINKS:
    with tempfile.TemporaryDirectory() as folder:
        series.write_pipeline(folder, kind)
        states = []
        seconds = 0
        for version in (0, 1):
            series.write_input(folder, given.records, version)
            start = time.monotonic()
            outcome = series.run(given.program, folder)
            seconds = time.monotonic() - start
            if outcome.returncode != 1:
                faults.append((kind, "complete run", outcome.returncode, outcome.stderr[-300:]))
            states.append(series.snapshot(folder))
        old, new = states[1], states[0]
        # From here on the input is version 0, and the existing output is version 1.
        series.write_input(folder, given.records, 0)
        for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"):
            mixed = early = 0
            for _ in range(given.rounds):
                reference = series.snapshot(folder)
                # SIGKILL leaves temporary files behind. A run removes those of a file when it opens that file: of the rejects at its end.
                before = series.temporaries(folder)
                process = subprocess.Popen([given.program, "run", "p.json", "--quiet"], cwd=folder, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
                time.sleep(random.uniform(0, seconds * 1.8))
                process.send_signal(getattr(signal, name))
                code = process.wait(timeout=60)
                found = series.snapshot(folder)
                changed = 0
                for path in set(reference) | set(found) | set(new):
                    is_old = found.get(path) == reference.get(path)
                    is_new = found.get(path) == new.get(path, found.get(path) if path in reference else None)
                    if not is_old and not is_new:
                        faults.append((kind, name, path, "is neither old nor new"))
                    changed += not is_old
                total = sum(reference.get(path) != new.get(path) for path in new)
                if 0 < changed < total:
                    mixed += 1
                    if name != "SIGKILL":
                        faults.append((kind, name, f"{changed} of {total} files are new"))
                if name != "SIGKILL":
                    left = series.temporaries(folder) - before
                    # A signal before the program has installed its handlers ends it by default. It has written nothing by then.
                    if left:
                        faults.append((kind, name, "left behind", left, code))
                    if code not in (1, 128 + getattr(signal, name), -getattr(signal, name)):
                        faults.append((kind, name, "exit code", code))
                early += changed == 0
                if changed:
                    shutil.rmtree(os.path.join(folder, "out"), ignore_errors=True)
                    for path, content in old.items():
                        place = os.path.join(folder, path)
                        os.makedirs(os.path.dirname(place) or folder, exist_ok=True)
                        with open(place, "wb") as file:
                            file.write(content)
            print(f"{kind} {name}: {given.rounds} runs, {early} left the old state, {mixed} were ended while names changed")
        outcome = series.run(given.program, folder)
        left = series.temporaries(folder)
        if left:
            faults.append((kind, "left behind by the run after all kills", left))
series.finish(faults)
