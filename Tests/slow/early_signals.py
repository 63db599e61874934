#!/usr/bin/env python3
"""Sends a signal to runs as soon as they no longer ignore its usual effect (Linux).

Each run reads a pipe without a writer, and so ends only by the signal. No signal may be lost, and no temporary file may remain.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series


def has_changed_signals(process, number):
    """Whether a process catches or ignores a signal."""
    with open(f"/proc/{process.pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return (int(fields["SigIgn"], 16) | int(fields["SigCgt"], 16)) >> (number - 1) & 1


given = series.arguments(__doc__, rounds=100)
faults = []
with tempfile.TemporaryDirectory() as folder:
    os.mkfifo(os.path.join(folder, "pipe"))
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": {"type": "json", "from": "pipe"}, "sinks": [{"type": "json", "to": "out.json"}]}, file)
    for _ in range(given.rounds):
        process = subprocess.Popen([given.program, "run", "p.json", "--quiet"], cwd=folder, stdin=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not has_changed_signals(process, signal.SIGTERM):
            pass
        process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            code = f"lost; {process.wait()}"
        left = [name for name in os.listdir(folder) if name.startswith(".tabpipe")]
        if code != 128 + signal.SIGTERM or left:
            faults.append((code, left))
            for name in left:
                os.unlink(os.path.join(folder, name))
    print(f"{given.rounds} runs")
series.finish(faults)
