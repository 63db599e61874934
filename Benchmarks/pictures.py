"""Opens an index of case studies with pictures on a slow line: with the original images, and with those of the stage assets.

usage: python3 Benchmarks/pictures.py FOLDER [--studies 500] [--tabpipe .build/release/tabpipe] [--width 1280] [--scale 1]

FOLDER has `endpoints/v1/caseStudies.json` and its images. The studies are repeated, and each card has an address of its own, so that
no picture comes from the browser's cache. Needs chromedriver (Debian: chromium-driver), and vipsthumbnail or ImageMagick.
"""

import sys

# This folder has a file with the name of a module of Python.
sys.path.append(sys.path.pop(0))

import argparse
import http.server
import json
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from webdriver import Browser

ROOT = Path(__file__).resolve().parent.parent
PREFIX = "https://raw.githubusercontent.com/theappbusiness/engineering-challenge/main/"
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}

# Counts layout shifts from the start of a page.
WATCH = """window.shift = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value; })
  .observe({ type: 'layout-shift', buffered: true });"""


class Server(http.server.ThreadingHTTPServer):
    """Serves folders; a first name such as `n12` in a path counts for nothing. Counts the bytes of bodies."""

    def __init__(self, folders):
        self.folders, self.bytes = folders, 0
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = re.sub(r"/n\d+/", "/", self.path.split("?")[0]).lstrip("/")
        file = next((folder / path for folder in self.server.folders if (folder / path).is_file()), None)
        body = file.read_bytes() if file else b""
        kinds = {".html": "text/html", ".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"}
        self.send_response(200 if file else 404)
        self.send_header("Content-Type", kinds.get(file.suffix if file else "", "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.server.bytes += len(body)
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass

    def log_message(self, *_):
        pass


def studies(source, count, address):
    """Repeats the studies; each image has an address of its own if `address` contains a place for a number."""
    originals = json.loads((source / "endpoints/v1/caseStudies.json").read_text())["case_studies"]
    made = []
    for number in range(count):
        study = json.loads(json.dumps(originals[number % len(originals)]).replace(PREFIX, address.format(number)))
        study["id"] = number + 1
        made.append(study)
    return json.dumps({"case_studies": made})


def build(program, folder, content, sample, **options):
    """Writes a site with a sample pipeline; returns the seconds that the run takes."""
    (folder / "content.json").write_text(content)
    pipeline = json.loads((ROOT / "pipelines" / sample).read_text())
    pipeline["source"] = {"type": "json", "from": str(folder / "content.json"), "items": ".case_studies[]"}
    pipeline.pop("parameters")
    for stage in pipeline["stages"]:
        if stage["type"] == "assets":
            stage.update(options, folder=str(folder / "site/images"))
    pipeline["sinks"][0]["to"] = str(folder / "site/{{.slug}}.html")
    (folder / "pipeline.json").write_text(json.dumps(pipeline))
    start = time.monotonic()
    subprocess.run([program, "run", folder / "pipeline.json"], check=True)
    return time.monotonic() - start


def measure(browser, address, server):
    """Opens an index on a slow line, scrolls a little; then opens it on a fast line and scrolls over all cards."""
    browser.dev_tools("Network.enable")
    browser.dev_tools("Network.setCacheDisabled", cacheDisabled=True)
    browser.dev_tools("Network.emulateNetworkConditions", **LINE)
    browser.dev_tools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    browser.command("POST", "/timeouts", {"pageLoad": 100_000, "script": 100_000})
    browser.call("location.href = arguments[0]", address)
    time.sleep(12)
    paint = browser.call("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1")
    for _ in range(5):
        browser.call("scrollBy(0, 400)")
        time.sleep(2)
    shift = browser.call("return window.shift")
    browser.dev_tools("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    browser.open("about:blank")
    time.sleep(1)
    before = server.bytes
    browser.open(address)
    first = server.bytes - before
    while not browser.call("scrollBy(0, innerHeight); return scrollY + innerHeight >= document.documentElement.scrollHeight - 1"):
        browser.call_async("setTimeout(arguments[0], 100)")
    settled = -1
    while settled != server.bytes:
        settled = server.bytes
        time.sleep(1)
    cut = browser.call(
        """return Math.max(...[...document.querySelectorAll('.cards img')].filter(e => e.complete && e.naturalWidth).map(e => {
          if (getComputedStyle(e).objectFit !== 'cover') return 0;
          const box = e.clientWidth / e.clientHeight, own = e.naturalWidth / e.naturalHeight;
          return 1 - Math.min(box, own) / Math.max(box, own); }))""")
    return {"first paint (ms)": round(paint), "layout shift": round(shift, 4), "page and first pictures (MB)": round(first / 1e6, 2),
            "after all cards (MB)": round((server.bytes - before) / 1e6, 1), "greatest cut": round(cut, 3)}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--studies", type=int, default=500)
    options.add_argument("--tabpipe", default=str(ROOT / ".build/release/tabpipe"))
    options.add_argument("--width", type=int, default=1280)
    options.add_argument("--scale", type=float, default=1)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name, sample in [("originals", "site-case-studies.json"), ("assets", "site-case-studies-remote.json")]:
            folder = Path(scratch) / name
            folder.mkdir()
            server = Server([options.folder, folder / "site"])
            is_local = name == "assets"
            content = studies(options.folder, options.studies, server.address + ("" if is_local else "n{}/"))
            seconds = build(options.tabpipe, folder, content, sample, allow_private_hosts=True)
            if is_local:
                # Each card has addresses of its own here, too.
                for page in (folder / "site").glob("index*.html"):
                    cards = re.split(r"(?=<li )", page.read_text())
                    page.write_text("".join(re.sub(r'([ ",])images/', rf"\1n{number}/images/", card) for number, card in enumerate(cards)))
            with Browser() as browser:
                browser.dev_tools(
                    "Emulation.setDeviceMetricsOverride", width=options.width, height=800, deviceScaleFactor=options.scale, mobile=options.width < 600)
                print(name, {"build (s)": round(seconds, 1), **measure(browser, server.address + "index.html", server)}, flush=True)
            server.shutdown()


main()
