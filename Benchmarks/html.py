"""Compares HTML parsing and HTML -> Markdown with other libraries: interleaved rounds, one core, preloaded documents.

usage: python3 Benchmarks/html.py [--rounds 5] [--core 0] FILE.html…     (after `cd Benchmarks && swift build -c release`)

Peers from PyPI: selectolax (lexbor), turbohtml, html-to-markdown. A missing peer is reported as SKIPPED.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path


def peers():
    found = {"parse": {}, "markdown": {}}
    try:
        from selectolax.lexbor import LexborHTMLParser

        found["parse"]["selectolax"] = LexborHTMLParser
    except ImportError:
        print("SKIPPED selectolax")
    try:
        import turbohtml

        found["parse"]["turbohtml"] = turbohtml.parse
        document = turbohtml.parse("<b>x</b>")
        name = next(name for name in ("to_markdown", "markdown") if hasattr(document, name))
        found["markdown"]["turbohtml"] = lambda text: getattr(turbohtml.parse(text), name)()
    except (ImportError, AttributeError, StopIteration) as error:
        print(f"SKIPPED turbohtml: {error}")
    try:
        import html_to_markdown

        found["markdown"]["html-to-markdown"] = html_to_markdown.convert
    except ImportError:
        print("SKIPPED html-to-markdown")
    return found


def own(benchmarks, files):
    output = subprocess.run([benchmarks, "--rounds", "3", *files], capture_output=True, text=True, check=True).stdout
    figures = {}
    for line in output.splitlines():
        name, rest = line.split(": ", 1)
        if name in ("parse", "HTML to Markdown"):
            figures["parse" if name == "parse" else "markdown"] = float(rest.split()[0])
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    if arguments.core >= 0 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {arguments.core})
    benchmarks = Path(__file__).parent / ".build/release/Benchmarks"
    texts = [Path(file).read_bytes().decode("utf-8", "replace") for file in arguments.files]
    size = sum(len(text.encode()) for text in texts)
    tools = peers()
    speeds = {}
    for _ in range(arguments.rounds):
        for task, figure in own(benchmarks, arguments.files).items():
            speeds.setdefault((task, "tabpipe"), []).append(figure)
        for task, converters in tools.items():
            for name, convert in converters.items():
                start = time.perf_counter()
                for text in texts:
                    try:
                        convert(text)
                    except Exception as error:  # a failure on one document does not end the measurement
                        print(f"{name}: {type(error).__name__}", file=sys.stderr)
                speeds.setdefault((task, name), []).append(size / 1e6 / (time.perf_counter() - start))
    print(f"{len(texts)} documents, {size / 1e6:.1f} MB, {arguments.rounds} rounds\n")
    print("| task | tool | MB/s (least–greatest) | tabpipe/tool |")
    print("|---|---|---|---|")
    for (task, name), figures in speeds.items():
        ratios = [mine / figure for mine, figure in zip(speeds[task, "tabpipe"], figures)]
        ratio = "1" if name == "tabpipe" else f"{statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
        print(f"| {task} | {name} | {statistics.median(figures):.0f} ({min(figures):.0f}–{max(figures):.0f}) | {ratio} |")


main()
