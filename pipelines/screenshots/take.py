"""Takes the pictures of the documentation: one of each kind of page that the sink `site` writes, from the samples, and one of a report.

usage: python3 pipelines/screenshots/take.py [TABPIPE]     (after `swift build -c release`; needs Debian's chromium-driver)
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.append(str(ROOT / "Benchmarks"))

from webdriver import Browser  # noqa: E402

# The page of each picture, and what stands at its top.
PAGES = {
    "studies": ("out/case-studies/index.html", "body"),
    "article": ("out/case-studies/1-harbour-ferries.html", "body"),
    "conversations": ("out/threads/index.html", "body"),
    "timeline": ("out/threads/cnv-1.html", "#m2"),
    "report": ("report.html", "body"),
}

# Shows all pictures of a page, also those further down, and scrolls to an element.
SHOW = """
const [top, done] = arguments;
Promise.all([...document.querySelectorAll('.picture img')].map(image => {
  image.loading = 'eager';
  return image.decode();
})).then(() => requestAnimationFrame(() => { document.querySelector(top).scrollIntoView(); setTimeout(done, 500); }));
"""


def write_orders(folder):
    """Writes a pipeline whose records have every fate, for the picture of a report."""
    states = ["open", "paid", "closed", "open"]
    with open(folder / "orders.jsonl", "w") as file:
        for number in range(60_000):
            order = {"id": number, "state": states[number % 4], "total": number % 90, "lines": [{"item": "cup"}] * (1 + number % 5 // 4)}
            file.write(json.dumps(order if number % 23 else order | {"lines": "none"}) + "\n")
    stages = [
        {"type": "filter", "where": '.state != "closed"'},
        {"type": "filter", "where": ".total > 9"},
        {"type": "map", "to": ".lines[] + {id, total}"},
        {"type": "set", "fields": {"price": "if .total == 77 then error(\"no price for 77\") else .total * 1.19 end"}},
    ]
    sinks = [{"type": "jsonl", "to": "lines.jsonl"}, {"type": "csv", "to": "lines.csv", "fields": ["id", "price"]}]
    (folder / "orders.json").write_text(json.dumps({"source": {"type": "json", "from": "orders.jsonl"}, "stages": stages, "sinks": sinks}))


def main():
    tabpipe = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / ".build/release/tabpipe"
    with tempfile.TemporaryDirectory() as folder, Browser("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1") as browser:
        # The pages find their pictures where the sample names them, from the folder of the pages.
        Path(folder, "samples").symlink_to(ROOT / "pipelines/samples")
        for name in ("case-studies", "threads"):
            to = f"to={folder}/out/{name}/{{{{.slug}}}}.html"
            subprocess.run([tabpipe, "run", "--quiet", ROOT / f"pipelines/site-{name}.json", "--set", to], check=True)
        write_orders(Path(folder))
        report = [tabpipe, "run", "orders.json", "--quiet", "--allow-rejects", "50%", "--report", "report.html"]
        subprocess.run(report, cwd=folder, check=True)
        browser.set_viewport(1024, 720)
        for name, (page, top) in PAGES.items():
            browser.open(f"file://{folder}/{page}")
            browser.call_async(SHOW, top)
            (FOLDER / f"{name}.webp").write_bytes(browser.screenshot(format="webp", quality=85))


main()
