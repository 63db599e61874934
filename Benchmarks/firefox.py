"""A headless Firefox that is controlled with WebDriver BiDi (Debian: firefox-esr).

Needs Python's standard library only. Requests to other hosts fail, because the proxy of the profile is a closed port.

with Firefox(is_dark=True) as browser:
    browser.open("file:///page.html")
"""

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
from pathlib import Path

SETTINGS = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "permissions.default.image": 2,
}


class Firefox:
    """Starts a browser with a profile of its own; both end with the `with` statement. The color scheme is that of the whole browser."""

    def __init__(self, is_dark=False):
        self.profile = tempfile.mkdtemp()
        self.socket = None
        settings = SETTINGS | {"layout.css.prefers-color-scheme.content-override": 0 if is_dark else 1}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
        Path(self.profile, "user.js").write_text("".join(lines))
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port=0"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": self.profile})
        try:
            said = iter(self.process.stderr.readline, "")
            port = int(next(found[1] for found in (re.search(r"BiDi listening on ws://127\.0\.0\.1:(\d+)", line) for line in said) if found))
            # A full pipe would stop the browser.
            threading.Thread(target=lambda: [None for _ in said], daemon=True).start()
            self.connect(port)
            self.count = 0
            self.command("session.new", capabilities={})
            self.tab = self.command("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        if self.socket:
            self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def connect(self, port):
        """Opens a WebSocket (RFC 6455)."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(120)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ("GET /session HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")
        self.socket.sendall("\r\n".join(lines).encode())
        self.received = self.socket.makefile("rb")
        if b" 101 " not in self.received.readline():
            raise RuntimeError("Firefox refused the WebSocket")
        while self.received.readline().strip():
            pass

    def send(self, data):
        mask = os.urandom(4)
        size = len(data)
        head = struct.pack(">BB", 0x81, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x81, 0xFE, size) if size < 65536 \
            else struct.pack(">BBQ", 0x81, 0xFF, size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[index & 3] for index, byte in enumerate(data)))

    def receive(self):
        """Returns the next message, which can have several frames."""
        data = b""
        while True:
            kind, size = self.received.read(2)
            if size == 126:
                size = struct.unpack(">H", self.received.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.received.read(8))[0]
            part = self.received.read(size)
            if kind & 15 > 2:
                continue
            data += part
            if kind & 128:
                return json.loads(data)

    def command(self, method, **parameters):
        self.count += 1
        self.send(json.dumps({"id": self.count, "method": method, "params": parameters}).encode())
        while True:
            answer = self.receive()
            if answer.get("id") != self.count:
                continue
            if answer["type"] == "error":
                raise RuntimeError(answer["message"])
            return answer["result"]

    def open(self, address):
        """Loads a page and waits for its load event."""
        self.command("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def call(self, script, *values):
        """Runs a script, the body of a function, and returns its result or that of its promise."""
        function = f"async values => JSON.stringify(await (function() {{{script}}}).apply(null, JSON.parse(values)) ?? null)"
        result = self.command(
            "script.callFunction", functionDeclaration=function, arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self.tab}, awaitPromise=True)
        if result["type"] != "success":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def call_async(self, script):
        """Runs a script, the body of a function whose argument is a callback for the result."""
        return self.call(f"return new Promise(done => (function() {{{script}}})(done))")

    def set_viewport(self, width, height):
        self.command("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def screenshot(self):
        """Takes a picture of the whole page."""
        return base64.b64decode(self.command("browsingContext.captureScreenshot", context=self.tab, origin="document")["data"])
