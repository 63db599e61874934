#!/usr/bin/env python3
"""Measures how fast the stage `hydrate` completes records: by the whole program, beside curl --parallel and aiohttp.

Usage: Benchmarks/hydrate.py [--rounds 5] [--documents 5000] [--connections 16] [--program PATH]

A pipeline reads a record for each document of 2 KB from a file, gets the document from nginx on loopback, and writes all as JSON Lines.
Requests per second count the whole run of tabpipe and curl, and from the first request to the last response of aiohttp. Each output is
checked. Needs a release build of tabpipe (swift build -c release), and what http.py needs.
"""

import argparse
import json
import pathlib
import sys

import fetching


def pipeline(folder, base, connections):
    """Writes the pipeline file and its input."""
    stage = {"type": "hydrate", "url": base + "/{{.id}}.json", "merge": "{text}", "concurrency": connections}
    file = {"source": {"type": "json", "from": "ids.jsonl"}, "stages": [stage], "sinks": [{"type": "jsonl", "to": "out.jsonl"}]}
    (folder / "hydrate.json").write_text(json.dumps(file))
    return folder / "hydrate.json"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--program", default=str(root / ".build/release/tabpipe"))
    arguments = parser.parse_args()
    with fetching.documents(arguments.documents) as (folder, urls):
        (folder / "ids.jsonl").write_text("".join(f'{{"id":{number}}}\n' for number in range(arguments.documents)))
        file = pipeline(folder, urls[0].rsplit("/", 1)[0], arguments.connections)
        programs = {"tabpipe": [arguments.program, "run", str(file), "--quiet"]}
        fetching.compare(programs | fetching.others(folder, urls, arguments.connections), arguments.rounds, arguments.documents)
        records = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
        if [record["id"] for record in records] != list(range(arguments.documents)) or any(len(r["text"]) != 2000 for r in records):
            sys.exit("the output is not that of the documents")


if __name__ == "__main__":
    main()
