"""Opens an e-mail thread as tabpipe's page and as a plain page with a frame per message, alternately, each in a new browser.

usage: python3 Benchmarks/thread.py [--rounds 5] [--messages 2000] [--tabpipe .build/release/tabpipe]     (after `swift build -c release`)

Needs chromedriver (Debian: chromium-driver) and Linux, whose /proc has the peak memory of the tab's process.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from xml.sax.saxutils import escape

from webdriver import Browser

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 10  # timeout after the load of a page, in seconds

# A minimal page of this kind: frames as high as their content, scrolled to the newest message after loading.
PLAIN = """<!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width, initial-scale=1">
<title>Thread</title><style>iframe { width: 100%; border: 0 }</style><script>
const fit = frame => frame.style.height = frame.contentDocument.documentElement.scrollHeight + 'px';
const showNewest = () => document.querySelector('article:last-of-type').scrollIntoView();
addEventListener('DOMContentLoaded', showNewest);
addEventListener('load', showNewest);
</script><body>"""
CELL = '<article><h2>{}</h2><iframe sandbox="allow-same-origin" srcdoc="{}" onload="fit(this)"></iframe></article>\n'

# Records when the newest message is readable: its frame has its text and height and is in the viewport.
WATCH = """if (window === top) requestAnimationFrame(function look() {
  const frame = [...document.querySelectorAll('iframe')].at(-1), box = frame?.getBoundingClientRect();
  const isSeen = frame?.contentDocument?.body?.textContent.includes('The newest message')
    && box.height > 50 && box.top >= 0 && box.top < innerHeight && getComputedStyle(frame).visibility === 'visible';
  if (isSeen) requestAnimationFrame(() => window.seenAfter = performance.now()); else requestAnimationFrame(look);
});"""


def message(number, count):
    lines = [f"<p>{'The newest message' if number == count else f'Message {number}'} of this thread, with words that fill its lines.</p>"]
    lines += [f"<p>{'Some words that fill a line of mail. ' * (3 + number % 7)}</p>" for _ in range(1 + number % 4)]
    if number % 5 == 0:
        lines.append("<table><tr><th>Item<th>Price</tr>" + "<tr><td>Lamp, blue<td>12.00</tr>" * 4 + "</table>")
    return {"from": f"person{number % 9}@example.com", "blurb": f"Message {number}", "body": "".join(lines), "content_loaded": True}


def write_pages(folder, tabpipe, count):
    messages = [message(number, count) for number in range(1, count + 1)]
    data = folder / "thread.json"
    data.write_text(json.dumps({"conversations": [{"id": "thread", "subject": "Thread", "messages": messages}]}))
    command = [tabpipe, "run", "--quiet", ROOT / "pipelines/site-threads.json", "--set", f"from={data}"]
    subprocess.run([*command, "--set", f"to={folder}/site/{{{{.slug}}}}.html"], check=True)
    plain = folder / "plain.html"
    plain.write_text(PLAIN + "".join(CELL.format(each["from"], escape(each["body"], {'"': "&quot;"})) for each in messages))
    return {"tabpipe": folder / "site/thread.html", "plain page": plain}


def measure(page):
    with Browser("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1") as browser:
        browser.set_viewport(1280, 800)
        browser.dev_tools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser.open(page.as_uri())
        end = time.monotonic() + LIMIT
        while (seen := browser.call("return window.seenAfter")) is None and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1)  # until the page has settled
        loaded = browser.call("return performance.getEntriesByType('navigation')[0].loadEventEnd")
        frames = browser.call("return [...document.querySelectorAll('iframe')].filter(frame => frame.contentDocument).length")
        return seen, loaded, browser.peak_memory(), frames


def summary(figures):
    """The median of a column, or "never" if a round has no figure."""
    if None in figures:
        return "never"
    return f"{statistics.median(figures):.0f} ({min(figures):.0f}–{max(figures):.0f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    arguments = parser.parse_args()
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        pages = write_pages(Path(folder), arguments.tabpipe, arguments.messages)
        for _ in range(arguments.rounds):
            for name, page in pages.items():
                figures.setdefault(name, []).append(measure(page))
    print(f"{arguments.messages} messages, {arguments.rounds} rounds: median (least–greatest)\n")
    print("| page | newest message seen after, ms | page loaded after, ms | peak memory of the tab, MB | live frames |")
    print("|---|---|---|---|---|")
    for name, rounds in figures.items():
        print(f"| {name} | {' | '.join(summary(column) for column in zip(*rounds))} |")


main()
