#!/usr/bin/env python3
"""Compares Markdown to HTML with cmark and cmark-gfm, in instructions: python3 Benchmarks/markdown.py [--tabpipe PROGRAM] [FILE.md…]

Needs valgrind, and cmark and cmark-gfm from Debian. Each figure is what a document takes beyond an empty one, so that the start of the
process does not count. The documents are CommonMark's examples (../shared/data, or TABPIPE_DATA), 5 MB of this project's docs, and FILE.md.

--growth runs the inputs of cmark's test/pathological_tests.py in three sizes instead. It fails if one takes more than 2.5 times the
instructions for twice the size.
"""
import argparse, json, os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
DATA = pathlib.Path(os.environ.get("TABPIPE_DATA") or ROOT.parent / "shared" / "data")
GFM = ["-e", "table", "-e", "strikethrough", "-e", "tasklist", "-e", "autolink"]

PATHOLOGICAL = {
    "nested strong emphasis": lambda n: "*a **a " * n + "b" + " a** a*" * n,
    "emphasis closers without openers": lambda n: "a_ " * n,
    "emphasis openers without closers": lambda n: "_a " * n,
    "link closers without openers": lambda n: "a]" * n,
    "link openers without closers": lambda n: "[a" * n,
    "mismatched openers and closers": lambda n: "*a_ " * n,
    "openers and closers of multiples of 3": lambda n: "a**b" + "c* " * n,
    "link openers and emphasis closers": lambda n: "[ a_" * n,
    "pattern [ (](": lambda n: "[ (](" * n,
    "pattern ![[]()": lambda n: "![[]()" * n,
    "hard link and emphasis": lambda n: "**x [a*b**c*](d)" * n,
    "nested brackets": lambda n: "[" * n + "a" + "]" * n,
    "nested block quotes": lambda n: "> " * n + "a",
    "deeply nested lists": lambda n: "".join("  " * x + "* a\n" for x in range(int((2 * n) ** 0.5))),
    # A text with more of them is taken for binary data.
    "U+0000": lambda n: ("abc\0de" + " word" * 10) * n,
    "backticks": lambda n: "".join("e" + "`" * x for x in range(1, int((2 * n) ** 0.5))),
    "unclosed links in angle brackets": lambda n: "[a](<b" * n,
    "unclosed links": lambda n: "[a](b" * n,
    "unclosed comments": lambda n: "</" + "<!--" * n,
    "unclosed instructions": lambda n: "a <?" * n,
    "unclosed declarations": lambda n: "a <!A " * n,
    "unclosed CDATA sections": lambda n: "a <![CDATA[" * n,
    "empty lines in nested lists": lambda n: "- " * n + "x" + "\n" * n,
    "empty lines in nested lists in a quote": lambda n: "> " + "- " * n + "x\n" + ">\n" * n,
    "emphasis in deep quotes": lambda n: ">" * n + "a*" * n,
    "many reference definitions": lambda n: "".join(f"[{x}]: u\n" for x in range(n)) + "[0] " * n,
    "tables": lambda n: "a | b\n- | -\n" + "c | d\n" * n,
    "rows of a wide table": lambda n: "|a" * int(n**0.5) + "\n" + "|-" * int(n**0.5) + "\n" + "|b\n" * int(n**0.5),
}


def instructions(command, text):
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command, file.name], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
    if run.returncode:
        sys.exit(f"{command[0]} failed: {run.stderr.decode()[-2000:]}")
    return int(re.search(rb"Collected : (\d+)", run.stderr)[1])


def documents(files):
    if (DATA / "commonmark/spec.json").exists():
        examples = json.loads((DATA / "commonmark/spec.json").read_text("utf-8"))
        yield "CommonMark's examples", "\n\n".join(example["markdown"] for example in examples) * 20
    docs = "\n\n".join(path.read_text("utf-8") for path in sorted(ROOT.rglob("*.md")) if ".build" not in path.parts)
    yield "5 MB of docs", docs * (5_000_000 // len(docs.encode()) + 1)
    for file in files:
        yield file, pathlib.Path(file).read_text("utf-8")


def growth(command):
    start = instructions(command, "")
    slow = []
    print("| input | n | 2 n | 4 n | growth |\n|---|---|---|---|---|")
    for name, make in PATHOLOGICAL.items():
        counts = [instructions(command, make(n)) - start for n in (5_000, 10_000, 20_000)]
        factors = [after / before for before, after in zip(counts, counts[1:])]
        if max(factors) > 2.5:
            slow.append(name)
        print(f"| {name} | {' | '.join(f'{count / 1e6:.1f}' for count in counts)} | {', '.join(f'{factor:.2f}' for factor in factors)} |", flush=True)
    print(f"{len(PATHOLOGICAL)} inputs, millions of instructions; {len(slow)} grow faster than linearly" + "".join(f"; {name}" for name in slow))
    return bool(slow)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    own = [options.tabpipe, "convert", "--from", "markdown", "--to", "html"]
    if options.growth:
        return growth(own)
    programs = {"tabpipe": own, "cmark": ["cmark", "--unsafe"], "cmark-gfm": ["cmark-gfm", "--unsafe", *GFM]}
    starts = {name: instructions(command, "") for name, command in programs.items()}
    print("| | bytes | " + " | ".join(f"{name}: instructions a byte" for name in programs) + " |\n|---" + "|---" * (len(programs) + 1) + "|")
    for title, text in documents(options.files):
        size = len(text.encode())
        counts = [(instructions(command, text) - starts[name]) / size for name, command in programs.items()]
        print(f"| {title} | {size} | {' | '.join(f'{count:.1f}' for count in counts)} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
