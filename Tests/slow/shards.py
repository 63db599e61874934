#!/usr/bin/env python3
"""Runs a pipeline in shards with GNU parallel, and kills runs at random moments.

Killed shards run again until `tabpipe collect` says that all are there. Then the sums are those of a single process, and so are the outputs
and the rejects of all shards in their order, byte by byte. Each shard writes to three folders. `collect` runs also while shards are killed,
and never calls an incomplete folder complete.

Without GNU parallel, a pool of processes runs the shards.
"""

import json
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

given = series.arguments(__doc__, shards=100, records=2000, kills=150, jobs=4)
PIPELINE = {
    "source": {"type": "json", "from": "in/*.jsonl"},
    "stages": [{"type": "filter", "where": ".id % 10 != 3"}, {"type": "html_to_text", "field": "body"},
               {"type": "map", "to": "., (select(.id % 5 == 0) | .copy = true)"}],
    "sinks": [{"type": "jsonl", "to": "out/{{$shard}}.jsonl"}, {"type": "csv", "to": "tables/{{$shard}}.csv", "fields": ["id"]}],
    "rejects": "lost/{{$shard}}.jsonl",
}
MAX_ROUNDS = 200
OUTPUTS = ("out", "tables", "lost")
faults = []


def tabpipe(folder, *words):
    return subprocess.run([given.program, *words], cwd=folder, capture_output=True, text=True)


def write_input(folder):
    os.mkdir(f"{folder}/in")
    number = 0
    for part in range(given.shards):
        with open(f"{folder}/in/{part:05}.jsonl", "w") as file:
            for _ in range(given.records):
                # A body that is no text is rejected.
                body = 5 if number % 997 == 0 else f"<p>Mail <b>{number}</b></p>" * 5
                file.write(json.dumps({"id": number, "body": body}) + "\n")
                number += 1
    json.dump(PIPELINE, open(f"{folder}/p.json", "w"))


def children(parent):
    """The processes below a process, from /proc or ps."""
    lines = subprocess.run(["ps", "-eo", "pid=,ppid=,comm="], capture_output=True, text=True).stdout.split("\n")
    table = [line.split(None, 2) for line in lines if line.strip()]
    found, left = [], {str(parent)}
    while left:
        below = [row for row in table if row[1] in left]
        found += below
        left = {row[0] for row in below}
    # The system keeps 15 characters of a name.
    return [int(row[0]) for row in found if os.path.basename(row[2]).startswith(os.path.basename(given.program)[:15])]


def start(folder, numbers):
    """Starts the shards with these numbers."""
    command = f"{given.program} run p.json --quiet --jobs 1 --shard {{}}/{given.shards}"
    if shutil.which("parallel"):
        # Exit 1 is a shard with rejects, and that of a killed one is above 128.
        return subprocess.Popen(["parallel", f"-j{given.jobs}", "--halt", "never", command, ":::", *map(str, numbers)], cwd=folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lines = "\n".join(command.replace("{}", str(number)) for number in numbers)
    return subprocess.Popen(["sh", "-c", f"printf '%s\\n' \"$1\" | xargs -P {given.jobs} -I LINE sh -c 'LINE || true'", "sh", lines],
                            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def joined(folder, ending):
    names = sorted(name for name in os.listdir(folder) if name.endswith(ending) and name[0].isdigit())
    return b"".join(open(f"{folder}/{name}", "rb").read() for name in names)


def check_meanwhile(folder):
    """Fails if `collect` calls a folder complete in which a shard's files are missing, or finds anything but missing shards."""
    result = tabpipe(folder, "collect", "out", "--rejects", "none")
    if result.returncode not in (0, 66, 75):
        faults.append(("collect while shards run", result.returncode, result.stderr[-500:]))
    if result.returncode == 0:
        counts = [len([name for name in os.listdir(f"{folder}/{part}") if name.endswith(ending) and name[0] != "."])
                  for part, ending in (("out", ".end.json"), ("out", ".jsonl"), ("tables", ".csv"))]
        if counts != [given.shards] * 3:
            faults.append(("complete too early", counts))


with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as single:
    write_input(folder)
    os.symlink(f"{folder}/in", f"{single}/in")
    shutil.copy(f"{folder}/p.json", single)
    whole = tabpipe(single, "run", "p.json", "--shard", "1/1")
    if whole.returncode != 1:
        sys.exit(f"the single run ends with {whole.returncode}: {whole.stderr[-500:]}")
    expected = json.loads(tabpipe(single, "collect", "out").stdout)

    killed = rounds = checks = 0
    missing = list(range(1, given.shards + 1))
    while missing and rounds < MAX_ROUNDS:
        rounds += 1
        random.shuffle(missing)
        runner = start(folder, missing)
        while runner.poll() is None:
            time.sleep(random.uniform(0, 0.02))
            victims = children(runner.pid) if killed < given.kills else []
            if victims:
                try:
                    os.kill(random.choice(victims), signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
            if random.random() < 0.05:
                checks += 1
                check_meanwhile(folder)
        result = tabpipe(folder, "collect", "out", "--expect", "p.json")
        if result.returncode == 66:
            continue
        sums = json.loads(result.stdout)
        missing = sums["missing"]
        if (result.returncode == 0) != (missing == []) or result.returncode not in (0, 75):
            faults.append(("collect", result.returncode, result.stderr[-500:]))
            break
        if missing and sums["complete"]:
            faults.append(("complete with missing shards", missing))
        if not missing and killed < given.kills and rounds < MAX_ROUNDS / 2:
            # Short shards can end before they are hit. All begin again, until enough were.
            for name in OUTPUTS:
                shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
            missing = list(range(1, given.shards + 1))
    if missing:
        faults.append(("not complete after", rounds, missing))
    for key in ("read", "made", "written", "filtered", "rejected", "skipped"):
        if sums[key] != expected[key]:
            faults.append((key, sums[key], expected[key]))
    if joined(f"{folder}/out", f"-of-{given.shards:05}.jsonl") != joined(f"{single}/out", "-of-00001.jsonl"):
        faults.append("the records are not those of the single run")
    if joined(f"{folder}/lost", ".jsonl") != joined(f"{single}/lost", ".jsonl"):
        faults.append("the rejects of the shards are not those of the single run")
    if len(os.listdir(f"{folder}/tables")) < given.shards:
        faults.append("a table is missing")
    if open(f"{folder}/out/collected.rejects.jsonl", "rb").read() != open(f"{single}/out/collected.rejects.jsonl", "rb").read():
        faults.append("the rejects are not those of the single run")
    # A shard that is complete is not run again, and one whose output has changed is.
    before = os.stat(f"{folder}/out/00001-of-{given.shards:05}.end.json").st_mtime_ns
    again = tabpipe(folder, "run", "p.json", "--shard", f"1/{given.shards}")
    if "is complete already" not in again.stderr or os.stat(f"{folder}/out/00001-of-{given.shards:05}.end.json").st_mtime_ns != before:
        faults.append(("a complete shard runs again", again.stderr))
    with open(f"{folder}/out/00001-of-{given.shards:05}.jsonl", "a") as file:
        file.write("{}\n")
    changed = tabpipe(folder, "collect", "out")
    if changed.returncode != 75 or json.loads(changed.stdout)["missing"] != [1]:
        faults.append(("a changed output is not found", changed.returncode, changed.stderr))

    # An input that changes behind a complete run is found, and a run of its shard mends that.
    with open(f"{folder}/in/00001.jsonl", "a") as file:
        file.write('{"id": 1, "body": "<p>new</p>"}\n')
    tabpipe(folder, "run", "p.json", "--shard", f"1/{given.shards}")
    changed = tabpipe(folder, "collect", "out", "--expect", "p.json")
    if changed.returncode != 75 or json.loads(changed.stdout)["missing"] != [2]:
        faults.append(("a changed input is not found", changed.returncode, changed.stderr))
    tabpipe(folder, "run", "p.json", "--shard", f"2/{given.shards}")
    if tabpipe(folder, "collect", "out", "--expect", "p.json").returncode != 0:
        faults.append("a run does not mend a changed input")

if killed < given.kills / 2:
    faults.append(f"only {killed} of {given.kills} runs were killed, so that this proves little")
print(f"{given.shards} shards, {killed} kills, {rounds} rounds, {checks} checks meanwhile")
for fault in faults:
    print("FAULT", fault)
sys.exit(1 if faults else 0)
