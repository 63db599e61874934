#!/usr/bin/env python3
"""Compares outputs and rejects of runs with different numbers of workers, byte by byte."""

import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, rounds=10, records=3000, kind="")
faults = []
for kind in [given.kind] if given.kind else series.SINKS:
    with tempfile.TemporaryDirectory() as folder:
        series.write_pipeline(folder, kind)
        series.write_input(folder, given.records, 0)
        expected = None
        for round in range(given.rounds):
            for jobs in (1, 2, 3, 8, 16):
                shutil.rmtree(os.path.join(folder, "out"), ignore_errors=True)
                outcome = series.run(given.program, folder, "--jobs", str(jobs))
                if outcome.returncode != 1:
                    faults.append((kind, jobs, outcome.returncode, outcome.stderr[-300:]))
                found = series.snapshot(folder)
                expected = expected or found
                for path in set(expected) | set(found):
                    if expected.get(path) != found.get(path):
                        faults.append((kind, jobs, round, path, "differs"))
        print(f"{kind}: {given.rounds} rounds, {len(expected)} files, {expected['out.rejects.jsonl'].count(10)} rejects")
series.finish(faults)
