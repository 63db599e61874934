#!/usr/bin/env python3
"""Makes messages of threads with 1 to 400 messages, in the order of their dates and with faults, puts them into threads again, and compares.

The faults: messages that are missing, that come twice, without a date, without an identifier or late; references that are cut at the
beginning or in the middle; replies with In-Reply-To alone; clocks that are wrong. Prints the seconds and the memory, and fails above a
limit of bytes a message beside the same run without the stage.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, messages=20_000, bytes=5000, largest=400, limit=200, folder="")
faults = []
FIRST_DAY = 1_700_000_000


def identifier(thread, place):
    return f"{thread:x}.{place}.{random.getrandbits(48):012x}@mail.example.org"


def references(ancestors, is_complete):
    """The references of a reply, as mail programs write and cut them."""
    kind = random.random()
    if is_complete or kind < 0.3:
        return ancestors, ancestors[-1:]
    if kind < 0.8:
        return (ancestors if len(ancestors) < 12 else ancestors[:1] + ancestors[-10:]), ancestors[-1:]
    if kind < 0.9:
        return ancestors[-3:], []
    return [], ancestors[-1:]


def thread_of(number, size):
    """The messages of one thread that are there, as (moment, message)."""
    start = FIRST_DAY + random.randrange(300 * 86_400)
    ids, parents, moments, missing = [], [], [], set()
    for place in range(size):
        parent = None if place == 0 else random.choice([place - 1, place - 1, max(0, place - random.randrange(1, 6)), 0])
        ids.append(identifier(number, place))
        parents.append(parent)
        moments.append(start if parent is None else max(moments[parent] + 1, moments[-1] - 3600) + random.randrange(7200))
        # Of two messages in a row, one is there: its references join what lies around the gap.
        if size > 1 and random.random() < 0.03 and (parent is None or parent not in missing):
            missing.add(place)
    answered = set(parents)
    found = []
    for place in range(size):
        if place in missing:
            continue
        chain, above = [], parents[place]
        while above is not None:
            chain.append(ids[above])
            above = parents[above]
        chain.reverse()
        refs, reply = references(chain, parents[place] in missing) if chain else ([], [])
        moment = moments[place]
        message = {"id": ids[place], "thread": None, "subject": ("Re: " if chain else "") + f"Subject {number % 50}", "from": f"P{place % 7} <p{place % 7}@x.example>",
                   "to": [], "cc": [], "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)), "in_reply_to": reply,
                   "references": refs, "blurb": "b", "body": "", "content_loaded": True, "made": number, "place": len(found)}
        if place and place not in answered and random.random() < 0.02:
            message["id"] = None
        if random.random() < 0.01:
            message["date"] = None
        found.append((moment + (random.randrange(86_400) if random.random() < 0.02 else 0), message))
    return found


def make(path):
    """Writes the messages; returns the number of lines, and the places of each thread."""
    timeline, threads, number = [], {}, 0
    while len(timeline) < given.messages:
        messages = thread_of(number, random.randint(1, given.largest))
        if messages:
            threads[number] = {message["place"] for _, message in messages}
            # The generator keeps the messages as text: half the memory.
            timeline += [(moment, json.dumps(message), message["id"]) for moment, message in messages]
        number += 1
    for moment, text, key in random.sample(timeline, len(timeline) // 100):
        if key:
            timeline.append((moment + 86_400, text, key))
    timeline.sort(key=lambda entry: entry[0])
    filler = "".join(random.choice("abcdefghij klmnop") for _ in range(2 * given.bytes))
    with open(path, "w") as file:
        for _, text, _ in timeline:
            start = random.randrange(given.bytes)
            size = max(0, given.bytes - len(text)) if random.random() < 0.95 else random.randrange(given.bytes)
            file.write(text.replace('"body": ""', '"body": "' + filler[start:start + size] + '"', 1) + "\n")
    return len(timeline), threads


def run(folder, name, stages):
    """Runs a pipeline; returns its seconds and its peak of memory in bytes."""
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": {"type": "json", "from": "in.jsonl"}, "stages": stages, "sinks": [{"type": "jsonl", "to": name}]}, file)
    start = time.monotonic()
    process = subprocess.Popen([given.program, "run", "p.json"], cwd=folder, stderr=subprocess.PIPE, text=True)
    messages = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    print("\n".join(line[:200] for line in messages.strip().splitlines()))
    print(f"{name}: {seconds:.1f} s, processor {usage.ru_utime + usage.ru_stime:.1f} s, {usage.ru_maxrss / 1024:.0f} MB")
    if status != 0:
        faults.append((name, "status", status))
    return usage.ru_maxrss << 10


def compare(path, threads):
    """Compares the threads with those that were made, and their messages with the order of the dates."""
    seen = {}
    with open(path) as file:
        for line in file:
            thread = json.loads(line)
            messages = thread["messages"]
            made = {message["made"] for message in messages}
            if len(made) > 1 or made & seen.keys():
                faults.append(("threads joined or parted", sorted(made)[:5], thread["id"]))
                continue
            seen[made.pop()] = {message["place"] for message in messages}
            dates = [message["date"] for message in messages if message["date"]]
            if dates != sorted(dates):
                faults.append(("order", thread["id"]))
            if len({message["id"] for message in messages if message["id"]}) != sum(1 for message in messages if message["id"]):
                faults.append(("a message twice", thread["id"]))
    if seen != threads:
        lost = [number for number in threads if threads[number] != seen.get(number)]
        faults.append(("threads differ", len(lost), lost[:5]))
    print(f"{len(seen)} threads of {len(threads)}")


def digest(path):
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.digest()


def make_outside(folder):
    """Makes the messages in a process of its own: the peak of a program counts from the memory of the process that starts it."""
    process = os.fork()
    if process == 0:
        lines, threads = make(os.path.join(folder, "in.jsonl"))
        with open(os.path.join(folder, "made.json"), "w") as file:
            json.dump([[number, sorted(places)] for number, places in threads.items()], file)
        with open(os.path.join(folder, "lines"), "w") as file:
            file.write(str(lines))
        os._exit(0)
    if os.waitpid(process, 0)[1] != 0:
        sys.exit("the messages were not made")
    with open(os.path.join(folder, "lines")) as file:
        return int(file.read())


with tempfile.TemporaryDirectory(dir=given.folder or None) as folder:
    lines = make_outside(folder)
    print(f"{lines} messages, {os.path.getsize(os.path.join(folder, 'in.jsonl')) / 1e6:.0f} MB")
    base = run(folder, "base.jsonl", [])
    peak = run(folder, "a.jsonl", [{"type": "threads", "max_open": 0}])
    run(folder, "b.jsonl", [{"type": "threads", "max_open": 10_000}])
    share = (peak - base) / lines
    print(f"{share:.0f} bytes a message beside the run without the stage")
    # A short series measures the largest thread and the buffers instead.
    if lines >= 100_000 and share > given.limit:
        faults.append(("memory", share))
    if not faults or faults[0][0] == "memory":
        if digest(os.path.join(folder, "a.jsonl")) != digest(os.path.join(folder, "b.jsonl")):
            faults.append(("max_open changes the output",))
        with open(os.path.join(folder, "made.json")) as file:
            compare(os.path.join(folder, "a.jsonl"), {number: set(places) for number, places in json.load(file)})

for fault in faults[:20]:
    print("FAULT", *fault)
sys.exit(1 if faults else 0)
