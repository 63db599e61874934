"""Runs regular expressions with tabpipe and jq, alternately, and prints processor seconds and how they grow with the text.

usage: python3 Benchmarks/regexes.py [--rounds 3] [--lines 100] [--letters 1000] [--tabpipe .build/release/tabpipe] [--jq jq] [NUMBER…]
                                     (after `swift build -c release --product tabpipe`)

Each pattern runs on --lines JSON strings of --letters letters, of twice and of four times as many. The seconds are those of the longest
strings, medians of --rounds; the start of the process is subtracted. "Growth" is how the work grew from the first length to the second, and
from the second to the third: for jq in seconds, for tabpipe in instructions on one string, or in seconds if valgrind is missing. 2.0 is in
proportion to the text. A pattern whose outputs differ is marked with ≠, one that fails or takes longer than a minute with ✗. NUMBER selects
patterns. The last ones are exempt: docs/query.md says why.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 60  # seconds of a run
STARTS = 5  # runs that measure the start of a process

# A pattern, its flags, and the piece of which the text consists. Without the flag g, the program is `test`. The text ends with END, so that
# no search ends early because a byte that every match has is missing, except with the patterns that begin the list.
END = "\u2003@nowher #;bc.dyz>"
PATTERNS = [
    (r"[a-z]+@nowhere", "", "a"),
    (r"[a-z]+@nowhere", "i", "a"),
    (r"(a*)*[%&]", "", "a"),
    (r"[a-z]+[@#]", "", "a"),
    (r"a*b|a", "g", "a"),
    (r"a*[bc]|a", "g", "a"),
    (r".*x.*[yz]$", "", "x"),
    (r"a.*?b.*?[cd]$", "", "ab"),
    (r"a.*?[%&]|b", "g", "ab"),
    (r"(?:a|b)*[cd]", "", "ab"),
    (r"(a*)*[bc]", "", "a"),
    (r"(?:(?:a?)*b?)*[cd]", "", "a"),
    (r"(?:(a)|(b))*?[cd]", "", "ab"),
    (r"a{1,20}a{1,20}[bc]", "", "a"),
    (r"(?:a|aa){1,20}[bc]", "", "a"),
    (r"[a-z]++[@#]", "", "a"),
    (r"(?>(?:a|b)+)[@#]", "", "ab"),
    (r"\p{L}+[@#]", "", "é"),
    (r"\b\w+\s*=\s*\w+;", "", "name = "),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", "g", "first.last"),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", "g", "ask anna@shop.example or bo at the desk "),
    (r'"(?:[^"\\]|\\.)*"', "g", r"\""),
    (r"<[^>]*>", "g", "<a "),
    (r"\s+$", "g", " "),
    (r"[^a-z0-9]+", "g", "some words, "),
    (r"(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)", "g", "on 2024-05-06 or 2024 "),
    (r"https?://[^\s\"<>]+", "g", "see https://a.example/b?c=d, "),
    (r"(?m)^\s*(\w+)\s*:\s*(.*)$", "g", "key: some value\n"),
    (r"refund|invoice|order", "gi", "please send the Invoice "),
    (r"(?:a*b)*", "n", "a"),
]
WITHOUT_END = 3
EXEMPT = [(r"(a+)[bc]\1", "", "a"), (r"a(?=.*[%&])", "", "a")]
# A difference that is less than this is none, in seconds.
NOISE = 0.003
# Work of tabpipe on one string that is less than this is none, in instructions.
LITTLE = 200_000


class Engines:
    """The programs, and the files that they read."""

    def __init__(self, arguments, folder):
        self.folder = folder
        self.lines = arguments.lines
        self.commands = {
            "tabpipe": [arguments.tabpipe, "query", "-c", "--jobs", "1", "-f", folder / "program.jq"],
            "jq": [arguments.jq, "-c", "-f", folder / "program.jq"],
        }

    def write(self, pattern, flags, piece, end, letters):
        """Writes a program and its input: lines, and one alone."""
        call = f"{json.dumps(pattern, ensure_ascii=False)}; {json.dumps(flags)}"
        (self.folder / "program.jq").write_text(f"[match({call}) | .offset, .length] | length, add" if "g" in flags else f"test({call})")
        line = json.dumps((piece * letters)[:letters] + end, ensure_ascii=False) + "\n"
        (self.folder / "one.json").write_text(line)
        (self.folder / "lines.json").write_text(line * self.lines)

    def run(self, name):
        """Returns the processor seconds of a run and its output; no output if it failed."""
        with open(self.folder / "lines.json", "rb") as lines, open(self.folder / "output", "wb") as output:
            process = subprocess.Popen(["timeout", str(TIMEOUT), *self.commands[name]], stdin=lines, stdout=output, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime, (self.folder / "output").read_bytes() if process.returncode == 0 else None

    def instructions(self):
        """The instructions of tabpipe on one line."""
        tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        with open(self.folder / "one.json", "rb") as line:
            run = subprocess.run([*tool, *self.commands["tabpipe"]], stdin=line, capture_output=True, text=True, check=True)
        return int(re.search(r"Collected : (\d+)", run.stderr)[1])


def measure(engines, pattern, end, lengths, rounds, starts, counts):
    """Returns for each engine its seconds by length and a mark, and the growth of tabpipe's instructions."""
    seconds = {name: [] for name in engines.commands}
    marks = {name: "" for name in engines.commands}
    work = []
    for length in lengths:
        engines.write(*pattern, end, length)
        if counts is not None:
            work.append(engines.instructions() - counts)
        times = {name: [] for name in engines.commands}
        outputs = {}
        for _ in range(rounds):
            for name in engines.commands:
                if marks[name] == "✗":
                    continue
                time, outputs[name] = engines.run(name)
                times[name].append(time)
                if outputs[name] is None:
                    marks[name] = "✗"
        if len(outputs) == 2 and None not in outputs.values() and outputs["jq"] != outputs["tabpipe"]:
            marks["jq"] = "≠"
        for name, found in times.items():
            if found:
                seconds[name].append(max(0.0005, statistics.median(found) - starts[name]))
    return seconds, marks, work


def growth(values):
    return ", ".join(f"{after / before:.1f}" for before, after in zip(values, values[1:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--letters", type=int, default=1000)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--jq", default="jq")
    parser.add_argument("numbers", nargs="*", type=int)
    arguments = parser.parse_args()
    lengths = [arguments.letters, 2 * arguments.letters, 4 * arguments.letters]
    with tempfile.TemporaryDirectory() as name:
        engines = Engines(arguments, Path(name))
        engines.write("b", "", "a", "", 1)
        starts = {name: min(engines.run(name)[0] for _ in range(STARTS)) for name in engines.commands}
        counts = engines.instructions() if shutil.which("valgrind") else None
        kind = "instructions" if counts is not None else "seconds"
        print(f"{arguments.lines} strings of {lengths[-1]} letters, seconds; growth from {lengths[0]} over {lengths[1]} to {lengths[2]} letters\n")
        print(f"| | pattern | flags | text | tabpipe | jq | ratio | growth of tabpipe, {kind} | growth of jq, seconds |")
        print("|---|" + "---|" * 8)
        wins = linear = total = 0
        for number, pattern in enumerate(PATTERNS + EXEMPT, 1):
            if arguments.numbers and number not in arguments.numbers:
                continue
            seconds, marks, work = measure(engines, pattern, "" if number <= WITHOUT_END else END, lengths, arguments.rounds, starts, counts)
            own, peer = seconds["tabpipe"], seconds["jq"]
            ratio = own[-1] / peer[-1] if len(peer) == len(own) and "✗" not in marks.values() else None
            work = work or own
            if number <= len(PATTERNS):
                total += 1
                wins += marks["tabpipe"] == "" and (ratio is None or ratio <= 1 or own[-1] - peer[-1] < NOISE)
                linear += all(after <= 2.2 * before + (LITTLE if counts is not None else NOISE) for before, after in zip(work, work[1:]))
            cells = [
                f"{number}" + (" exempt" if number > len(PATTERNS) else ""),
                "`" + pattern[0].replace("|", "\\|") + "`",
                pattern[1],
                f"`{json.dumps(pattern[2], ensure_ascii=False)}`",
                f"{own[-1]:.3f}{marks['tabpipe']}",
                f"{peer[-1]:.3f}{marks['jq']}" if peer else marks["jq"],
                "" if ratio is None else f"{ratio:.2f}",
                growth(work),
                growth(peer),
            ]
            print("| " + " | ".join(cells) + " |", flush=True)
        print(f"\ntabpipe is at least as fast as jq in {wins} of {total}, and grows as the text does in {linear} of {total}.")


main()
