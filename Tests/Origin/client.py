"""A small client for check.py and make_recordings.py: starts the origin, and sends requests with http.client."""
import gzip
import http.client
import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode, urlsplit

HERE = Path(__file__).resolve().parent


class Response:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def ids(self):
        return [item["id"] for item in self.json["items"]]


class Client:
    """Owns an origin with the project's own content."""

    def __init__(self, *arguments):
        command = [sys.executable, str(HERE / "origin.py"), "--own-content", "--with-parent", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self.ready = json.loads(self.process.stdout.readline())
        self.base, self.second_base, self.tls = self.ready["base"], self.ready["second_base"], self.ready["tls"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(10) == 0

    def connection(self, base=None, context=None):
        address = urlsplit(base or self.base).netloc
        return http.client.HTTPSConnection(address, timeout=20, context=context) if context else \
            http.client.HTTPConnection(address, timeout=20)

    def send(self, path, method="GET", body=None, headers=None, base=None, context=None):
        """Sends one request on a connection of its own; the body comes as it was sent."""
        connection = self.connection(base, context)
        connection.request(method, path, body, headers or {})
        found = connection.getresponse()
        response = Response(found.status, {name.lower(): value for name, value in found.getheaders()}, found.read())
        connection.close()
        return response

    def form(self, path, fields, headers=None):
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send(path, "POST", urlencode(fields), {**kind, **(headers or {})})

    def post_json(self, path, value):
        return self.send(path, "POST", json.dumps(value), {"Content-Type": "application/json"})

    def stats(self):
        return self.send("/control/stats").json

    def reset(self):
        self.send("/control/reset")

    def log(self):
        return self.send("/control/log").json


def unzip(data):
    return gzip.decompress(data)
