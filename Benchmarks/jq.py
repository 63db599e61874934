"""Runs programs of the jq language with tabpipe (`pipe` and `query`), jq, gojq and jaq, alternately, and prints their CPU seconds as two
tables.

usage: python3 Benchmarks/jq.py [--rounds 5] [--megabytes 30] [--tabpipe .build/release/tabpipe] [--python python3] [--gojq gojq]
                                [--jaq jaq] [--benches FILE] [NAME…]                       (after `swift build -c release`)

* jaq's benchmarks, from the shared test data (`jq/benches.json`): a program gets a number. The start of the process is subtracted.
* Jobs over JSON Lines: threads of e-mails that this script generates. Start, reading and writing count.

jq is the PyPI package `jq`, in a process of `--python` that reads lines. A NAME selects benchmarks and jobs. A peer that is missing is left
out, and the tables say so. A program whose outputs differ from tabpipe's is marked with ≠, one that fails or takes longer than a minute
with ✗.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 60  # seconds of a run
STARTS = 5  # runs that measure the start of a process
OWN = ("tabpipe", "tabpipe query")

# Runs a program on each line, as `jq -c` does.
JQ = """import jq, sys
program = jq.compile(open(sys.argv[1]).read())
for line in sys.stdin:
    text = program.input_text(line).text()
    if text: print(text)
"""

JOBS = {
    "select fields": "{id, subject, count: (.messages | length), last: .messages[-1].created_at}",
    "filter": "select(.read == false and (.messages | length) > 4) | .id, .subject",
    "new objects": ".id as $thread | .messages[] | {$thread, from, at: .created_at, blurb}",
    "group and count": ".messages | group_by(.from) | map({from: .[0].from, count: length})",
    "strings": '[.messages[] | .from | ascii_downcase | split("@") | .[1] | ltrimstr("mail.")] | unique | join(", ")',
    "regular expressions": '{slug: (.subject | ascii_downcase | gsub("[^a-z0-9]+"; "-")),'
    ' refunds: [.messages[] | select(.blurb | test("refund|invoice"; "i")) | .id]}',
    "dates": "[.messages[].created_at | todate | {at: ., day: .[:10], seconds: fromdate}]",
    "sort": "[.messages | sort_by(.from, .created_at)[] | .id]",
    "del": "del(.messages[].body, .blurb)",
    "with_entries": '[.messages[] | with_entries(select(.value | type == "string") | .key |= "mail_" + .)]',
    "walk": 'walk(if type == "string" then ascii_downcase else . end)',
    "formats": "(tojson | fromjson | .id), (.messages[] | [.id, .from, .created_at] | @csv), (.subject | @base64)",
}

WORDS = "refund order shipment invoice please thanks regards team account update café Zürich naïve façade tracking delivery Monday".split()
PEOPLE = ["Anna@shop.example", "bo@mail.example.org", "CARLA@example.com", "dmitri@kunde.example.de", "greta@mail.example.org"]


def write_threads(path, megabytes):
    """Writes threads of one to twelve mails as JSON Lines. The same size gives the same bytes."""
    rng = random.Random(1)
    size = number = 0
    with open(path, "w", encoding="utf-8") as file:
        while size < megabytes * 1_000_000:
            number += 1
            messages = [
                {
                    "id": f"m{number}-{place}",
                    "from": rng.choice(PEOPLE),
                    "blurb": " ".join(rng.choices(WORDS, k=8)),
                    "body": "".join(f"<p>{' '.join(rng.choices(WORDS, k=30))}.</p>\n" for _ in range(rng.randint(1, 5))),
                    "content_loaded": rng.random() < 0.7,
                    "created_at": 1_600_000_000 + rng.randrange(100_000_000),
                }
                for place in range(rng.randint(1, 12))
            ]
            thread = {
                "id": f"t{number}",
                "subject": f"Re: {' '.join(rng.choices(WORDS, k=4))} #{number}",
                "blurb": messages[-1]["blurb"],
                "read": rng.random() < 0.5,
                "messages": messages,
            }
            line = json.dumps(thread, ensure_ascii=rng.random() < 0.1, separators=(",", ":")) + "\n"
            size += len(line.encode())
            file.write(line)


class Engines:
    """The commands of the engines that are here."""

    def __init__(self, arguments, folder):
        self.folder = folder
        self.missing = []
        (folder / "run.py").write_text(JQ)
        self.commands = {"tabpipe": [arguments.tabpipe, "pipe", folder / "program.json", "--quiet", "--rejects", "none", "--jobs", "1"]}
        self.commands["tabpipe query"] = [arguments.tabpipe, "query", "-c", "--jobs", "1", "-f", folder / "program.jq"]
        self.add("jq", [arguments.python, folder / "run.py", folder / "program.jq"], [arguments.python, "-c", "import jq"])
        self.add("gojq", [arguments.gojq, "-c", "-f", folder / "program.jq"], [arguments.gojq, "--version"])
        self.add("jaq", [arguments.jaq, "-c", "-f", folder / "program.jq"], [arguments.jaq, "--version"])

    def add(self, name, command, check):
        if shutil.which(check[0]) and subprocess.run(check, capture_output=True, check=False).returncode == 0:
            self.commands[name] = command
        else:
            self.missing.append(name)

    def run(self, name, program, source):
        """Returns the CPU seconds of a run and its output; no output if it failed."""
        (self.folder / "program.jq").write_text(program)
        (self.folder / "program.json").write_text(json.dumps({"stages": [{"type": "map", "to": program}]}))
        output = self.folder / f"{name}.jsonl"
        with open(source, "rb") as lines, open(output, "wb") as file:
            process = subprocess.Popen(["timeout", str(TIMEOUT), *self.commands[name]], stdin=lines, stdout=file, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime, output if process.returncode == 0 else None


def values(path):
    """The values of an output, equal for numbers in different spellings and members in different orders."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def measure(engines, program, source, rounds, starts):
    """Returns for each engine the median of its CPU seconds, less those of the start, and a mark."""
    seconds = {name: [] for name in engines.commands}
    outputs = {}
    for _ in range(rounds):
        for name in [name for name in seconds if outputs.get(name, "") is not None]:
            time, outputs[name] = engines.run(name, program, source)
            seconds[name].append(time)
    wanted = values(outputs["tabpipe"]) if outputs["tabpipe"] else None
    result = {}
    for name, times in seconds.items():
        mark = "✗" if outputs[name] is None else "" if wanted is None or values(outputs[name]) == wanted else "≠"
        result[name] = (max(0.0005, statistics.median(times) - starts.get(name, 0)), mark)
    return result


def print_table(title, rows, engines):
    print(f"\n| {title} | {' | '.join(engines.commands)} | tabpipe / best peer |")
    print("|---|" + "---|" * (len(engines.commands) + 1))
    won = 0
    for name, result in rows.items():
        own, mark = result["tabpipe"]
        peers = [time for engine, (time, mark) in result.items() if engine not in OWN and mark != "✗"]
        ratio = own / min(peers) if peers else 0
        won += not mark and ratio <= 1
        cells = ["✗" if mark == "✗" else f"{time:.3f}{mark}" for time, mark in result.values()]
        print(f"| {name} | {' | '.join(cells)} | {ratio:.2f} |")
    print(f"\ntabpipe is the fastest in {won} of {len(rows)}." + "".join(f" Left out, because it is missing: {name}." for name in engines.missing))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=float, default=30)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--python", default="python3")
    parser.add_argument("--gojq", default="gojq")
    parser.add_argument("--jaq", default="jaq")
    parser.add_argument("--benches", type=Path, default=ROOT.parent / "shared/data/jq/benches.json")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engines = Engines(arguments, folder)
        number = folder / "number.json"
        number.write_text("1\n")
        starts = {name: min(engines.run(name, ".", number)[0] for _ in range(STARTS)) for name in engines.commands}
        rows = {}
        for bench in json.loads(arguments.benches.read_text()):
            if not arguments.names or bench["name"] in arguments.names:
                number.write_text(f"{bench['n']}\n")
                rows[bench["name"]] = measure(engines, bench["program"] + " | length", number, arguments.rounds, starts)
        if rows:
            print_table("jaq's benchmarks, CPU seconds", rows, engines)
        threads = folder / "threads.jsonl"
        write_threads(threads, arguments.megabytes)
        rows = {
            name: measure(engines, program, threads, arguments.rounds, {})
            for name, program in JOBS.items()
            if not arguments.names or name in arguments.names
        }
        if rows:
            print_table(f"jobs over {threads.stat().st_size / 1e6:.0f} MB, CPU seconds", rows, engines)


main()
