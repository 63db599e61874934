"""Checks that `query` reads a document of any length in constant memory, and prints time and peak memory of each run.

usage: python3 Tests/slow/query_stream.py [--megabytes 10000] [--program .build/release/tabpipe]

The document comes through a pipe, so that it never lies on the disk. Linux only.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_MEMORY = 96 << 10  # kilobytes
ITEM = b'{"id":%d,"name":"item %d","tags":["a","b","c"],"text":"' + b"lorem ipsum " * 40 + b'"}'
BATCH = 4000  # items that are made together

# A program, its options, the wanted output for a number of items, and whether it ends in front of the end.
CASES = [
    (".items[0].id", [], lambda count: "0\n", False),
    (".items[5] | .name", ["--first"], lambda count: '"item 5"\n', True),
    (".items[] | select(.id % 100000 == 7) | .id", ["--jobs", "1"], lambda count: "".join(f"{n}\n" for n in range(7, count, 100000)), False),
    (".items[] | select(.id % 100000 == 7) | .id", ["--jobs", "2"], lambda count: "".join(f"{n}\n" for n in range(7, count, 100000)), False),
    (".tail", ["-c"], lambda count: '{"end":true}\n', False),
]


def write(pipe, batches):
    """Writes the document, up to its end or that of its reader."""
    try:
        pipe.write(b'{"meta":{"version":1},"items":[')
        for batch in range(batches):
            items = b",\n".join(ITEM % (number, number) for number in range(batch * BATCH, (batch + 1) * BATCH))
            pipe.write(items if batch == 0 else b",\n" + items)
        pipe.write(b'],"tail":{"end":true}}\n')
        pipe.close()
    except BrokenPipeError:
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=10_000)
    parser.add_argument("--program", default=ROOT / ".build/release/tabpipe")
    arguments = parser.parse_args()
    batches = max(1, arguments.megabytes * 1_000_000 // (BATCH * len(ITEM)))
    failed = False
    for program, options, wanted, ends_early in CASES:
        start = time.monotonic()
        command = [arguments.program, "query", *options, program]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        writer = threading.Thread(target=write, args=(process.stdin, batches))
        writer.start()
        output = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        writer.join()
        faults = []
        if process.returncode != 0:
            faults.append(f"exit code {process.returncode}")
        if output != wanted(batches * BATCH):
            faults.append(f"the output is {output[:200]!r}")
        if usage.ru_maxrss > MAX_MEMORY:
            faults.append(f"more memory than {MAX_MEMORY >> 10} MB")
        if ends_early and seconds > 5:
            faults.append("the run did not end at the first output")
        failed = failed or bool(faults)
        print(
            f"{' '.join(options)} {program}: {batches * BATCH * len(ITEM) // 1_000_000} MB in {seconds:.1f} s,"
            f" {usage.ru_utime + usage.ru_stime:.1f} CPU seconds, peak {usage.ru_maxrss >> 10} MB {'; '.join(faults)}".strip()
        )
    sys.exit(1 if failed else 0)


main()
