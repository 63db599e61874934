"""Reading a request's parameters, and writing responses."""
import contextlib
import hashlib
import json
import socket
import ssl
import time
from email.utils import formatdate, parsedate_to_datetime
from urllib.parse import parse_qsl

from common import GOOD, GOOD_LINES, encode, packed


class Responses:
    """Part of the request handler."""

    def read_payload(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        chunks = []
        while size := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def is_form(self):
        return self.headers.get("Content-Type", "").split(";")[0].strip().lower() == "application/x-www-form-urlencoded"

    def parameter(self, name):
        """From the query, the header X-Name, a form, or any depth of a JSON body: so every send_as can be tested."""

        def find(value):
            if not isinstance(value, dict):
                return None
            here = value.get(name)
            return here if isinstance(here, (str, int)) else next(filter(None, map(find, value.values())), None)

        found = self.query.get(name, self.headers.get("X-" + name.replace("_", "-")))
        if found is None and self.is_form():
            return dict(parse_qsl(self.payload.decode())).get(name)
        return find(json.loads(self.payload)) if found is None and self.payload[:1] == b"{" else found

    def number(self, name, default):
        return int(self.query[name]) if name in self.query else default

    def begin(self, status, headers):
        self.record(status)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def send(self, data):
        if self.command != "HEAD":
            self.wfile.write(data)
            with self.state.lock:
                self.state.bytes_sent[self.route] += len(data)

    def reply(self, value, status=200, kind="application/json", headers=None, etag=None, modified=None):
        data = value if isinstance(value, bytes) else encode(value)
        headers = {"Content-Type": kind, **(headers or {})}
        is_packed = len(data) > 200 and kind.startswith(("application/json", "text/")) \
            and "Content-Encoding" not in headers and "gzip" in self.headers.get("Accept-Encoding", "")
        if etag:
            headers["ETag"] = ("W/" if is_packed and not etag.startswith("W/") else "") + etag
            headers.setdefault("Vary", "Accept-Encoding, Authorization")
        if modified:
            headers["Last-Modified"] = formatdate(modified, usegmt=True)
        self.leave()
        if self.is_fresh(etag, modified):
            return self.begin(304, headers)
        if is_packed:
            data = packed(data)
            headers["Content-Encoding"] = "gzip"
        if status != 204:
            headers["Content-Length"] = str(len(data))
        self.begin(status, headers)
        self.send(data)

    def is_fresh(self, etag, modified):
        tags = self.headers.get("If-None-Match")
        if tags and etag:
            own = etag.removeprefix("W/")
            return any(tag.strip().removeprefix("W/") in (own, "*") for tag in tags.split(","))
        since = self.headers.get("If-Modified-Since")
        return bool(since and modified and not tags and parsedate_to_datetime(since).timestamp() >= modified)

    def reply_cacheable(self, value, headers=None):
        self.reply_bytes_cacheable(encode(value), headers)

    def reply_bytes_cacheable(self, data, headers=None):
        self.reply(data, headers=headers, etag=f'"{hashlib.sha256(data).hexdigest()[:16]}"')

    def good(self, headers=None):
        self.reply(GOOD, headers=headers)

    def good_lines(self, headers=None):
        self.reply(GOOD_LINES, kind="application/x-ndjson", headers=headers)

    def stream(self, pieces, headers=None):
        self.begin(200, {"Content-Type": "application/json", "Transfer-Encoding": "chunked", **(headers or {})})
        for piece in filter(None, pieces):
            self.send(b"%x\r\n%b\r\n" % (len(piece), piece))
        self.leave()
        self.send(b"0\r\n\r\n")

    def pause(self, seconds):
        """Waits; ends early with OSError when the client has gone or the server stops."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.server.stopping.wait(min(left, 0.1)):
                raise ConnectionAbortedError
            if isinstance(self.connection, ssl.SSLSocket):
                continue  # cannot look at what has come without taking it
            with contextlib.suppress(BlockingIOError):
                if not self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT):
                    raise ConnectionAbortedError

    def hang_up(self):
        self.leave()
        self.close_connection = True
