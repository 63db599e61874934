#!/usr/bin/env python3
"""Ends runs that fetch with SIGKILL at random moments, and lets them wait for every family of rate limits.

A run with a cache must give the same output as one that was never killed, and ask only for what is missing. A run with refresh tokens must
work, or say in one sentence with exit 77 that the client has to be authorized again. A rate limit must not be exceeded where the server
says what remains. With root on Linux, also: Ctrl-C while a host is looked up, other TLS libraries, no libcurl at all, HTTP/2 by nginx.
"""

import concurrent.futures
import http.server
import json
import os
import random
import shutil
import signal
import socket
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
LIBRARIES = ("libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4")
FAMILIES = ("retry_after", "retry_after_date", "ratelimit", "ratelimit_reset", "x_delta", "x_seconds", "x_milliseconds", "none")
given = series.arguments(__doc__, rounds=10, records=0, families=",".join(FAMILIES))
faults = []


class Origin:
    """The test server, in a process of its own."""

    def __init__(self):
        script = os.path.join(HERE, "..", "Origin", "origin.py")
        self.process = subprocess.Popen([sys.executable, script, "--own-content", "--with-parent"], stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())
        self.base = self.ready["base"]

    def get(self, path):
        with urllib.request.urlopen(self.base + path) as response:
            return json.load(response)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Run:
    """A pipeline in a folder of its own."""

    def __init__(self, parent, source, **variables):
        self.folder = tempfile.mkdtemp(dir=parent)
        os.mkdir(self.path("tmp"))
        pipeline = {"source": {"type": "http", "items": ".items[]", **source}, "sinks": [{"type": "json", "to": "out.json"}]}
        with open(self.path("p.json"), "w") as file:
            json.dump(pipeline, file)
        self.environment = {**os.environ, "TMPDIR": self.path("tmp"), **variables}

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, command="run", prefix=(), more=()):
        return subprocess.Popen([*prefix, given.program, command, "p.json", *more], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, **options):
        process = self.start(**options)
        messages = process.communicate(timeout=120)[1]
        return process.returncode, messages

    def output(self):
        if not os.path.exists(self.path("out.json")):
            return None
        with open(self.path("out.json")) as file:
            return file.read()


def expect(what, is_right, *details):
    if not is_right:
        faults.append((what, *details))


def resume(parent, origin):
    """Kills runs in the middle of 437 items."""
    source = {"url": origin.base + "/paging/cursor", "paging": {"type": "cursor", "at": ".cursor"}}
    whole = Run(parent, source)
    whole.finish()
    killed = 0
    origin.get("/control/latency?ms=40")
    for _ in range(given.rounds):
        run = Run(parent, {**source, "cache": {"folder": "cache", "fresh_seconds": 600}})
        process = run.start()
        time.sleep(random.uniform(0, 0.6))
        process.kill()
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        stored = [name for name in os.listdir(run.path("cache")) if name.endswith(".response")] if os.path.exists(run.path("cache")) else []
        code, messages = run.finish(more=("--trace", "trace"))
        with open(run.path("trace")) as file:
            uses = [json.loads(line)["cache"] for line in file]
        expect("resume", code == 0 and run.output() == whole.output(), code, messages)
        expect("resume asks for more than is missing", uses == ["hit"] * len(stored) + ["miss"] * (9 - len(stored)), uses, len(stored))
        names = os.listdir(run.path("cache"))
        expect("resume leaves files", all(name.endswith(".response") for name in names), names)
        expect("resume: modes", all(os.stat(run.path("cache/" + name)).st_mode & 0o777 == 0o600 for name in names))
    origin.get("/control/latency?ms=0")
    print(f"resume: {given.rounds} rounds, {killed} killed")


class TokenServer(http.server.ThreadingHTTPServer):
    """Refresh tokens that are good once, and one page for the newest access token. It kills its client behind the first token."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), TokenHandler)
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        self.number = 0
        self.client = None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass


class TokenHandler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        if form["refresh_token"] != f"hush-refresh-{self.server.number}":
            return self.send(400, {"error": "invalid_grant"})
        self.server.number += 1
        self.send(200, {"access_token": f"hush-access-{self.server.number}", "token_type": "bearer",
                        "refresh_token": f"hush-refresh-{self.server.number}"})
        if client := self.server.client:
            time.sleep(random.choice((0, 0, random.uniform(0, 0.002), random.uniform(0, 0.02))))
            client.kill()

    def do_GET(self):
        if self.headers["Authorization"] == f"Bearer hush-access-{self.server.number}":
            self.send(200, {"items": [{"id": 1}]})
        else:
            self.send(401, {})


def refresh(parent):
    """Kills runs behind the response of the token server."""
    codes = []
    for _ in range(given.rounds):
        server = TokenServer()
        auth = {"type": "oauth2_refresh_token", "token_url": server.base + "/token", "client_id": "client",
                "client_secret": {"$env": "CLIENT_SECRET"}, "refresh_token": {"$env": "REFRESH_TOKEN"}, "store": "store.json"}
        run = Run(parent, {"url": server.base + "/items", "auth": auth}, CLIENT_SECRET="hush-client", REFRESH_TOKEN="hush-refresh-0")
        server.client = run.start()
        server.client.communicate()
        server.client = None
        code, messages = run.finish()
        codes.append(code)
        errors = [line for line in messages.split("\n") if line.startswith("error: ")]
        if code == 77:
            expect("refresh: message", len(errors) == 1 and "Authorize the client again" in errors[0], messages)
        else:
            expect("refresh", code == 0 and run.output().count('"id"') == 1, code, messages)
        if os.path.exists(run.path("store.json")):
            expect("refresh: mode", os.stat(run.path("store.json")).st_mode & 0o777 == 0o600)
        expect("refresh: a token is shown", "hush-" not in messages, messages)
        expect("refresh leaves files", code == 77 or not any(name.endswith(".tmp") for name in os.listdir(run.folder)), os.listdir(run.folder))
        server.shutdown()
        server.server_close()
    print(f"refresh: {codes.count(0)} went on, {codes.count(77)} said that the client has to be authorized again")


def rate(parent, family, concurrency, is_counted):
    """Reads 44 pages where ten may be read in two seconds; several at the same time if the server counts them."""
    paging = {"type": "page", **({"total_pages": ".total_pages"} if is_counted else {})}
    with Origin() as origin:
        run = Run(parent, {"url": f"{origin.base}/rate/quota/{family}?size=10", "paging": paging,
                           "retry": {"base_seconds": 0.2, "max_attempts": 9}, "rate": {"concurrency": concurrency}})
        code, messages = run.finish(more=("--trace", "trace"))
        with open(run.path("trace")) as file:
            events = [json.loads(line) for line in file]
        start = min(event["time"] for event in events)
        seconds = max(event["time"] + event["seconds"] for event in events) - start
        violations = origin.get("/control/stats")["rate_limit_violations"]
        what = f"rate {family}, concurrency {concurrency}{', counted pages' if is_counted else ''}"
        # The first window ends at an even second of the clock, and each of four resets lets ten more requests pass.
        least = 2 - start % 2 + 3 * 2
        expect(what, code == 0 and (run.output() or "").count('"id"') == 437, code, messages)
        if family in ("ratelimit", "ratelimit_reset", "x_delta", "x_seconds", "x_milliseconds"):
            expect(what, violations == 0, violations)
        if family == "none":
            # The requests that run at a refusal, and the ones that try whether the server takes requests again.
            expect(what, violations <= 16 + concurrency, violations)
        # 45 requests need at least four resets. The first one can be near, and the server rounds what remains up to a second.
        expect(what, family == "none" or seconds < 1.2 * 10, seconds)
        return f"{what}: {seconds:.1f} s, {seconds / least:.2f} times the least, {len(events)} requests, {violations} refused"


def lookup(parent):
    """Ctrl-C while a host is looked up. Runs in namespaces of its own."""
    import fcntl
    import struct
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as loopback:
        fcntl.ioctl(loopback, 0x8914, struct.pack("16sh20x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running
    resolver = os.path.join(parent, "resolv.conf")
    with open(resolver, "w") as file:
        file.write("nameserver 127.0.0.1\noptions timeout:30 attempts:5\n")
    subprocess.run(["mount", "--bind", resolver, "/etc/resolv.conf"], check=True)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 53))
        server.settimeout(20)
        for command in ("run", "check"):
            run = Run(parent, {"url": "http://slow.example.org/x"})
            process = run.start(command)
            server.recv(512)
            time.sleep(0.2)
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            seconds = time.monotonic() - start
            expect(f"lookup by {command}", process.returncode == 130 and seconds < 1, process.returncode, seconds)
            print(f"Ctrl-C during a lookup by {command}: exit {process.returncode} after {seconds:.2f} s")


def libraries(parent, origin):
    """Other TLS libraries, and none."""
    paths = {}
    for line in subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout.split("\n")[1:]:
        name = line.strip().split(" ")[0]
        if name in LIBRARIES and name not in paths:
            paths[name] = os.path.realpath(line.split(" => ")[1])
    tls = origin.ready["tls"]
    ca = {"tls": {"ca_file": tls["ca_file"]}}
    cases = [(tls["valid"], ca, None), (tls["valid"], {}, "that this machine does not trust"), (tls["expired"], ca, "has expired"),
             (tls["wrong_host"], ca, "is for another host than 127.0.0.1"), (origin.base, {}, None)]
    for hidden in range(len(LIBRARIES) + 1):
        names = [name for name in LIBRARIES[hidden:] if name in paths]
        if hidden < len(LIBRARIES) and LIBRARIES[hidden] not in paths:
            print(f"{LIBRARIES[hidden]}: not installed")
            continue
        binds = [word for name in LIBRARIES[:hidden] if name in paths for word in ("--ro-bind", "/dev/null", paths[name])]
        prefix = ("bwrap", "--dev-bind", "/", "/", *binds, "--")
        for base, options, reason in cases:
            code, messages = Run(parent, {"url": base + "/items", **options}).finish(prefix=prefix)
            if not names:
                reason = "It is in the package libcurl4 or libcurl3-gnutls"
            what = f"{names[0] if names else 'no libcurl'}: {base}"
            expect(what, code == (69 if reason else 0) and (reason or "") in messages, code, messages)
        if not names:
            run = Run(parent, {"type": "json", "from": "p.json", "items": "."})
            with open(run.path("p.json"), "w") as file:
                json.dump({"source": {"type": "json", "from": "in.json"}, "sinks": [{"type": "json", "to": "out.json"}]}, file)
            with open(run.path("in.json"), "w") as file:
                file.write('{"id":1}')
            code, messages = run.finish(prefix=prefix)
            expect("no libcurl, no URL", code == 0, code, messages)
        print(f"{names[0] if names else 'no libcurl'}: {len(cases)} cases")


def http2(parent):
    """437 items by HTTP/2."""
    folder = tempfile.mkdtemp(dir=parent)
    os.chmod(parent, 0o755)
    os.chmod(folder, 0o755)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for page in range(1, 10):
        items = [{"id": number} for number in range(page * 50 - 49, min(page * 50, 437) + 1)]
        with open(f"{folder}/{page}", "w") as file:
            json.dump({"items": items, "total_pages": 9}, file)
    with open(folder + "/nginx.conf", "w") as file:
        file.write(f"""daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
            events {{}}
            http {{ log_format protocol '$server_protocol $connection'; access_log {folder}/access.log protocol; default_type application/json;
              client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d;
              scgi_temp_path {folder}/e;
              server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
                location /items {{ root {folder}; try_files /$arg_page =404; }} }} }}""")
    server = subprocess.Popen(["nginx", "-p", folder, "-c", folder + "/nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        run = Run(parent, {"url": f"https://127.0.0.1:{port}/items", "paging": {"type": "page", "total_pages": ".total_pages"},
                           "tls": {"ca_file": folder + "/cert.pem"}})
        code, messages = run.finish()
        expect("HTTP/2", code == 0 and run.output().count('"id"') == 437, code, messages)
        with open(folder + "/access.log") as file:
            lines = [line.split() for line in file]
        expect("HTTP/2", {line[0] for line in lines} == {"HTTP/2.0"} and len({line[1] for line in lines}) == 1, lines)
        print(f"HTTP/2: {len(lines)} requests on {len({line[1] for line in lines})} connection")
    finally:
        server.terminate()
        server.wait()


def can(*command):
    """Whether a command is there, and works here."""
    return shutil.which(command[0]) is not None and subprocess.run(command, capture_output=True).returncode == 0


with tempfile.TemporaryDirectory() as parent:
    if os.environ.get("TABPIPE_LOOKUP"):
        lookup(parent)
    else:
        with Origin() as origin:
            resume(parent, origin)
            refresh(parent)
            if can("bwrap", "--dev-bind", "/", "/", "true") and origin.ready["tls"]:
                libraries(parent, origin)
            else:
                print("other TLS libraries: skipped, needs bubblewrap and openssl")
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            ways = ((1, False), (4, False), (8, True))
            for line in pool.map(lambda job: rate(parent, *job), [(family, *way) for family in given.families.split(",") for way in ways]):
                print(line)
        if can("nginx", "-v") and shutil.which("openssl"):
            http2(parent)
        else:
            print("HTTP/2: skipped, needs nginx and openssl")
        if can("unshare", "--net", "--mount", "true"):
            command = ["unshare", "--net", "--mount", sys.executable, os.path.abspath(__file__), "--program", given.program]
            expect("lookup", subprocess.run(command, env={**os.environ, "TABPIPE_LOOKUP": "1"}).returncode == 0)
        else:
            print("Ctrl-C during a lookup: skipped, needs root")
for fault in faults:
    print("FAULT", *fault)
sys.exit(1 if faults else 0)
