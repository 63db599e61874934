#!/usr/bin/env python3
"""Runs mails through the Spark adapter, and compares results and times with a single process.

usage: python3 Tests/slow/spark.py [--mails 200000] [--rounds 5] [--quick] [--program .build/release/tabpipe]

Each kind of Spark cluster runs the mails as a DataFrame by Arrow, as a DataFrame without Arrow, and as an RDD. Counts, records (sorted, byte
by byte) and rejects have to be those of `tabpipe pipe`. Each kind runs once before the measurement. The lowest time of the rounds is shown
beside the floor, which is Spark's own `rdd.pipe("cat")`, and must be at most 1.3 times that of the floor and of `tabpipe pipe` together. A
DataFrame without Arrow has no such limit, because Spark moves its rows through Python twice more. `--quick` compares results only, on a local cluster. Needs PySpark and Java, and is skipped
without them; pyarrow and pandas for Arrow, xxhash for the hash of the input.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import spark_mails

MASTERS = ["local[2]", "local-cluster[2,1,1024]"]
MAX_RATIO = 1.3
QUICK_MAILS = 10_000


def floor(spark, mails, partitions, expected):
    """The seconds that Spark takes to send lines through a program that does nothing."""
    start = time.monotonic()
    if (count := spark.sparkContext.textFile(str(mails), partitions).pipe("cat").count()) != expected:
        raise SystemExit(f"the floor has {count} lines, expected {expected}")
    return time.monotonic() - start


def measure(arguments):
    """Runs all kinds of input on one kind of cluster, and prints a line of JSON for each."""
    spark = spark_mails.session(arguments.master)
    import tabpipe_spark

    folder = arguments.folder
    reference = spark_mails.Reference(arguments.program, folder / "mails.json", folder / "mails.jsonl", folder)
    partitions = 4

    def run(kind, mails):
        options = {"pipeline": folder / "mails.json", "binary": arguments.program}
        if kind == "RDD":
            return tabpipe_spark.run(spark.sparkContext.textFile(str(mails), partitions), **options)
        return tabpipe_spark.run(spark.read.text(str(mails)), **options, arrow=kind == "Arrow")

    kinds = ["Arrow", "no Arrow", "RDD"] if tabpipe_spark.has_arrow() else ["no Arrow", "RDD"]
    for kind in kinds:
        run(kind, folder / "mails.jsonl").unpersist()  # starts workers, and lets Java compile, which takes some seconds of both processors
    lowest = {"tabpipe": reference.seconds, "floor": floor(spark, folder / "mails.jsonl", partitions, reference.counts["read"])}
    faults = {kind: [] for kind in kinds}
    for number in range(arguments.rounds):
        if number:
            lowest["tabpipe"] = min(lowest["tabpipe"], reference.measure())
            lowest["floor"] = min(lowest["floor"], floor(spark, folder / "mails.jsonl", partitions, reference.counts["read"]))
        for kind in kinds:
            start = time.monotonic()
            result = run(kind, folder / "mails.jsonl")
            lowest[kind] = min(time.monotonic() - start, lowest.get(kind, float("inf")))
            faults[kind] += reference.faults(result)
            result.unpersist()
    for kind in kinds:
        line = {"master": arguments.master, "kind": kind, "seconds": lowest[kind], "floor": lowest["floor"], "tabpipe": lowest["tabpipe"]}
        print(json.dumps({**line, "load": os.getloadavg()[0], "counts": reference.counts, "faults": faults[kind]}), flush=True)
    spark.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--program", default=spark_mails.ROOT / ".build/release/tabpipe")
    parser.add_argument("--master")  # set by this script, for its own processes
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    arguments.program = os.path.abspath(arguments.program)
    if reason := spark_mails.missing():
        print(f"SKIPPED: {reason}")
        return
    if arguments.master:
        measure(arguments)
        return
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        spark_mails.write_pipeline(folder / "mails.json")
        spark_mails.write_mails(folder / "mails.jsonl", QUICK_MAILS if arguments.quick else arguments.mails)
        print(f"{(folder / 'mails.jsonl').stat().st_size / 1e6:.0f} MB")
        for master in MASTERS[-1:] if arguments.quick else MASTERS:
            words = [sys.executable, __file__, "--program", arguments.program, "--rounds", "1" if arguments.quick else str(arguments.rounds), "--master", master, "--folder", folder]
            outcome = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            lines = [json.loads(line) for line in outcome.stdout.splitlines() if line.startswith("{")]
            if outcome.returncode or not lines:
                print(f"FAULT {master}: {outcome.stderr[-3000:]}")
                failed = True
            for line in lines:
                ratio = line["seconds"] / (line["floor"] + line["tabpipe"])
                if not arguments.quick and line["kind"] != "no Arrow" and ratio > MAX_RATIO:
                    line["faults"].append(f"takes more than {MAX_RATIO} times floor and tabpipe")
                failed = failed or bool(line["faults"])
                times = f"{line['seconds']:.1f} s, floor {line['floor']:.1f} s, tabpipe pipe {line['tabpipe']:.1f} s, ratio {ratio:.2f}"
                print(f"{line['master']} {line['kind']}: {times}, load {line['load']:.1f}, {line['counts']}", *line["faults"], sep="\n  FAULT ")
    sys.exit(1 if failed else 0)


main()
