"""Opens threads of several lengths on a slow line and a slow processor, as pages of tabpipe, and measures what a reader notices.

usage: python3 Benchmarks/threads.py [--messages 4 2000 10000] [--rounds 3] [--tabpipe NAME=PROGRAM …]

The line has 1.6 Mbit/s and 75 ms of latency, the processor is four times slower (both emulated by Chromium), the window is 390×844.
Figures: the message that is painted first, the time until the newest is readable, the sum of layout shifts, the longest task while the page
scrolls up, and the peak memory of the tab. Needs chromedriver (Debian: chromium-driver) and Linux.
"""

import sys

# The folder of this script has an html.py, which http.server would import in place of Python's.
sys.path.append(sys.path.pop(0))

import argparse
import functools
import http.server
import json
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from webdriver import Browser

ROOT = Path(__file__).resolve().parent.parent
LINE = {"offline": False, "latency": 75, "downloadThroughput": 200_000, "uploadThroughput": 100_000}  # bytes a second
LIMIT = 120  # timeout of one page, in seconds
SCROLLING = 8  # duration, in seconds

# Notes the messages that are in sight in each animation frame, and when the text of the newest one is.
WATCH = """if (window === top) {
  window.noted = { first: null, readable: null, shift: 0, tasks: [] };
  new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) noted.shift += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver(list => { for (const entry of list.getEntries()) noted.tasks.push([entry.startTime, entry.duration]); })
    .observe({ type: 'longtask', buffered: true });
  requestAnimationFrame(function look() {
    if (!noted.first) {
      const seen = [...document.querySelectorAll('.message')].filter(element => {
        const box = element.getBoundingClientRect();
        return box.bottom > 1 && box.top < innerHeight && getComputedStyle(element).visibility === 'visible';
      });
      if (seen.length) noted.first = [seen[0].id, performance.now()];
    }
    const frame = [...document.querySelectorAll('.newest iframe')].at(-1), box = frame?.getBoundingClientRect();
    if (frame?.contentDocument?.body?.textContent.includes('The newest message') && box.height > 50 && box.top >= 0
      && box.top < innerHeight && getComputedStyle(frame).visibility === 'visible')
      requestAnimationFrame(() => noted.readable = performance.now());
    else requestAnimationFrame(look);
  });
}"""

SCROLL = """const done = arguments[1], end = performance.now() + arguments[0] * 1000, from = performance.now();
requestAnimationFrame(function step() {
  scrollBy(0, -60);
  if (performance.now() < end) requestAnimationFrame(step);
  else setTimeout(() => done(Math.max(0, ...noted.tasks.filter(([start]) => start >= from).map(([, duration]) => duration))), 500);
});"""


def message(number, count):
    lines = [f"<p>{'The newest message' if number == count else f'Message {number}'} of this thread, with words that fill its lines.</p>"]
    lines += [f"<p>{'Some words that fill a line of mail. ' * (3 + number % 7)}</p>" for _ in range(1 + number % 4)]
    return {
        "from": f"Person {number % 9} <person{number % 9}@example.com>", "date": 1_700_000_000 + number * 60,
        "blurb": f"Message {number}", "body": "".join(lines), "content_loaded": True,
    }


def write_site(folder, program, count):
    data = folder / "thread.json"
    messages = [message(number, count) for number in range(1, count + 1)]
    data.write_text(json.dumps({"conversations": [{"id": "thread", "subject": "Thread", "messages": messages}]}))
    command = [program, "run", "--quiet", ROOT / "pipelines/site-threads.json", "--set", f"from={data}"]
    subprocess.run([*command, "--set", f"to={folder}/site/{{{{.slug}}}}.html"], check=True)
    return folder / "site"


def serve(folder):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def measure(address):
    with Browser("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1") as browser:
        browser.set_viewport(390, 844)
        browser.dev_tools("Network.enable")
        browser.dev_tools("Network.emulateNetworkConditions", **LINE)
        browser.dev_tools("Emulation.setCPUThrottlingRate", rate=4)
        browser.dev_tools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser.call("location.href = arguments[0]", address)
        end = time.monotonic() + LIMIT
        noted = {}
        while time.monotonic() < end and not noted.get("readable"):
            time.sleep(0.2)
            noted = browser.call("return window.noted ?? {}")
        time.sleep(1)  # until the page has settled
        noted = browser.call("return noted")
        longest = browser.call_async(SCROLL, SCROLLING)
        first = noted["first"] or ["none", None]
        return first[0], noted["readable"], noted["shift"], longest, browser.peak_memory()


def figure(values, digits=0):
    if None in values:
        return "never"
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, nargs="+", default=[4, 2000, 10000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tabpipe", nargs="+", default=[f"tabpipe={ROOT}/.build/release/tabpipe"])
    arguments = parser.parse_args()
    print("| messages | program | painted first | newest readable, ms | layout shift | longest task while scrolling, ms | memory, MB |")
    print("|---|---|---|---|---|---|---|")
    for count in arguments.messages:
        with tempfile.TemporaryDirectory() as name:
            servers = {}
            for program in arguments.tabpipe:
                title, path = program.split("=", 1)
                folder = Path(name) / title
                folder.mkdir()
                servers[title] = serve(write_site(folder, path, count))
            rounds = {title: [] for title in servers}
            for _ in range(arguments.rounds):
                for title, server in servers.items():
                    rounds[title].append(measure(f"http://127.0.0.1:{server.server_port}/thread.html"))
            for title, figures in rounds.items():
                first, readable, shift, longest, memory = zip(*figures)
                cells = [", ".join(sorted(set(first))), figure(readable), figure(shift, 3), figure(longest), figure(memory)]
                print(f"| {count} | {title} | {' | '.join(cells)} |", flush=True)


main()
