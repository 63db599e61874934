"""Shared code of the long series: pipelines with every kind of sink, their input, and snapshots of their output."""

import argparse
import json
import os
import random
import subprocess
import sys
import time

SINKS = {
    "markdown": [{"type": "markdown", "to": "out/{{.id % 7}}/{{.id}}.md", "body": "html", "front_matter": "{id}", "index": {"to": "README.md"}}],
    "site": [{"type": "site", "to": "out/{{.id}}.html", "body": "html"}],
    "files": [
        {"type": "jsonl", "to": "out/a.jsonl"},
        {"type": "json", "to": "out/b.json"},
        {"type": "csv", "to": "out/c.csv", "fields": ["id", "title"]},
    ],
}


def arguments(description, **options):
    """Parses the arguments of a script, and seeds the random numbers."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", default=".build/debug/tabpipe", help="the built program")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="seed of the random numbers")
    for name, value in options.items():
        parser.add_argument("--" + name, type=type(value), default=value)
    given = parser.parse_args()
    given.program = os.path.abspath(given.program)
    random.seed(given.seed)
    print(f"seed {given.seed}")
    return given


def write_pipeline(folder, kind):
    """Writes a pipeline that rejects records in its source, in a stage, after a stream stage and in its sinks."""
    stages = [
        {"type": "set", "fields": {"mark": 'if .id % 10 == 3 then error("three") else .id end'}},
        {"type": "sort", "by": ".id"},
        {"type": "filter", "where": 'if .id % 10 == 5 then error("five") else true end'},
    ]
    pipeline = {"rejects": "out.rejects.jsonl", "source": {"type": "json", "from": "in.jsonl", "on_bad_line": "reject"},
                "stages": stages, "sinks": SINKS[kind]}
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump(pipeline, file)


def write_input(folder, count, version):
    """Writes the input. Versions differ in every record and in the number of records."""
    with open(os.path.join(folder, "in.jsonl"), "w") as file:
        for number in range(count + 7 * version):
            if number % 10 == 7:
                file.write(f"no JSON {version} {number}\n")
                continue
            record = {"id": number, "title": f"Title {version} {number}", "teaser": "t", "hero_image": "https://example.org/i.png",
                      "html": f"<p>Text {version} {number} {'x' * (number % 300)}</p>"}
            if number % 10 == 9:
                record["id"] = -1  # sinks that name files after the id reject all of these but the first
            file.write(json.dumps(record) + "\n")


def snapshot(folder):
    """Returns the output of a run: the bytes of each file by path, without temporary files of the program."""
    found = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".tabpipe")]
        for name in files:
            if name in ("p.json", "in.jsonl") or name.startswith(".tabpipe"):
                continue
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def temporaries(folder):
    """Returns the paths of all temporary files, temporary folders and locks of the program."""
    return {os.path.join(place, name) for place, folders, files in os.walk(folder) for name in folders + files if name.startswith(".tabpipe")}


def run(program, folder, *words, **options):
    """Runs the pipeline and waits for its end."""
    return subprocess.run([program, "run", "p.json", "--quiet", *words], cwd=folder, capture_output=True, text=True, **options)


def finish(faults):
    """Prints the faults and exits with code 1 if there are any."""
    for fault in faults[:20]:
        print("FAULT", fault)
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)
