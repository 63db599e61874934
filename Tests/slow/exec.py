#!/usr/bin/env python3
"""Runs programs as source, stage and sink, healthy ones and broken ones, and compares what comes out.

Usage: Tests/slow/exec.py --program .build/release/tabpipe [--rounds 50] [--records 100000] [--throughput 1]

Each round starts programs that crash, hang, write garbage, write too many or too few lines, close their output, ignore the end of their
input, flood standard error and fork; and it kills tabpipe. Each run has to end as docs/exec.md says, in time, with counts that add up, and
no process may be left. It exits with code 1 if there is a fault. Needs jq, awk and the standard library of Python; Linux for /proc.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = r'''
import json, os, signal, sys, time

mode, mark = sys.argv[1], sys.argv[2]
if mode == "ignore":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    record = json.loads(line)
    number = record["id"]
    if mode == "crash" and number % 1000 == 999:
        os._exit(3)
    if mode == "killed" and number % 1000 == 999:
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "hang" and number == 1500:
        time.sleep(1000)
    if mode == "close" and number == 1500:
        os.close(1)
        time.sleep(1000)
    if mode == "leave" and number == 1500:
        sys.exit(0)
    if mode == "garbage" and number % 1000 == 5:
        print("no \x1b[31m {", flush=True)
        continue
    if mode == "few" and number % 1000 == 5:
        continue
    if mode == "many" and number % 1000 == 5:
        print("{}", flush=True)
    if mode == "flood":
        print("noise " * 300, file=sys.stderr, flush=True)
    if mode == "fork" and number == 10 and os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.fork()
        time.sleep(1000)
    print(json.dumps(record), flush=True)
if mode == "ignore":
    time.sleep(1000)
'''

SMALL = 3000

# Of each mode: exit code, the reason of rejects, and part of the error.
EXPECTED = {
    "healthy": (0, None, None),
    "crash": (1, "exited with the status 3 before it had answered", None),
    "killed": (1, "was ended by the signal 11", None),
    "hang": (1, "gave no answer within 2 s", None),
    "close": (1, "closed its output, and kept running", None),
    "leave": (65, None, "the protocol \"lines\" needs one line for each"),
    "garbage": (1, "wrote a line that is not JSON", None),
    "few": (65, None, "the protocol \"lines\" needs one line for each"),
    "many": (65, None, "wrote more lines than it got"),
    "flood": (0, None, None),
    "fork": (0, None, None),
    "ignore": (0, None, None),
}

# A stage of the protocol envelope, and part of the error; None for a run that ends well.
ENVELOPE = r'''
import json, os, sys, time

mode, mark = sys.argv[1], sys.argv[2]
read = written = rejected = 0
for line in sys.stdin:
    read += 1
    record = json.loads(line)
    if mode == "crash" and read == 1500:
        os._exit(3)
    if mode == "garbage" and read == 1500:
        print("no")
    if mode == "early" and read == 1500:
        break
    if mode == "hang" and read == 1500:
        time.sleep(1000)
    if mode == "close" and read == 1500:
        sys.stdout.flush()
        os.close(1)
        time.sleep(1000)
    if mode == "lose" and read == 1500:
        continue
    if mode == "reject" and read % 1000 == 5:
        rejected += 1
        print(json.dumps({"reject": {"record": record, "reason": "odd", "origin": {"line": read}}}))
        continue
    written += 1
    print(json.dumps({"ok": record}))
    if mode == "many" and read == 1500:
        print(json.dumps({"ok": record}))
if mode != "noend":
    print(json.dumps({"end": {"read": read, "written": written, "rejected": rejected}}))
'''
ENVELOPES = {
    "healthy": None,
    "reject": None,
    "crash": "exited with the status 3, and wrote no line \"end\"",
    "garbage": "wrote a line that is not JSON",
    "early": "counts 1500 records as read",
    "hang": "(idle_timeout_seconds)",
    "close": "(idle_timeout_seconds)",
    "lose": "has to name records that were dropped as \"filtered\"",
    "many": "counts 3000 records as written, and 3001 came",
    "noend": "wrote no line \"end\"",
}

# A source. It begins at the record 0, and breaks at 1500.
SOURCE = r'''
import os, signal, sys, time

mode, mark = sys.argv[1], sys.argv[2]
if mode == "ignore":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for number in range(int(sys.argv[3])):
    if number == 1500:
        if mode == "crash":
            sys.exit(3)
        if mode == "killed":
            os.kill(os.getpid(), signal.SIGSEGV)
        if mode == "hang":
            time.sleep(1000)
        if mode == "close":
            os.close(1)
            time.sleep(1000)
        if mode == "cut":
            print('{"id":1500', end="", flush=True)
            os._exit(3)
    if mode == "garbage" and number % 1000 == 5:
        print("no \x1b[31m {", flush=True)
        continue
    if mode == "flood":
        print("noise " * 300, file=sys.stderr, flush=True)
    if mode == "fork" and number == 10 and os.fork() == 0:
        os.setsid()
        time.sleep(1000)
    print(f'{{"id":{number}}}', flush=True)
if mode == "ignore":
    time.sleep(1000)
'''

# Of each mode of a source: exit code, number of records written, and part of the error. The records of a run that fails are not written.
SOURCES = {
    "healthy": (0, SMALL, None),
    "crash": (66, None, "exited with the status 3"),
    "killed": (66, None, "was ended by the signal 11"),
    "hang": (66, None, "neither wrote a line nor ended for 2 s (idle_timeout_seconds)"),
    "close": (66, None, "neither wrote a line nor ended for 2 s (idle_timeout_seconds)"),
    "cut": (66, None, "exited with the status 3"),
    "ignore": (66, None, "neither wrote a line nor ended for 2 s (idle_timeout_seconds)"),
    "garbage": (1, SMALL - 3, None),
    "flood": (0, SMALL, None),
    "fork": (0, SMALL, None),
}

# A sink. It breaks at the record 1500, or at the end of its input, where it publishes what it got.
SINK = r'''
import os, signal, sys, time

mode, mark = sys.argv[1], sys.argv[2]
lines = []
if mode == "ignore":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    lines.append(line)
    if len(lines) == 1500:
        if mode == "crash":
            os._exit(3)
        if mode == "leave":
            os._exit(0)
        if mode == "hang":
            time.sleep(1000)
        if mode == "close":
            os.close(0)
            time.sleep(1000)
    if mode == "flood":
        print("noise " * 300, file=sys.stderr, flush=True)
    if mode == "fork" and len(lines) == 10 and os.fork() == 0:
        os.setsid()
        time.sleep(1000)
if mode == "late":
    os._exit(3)
with open("committed", "w") as file:
    file.writelines(lines)
if mode == "ignore":
    time.sleep(1000)
'''

# Of each mode of a sink: exit code, whether it has published, and part of the error.
SINKS = {
    "healthy": (0, True, None),
    "crash": (74, False, "exited with the status 3"),
    "leave": (74, False, "ended before the end of its input"),
    "hang": (74, False, "read nothing for 2 s (idle_timeout_seconds)"),
    "close": (74, False, "closed its input, and kept running for 2 s (idle_timeout_seconds)"),
    "ignore": (74, True, "kept running for 2 s (idle_timeout_seconds) after the end of its input"),
    "late": (74, False, "exited with the status 3"),
    "flood": (0, True, None),
    "fork": (0, True, None),
}

# A source that pauses, before a stage that leaves out a line: the answers behind it are those of other records.
PAUSING = r'''
import sys, time

for number in range(12):
    print(f'{{"id":{number}}}', flush=True)
    if number == 9:
        time.sleep(4)
'''
LEAVES_OUT = r'''
import sys

for line in sys.stdin:
    if '"id":5' not in line:
        print(line, end="", flush=True)
'''
SINK_RECORDS = 10_000  # more than a pipe holds, so that a program that stops reading holds up the run
MAX_SECONDS = 60


class Series:
    def __init__(self, program, folder, records):
        self.program, self.folder, self.records, self.faults = program, folder, records, 0
        self.mark = f"exec-test-{os.getpid()}-{random.randrange(1 << 30)}"
        for name, text in {"program": PROGRAM, "envelope": ENVELOPE, "source": SOURCE, "sink": SINK, "pausing": PAUSING, "leaves_out": LEAVES_OUT}.items():
            (folder / f"{name}.py").write_text(text)
        self.write_input("small.jsonl", SMALL)
        self.write_input("sink.jsonl", SINK_RECORDS)

    def write_input(self, name, count):
        with open(self.folder / name, "w") as file:
            for number in range(count):
                file.write(json.dumps({"id": number, "title": f"Title {number}", "body": "x" * 200}) + "\n")

    def fault(self, text):
        self.faults += 1
        print(f"FAULT: {text}", flush=True)

    def left(self):
        """The processes of the test that still run: those in its folder, such as the guards of programs, and those with its mark."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "cmdline").read_bytes()
                place = os.readlink(entry / "cwd")
            except OSError:
                continue
            if self.mark.encode() in words or place == str(self.folder.resolve()):
                found.append(f"{entry.name} {words.decode(errors='replace')[:80]}")
        return found

    def check_left(self, name):
        for _ in range(50):
            if not self.left():
                return
            time.sleep(0.02)
        self.fault(f"{name}: left behind: {self.left()}")

    def pipeline(self, command, source="small.jsonl", **options):
        stage = {"type": "exec", "command": command, **options}
        self.write_plan({"type": "json", "from": source}, [stage], {"type": "jsonl", "to": "out.jsonl"})

    def write_plan(self, source, stages, sink):
        (self.folder / "p.json").write_text(json.dumps({"source": source, "stages": stages, "sinks": [sink]}))

    def start(self, jobs):
        for name in ("out.jsonl", "r.jsonl", "committed"):
            (self.folder / name).unlink(missing_ok=True)
        command = [self.program, "run", "p.json", "--allow-exec", "--jobs", str(jobs), "--rejects", "r.jsonl"]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, name, jobs):
        """The exit code, the output, and the seconds of a run."""
        start = time.monotonic()
        process = self.start(jobs)
        try:
            output, _ = process.communicate(timeout=MAX_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
            self.fault(f"{name}: not at its end after {MAX_SECONDS} s")
        self.check_left(name)
        return process.returncode, output, time.monotonic() - start

    def check_mode(self, mode, jobs):
        name = f"{mode}, {jobs} jobs"
        code, reason, error = EXPECTED[mode]
        self.pipeline(["python3", "-u", "program.py", mode, self.mark], restarts=20, record_timeout_seconds=2)
        got, output, seconds = self.run(name, jobs)
        if got != code:
            return self.fault(f"{name}: exit code {got}, expected {code}: {output[-500:]}")
        if error and error not in output:
            self.fault(f"{name}: no error \"{error}\": {output[-500:]}")
        counts = re.search(r"read (\d+)(?: \+ made (\d+))? = written (\d+) \+ filtered (\d+) \+ rejected (\d+)(?: \+ unfinished (\d+))?", output)
        if not counts:
            return self.fault(f"{name}: no counts: {output[-500:]}")
        read, made, written, filtered, rejected, unfinished = (int(number or 0) for number in counts.groups())
        if read + made != written + filtered + rejected + unfinished:
            self.fault(f"{name}: the counts do not add up: {counts[0]}")
        if code == 65:
            if (self.folder / "out.jsonl").exists():
                self.fault(f"{name}: a run that failed has an output")
            return None
        numbers = [json.loads(line)["id"] for line in open(self.folder / "out.jsonl")]
        rejects = []
        if (self.folder / "r.jsonl").exists():
            rejects = [json.loads(line) for line in open(self.folder / "r.jsonl")]
        if sorted(numbers + [reject["record"]["id"] for reject in rejects]) != list(range(SMALL)):
            self.fault(f"{name}: records are lost or doubled: {len(numbers)} written, {len(rejects)} rejected")
        if numbers != sorted(numbers):
            self.fault(f"{name}: the order has changed")
        if len(numbers) != written or len(rejects) != rejected or (reason is None) != (rejected == 0):
            self.fault(f"{name}: counts {counts[0]}, and the files have {len(numbers)} and {len(rejects)} records")
        for reject in rejects:
            if reason not in reject["reason"]:
                return self.fault(f"{name}: a reject for another reason: {reject['reason']}")
        return None

    def check_envelope(self, mode, jobs):
        """A stage of the protocol envelope: all or nothing."""
        name = f"envelope {mode}, {jobs} jobs"
        self.pipeline(["python3", "envelope.py", mode, self.mark], protocol="envelope", idle_timeout_seconds=2)
        got, output, _ = self.run(name, jobs)
        error = ENVELOPES[mode]
        if error:
            if got != 65 or error not in output:
                self.fault(f"{name}: exit code {got}, expected 65 and \"{error}\": {output[-500:]}")
            if (self.folder / "out.jsonl").exists():
                self.fault(f"{name}: a run that failed has an output")
            return
        rejected = 3 if mode == "reject" else 0
        numbers = [json.loads(line)["id"] for line in open(self.folder / "out.jsonl")]
        rejects = [json.loads(line)["record"]["id"] for line in open(self.folder / "r.jsonl")] if rejected else []
        if got != (1 if rejected else 0) or len(rejects) != rejected or numbers != sorted(set(range(SMALL)) - set(rejects)):
            self.fault(f"{name}: exit code {got}, {len(numbers)} written, {len(rejects)} rejected: {output[-500:]}")

    def check_source(self, mode, jobs):
        """A source whose run fails leaves no output."""
        name = f"source {mode}, {jobs} jobs"
        code, count, error = SOURCES[mode]
        source = {"type": "exec", "command": ["python3", "source.py", mode, self.mark, str(SMALL)], "idle_timeout_seconds": 2}
        self.write_plan(source, [], {"type": "jsonl", "to": "out.jsonl"})
        got, output, _ = self.run(name, jobs)
        if got != code or error and error not in output:
            return self.fault(f"{name}: exit code {got}, expected {code} and \"{error}\": {output[-500:]}")
        written = [json.loads(line)["id"] for line in open(self.folder / "out.jsonl")] if (self.folder / "out.jsonl").exists() else None
        if (written and len(written)) != count or written and written != sorted(set(written)):
            self.fault(f"{name}: {written and len(written)} records written, expected {count}")
        return None

    def check_sink(self, mode, jobs):
        """A sink publishes at the end of its input, and a run that fails before that lets it publish nothing."""
        name = f"sink {mode}, {jobs} jobs"
        code, publishes, error = SINKS[mode]
        sink = {"type": "exec", "command": ["python3", "sink.py", mode, self.mark], "idle_timeout_seconds": 2}
        self.write_plan({"type": "json", "from": "sink.jsonl"}, [], sink)
        got, output, _ = self.run(name, jobs)
        if got != code or error and error not in output:
            return self.fault(f"{name}: exit code {got}, expected {code} and \"{error}\": {output[-500:]}")
        published = self.folder / "committed"
        if published.exists() != publishes:
            self.fault(f"{name}: has {'' if published.exists() else 'not '}published")
        elif publishes and [json.loads(line)["id"] for line in open(published)] != list(range(SINK_RECORDS)):
            self.fault(f"{name}: has published other records than it got")
        return None

    def check_pause(self, jobs):
        """A line that is left out is found while the source pauses, and fails the run."""
        name = f"a line left out and a pause, {jobs} jobs"
        self.write_plan(
            {"type": "exec", "command": ["python3", "pausing.py", self.mark]},
            [{"type": "exec", "command": ["python3", "-u", "leaves_out.py", self.mark], "record_timeout_seconds": 1}],
            {"type": "jsonl", "to": "out.jsonl"},
        )
        got, output, _ = self.run(name, jobs)
        if got != 65 or "needs one line for each" not in output or (self.folder / "out.jsonl").exists():
            self.fault(f"{name}: exit code {got}: {output[-500:]}")

    def check_signal(self, number):
        """tabpipe is ended while a program waits that ignores SIGTERM and has forked; a sink must not take that for its commit point."""
        name = f"signal {number}"
        script = "import sys, time\nfor number in range(10**9): print('{\"id\":%d}' % number, flush=True)"
        self.write_plan(
            {"type": "exec", "command": ["python3", "-c", script, self.mark]},
            [{"type": "exec", "command": ["python3", "-u", "program.py", random.choice(["fork", "ignore"]), self.mark]}],
            {"type": "exec", "command": ["sh", "-c", "cat > /dev/null; touch committed", self.mark]},
        )
        process = self.start(2)
        time.sleep(random.uniform(0.05, 1.0))
        process.send_signal(number)
        try:
            process.communicate(timeout=MAX_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fault(f"{name}: not at its end after {MAX_SECONDS} s")
        self.check_left(name)
        if (self.folder / "committed").exists():
            self.fault(f"{name}: the sink took it for the end of its input")

    def check_order(self):
        """Equal output for every number of workers, and for the program alone."""
        self.write_input("large.jsonl", self.records)
        program = ".title |= ascii_upcase"
        with open(self.folder / "large.jsonl") as file:
            output = subprocess.run(["jq", "-c", program], stdin=file, stdout=subprocess.PIPE, check=True).stdout
        expected = hashlib.sha256(output).hexdigest()
        for jobs in (1, 2, 8):
            self.pipeline(["jq", "--unbuffered", "-rc", program], source="large.jsonl")
            code, output, seconds = self.run(f"order, {jobs} jobs", jobs)
            got = hashlib.sha256((self.folder / "out.jsonl").read_bytes()).hexdigest() if code == 0 else f"exit code {code}: {output}"
            print(f"order, {jobs} jobs: {self.records} records in {seconds:.2f} s", flush=True)
            if got != expected:
                self.fault(f"order, {jobs} jobs: another output: {got}")

    def check_throughput(self):
        """The time beside that of the same program in a shell pipe: the shell may take no less than 0.7 times as long."""
        self.write_input("large.jsonl", self.records)
        upper = "import json,sys\nfor line in sys.stdin:\n r=json.loads(line); r['title']=r['title'].upper(); print(json.dumps(r))"
        commands = {
            "jq": ["jq", "--unbuffered", "-rc", ".title |= ascii_upcase"],
            "awk": ["awk", '{ sub(/Title/, "TITLE"); print; fflush() }'],
            "python3": ["python3", "-u", "-c", upper],
        }
        for name, command in commands.items():
            if not shutil.which(command[0]):
                print(f"throughput, {name}: not installed, skipped")
                continue
            shell, ours = [], []
            self.pipeline(command, source="large.jsonl", per="run")
            for _ in range(3):
                start = time.monotonic()
                with open(self.folder / "shell.jsonl", "wb") as output:
                    first = subprocess.Popen(["cat", "large.jsonl"], cwd=self.folder, stdout=subprocess.PIPE)
                    second = subprocess.Popen(command, cwd=self.folder, stdin=first.stdout, stdout=subprocess.PIPE)
                    third = subprocess.Popen(["cat"], stdin=second.stdout, stdout=output)
                    first.stdout.close()
                    second.stdout.close()
                    for process in (first, second, third):
                        process.wait()
                shell.append(time.monotonic() - start)
                code, output, seconds = self.run(f"throughput, {name}", 2)
                ours.append(seconds)
                if code != 0:
                    self.fault(f"throughput, {name}: exit code {code}: {output}")
            ratio = min(shell) / min(ours)
            print(f"throughput, {name}: shell pipe {min(shell):.2f} s, tabpipe {min(ours):.2f} s, {ratio:.2f} times", flush=True)
            if ratio < 0.7:
                self.fault(f"throughput, {name}: {ratio:.2f} times that of the shell pipe; 0.7 is the least")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--throughput", type=int, default=1, help="0 leaves the measurement out")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        series = Series(os.path.abspath(arguments.program), pathlib.Path(folder), arguments.records)
        series.check_order()
        if arguments.throughput:
            series.check_throughput()
        for number in range(arguments.rounds):
            for mode in EXPECTED:
                series.check_mode(mode, random.choice([1, 2, 8]))
            for mode in ENVELOPES:
                series.check_envelope(mode, random.choice([1, 2, 8]))
            for mode in SOURCES:
                series.check_source(mode, random.choice([1, 2, 8]))
            for mode in SINKS:
                series.check_sink(mode, random.choice([1, 2, 8]))
            series.check_pause(random.choice([1, 2]))
            for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
                series.check_signal(ending)
            print(f"round {number + 1}: {series.faults} faults", flush=True)
    print(f"{series.faults} faults in {arguments.rounds} rounds")
    sys.exit(1 if series.faults else 0)


if __name__ == "__main__":
    main()
