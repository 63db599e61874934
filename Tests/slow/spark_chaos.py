#!/usr/bin/env python3
"""Breaks Spark jobs of the adapter. Each job has to be complete, with counts that add up, or fail with the reason; none may be silently short.

usage: python3 Tests/slow/spark_chaos.py [--mails 20000] [--jobs 30] [--seed N] [--program .build/release/tabpipe]

Jobs on local-cluster[2,1,1024], whose executors, Python workers and tabpipe processes are killed with SIGKILL at random moments; a partition
whose first attempt fails; a full disk; a pipeline file that is wrong, or differs on a worker; a secret that is not set; a program that is
missing, or has another version on one worker. Linux only, because it finds processes in /proc. Needs PySpark and Java, and is skipped without
them.
"""

import argparse
import collections
import os
import random
import resource
import signal
import stat
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import spark_mails

MASTER = "local-cluster[2,1,1024]"
KINDS = {"executor": "CoarseGrainedExecutorBackend", "Python worker": "pyspark.daemon", "tabpipe": "--envelope"}
FULL_DISK_BYTES = 64 << 10  # of a file, where the disk is full
FULL = "File too large"
# What Spark and the adapter say about killed processes. A job that fails with other words failed for another reason.
KILLED = ("SIGKILL", "ended with code", "no end record", "cannot be started", "worker exited", "worker crashed", "cancelled",
          "Connection", "Broken pipe", "EOFException")
MIN_HIT_SHARE = 2 / 3  # of the jobs, in which a process has to be killed
MIN_JOBS_OF_A_KIND = 5  # from which on one of them has to be complete


def descendants(parent):
    """The processes below this one: their commands by process id."""
    parents, found = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()
                parents[int(entry)] = int(fields[1])
                found[int(entry)] = Path(f"/proc/{entry}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            except (FileNotFoundError, ProcessLookupError):
                pass
    below = set()
    fresh = {parent}
    while fresh:
        fresh = {process for process, owner in parents.items() if owner in fresh}
        below |= fresh
    return {process: found.get(process, "") for process in below}


def processes(kind):
    return [process for process, words in descendants(os.getpid()).items() if KINDS[kind] in words]


def kill_one(kind):
    """Kills a process of a kind below this one, and returns whether there was one."""
    victims = processes(kind)
    if not victims:
        return False
    try:
        os.kill(random.choice(victims), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def reason(error):
    """The lines of an error that say what went wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    marks = ("tabpipe_envelope.", "tabpipe_spark."), (FULL,), ("Exception", "failure", "lost")
    for words in marks:
        for place, line in enumerate(lines):
            if any(word in line for word in words) and not line.startswith("File "):
                return " ".join(lines[place : place + 3])[:400]
    return " ".join(lines)[:400]


class Chaos:
    def __init__(self, arguments, folder):
        self.folder = folder
        self.program = arguments.program
        self.mails = folder / "mails.jsonl"
        self.pipeline = folder / "mails.json"
        spark_mails.write_mails(self.mails, arguments.mails)
        spark_mails.write_pipeline(self.pipeline)
        self.reference = spark_mails.Reference(self.program, self.pipeline, self.mails, folder)
        self.faults = []
        self.spark = None

    def job(self, is_rdd=False, **options):
        """Runs a job. Returns "complete", or why it failed; a job that is neither is a fault."""
        import tabpipe_spark

        options = {"pipeline": self.pipeline, "binary": self.program, **options}
        if is_rdd:
            rows = self.spark.sparkContext.textFile(str(self.mails), 6)
        else:
            rows = self.spark.read.text(str(self.mails)).repartition(6)
        result = None
        try:
            result = tabpipe_spark.run(rows, **options)
            faults = self.reference.faults(result)
        except Exception as error:
            return reason(error)
        finally:
            if result:
                result.unpersist()
        self.faults += faults
        return "complete" if not faults else f"WRONG: {faults}"

    def expect(self, name, outcome, *words):
        """Notes an outcome. With words, the job has to fail, and the reason has one of them; without, it has to be complete."""
        is_right = any(word in outcome for word in words) if words else outcome == "complete"
        print(f"{name}: {outcome}", flush=True)
        if not is_right:
            self.faults.append(f"{name}: {outcome}, expected {' or '.join(words) or 'complete'}")

    def kills(self, count):
        self.expect("undisturbed", self.job())
        start = time.monotonic()
        self.expect("undisturbed again, for the time", self.job())
        seconds = time.monotonic() - start
        outcomes = collections.Counter()
        hit_jobs = 0
        for number in range(count):
            kind = list(KINDS)[number % len(KINDS)]
            stop = threading.Event()
            hits = []

            def disturb():
                for moment in sorted(random.uniform(0, seconds * 0.9) for _ in range(random.randint(1, 3))):
                    if stop.wait(max(0, began + moment - time.monotonic())):
                        return
                    while not stop.is_set():
                        if kill_one(kind):
                            hits.append(moment)
                            break
                        time.sleep(0.01)

            began = time.monotonic()
            thread = threading.Thread(target=disturb)
            thread.start()
            outcome = self.job(is_rdd=number % 2 == 1)
            stop.set()
            thread.join()
            hit_jobs += bool(hits)
            outcomes[(kind, "complete" if outcome == "complete" else "failed")] += 1
            seconds = min(seconds, time.monotonic() - began)
            print(f"job {number + 1}, {len(hits)} kills of {kind}: {outcome}", flush=True)
            if outcome != "complete" and not any(word in outcome for word in KILLED):
                self.faults.append(f"job {number + 1} failed, and no word of {KILLED} says why: {outcome}")
        if hit_jobs < count * MIN_HIT_SHARE:
            self.faults.append(f"only {hit_jobs} of {count} jobs were disturbed")
        for kind in KINDS:
            jobs = sum(times for (name, _), times in outcomes.items() if name == kind)
            if jobs >= MIN_JOBS_OF_A_KIND and not outcomes[(kind, "complete")]:
                self.faults.append(f"none of {jobs} jobs with kills of {kind} was complete")
        print(f"{count} jobs: " + ", ".join(f"{kind} {how} {times}" for (kind, how), times in sorted(outcomes.items())))

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def faulty_jobs(self):
        marker = self.folder / "marker"
        start = f'[ "$1" = pipe ] && [ "$2" != --help ] && mkdir {marker} 2>/dev/null'
        self.expect("first attempt fails", self.job(binary=self.script("first", f"{start} && kill -9 $$\nexec {self.program} \"$@\""), ship=False))
        marker.rmdir()
        other = f'exec {self.program} "$@" | sed -u \'s/"version":"[^"]*"/"version":"0.0.1"/\''
        mixed = self.script("mixed", f"if {start}; then {other}; else exec {self.program} \"$@\"; fi")
        self.expect("another version on one worker", self.job(binary=mixed, ship=False), "workers differ in version")
        self.expect("missing program", self.job(binary="/nowhere/tabpipe"), "there is no program")
        self.expect("missing program on the workers", self.job(binary="/nowhere/tabpipe", ship=False), "/nowhere/tabpipe cannot be started")
        wrong = self.folder / "wrong.json"
        wrong.write_text('{"stages": [{"type": "sett"}]}')
        self.expect("wrong pipeline file", self.job(pipeline=wrong), "may not run")
        swapped = self.script("swapped", f'[ "$1" = pipe ] && [ "$2" != --help ] && set -- pipe {self.other_file()} --envelope --quiet\n'
                                         f'exec {self.program} "$@"')
        self.expect("another pipeline file on the workers", self.job(binary=swapped, ship=False), "pipeline file: the end record has")
        secret = self.folder / "secret.json"
        secret.write_text('{"stages": [{"type": "set", "fields": {"a": {"$env": "TABPIPE_UNSET"}}}]}')
        self.expect("unset $env", self.job(pipeline=secret), "TABPIPE_UNSET")

    def other_file(self):
        path = self.folder / "other.json"
        path.write_text('{"stages": []}')
        return path

    def full_disks(self):
        """Limits the files of the executors, while the rows are kept on disk."""
        from pyspark import StorageLevel

        executors = processes("executor")
        for name, some, outcomes in (("one worker", executors[:1], ("complete", FULL)), ("all workers", executors, (FULL,))):
            for process in some:
                resource.prlimit(process, resource.RLIMIT_FSIZE, (FULL_DISK_BYTES, resource.RLIM_INFINITY))
            self.expect(f"full disk on {name}", self.job(storage=StorageLevel.DISK_ONLY), *outcomes)
        for process in executors:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--program", default=spark_mails.ROOT / ".build/release/tabpipe")
    arguments = parser.parse_args()
    arguments.program = os.path.abspath(arguments.program)
    if missing := spark_mails.missing() or (None if sys.platform == "linux" else "this is no Linux"):
        print(f"SKIPPED: {missing}")
        return
    random.seed(arguments.seed)
    print(f"seed {arguments.seed}")
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(arguments, Path(folder))
        chaos.spark = spark_mails.session(MASTER)
        chaos.faulty_jobs()
        chaos.full_disks()
        chaos.kills(arguments.jobs)
        left = [words for words in descendants(os.getpid()).values() if "--envelope" in words]
        if left:
            chaos.faults.append(f"left behind: {left[:3]}")
        chaos.spark.stop()
    for fault in chaos.faults:
        print(f"FAULT {fault}")
    sys.exit(1 if chaos.faults else 0)


main()
