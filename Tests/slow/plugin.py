#!/usr/bin/env python3
"""Builds, tests and runs the package of `tabpipe new plugin` outside the repository, in debug and in release."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDS = [{"title": "A title that"}, {"title": "Short"}]
COUNTS = "titles: read 2 = written 2 + filtered 0 + rejected 0"
faults = []

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--program", default=".build/debug/tabpipe", help="the built program")
parser.add_argument("--configuration", choices=["debug", "release"], help="only this one")
parser.add_argument("--scratch-path", help="the folder for the build, instead of .build in the package")
given = parser.parse_args()


def check(is_right, what):
    """Records a fault."""
    if not is_right:
        faults.append(what)
        print(f"error: {what}")


def run(command, folder):
    """Runs a command, prints its time in seconds, and records a fault if it fails."""
    start = time.monotonic()
    outcome = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    print(f"{' '.join(command)}: {time.monotonic() - start:.1f} s", flush=True)
    check(outcome.returncode == 0, f"{command}: exit code {outcome.returncode}\n{(outcome.stdout + outcome.stderr)[-2000:]}")
    return outcome


def check_program(program, folder):
    """Compares what the plug-in's program prints."""
    outcome = run([program, "run", "titles.json"], folder)
    check([json.loads(line) for line in outcome.stdout.splitlines()] == RECORDS, f"wrong records: {outcome.stdout}")
    check(COUNTS in outcome.stderr, f"wrong counts: {outcome.stderr}")
    check("\n  shorten " in run([program, "list", "stages"], folder).stdout, "the stage is not listed")
    check("length (integer from 1 to 100, required)" in run([program, "describe", "shorten"], folder).stdout, "wrong description")


with tempfile.TemporaryDirectory() as parent:
    run([os.path.abspath(given.program), "new", "plugin", "mypipe", "--tabpipe", str(ROOT)], parent)
    package = os.path.join(parent, "mypipe")
    place = ["--scratch-path", os.path.abspath(given.scratch_path)] if given.scratch_path else []
    for configuration in [given.configuration] if given.configuration else ["debug", "release"]:
        if configuration == "debug":
            outcome = run(["swift", "test", *place], package)
            check("1 test" in outcome.stdout and "passed" in outcome.stdout, f"no test passed: {outcome.stdout[-500:]}")
        build = ["swift", "build", "-c", configuration, *place]
        run(build, package)
        folder = subprocess.run([*build, "--show-bin-path"], cwd=package, capture_output=True, text=True).stdout.strip()
        check_program(os.path.join(folder, "mypipe"), package)

print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
