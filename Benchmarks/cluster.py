#!/usr/bin/env python3
"""Measures the parts of a Spark job with tabpipe, and computes what ten million mails take on a cluster.

Usage: Benchmarks/cluster.py [--megabytes 100] [--rounds 3] [--mails 10000000] [--cores 64] [--price 0.05] [--program PATH]

All figures are processor time (user and system), because other work on the machine does not change it much. The first table says where it
goes in a Spark job: the JVM, the Python workers with the adapter, tabpipe. The second one compares the JSON between the programs with Arrow:
each part by itself. The third one is the model of docs/cluster-costs.md. The mails are those of the shared test data, or generated ones of
20 KB. Needs PySpark, pyarrow, pandas and Java.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/slow"), str(ROOT / "integrations/spark")]
import spark_mails

MAILS = ROOT.parent / "shared/data/emails/html"
MAIL_BYTES = 20_000
TICKS = os.sysconf("SC_CLK_TCK")
PIPELINES = {
    "copy": [],
    "light": spark_mails.STAGES,
    "mail": [
        {"type": "strip_quotes", "field": "body", "into": "own"},
        {"type": "html_to_markdown", "field": "own", "into": "markdown"},
        {"type": "set", "fields": {"words": '.markdown | split(" ") | length'}},
        {"type": "remove", "fields": ["own", "body"]},
    ],
}


def write_mails(path, megabytes):
    """Writes mails of 20 KB on average, and returns their number."""
    rng = random.Random(1)
    bodies = [file.read_text("utf-8", "replace") for file in sorted(MAILS.rglob("*.html"))]
    bodies = [body for body in bodies if len(body) > 500] or [spark_mails.paragraphs(rng, 110) for _ in range(20)]
    size = number = 0
    with open(path, "w", encoding="utf-8") as file:
        while size < megabytes * 1e6:
            body = bodies[number % len(bodies)]
            line = json.dumps({"id": f"m{number}", "from": rng.choice(spark_mails.PEOPLE), "subject": "Re: " + " ".join(rng.choices(spark_mails.WORDS, k=5)),
                               "read": number % 10 == 3, "body": body})
            file.write(line + "\n")
            size += len(line) + 1
            number += 1
    return number, size


# Processor time


def alone(words, source):
    """Runs a program, and returns its processor seconds and the bytes of its output."""
    with open(source, "rb") as lines:
        process = subprocess.Popen([str(word) for word in words], stdin=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        size = 0
        while chunk := os.read(process.stdout.fileno(), 1 << 20):
            size += len(chunk)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words} ended with code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, size


def own(work):
    """The processor seconds of a function in this process."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ticks(process):
    """The seconds of a process, and those of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS, (int(fields[13]) + int(fields[14])) / TICKS


def children(parent):
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                if int(Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1]) == parent:
                    found.append(int(entry))
            except (FileNotFoundError, ProcessLookupError):
                pass
    return found


class Clock:
    """The processor seconds of Spark's processes: JVM, Python workers, and the programs that the workers run."""

    def __init__(self, spark):
        self.jvm = spark.sparkContext._jvm.java.lang.ProcessHandle.current().pid()

    def read(self):
        workers = [worker for daemon in children(self.jvm) for worker in children(daemon)]
        times = [ticks(worker) for worker in workers]
        return [ticks(self.jvm)[0], sum(own for own, _ in times), sum(ended for _, ended in times)]

    def measure(self, work):
        before, start = self.read(), time.monotonic()
        work()
        return [now - then for now, then in zip(self.read(), before)] + [time.monotonic() - start]


# The tables


def median(rounds, work):
    """The medians of lists of figures."""
    return [statistics.median(figures) for figures in zip(*(work() for _ in range(rounds)))]


class Jobs:
    """The Spark jobs that are measured, on one file of mails. Each gives the figures of the clock."""

    SCHEMA = "id STRING, `from` STRING, subject STRING, body STRING"

    def __init__(self, spark, clock, program, folder, mails):
        self.spark, self.clock, self.program, self.folder, self.mails = spark, clock, program, folder, mails
        self.text = spark.read.text(str(mails))
        self.columns = spark.read.schema(self.SCHEMA).json(str(mails)).persist()
        self.columns.count()

    def all(self):
        return {
            "rdd.pipe(cat), the floor": lambda: self.clock.measure(self.pipe_cat),
            "adapter, no stages": lambda: self.adapter("copy"),
            "adapter, light stages": lambda: self.adapter("light"),
            "adapter, mail stages": lambda: self.adapter("mail"),
            "adapter without Arrow, light stages": lambda: self.adapter("light", arrow=False),
            "Spark reads text": lambda: self.clock.measure(lambda: drop(self.text)),
            "Spark to_json": lambda: self.clock.measure(lambda: drop(self.columns.selectExpr("to_json(struct(*)) AS value"))),
            "Spark from_json (ok)": self.read_ok,
        }

    def pipe_cat(self):
        self.spark.sparkContext.textFile(str(self.mails), 2).pipe("cat").count()

    def run(self, name, **options):
        import tabpipe_spark

        return tabpipe_spark.run(self.text, self.folder / f"{name}.json", self.program, **options)

    def adapter(self, name, **options):
        return self.clock.measure(lambda: self.run(name, **options).unpersist())

    def read_ok(self):
        """Reads the kept rows as columns."""
        result = self.run("light", schema=self.SCHEMA)
        figures = self.clock.measure(lambda: drop(result.ok))
        result.unpersist()
        return figures


def drop(df):
    df.write.format("noop").mode("overwrite").save()


def spark_table(spark, arguments, folder, gigabytes):
    """Prints where the time of Spark jobs goes, in processor seconds per gigabyte without the fixed part of a job, and returns it."""
    clock = Clock(spark)
    small, large = (Jobs(spark, clock, arguments.program, folder, folder / f"{name}.jsonl").all() for name in ("few", "mails"))
    print("\n| processor seconds per GB | JVM | Python | tabpipe | sum | wall | fixed, s a job |\n|---|---|---|---|---|---|---|")
    found = {}
    for name, work in large.items():
        work()  # compiles, and starts workers
        fixed = median(arguments.rounds, small[name])
        found[name] = [max(0.0, (figure - base) / gigabytes) for figure, base in zip(median(arguments.rounds, work), fixed)]
        *parts, wall = found[name]
        print(f"| {name} | {' | '.join(f'{part:.1f}' for part in parts)} | {sum(parts):.1f} | {wall:.1f} | {sum(fixed[:3]):.1f} |", flush=True)
    return found


def parts_table(arguments, folder, gigabytes):
    """Prints the cost of each way between the programs, without Spark, and returns it."""
    import pyarrow as pa
    from pyarrow import json as arrow_json

    mails = folder / "mails.jsonl"
    lines = mails.read_bytes().splitlines()
    table = arrow_json.read_json(mails, arrow_json.ReadOptions(block_size=64 << 20))

    def ipc():
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        pa.ipc.open_stream(sink.getvalue()).read_all()

    values = [json.loads(line) for line in lines]
    pipe = [arguments.program, "pipe"]
    options = ["--jobs", "1", "--quiet", "--allow-rejects", "100%"]
    works = {
        "cat through pipes": lambda: alone(["cat"], mails)[0],
        **{f"tabpipe pipe --envelope, {name}": lambda name=name: alone([*pipe, folder / f"{name}.json", "--envelope", *options], mails)[0] for name in PIPELINES},
        "Python json.loads": lambda: own(lambda: [json.loads(line) for line in lines]),
        "Python json.dumps": lambda: own(lambda: [json.dumps(value) for value in values]),
        "Arrow IPC written and read": lambda: own(ipc),
        "Arrow reads JSON": lambda: own(lambda: arrow_json.read_json(mails, arrow_json.ReadOptions(block_size=64 << 20))),
    }
    print("\n| part alone | processor seconds per GB |\n|---|---|")
    found = {}
    for name, work in works.items():
        (seconds,) = median(arguments.rounds, lambda: [work()])
        found[name] = seconds / gigabytes
        print(f"| {name} | {found[name]:.2f} |", flush=True)
    return found


def disk_speed(folder):
    """Megabytes per second of a file that is written and synchronized."""
    chunk = os.urandom(1 << 20)
    start = time.monotonic()
    with open(folder / "disk", "wb") as file:
        for _ in range(256):
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    seconds = time.monotonic() - start
    (folder / "disk").unlink()
    return 256 * 1.048576 / seconds


def model(arguments, jobs):
    """Prints the time and the cost of a cluster: processor time divided by cores; the disk beside it, because it works at the same time."""
    gigabytes = arguments.mails * MAIL_BYTES / 1e9
    read_back = sum(jobs["Spark from_json (ok)"][:3])
    print(f"\n{arguments.mails} mails of {MAIL_BYTES} bytes are {gigabytes:.0f} GB; {arguments.cores} cores, {arguments.price} a core hour")
    print("\n| stages | JVM | Python | tabpipe | from_json | core hours | time | cost |\n|---|---|---|---|---|---|---|---|")
    for name in ("light", "mail"):
        parts = [*jobs[f"adapter, {name} stages"][:3], read_back]
        hours = [part * gigabytes / 3600 for part in parts]
        total = sum(hours)
        shares = " | ".join(f"{hour:.2f} h, {hour / total:.0%}" for hour in hours)
        print(f"| {name} | {shares} | {total:.1f} | {total / arguments.cores * 60:.1f} min | {total * arguments.price:.2f} |")
    moved = 3 * gigabytes  # read, kept, written
    print(f"\ndisk: {moved:.0f} GB moved; at 8 nodes with 500 MB/s each {moved * 1000 / (8 * 500) / 60:.1f} min, beside the processors")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=float, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--mails", type=int, default=10_000_000)
    parser.add_argument("--cores", type=int, default=64)
    parser.add_argument("--price", type=float, default=0.05)
    parser.add_argument("--program", default=str(ROOT / ".build/release/tabpipe"))
    arguments = parser.parse_args()
    arguments.program = os.path.abspath(arguments.program)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        number, size = write_mails(folder / "mails.jsonl", arguments.megabytes)
        with open(folder / "mails.jsonl", encoding="utf-8") as mails, open(folder / "few.jsonl", "w", encoding="utf-8") as few:
            few.writelines(next(mails) for _ in range(2))
        for name, stages in PIPELINES.items():
            (folder / f"{name}.json").write_text(json.dumps({"stages": stages}))
        print(f"{number} mails, {size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}; this disk writes {disk_speed(folder):.0f} MB/s")
        parts_table(arguments, folder, size / 1e9)
        spark = spark_mails.session("local[2]", **{"spark.sql.execution.arrow.maxRecordsPerBatch": "500"})
        model(arguments, spark_table(spark, arguments, folder, size / 1e9))
        spark.stop()


if __name__ == "__main__":
    main()
