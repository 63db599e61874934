"""A headless Chromium, driven through chromedriver (Debian: chromium-driver) by the WebDriver protocol. Standard library alone.

with Browser() as browser:
    browser.open("https://example.com/")
"""

import base64
import json
import re
import subprocess
import urllib.error
import urllib.request


class Browser:
    """Starts chromedriver and a browser, and ends both with the `with` statement."""

    def __init__(self, *switches):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            # The driver says which port it has taken.
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

    def open(self, address):
        """Loads a page and waits until it is there."""
        self.command("POST", "/url", {"url": address})

    def call(self, script, *values):
        """Runs the body of a function and gives what it returns."""
        return self.command("POST", "/execute/sync", {"script": script, "args": values})

    def call_async(self, script, *values):
        """Runs the body of a function that calls its last argument with the result."""
        return self.command("POST", "/execute/async", {"script": script, "args": values})

    def dev_tools(self, name, **parameters):
        """Sends a command of the DevTools protocol."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def set_viewport(self, width, height):
        self.dev_tools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def screenshot(self, **options):
        """What is in the viewport, in the format that the options name."""
        return base64.b64decode(self.dev_tools("Page.captureScreenshot", **options)["data"])
