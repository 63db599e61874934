#!/usr/bin/env python3
"""Runs the built program against every fault of Tests/Origin, through `http`, `json` and `lines`, and prints a table.

Each row says what came out: records, exit code, requests, seconds, memory, message. A run that ends well must have every record of the
server; one that fails must leave no file; no request may come earlier than the server asked. Needs no packages.
"""
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Origin")]
import series  # noqa: E402
from client import Client  # noqa: E402

SOURCES = ("http", "json", "lines")
# What no message may say: names of libcurl, and its own sentences.
LIBRARY_WORDS = re.compile(
    r"curl|CURLE|transfer closed|Recv failure|Send failure|Empty reply|Operation timed out|Failed to connect|bytes remaining|inflate|"
    r"Received HTTP/0\.9|[Mm]aximum \(", re.ASCII)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
LIMITS = {"seconds": 5, "memory": 60}


class Case:
    """One request path, and what a run must do: the defaults are 50 records of one request."""

    def __init__(self, path, code=0, records=None, requests=1, message="", sources=SOURCES, long=False, **more):
        self.path, self.code, self.records, self.requests = path, code, records, requests
        self.message, self.sources, self.long, self.more = message, sources, long, more

    def value(self, name, source):
        """An expectation; `by={"lines": {…}}` has those of one source."""
        own = self.more.get("by", {}).get(source, {})
        return own.get(name, getattr(self, name, None) if name in vars(self) else self.more.get(name, LIMITS.get(name)))

    def expected_records(self, source):
        found = self.value("records", source)
        if found is None and self.value("code", source) == 0:
            # One document in one line, for `lines`.
            found = 437 if "format=lines" in self.path else 1 if source == "lines" else 50
        return found


def whole_lines(name, **more):
    """A fault of a body as JSON (by `http`) and as JSON Lines (by `json` and `lines`)."""
    joint = "&" if "?" in name else "?"
    return [Case(name, sources=("http",), **more), Case(f"{name}{joint}format=lines", sources=("json", "lines"), **more)]


BROKEN = "the connection broke before the response was complete"
HTML = {"lines": {"code": 0, "message": ""}}
CASES = [
    Case("/fault/429?times=2&after=1", requests=3, seconds=8, least=2),
    Case("/fault/429date?times=1&after=2", requests=2, seconds=8, least=1),
    Case("/fault/429?times=1&after=4000", 75, message="come again at"),
    Case("/fault/503?times=3", requests=4),
    Case("/fault/503?times=1&after=1", requests=2, least=1),
    Case("/fault/500forever", 69, requests=5, message="the server answered 500 (5 attempts in"),
    *(Case(f"/fault/status?code={status}", 69, requests=5, message=f"the server answered {status} (5 attempts in")
      for status in (408, 425, 500, 502, 503, 504)),
    *(Case(f"/fault/status?code={status}&times=1", requests=2) for status in (408, 425, 502, 504)),
    *(Case(f"/fault/status?code={status}", 69, message=f"the server answered {status}: ") for status in (400, 404, 410, 501, 505)),
    *(Case(f"/fault/status?code={status}", 77, message=f"the server answered {status}: ") for status in (401, 403)),
    Case("/fault/cut?at=1000", 69, requests=5, message=BROKEN + ", after 1000 bytes (5 attempts in"),
    Case("/fault/cut?at=1000&chunked=1", 69, requests=5, message=BROKEN),
    Case("/fault/cut?at=1000&times=2", requests=3),
    Case("/fault/cut?at=1000&times=2&chunked=1", requests=3),
    Case("/fault/cut?at=99999", 69, requests=5, message=BROKEN),
    Case("/fault/cut?at=0", 69, requests=5, message=BROKEN),
    Case("/fault/reset?at=1000", 69, requests=5, message=BROKEN),
    Case("/fault/reset?at=1000&times=1", requests=2),
    Case("/fault/reset?times=1", requests=2),
    Case("/fault/reset", 69, requests=5, message=BROKEN),
    Case("/fault/hang?seconds=20&times=1", requests=2, options={"timeouts": {"idle_seconds": 0.3}}),
    Case("/fault/hang?seconds=20&times=1&where=body", requests=2, options={"timeouts": {"idle_seconds": 0.3}}),
    Case("/fault/hang?seconds=20", 69, requests=2, message="the server said nothing for 0.3 seconds (2 attempts in",
         options={"timeouts": {"idle_seconds": 0.3}, "retry": {"max_attempts": 2, "base_seconds": 0.05}}),
    Case("/fault/hang?seconds=20&where=body", 69, requests=2, message="the server said nothing for 0.3 seconds (2 attempts in",
         options={"timeouts": {"idle_seconds": 0.3}, "retry": {"max_attempts": 2, "base_seconds": 0.05}}),
    Case("/fault/slow?bytes_per_second=2000", options={"timeouts": {"idle_seconds": 0.5}}),
    Case("/fault/slow?bytes_per_second=400", 69, message="the response was not complete after 0.5 seconds",
         options={"timeouts": {"request_seconds": 0.5}, "retry": {"max_attempts": 1}}),
    Case("/fault/garbage", 69, message="the server sent something that is not HTTP"),
    Case("/fault/chunked_bad", 69, requests=None, message="HTTP"),
    Case("/fault/badgzip", 69, requests=5, message="the compressed response is damaged"),
    Case("/fault/html", 65, message="the server sent HTML: Sign in", by={"lines": {"code": 0, "records": 2, "message": ""}}),
    Case("/fault/badjson", 65, message="byte 52", by={"lines": {"code": 0, "records": 1, "message": ""}}),
    Case("/fault/utf16"),
    Case("/fault/bom"), Case("/fault/wrongtype"), Case("/fault/headers1000"),
    Case("/fault/204", records=0),
    Case("/fault/redirect?n=3", requests=4), Case("/fault/redirect?n=10&code=307", requests=11),
    Case("/fault/redirect?n=11&code=308", 69, requests=11, message="the server redirects more than 10 times"),
    Case("/fault/redirectloop", 69, requests=11, message="the server redirects more than 10 times"),
    Case("/fault/redirect_file", 69, message="the server redirects to a URL with the scheme file"),
    Case("/fault/no_location", 69, message="the server answered 302, a redirect, and named no URL"),
    Case("/fault/redirect_other", requests=2, options={"auth": {"type": "bearer", "token": {"$env": "FAULTS_TOKEN"}}}),
    Case("/fault/deep?levels=100000", 65, message="nest", by={"lines": {"code": 0, "records": 1, "message": ""}}),
    Case("/fault/longkey?bytes=16777216", records=2, memory=150, seconds=10,
         by={"lines": {"code": 65, "message": "line 1 is longer than 16777216 bytes"}}),
    Case("/fault/ok_false", 69, message="invalid_auth", sources=("http",),
         options={"responses": [{"when": ".ok == false", "action": "fail", "message": ".error"}]}),
    Case("/fault/ok_false?times=1", requests=2, sources=("http",),
         options={"responses": [{"when": ".ok == false", "action": "retry", "message": ".error"}]}),
    Case("/fault/ok_false", 69, message="nothing found at .items", sources=("http",)),
    Case("/fault/ok_false", 69, message="invalid_auth", sources=("json",)),
    *whole_lines("/fault/gzip_line_end", code=69, requests=5, message="the compressed response is damaged"),
    *whole_lines("/fault/gzip_no_trailer", code=69, requests=5, message="the compressed response is damaged"),
    *whole_lines("/fault/gzip_crc", code=69, requests=5, message="the compressed response is damaged"),
    *whole_lines("/fault/gzip_length", code=69, requests=5, message="the compressed response is damaged"),
    *whole_lines("/fault/gzip_trailing", code=69, requests=5, message="the compressed response is damaged"),
    *whole_lines("/fault/gzip_line_end?times=1", requests=2), *whole_lines("/fault/gzip_crc?times=1", requests=2),
    *whole_lines("/fault/gzip_members"), *whole_lines("/fault/gzip_unasked"),
    *whole_lines("/fault/206", code=69, message="the server sent a part of the document (206) to a request for the whole"),
    *whole_lines("/fault/length?by=100", code=69, requests=5, message=BROKEN),
    # What comes behind the length is noticed only if it has arrived; otherwise JSON is incomplete.
    Case("/fault/length?by=-100", (65, 69), sources=("http", "json"), message="error: "),
    *whole_lines("/fault/length?by=100&times=1", requests=2),
    *whole_lines("/fault/chunked_cut", code=69, requests=5, message=BROKEN),
    *whole_lines("/fault/chunked_cut?times=1", requests=2),
    *whole_lines("/fault/close_delimited"),
    Case("/fault/close_delimited?cut=1", 65, sources=("http", "json"), message="byte"),
    Case("/fault/close_delimited?cut=1&format=lines", records=200, sources=("json", "lines"), message="an early end cannot be noticed"),
    Case("/fault/changed", requests=2, sources=("http",)),
    Case("/fault/changed?format=lines", 69, requests=2, sources=("json", "lines"), message="the document changed while it was read"),
    *(Case(f"/rate/once/{family}", requests=2, least=0.9)
      for family in ("retry_after", "retry_after_date", "ratelimit", "ratelimit_reset", "x_delta", "x_seconds", "x_milliseconds")),
    Case("/rate/once/none", requests=2),
    Case("/rate/once/retry_after?status=403", requests=2, least=0.9),
    Case("/rate/once/x_delta?status=403", requests=2, least=0.9),
    Case("/rate/once/none?status=403", 77, message="the server answered 403"),
    Case("/cache/unasked", 69, message="304"),
    Case("/auth/basic", 77, message="the server answered 401"),
    Case("/lines", records=437, sources=("json", "lines")),
    Case("/items"),
    Case("/fault/big?mb=20&cut=10000000", requests=2, records=20481, seconds=20,
         by={"lines": {"code": 65, "memory": 120, "message": "line 1 is longer than 16777216 bytes"}, "http": {"memory": 150}}),
    Case("/fault/big?mb=20&cut=10000000&length=1&changed=1", 69, requests=2, sources=("json",), seconds=20,
         message="the document changed"),
    Case("/fault/bomb?mb=64", 69, message="limit of 8000000 bytes", sources=("http",), options={"limits": {"max_response_bytes": 8000000}}),
    Case("/fault/bomb?mb=1024", 69, message="limit of 268435456 bytes", sources=("http",), long=True, seconds=10),
    Case("/fault/bomb?mb=1024", records=1048577, sources=("json",), long=True, seconds=600),
    Case("/fault/bomb?mb=1024", 65, message="line", sources=("lines",), long=True, seconds=60),
]


class Run:
    """A run of the program for one case by one source."""

    def __init__(self, program, case, source):
        self.program, self.case, self.source = program, case, source

    def pipeline(self, base):
        url = base + self.case.path
        source = {"type": self.source, "retry": {"base_seconds": 0.05}, **self.case.more.get("options", {})}
        source["url" if self.source == "http" else "from"] = url
        if self.source == "http" or (self.source == "json" and "format=lines" not in url and "/lines" not in url):
            source["items"] = ".items[]"
        return {"source": source, "sinks": [{"type": "jsonl", "to": "out.jsonl"}]}

    def go(self, origin):
        origin.reset()
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "p.json").write_text(json.dumps(self.pipeline(origin.base)))
            environment = {**os.environ, "FAULTS_TOKEN": "faults-secret-token"}
            start = time.monotonic()
            with open(Path(folder, "messages"), "wb") as messages:
                process = subprocess.Popen([self.program, "run", "p.json"], cwd=folder, stdout=subprocess.DEVNULL, stderr=messages,
                                           stdin=subprocess.DEVNULL, env=environment)
                _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = time.monotonic() - start
            self.code, self.memory = process.returncode, usage.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)
            self.messages = Path(folder, "messages").read_text(errors="backslashreplace").replace(origin.base, "ORIGIN")
            out = Path(folder, "out.jsonl")
            self.records = out.read_bytes().count(b"\n") if out.exists() else None
            self.left = sorted(name for name in os.listdir(folder) if name not in ("p.json", "messages", "out.jsonl"))
        stats = origin.stats()
        self.requests = stats["requests"]
        self.early = stats["rate_limit_violations"] + sum(stats["early_retries"].values())
        self.leaks = stats["second_port"]["credentials"]
        return self

    @property
    def message(self):
        lines = self.messages.strip().splitlines()
        return next((line for line in lines if line.startswith(("error: ", "warning: "))), lines[0] if lines else "")

    def faults(self):
        def want(name):
            return self.case.value(name, self.source)

        records = self.case.expected_records(self.source)
        codes = want("code") if isinstance(want("code"), tuple) else (want("code"),)
        if self.code not in codes:
            yield f"exit code {self.code}, expected {want('code')}"
        if self.code == 0 and self.records != records:
            yield f"{self.records} records with exit code 0, the server has {records}"
        if self.code != 0 and self.records is not None:
            yield "a file of a run that failed"
        if want("requests") is not None and self.requests != want("requests"):
            yield f"{self.requests} requests, expected {want('requests')}"
        if want("message") not in self.messages:
            yield f"the message lacks {want('message')!r}"
        if self.code != 0 and not self.message.startswith("error: ORIGIN" + self.case.path.split("?")[0]):
            yield "the message does not begin with the URL"
        if found := LIBRARY_WORDS.search(self.messages):
            yield f"the message has words of the library: {found[0]!r}"
        if found := CONTROL.search(self.messages):
            yield f"the message has the control character {found[0]!r}"
        if re.search(r"\banswers?\b", self.messages):
            yield "the message says \"answer\" for \"response\""
        if "faults-secret-token" in self.messages or self.leaks:
            yield f"credentials were shown or sent elsewhere: {self.leaks}"
        if self.early:
            yield f"{self.early} requests came earlier than the server asked"
        if self.seconds > want("seconds") or self.seconds < (want("least") or 0):
            yield f"{self.seconds:.1f} s, expected {want('least') or 0} to {want('seconds')}"
        if self.memory > want("memory"):
            yield f"{self.memory:.0f} MB of memory, expected at most {want('memory')}"
        if self.left:
            yield f"left behind: {self.left}"


def run_all(program, workers, is_long, part):
    """Runs all cases, each worker with a server of its own, and returns the runs in the order of the table."""
    waiting, done = queue.Queue(), {}
    runs = [Run(program, case, source) for case in CASES for source in case.sources if (is_long or not case.long) and part in case.path]
    for number, run in enumerate(runs):
        waiting.put((number, run))

    def work():
        with Client("--no-tls") as origin:
            while True:
                try:
                    number, run = waiting.get_nowait()
                except queue.Empty:
                    return
                done[number] = run.go(origin)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(done) < len(runs) or not runs:
        sys.exit(f"only {len(done)} of {len(runs)} runs were made")
    return [done[number] for number in sorted(done)]


given = series.arguments(__doc__, workers=4, long=0, path="")
faults = []
print(f"{'path':44} {'source':6} {'records':>7} {'code':>4} {'req.':>4} {'s':>5} {'MB':>4}  message")
for run in run_all(given.program, given.workers, given.long, given.path):
    records = "-" if run.records is None else run.records
    print(f"{run.case.path:44} {run.source:6} {records:>7} {run.code:>4} {run.requests:>4} {run.seconds:5.1f} {run.memory:4.0f}  {run.message}")
    for fault in run.faults():
        print(f"    {fault}")
        faults.append((run.case.path, run.source, fault))
series.finish(faults)
