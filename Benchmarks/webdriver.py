"""A headless Chromium that is controlled with the WebDriver protocol, through chromedriver (Debian: chromium-driver).

Needs Python's standard library only.

with Browser() as browser:
    browser.open("https://example.com/")
"""

import base64
import json
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path


class Browser:
    """Starts chromedriver and a browser; both end with the `with` statement."""

    def __init__(self, *switches):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            # The driver prints the port that it listens on.
            said = iter(self.driver.stdout.readline, "")
            self.port = next(found[1] for found in (re.search(r"on port (\d+)\.", line) for line in said) if found)
            arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", *switches]
            wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}}
            self.session = ""
            self.session = "/" + self.command("POST", "", wanted)["sessionId"]
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.command("DELETE", "")
        finally:
            self.end()

    def end(self):
        self.driver.terminate()
        self.driver.wait()

    def command(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/session{self.session}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def peak_memory(self):
        """Returns the peak memory of the largest renderer of this browser, in MB. Needs Linux, whose /proc has it."""
        parents, peaks = {}, {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
                is_renderer = b"--type=renderer" in (folder / "cmdline").read_bytes()
            except OSError:  # the process has ended
                continue
            parents[int(folder.name)] = int(status["PPid"])
            if is_renderer:
                peaks[int(folder.name)] = int(status["VmHWM"].split()[0]) * 1024 / 1e6

        def is_below(process):
            while process and process != self.driver.pid:
                process = parents.get(process, 0)
            return process == self.driver.pid

        return max(peak for process, peak in peaks.items() if is_below(process))

    def open(self, address):
        """Loads a page and waits for its load event."""
        self.command("POST", "/url", {"url": address})

    def call(self, script, *values):
        """Runs a script, the body of a function, and returns its result."""
        return self.command("POST", "/execute/sync", {"script": script, "args": values})

    def call_async(self, script, *values):
        """Runs a script, the body of a function whose last argument is a callback for the result."""
        return self.command("POST", "/execute/async", {"script": script, "args": values})

    def dev_tools(self, name, **parameters):
        """Sends a command of the Chrome DevTools Protocol."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def set_viewport(self, width, height):
        self.dev_tools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def screenshot(self, **options):
        """Takes a screenshot of the viewport in the format that the options specify."""
        return base64.b64decode(self.dev_tools("Page.captureScreenshot", **options)["data"])
