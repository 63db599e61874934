#!/usr/bin/env python3
"""Fetches with secrets in every place of a request, and looks for them in all that a run writes.

The servers repeat them, in every form, in errors, redirects, links and content. No output, message, trace, reject, cache, `explain`,
`graph` or command line may contain one, in any encoding, and no other host may get one. Outputs hold what the content holds: the
pipelines here drop what the servers repeat.
"""

import base64
import concurrent.futures
import html
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

HERE = os.path.dirname(os.path.abspath(__file__))
given = series.arguments(__doc__)
faults = []
BEARER, KEY, PASSWORD, WORD = "hdrZq7-Tok.en~42xYzAbC", "qry Zq7+/?&=ö\"x9'<k>", "pä ss/w+rd:77=&Qx", "correcthorsebatterystaple"
ENVIRONMENT = {"BEARER": BEARER, "KEY": KEY, "PASSWORD": PASSWORD, "WORD": WORD}
PAIR = base64.b64encode(f"user:{PASSWORD}".encode()).decode()
PLACES = {
    "bearer": {"auth": {"type": "bearer", "token": {"$env": "BEARER"}}},
    "query": {"auth": {"type": "api_key", "in": "query", "name": "api_key", "value": {"$env": "KEY"}}},
    "basic": {"auth": {"type": "basic", "username": "user", "password": {"$env": "PASSWORD"}}},
    "header": {"headers": {"X-Plain": {"$env": "WORD"}}},
    "item": {"query": {"plain": {"$env": "KEY"}}},
    "body": {"method": "POST", "idempotent": True, "body": {"json": {"plain": [{"$env": "WORD"}]}}},
}


def forms(secret):
    """A secret in every encoding, in lower case."""
    data = secret.encode()
    found = {secret, urllib.parse.quote(secret, safe=""), urllib.parse.quote(secret), urllib.parse.quote_plus(secret),
             json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], html.escape(secret), data.hex(),
             "".join(f"%{byte:02x}" for byte in data), repr(secret)[1:-1]}
    for offset in range(3):
        # What depends on the bytes around is left out.
        text = base64.b64encode(b"\0" * offset + data).decode()[offset + 1 if offset else 0:(offset + len(data)) * 8 // 6]
        found |= {text, text.replace("+", "-").replace("/", "_")}
    return {form.lower() for form in found}


TELLS = {form: name for name, secret in {**ENVIRONMENT, "PAIR": PAIR}.items() for form in forms(secret)}


def look(what, text):
    text = (text if isinstance(text, bytes) else text.encode()).decode(errors="replace").lower()
    for form, name in TELLS.items():
        if form in text:
            at = text.index(form)
            faults.append((what, name, text[max(0, at - 120):at + len(form) + 40]))


class Echo(http.server.ThreadingHTTPServer):
    """Repeats the credentials of a request, in the place that the path names and the form that `form` names."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), EchoHandler)
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass


class EchoHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    FORMS = {
        "plain": str, "quoted": lambda text: urllib.parse.quote(text, safe=""), "lower": lambda text: urllib.parse.quote(text, safe="").lower(),
        "base64": lambda text: base64.b64encode(text.encode()).decode(), "html": html.escape, "json": lambda text: json.dumps(text)[1:-1],
        "url": lambda text: f"http://{text}@127.0.0.1:9/x", "host": lambda text: f"http://{text}/x",
    }

    def log_message(self, *_):
        pass

    def secrets(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        found = [query.get("api_key"), query.get("plain"), self.headers.get("X-Plain"), json.loads(body)["plain"][0] if body else None]
        if authorization := self.headers.get("Authorization"):
            scheme, text = authorization.split(" ", 1)
            found += [text, f"{base64.b64decode(text).decode()}" if scheme == "Basic" else None]
        return [text for text in found if text]

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path.split("/")[1:]
        write = self.FORMS[path[1]]
        echo = " ".join(map(write, self.secrets()))
        safe = urllib.parse.quote(echo, safe="%:/@?=&+ ").replace(" ", "%20")
        status, headers, body = 200, {}, {"items": [{"id": 1, "echo": echo}]}
        match path[0]:
            case "error": status, body = int(path[2]), {"error": {"message": f"no {echo}"}}
            case "title": body = f"<!DOCTYPE html><title>no {echo}</title><a href='{echo}'>{echo}</a>"
            case "redirect": status, headers = 302, {"Location": safe if "://" in echo else f"/redirect/{path[1]}?echo={safe}"}
            case "link": headers = {"Link": f"<{safe if '://' in echo else '/items/plain?echo=' + safe}>; rel=\"next\""}
            case "next": body["next"] = echo if "://" in echo else f"/items/plain?echo={safe}"
            case "reason": status, headers = 400, {"X-Echo": safe, "Retry-After": "1"}
        data = (body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Type", "text/html" if isinstance(body, str) else "application/json")
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET


def run(parent, what, source, commands, is_watched=False):
    """Runs commands in a folder of their own, and looks at all that they leave."""
    folder = tempfile.mkdtemp(dir=parent)
    pipeline = {
        "source": {"type": "http", "items": ".items[]", "retry": {"max_attempts": 3, "base_seconds": 0.01, "max_wait_seconds": 2},
                   "timeouts": {"idle_seconds": 1}, "cache": {"folder": "cache", "keep": "all"}, **source},
        "stages": [{"type": "filter", "where": "if .echo then error(.echo) else true end"}],
        "rejects": "rejects.jsonl", "sinks": [{"type": "jsonl", "to": "out.jsonl"}]}
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump(pipeline, file)
    os.umask(0)
    codes = []
    for command in commands:
        process = subprocess.Popen([given.program, *command], cwd=folder, env={**os.environ, **ENVIRONMENT}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if is_watched:
            time.sleep(0.3)
            with open(f"/proc/{process.pid}/cmdline", "rb") as file:
                look(f"{what}: command line", file.read())
        output, messages = process.communicate(timeout=120)
        codes.append(process.returncode)
        look(f"{what}: {command[0]}: output", output)
        look(f"{what}: {command[0]}: messages", messages)
        if process.returncode in (2, 78) or process.returncode < 0:
            faults.append((what, command, process.returncode, messages.decode()))
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            look(f"{what}: {os.path.relpath(path, folder)}: name", name)
            with open(path, "rb") as file:
                look(f"{what}: {os.path.relpath(path, folder)}", file.read())
            if "/cache" in path and os.stat(path).st_mode & 0o777 != 0o600:
                faults.append((what, path, oct(os.stat(path).st_mode)))
    return codes


AT_ONCE = 4  # runs, which mostly wait: for further attempts, and for limits of time
RUNS = [["run", "p.json", "--verbose", "--trace", "trace"], ["run", "p.json", "--log-format", "json", "--trace", "trace2"],
        ["check", "p.json"], ["explain", "p.json"], ["graph", "p.json"], ["validate", "p.json"]]
PATHS = {
    "/items": {}, "/paging/link_header?n=150": {"paging": {"type": "link_header"}}, "/paging/cursor?n=150": {"paging": {"type": "cursor", "at": ".cursor"}},
    "/paging/next_url?n=150": {"paging": {"type": "next_url", "at": ".next"}},
    "/paging/next_other?n=150": {"paging": {"type": "next_url", "at": ".next"}}, "/paging/page?n=150": {"paging": {"type": "page"}},
    "/fault/503?times=1": {}, "/fault/429?after=9": {}, "/fault/429?after=1&times=1": {}, "/fault/500forever": {}, "/fault/redirect": {},
    "/fault/redirect_other": {}, "/fault/redirect_file": {}, "/fault/redirectloop": {}, "/fault/status?code=404": {},
    "/fault/status?code=401": {}, "/fault/status?code=403": {}, "/fault/cut": {}, "/fault/reset": {}, "/fault/hang?seconds=3": {},
    "/fault/garbage": {}, "/fault/html": {}, "/fault/badjson": {}, "/fault/badgzip": {}, "/auth/basic": {}, "/auth/api_key": {},
}

with tempfile.TemporaryDirectory() as parent:
    script = os.path.join(HERE, "..", "Origin", "origin.py")
    origin = subprocess.Popen([sys.executable, script, "--own-content", "--with-parent", "--no-tls"], stdout=subprocess.PIPE, text=True)
    ready = json.loads(origin.stdout.readline())
    runs = 0
    for name, place in PLACES.items():
        for path, options in PATHS.items():
            codes = run(parent, f"{name} {path}", {"url": ready["base"] + path, **place, **options}, RUNS[:3], "hang" in path)
            runs += len(codes)
        run(parent, f"{name}: descriptions", {"url": ready["base"] + "/items", **place}, RUNS[3:])
    with urllib.request.urlopen(ready["base"] + "/control/stats") as response:
        stats = json.load(response)
    origin.terminate()
    origin.wait()
    elsewhere = stats["second_port"]
    print(f"origin: {runs} runs; requests to the second port: {elsewhere['requests']}")
    if elsewhere["credentials"]:
        faults.append(("the second port", elsewhere))
    echo = Echo()
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        runs = []
        for name, place in PLACES.items():
            for form in EchoHandler.FORMS:
                for path in ("error/{}/401", "error/{}/404", "error/{}/503", "title/{}", "redirect/{}", "link/{}", "next/{}", "reason/{}", "items/{}"):
                    paging = {"link": {"paging": {"type": "link_header"}}, "next": {"paging": {"type": "next_url", "at": ".next"}}}
                    source = {"url": f"{echo.base}/{path.format(form)}", **place, **paging.get(path.split("/")[0], {})}
                    runs.append(pool.submit(run, parent, f"{name} {path.format(form)}", source, RUNS[:2]))
        count = sum(len(one.result()) for one in runs)
    print(f"servers that repeat secrets: {count} runs")
for fault in faults:
    print("FAULT", *fault)
print(f"{len(faults)} faults")
sys.exit(1 if faults else 0)
