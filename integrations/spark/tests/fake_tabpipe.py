"""Stands in for `tabpipe` in the tests of the adapter.

It copies records, rejects those with "fail", drops those with "drop", and misbehaves as the environment variable FAKE says:

    good, no_end, wrong_read, wrong_sum, wrong_hash, wrong_bytes, wrong_pipeline, lost_record, killed, killed_in_line, code, garbage,
    two_ends, other_version, talks_first, closes_input, closes_input_early_end, hangs_after_end, floods_messages, first_attempt_fails,
    long_line, unknown_kind, stateful (a stage that may not run apart, except by .thread_id)
"""

import hashlib
import json
import os
import signal
import sys
import time

try:
    import xxhash
except ImportError:
    xxhash = None

FAULT = os.environ.get("FAKE", "good")
VERSION = "9.9.9" if FAULT == "other_version" else "1.2.3"


def reject_of(line: bytes, number: int) -> dict | None:
    """The reject of a line, if it is rejected."""
    origin = {"source": "standard input", "item": number, "line": number}
    try:
        record = json.loads(line)
    except ValueError as error:
        return {"stage": "json", "step": "source", "reason": str(error), "origin": origin, "record": line.decode("utf-8", "replace")}
    if isinstance(record, dict) and "fail" in record:
        return {"stage": "set", "step": "stages[0]", "reason": record["fail"], "at": {"line": 1}, "origin": origin, "record": record}
    return None


def write(kind: str, text: str) -> None:
    sys.stdout.buffer.write(f'{{"{kind}":{text}}}\n'.encode())


def misbehave_at_start() -> None:
    if FAULT == "code":
        print(f"the token is {os.environ.get('TOKEN')}", file=sys.stderr)
        sys.exit("stages.json:1:1: error: no stage is called \"sett\"")
    if FAULT == "first_attempt_fails":
        marker = os.environ["FAKE_MARKER"]
        if not os.path.exists(marker):
            open(marker, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
    if FAULT == "talks_first":
        for number in range(20_000):
            write("ok", json.dumps({"early": number, "text": "x" * 100}))
    if FAULT == "long_line":
        write("ok", "x" * 5_000_000)
    if FAULT == "unknown_kind":
        write("nok", "1")
    if FAULT == "closes_input":
        os.close(0)
        sys.exit(0)
    if FAULT == "floods_messages":
        for number in range(20_000):
            print(f"message {number} {'x' * 100}", file=sys.stderr)


def misbehave_at(number: int) -> None:
    if number == 3 and FAULT == "killed":
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 3 and FAULT == "killed_in_line":
        sys.stdout.buffer.write(b'{"ok":{"id"')
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 3 and FAULT == "garbage":
        sys.stdout.buffer.write(b"Segmentation fault\n")


def counted() -> dict:
    counts = {"read": 0, "made": 20_000 if FAULT == "talks_first" else 0, "written": 0, "filtered": 0, "rejected": 0, "skipped": 0}
    counts["written"] = counts["made"]
    size = 0
    digest = xxhash.xxh64() if xxhash else None
    for number, line in enumerate(sys.stdin.buffer, 1):
        size += len(line)
        if digest:
            digest.update(line)
        counts["read"] += 1
        misbehave_at(number)
        line = line.rstrip(b"\n")
        if reject := reject_of(line, number):
            counts["rejected"] += 1
            write("reject", json.dumps(reject))
        elif b'"drop"' in line:
            counts["filtered"] += 1
        else:
            counts["written"] += 1
            if not (FAULT == "lost_record" and number == 2):
                write("ok", line.decode())
        if FAULT == "closes_input_early_end" and number == 2:
            break
    return counts | {"input": {"lines": counts["read"], "bytes": size, "xxh64": digest.hexdigest() if digest else None}}


def falsify(end: dict) -> None:
    if FAULT == "wrong_read":
        end["read"] += 1
        end["filtered"] += 1
    if FAULT == "wrong_sum":
        end["filtered"] += 1
    if FAULT == "wrong_hash":
        end["input"]["xxh64"] = "0" * 16
    if FAULT == "wrong_bytes":
        end["input"]["bytes"] += 1
    if FAULT == "wrong_pipeline":
        end["pipeline"] = "0" * 64


def main() -> None:
    if "--help" in sys.argv:
        print("--envelope" if os.environ.get("FAKE") != "old" else "")
        return
    if sys.argv[1] == "validate":
        if FAULT == "stateful" and "--partitioned" in sys.argv and ".thread_id" not in sys.argv:
            sys.exit("stages.json:1:1: error: sort looks at neighbours")
        return
    misbehave_at_start()
    with open(sys.argv[2], "rb") as file:
        pipeline = hashlib.sha256(file.read()).hexdigest()
    end = counted() | {"steps": [], "pipeline": pipeline, "parameters": "", "version": VERSION}
    falsify(end)
    if FAULT != "no_end":
        for _ in range(2 if FAULT == "two_ends" else 1):
            write("end", json.dumps(end))
    sys.stdout.flush()
    if FAULT == "hangs_after_end":
        os.close(1)
        time.sleep(3600)


main()
