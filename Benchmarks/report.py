#!/usr/bin/env python3
"""Measures what the counts of steps and a report cost: a gigabyte of JSON Lines through `filter` and `set`.

Usage: Benchmarks/report.py [--rounds 7] [--gigabytes 1] [--jobs 2] [--before PATH] [--program PATH]

It runs, in turn, an older program (--before), and the new one without a report, with a report in both forms, and prints the median of each
and its ratio to the first. Both programs are release builds (swift build -c release). Each round also compares the outputs.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

WORDS = "the harbour ferries leave at seven and come back late in the evening with all who worked in the city".split()


def write_input(path, gigabytes):
    """Writes records of about 500 bytes, of which `filter` keeps nine of ten."""
    with open(path, "w") as file:
        number = 0
        while file.tell() < gigabytes * 1e9:
            lines = []
            for number in range(number, number + 10_000):
                text = " ".join(WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(75))
                lines.append(json.dumps({"id": number, "state": "closed" if number % 10 == 0 else "open", "title": text[:60], "body": text}))
            number += 1
            file.write("\n".join(lines) + "\n")


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--gigabytes", type=float, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--before")
    parser.add_argument("--program", default=str(root / ".build/release/tabpipe"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_input(folder / "in.jsonl", arguments.gigabytes)
        stages = [{"type": "filter", "where": '.state == "open"'}, {"type": "set", "fields": {"slug": ".title | ascii_downcase"}}]
        file = {"source": {"type": "json", "from": "in.jsonl"}, "stages": stages, "sinks": [{"type": "jsonl", "to": "out.jsonl"}]}
        (folder / "p.json").write_text(json.dumps(file))
        command = ["run", "p.json", "--quiet", "--jobs", str(arguments.jobs)]
        reports = ["--report", "report.json", "--report", "report.html", "--metrics", "metrics.prom"]
        programs = {"without a report": [arguments.program] + command, "with reports": [arguments.program] + command + reports}
        if arguments.before:
            programs = {"before": [str(pathlib.Path(arguments.before).resolve())] + command} | programs
        times = {name: [] for name in programs}
        sizes = set()
        for _ in range(arguments.rounds):
            for name, words in programs.items():
                (folder / "out.jsonl").unlink(missing_ok=True)
                start = time.perf_counter()
                subprocess.run(words, cwd=folder, check=True)
                times[name].append(time.perf_counter() - start)
                sizes.add((folder / "out.jsonl").stat().st_size)
        if len(sizes) != 1:
            raise SystemExit(f"the outputs differ: {sizes} bytes")
        first = statistics.median(next(iter(times.values())))
        for name, seconds in times.items():
            median = statistics.median(seconds)
            print(f"{name:18} {median:7.3f} s  {min(seconds):7.3f} to {max(seconds):.3f} s  ratio {median / first:.3f}")


if __name__ == "__main__":
    main()
