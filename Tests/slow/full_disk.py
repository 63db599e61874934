#!/usr/bin/env python3
"""Runs with many different limits of the file size, and on small file systems. A run that cannot write must not change outputs or rejects."""

import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, sizes=20, records=3000, kind="")
faults = []


def compare(kind, how, before, folder, outcome):
    """Records the faults of a run that could not write everything."""
    found = series.snapshot(folder)
    if outcome.returncode == 1:
        return
    if outcome.returncode not in (73, 74):
        faults.append((kind, how, "exit code", outcome.returncode, outcome.stderr[-200:]))
    for path in set(before) | set(found):
        if found.get(path) != before.get(path):
            faults.append((kind, how, path, "changed"))


for kind in [given.kind] if given.kind else series.SINKS:
    with tempfile.TemporaryDirectory() as folder:
        series.write_pipeline(folder, kind)
        series.write_input(folder, given.records, 0)
        series.run(given.program, folder)
        largest = max(len(content) for content in series.snapshot(folder).values())
        failed = 0
        for _ in range(given.sizes):
            blocks = random.randint(0, largest // 1024 + 1)
            series.write_input(folder, given.records, random.randint(1, 50))
            before = series.snapshot(folder)
            outcome = subprocess.run(["bash", "-c", f'ulimit -f {blocks}; exec "$0" run p.json --quiet', given.program], cwd=folder,
                                     capture_output=True, text=True)
            failed += outcome.returncode in (73, 74)
            compare(kind, f"ulimit -f {blocks}", before, folder, outcome)
        print(f"{kind}: {given.sizes} limits, {failed} runs could not write")
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        print(f"{kind}: small file systems skipped: they need root")
        continue
    failed = tried = 0
    for _ in range(given.sizes):
        disk = tempfile.mkdtemp()
        size = random.randint(700, 3500)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", disk], capture_output=True).returncode != 0:
            print(f"{kind}: small file systems skipped: they cannot be mounted")
            shutil.rmtree(disk)
            break
        try:
            tried += 1
            series.write_pipeline(disk, kind)
            series.write_input(disk, given.records // 10, 0)
            if series.run(given.program, disk).returncode != 1:
                continue
            try:
                series.write_input(disk, given.records, 1)
            except OSError:
                continue
            before = series.snapshot(disk)
            outcome = series.run(given.program, disk)
            failed += outcome.returncode in (73, 74)
            compare(kind, f"{size} KiB", before, disk, outcome)
        finally:
            subprocess.run(["umount", disk])
            shutil.rmtree(disk, ignore_errors=True)
    print(f"{kind}: {tried} small file systems, {failed} runs could not write")
series.finish(faults)
