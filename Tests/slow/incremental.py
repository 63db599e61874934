#!/usr/bin/env python3
"""Reads a list that changes again and again, and ends runs in all ways: each item must arrive once, and none may be missing.

A run that fails, is killed, has a limit or is dry must leave the old state, and the next complete run must give what a full run gives.
"""

import collections
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

HERE = os.path.dirname(os.path.abspath(__file__))
given = series.arguments(__doc__, rounds=50, records=0)
faults = []
SINKS = {
    "merge": {"type": "jsonl", "to": "out.jsonl", "mode": "merge", "key": ".id"},
    "append": {"type": "jsonl", "to": "out.jsonl", "mode": "append"},
}


class Origin:
    """The test server, in a process of its own."""

    def __init__(self):
        script = os.path.join(HERE, "..", "Origin", "origin.py")
        command = [sys.executable, script, "--own-content", "--with-parent", "--no-tls"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.base = json.loads(self.process.stdout.readline())["base"]

    def get(self, path):
        with urllib.request.urlopen(self.base + path) as response:
            return json.load(response)

    def change(self, name, new=0, changed=0, same=0, fail=0):
        self.get(f"/control/changes?name={name}&new={new}&changed={changed}&same={same}&fail={fail}")

    def items(self, name):
        """All items, in the order of the list."""
        items, cursor = [], "0"
        while cursor is not None:
            page = self.get(f"/changes/{name}?cursor={cursor}")
            items, cursor = items + page["items"], page["next"]
        return items

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Pipeline:
    """A pipeline in a folder of its own, for a list of its own."""

    def __init__(self, origin, parent, name, sink="merge", stages=(), **options):
        self.origin, self.name, self.folder = origin, name, tempfile.mkdtemp(dir=parent)
        source = {"type": "http", "url": f"{origin.base}/changes/{name}", "items": ".items[]", "id": ".id",
                  "paging": {"type": "cursor", "at": ".next"}, "retry": {"max_attempts": 1},
                  "incremental": {"cursor": ".updated_at", "send_as": "since"}, "state": "state.json", **options}
        self.write(source, SINKS[sink] if isinstance(sink, str) else sink, stages)

    def write(self, source, sink, stages=()):
        with open(os.path.join(self.folder, "p.json"), "w") as file:
            json.dump({"source": source, "stages": list(stages), "sinks": [sink]}, file)

    def start(self, *arguments):
        return subprocess.Popen([given.program, "run", "p.json", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def command(self, command, *arguments):
        outcome = subprocess.run([given.program, command, "p.json", *arguments], cwd=self.folder, capture_output=True, text=True)
        return outcome.returncode, outcome.stderr

    def run(self, *arguments):
        return self.command("run", *arguments)

    def read(self, name="out.jsonl"):
        try:
            with open(os.path.join(self.folder, name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    @property
    def state(self):
        return self.read("state.json")

    @property
    def records(self):
        return [json.loads(line) for line in (self.read() or b"").splitlines()]


def expect(condition, *what):
    if not condition:
        faults.append(what)


def full(pipeline):
    """What a run of another folder without a state writes: equal to the merged file, byte by byte."""
    return b"".join(json.dumps(item, separators=(",", ":")).encode() + b"\n" for item in pipeline.origin.items(pipeline.name))


def news(origin, parent):
    pipeline = Pipeline(origin, parent, "news")
    code, text = pipeline.run()
    expect(code == 0 and "120 new or changed items of 6 pages" in text and "state advanced to" in text, "first run", text)
    expect(oct(os.stat(os.path.join(pipeline.folder, "state.json")).st_mode)[-3:] == "600", "mode of the state")
    origin.change("news", new=10, changed=3, same=1)
    code, text = pipeline.run()
    expect(code == 0 and "14 new or changed items of 1 page, 1 dropped as seen" in text, "14 new or changed", text)
    print(next(line for line in text.splitlines() if "14 new" in line), "|", next(line for line in text.splitlines() if "state" in line))
    expect(pipeline.read() == full(pipeline), "the merged file")
    code, text = pipeline.run()
    expect(code == 0 and "0 new or changed items" in text, "nothing new", text)
    for word in ("--full-refresh",):
        code, text = pipeline.run(word)
        expect(code == 0 and "131 new or changed items" in text and pipeline.read() == full(pipeline), word, text)
    code, text = pipeline.run("--reset-state")
    expect(code == 0 and pipeline.state is None and pipeline.read() == full(pipeline), "--reset-state", text)


def partial(origin, parent):
    for kind in ("fail", "dry", "limit", "max_items", "stage"):
        name = f"partial_{kind}"
        # A sink with a file for each record may get a part.
        sink = {"type": "markdown", "to": "out/{{.id}}.md", "body": "title", "on_error": "fail"} if kind == "limit" else "merge"
        pipeline = Pipeline(origin, parent, name, sink)
        expect(pipeline.run()[0] == 0, kind, "first run")
        old, output = pipeline.state, pipeline.read()
        origin.change(name, new=70, changed=7, same=3, fail=4 if kind == "fail" else 0)
        part = Pipeline(origin, parent, name, sink, stages=[{"type": "limit", "count": 25}] if kind == "stage" else (),
                        **({"limits": {"max_items": 25}} if kind == "max_items" else {}))
        os.rename(os.path.join(part.folder, "p.json"), os.path.join(pipeline.folder, "part.json"))
        arguments = {"dry": ["--dry-run"], "limit": ["--limit", "25", "--force"]}.get(kind, [])
        outcome = subprocess.run([given.program, "run", "part.json", *arguments], cwd=pipeline.folder, capture_output=True, text=True)
        expect(outcome.returncode == (69 if kind == "fail" else 0), kind, outcome.stderr)
        expect(pipeline.state == old, kind, "the state changed")
        if kind in ("fail", "dry"):
            expect(pipeline.read() == output, kind, "the output changed")
        origin.change(name)
        code, text = pipeline.run()
        expect(code == 0 and "80 new or changed items" in text, kind, "the run after it", text)
        if kind == "limit":
            expect(len(os.listdir(os.path.join(pipeline.folder, "out"))) == 193, kind, "files")
        else:
            # The parts before were merged in another order.
            expect(sorted(pipeline.read().splitlines()) == sorted(full(pipeline).splitlines()), kind, "the merged file")


def kills(origin, parent):
    for sink in ("merge", "append"):
        name = f"kills_{sink}"
        pipeline = Pipeline(origin, parent, name, sink)
        expect(pipeline.run()[0] == 0, sink, "first run")
        seconds, left, advanced, between = 0.3, 0, 0, 0
        for number in range(given.rounds):
            origin.change(name, new=random.randint(0, 60), changed=random.randint(0, 9), same=random.randint(0, 2))
            old, output = pipeline.state, pipeline.read()
            process = pipeline.start("--quiet")
            time.sleep(random.uniform(0, seconds * 1.2))
            process.kill()
            process.communicate()
            if pipeline.state != old:
                advanced += 1
                expect(pipeline.read() != output or sink == "merge", sink, "the state is newer than the output")
            left += pipeline.state == old
            # Between the two renames, the records are in the file and not in the state.
            was_between = pipeline.state == old and pipeline.read() != output
            between += was_between
            if was_between and sink == "append":
                code, text = pipeline.run("--quiet")
                length = re.search(r"truncate -s (\d+)", text)
                expect(code == 78 and length, sink, "a file that is newer than the state", code, text)
                os.truncate(os.path.join(pipeline.folder, "out.jsonl"), int(length[1]))
            start = time.monotonic()
            code, text = pipeline.run()
            seconds = time.monotonic() - start
            expect(code == 0, sink, "the run after a kill", text)
            found, wanted = pipeline.records, {item["id"]: item for item in origin.items(name)}
            expect({item["id"]: item for item in found} == wanted, sink, number, "missing or old items")
            if sink == "merge":
                expect(len(found) == len(wanted), sink, number, "doubled items")
            else:
                counts = collections.Counter((item["id"], item["updated_at"]) for item in found)
                expect(max(counts.values()) == 1, sink, number, "doubled items")
        if sink == "merge":
            expect(pipeline.read() == full(pipeline), sink, "not equal to a full run")
        print(f"{sink}: {given.rounds} kills, {left} left the old state, {advanced} were too late, {between} between output and state")
        names = [entry for entry in os.listdir(pipeline.folder) if entry.startswith(".tabpipe")]
        expect(not names, sink, "left behind", names)


def rejects(origin, parent):
    """Kills runs that reject records: each rejected version must be in the rejects file, which grows from run to run."""
    stage = {"type": "filter", "where": 'if .id % 5 == 0 then error("five") else true end'}
    pipeline = Pipeline(origin, parent, "rejects", stages=[stage])
    code, text = pipeline.run()
    expect(code == 1 and "24 records were rejected, and the state has passed them" in text, "rejects", "first run", text)
    seconds, between, known = 0.3, 0, set()
    for number in range(given.rounds):
        # More items than rejected ones: a run that rejects all keeps its state.
        origin.change("rejects", new=random.randint(2, 60), changed=random.randint(0, 9))
        state, lines = pipeline.state, pipeline.read("out.rejects.jsonl")
        process = pipeline.start("--quiet")
        time.sleep(random.uniform(0, seconds * 1.2))
        process.kill()
        process.communicate()
        # Between the two renames, the rejects are in the file and the state has not passed them.
        was_between = pipeline.state == state and pipeline.read("out.rejects.jsonl") != lines
        between += was_between
        start = time.monotonic()
        code, text = pipeline.run()
        seconds = time.monotonic() - start
        expect(code in (0, 1), "rejects", "the run after a kill", text)
        found = collections.Counter()
        for line in pipeline.read("out.rejects.jsonl").splitlines():
            record = json.loads(line)["record"]
            found[record["id"], record["updated_at"]] += 1
        wanted = {(item["id"], item["updated_at"]) for item in origin.items("rejects") if item["id"] % 5 == 0}
        expect(wanted <= found.keys(), "rejects", number, "lost", sorted(wanted - found.keys())[:5])
        doubled = {version for version, count in found.items() if count > 1}
        expect(was_between or doubled <= known, "rejects", number, "doubled")
        known |= doubled
    code, text = pipeline.run("--full-refresh")
    now = [json.loads(line)["record"]["id"] for line in pipeline.read("out.rejects.jsonl").splitlines()]
    expect(code == 1 and len(now) == len(set(now)), "rejects", "--full-refresh replaces them", text)
    print(f"rejects: {given.rounds} kills, {between} between rejects and state")


def refusals(origin, parent):
    for sink, word in (({"type": "jsonl", "to": "o.jsonl"}, '"mode": "append", or "mode": "merge" with "key"'),
                       ({"type": "json", "to": "o.json"}, "no \"mode\""),
                       ({"type": "site", "to": "out/{{.id}}.html"}, 'use "mode": "merge"')):
        pipeline = Pipeline(origin, parent, "refusals", sink)
        for command in ("validate", "run", "explain"):
            code, text = pipeline.command(command)
            expect(code == 78 and "p.json:1:" in text and word in text, "a sink that shrinks", command, text)
    pipeline = Pipeline(origin, parent, "refusals", "append")
    for words in (["--limit", "1"], ["--limit", "1", "--force"]):
        code, text = pipeline.run(*words)
        expect(code == 2 and f'has the mode "append": {words[0]} ' in text, "append", words, text)
    expect(pipeline.run("--full-refresh")[0] == 0, "append", "all records into a new file")
    code, text = pipeline.run("--full-refresh")
    expect(code == 78 and "a second time; move the file first" in text, "append", "--full-refresh", text)
    pipeline = Pipeline(origin, parent, "refusals", "merge")
    code, text = pipeline.run("--limit", "1")
    expect(code == 2 and 'has the mode "merge": --limit ' in text, "merge", text)
    expect(pipeline.run()[0] == 0, "a run of the list")
    with open(os.path.join(pipeline.folder, "p.json")) as file:
        plan = json.load(file)
    pipeline.write({**plan["source"], "query": {"team": "b"}}, plan["sinks"][0])
    code, text = pipeline.run()
    expect(code == 78 and "--reset-state" in text and "belongs to another list" in text, "another list", text)
    expect(pipeline.run("--full-refresh")[0] == 0 and pipeline.run()[0] == 0, "--full-refresh for another list")


def other_starts(origin, parent):
    """A token of the server, the newest items first, and a lag."""
    lists = {
        "sync": {"incremental": {"cursor": {"response": ".sync_token"}, "send_as": "sync"}},
        "desc": {"incremental": {"cursor": ".updated", "order": "desc"}, "query": {"order": "desc"}},
        "none": {"incremental": {"cursor": ".updated"}},
        "lag": {"incremental": {"cursor": ".updated_at", "send_as": "since", "lag_seconds": 30}},
        "asc": {"incremental": {"cursor": ".updated", "send_as": "since", "value": "1767225600 + . | todate"}, "query": {"order": "asc"}},
    }
    for name, options in lists.items():
        pipeline = Pipeline(origin, parent, name, **options)
        expect(pipeline.run()[0] == 0, name, "first run")
        for _ in range(3):
            origin.change(name, new=12, changed=2, same=0 if name == "sync" else 2)
            code, text = pipeline.run()
            wanted = 14 if name == "sync" else 16
            expect(code == 0 and f"{wanted} new or changed items" in text, name, text)
        found = {item["id"]: item for item in pipeline.records}
        expect(found == {item["id"]: item for item in origin.items(name)}, name, "missing or old items")


with Origin() as origin, tempfile.TemporaryDirectory() as parent:
    for part in (news, partial, refusals, other_starts, kills, rejects):
        part(origin, parent)
series.finish(faults)
