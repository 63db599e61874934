"""A proxy on loopback that answers for hosts below example.org with the content of recordings/NAME."""
import http.server
import json
import threading
from email.utils import formatdate
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

HERE = Path(__file__).resolve().parent / "recordings"
TIME = 1788249600  # of every response: 1 September 2026, 08:00 GMT
NAMES = sorted(folder.name for folder in HERE.iterdir() if folder.is_dir())


def key(url):
    """What makes two URLs the same request: query items may come in any order and encoding."""
    parts = urlsplit(url)
    return parts.scheme, parts.netloc, parts.path, tuple(sorted(parse_qsl(parts.query, keep_blank_values=True)))


class Recording:
    """recording.json: the pipeline, its parameters and environment, and the file that answers each URL."""

    def __init__(self, name):
        folder = HERE / name
        found = json.loads((folder / "recording.json").read_text(encoding="utf-8"))
        self.pipeline, self.parameters = found["pipeline"], found["set"]
        self.environment = found.get("environment", {})
        self.responses = {}
        for response in found["responses"]:
            self.responses[key(response["url"])] = (response["headers"], (folder / response["file"]).read_bytes())


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version, server_version, sys_version = "HTTP/1.1", "recorded", ""

    def log_message(self, *_):
        pass

    def do_GET(self):
        with self.server.lock:
            self.server.asked.append(self.path)
        # A proxy gets the whole URL in the request line; RFC 9112, section 3.2.2.
        found = self.server.recording.responses.get(key(self.path))
        headers, body = found or ({}, b'{"error": "not recorded"}')
        tag = headers.get("ETag")
        is_known = tag is not None and self.headers.get("If-None-Match") == tag
        self.send_response_only(304 if is_known else 200 if found else 404)
        self.send_header("Date", formatdate(TIME, usegmt=True))
        for name, value in {"Content-Type": "application/json; charset=utf-8", **headers}.items():
            if value:
                self.send_header(name, value)
        if not is_known:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not is_known:
            self.wfile.write(body)


class Proxy(http.server.ThreadingHTTPServer):
    """Serves one recording while the context is open; `asked` holds the URLs of the requests."""

    daemon_threads = True

    def __init__(self, recording):
        super().__init__(("127.0.0.1", 0), Handler)
        self.recording, self.asked, self.lock = recording, [], threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
