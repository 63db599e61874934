#!/usr/bin/env python3
"""The stage assets on all case studies, on addresses that content must not reach, and on traps. Ends runs with SIGKILL at random moments.

The case studies are those of ../shared/data where it exists, otherwise the content of Tests/Origin. With root on Linux, also a name that
resolves to a private address.
"""

import hashlib
import http.server
import json
import os
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
given = series.arguments(__doc__, rounds=10)
faults = []


def picture(width, height, red, green, blue):
    """A PNG in one color, with a lighter frame. It is stored, so that its bytes do not depend on the version of zlib."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def pixel(x, y):
        is_frame = x in (0, width - 1) or y in (0, height - 1)
        return bytes((value + 255) // 2 if is_frame else value for value in (red, green, blue))

    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def check(name, found, expected):
    is_good = found == expected
    print(f"{'ok' if is_good else 'FAULT'}: {name}: {found if is_good else f'expected {expected}, found {found}'}")
    if not is_good:
        faults.append(name)


class Site(http.server.ThreadingHTTPServer):
    """Images with validators, redirects, and traps. `asked` holds the paths and statuses of all requests."""

    daemon_threads = True

    def __init__(self, host="127.0.0.1"):
        super().__init__((host, 0), Handler)
        self.files, self.asked, self.sent, self.delay = {}, [], 0, 0.0
        self.port = self.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def handle_error(self, *_):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        site, path = self.server, self.path.split("?")[0]
        time.sleep(site.delay)
        if path.startswith("/to/"):
            return self.answer(302, b"", {"Location": urllib.request.unquote(path[4:])})
        if path.startswith("/silent/"):
            site.asked.append((self.path, 0))
            time.sleep(5)
            self.close_connection = True
            return None
        if path.startswith("/wait/"):
            return self.answer(429, b"", {"Retry-After": "2"})
        if path == "/huge.png":
            return self.huge(2 << 30)
        body = site.files.get(path)
        if body is None:
            return self.answer(404, b"<title>missing</title>")
        tag = f'"{hashlib.sha256(body).hexdigest()[:8]}"'
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, b"", {"ETag": tag})
        self.answer(200, body, {"ETag": tag})

    def answer(self, status, body, headers=()):
        self.server.asked.append((self.path, status))
        self.send_response_only(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status != 304:
            self.server.sent += len(body)
            self.wfile.write(body)

    def huge(self, count):
        self.server.asked.append((self.path, 200))
        self.send_response_only(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        block = picture(100, 100, 1, 2, 3).ljust(1 << 20, b"\0")
        try:
            for _ in range(count >> 20):
                self.wfile.write(b"100000\r\n" + block + b"\r\n")
                self.server.sent += len(block)
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.close_connection = True


def run(folder, pipeline, *arguments, program=given.program, prefix=()):
    path = os.path.join(folder, "p.json")
    with open(path, "w") as file:
        json.dump(pipeline, file)
    command = [*prefix, program, "run", path, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def pipeline(records, assets, source=None):
    return {
        "name": "p", "source": source or {"type": "json", "from": records},
        "stages": [{"type": "assets", "folder": "out/images", "link_as": "images/{{.name}}", "retry": {"base_seconds": 0.01}, **assets}],
        "sinks": [{"type": "jsonl", "to": "out/all.jsonl"}],
    }


def write(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def lines(folder):
    with open(os.path.join(folder, "out/all.jsonl")) as file:
        return [json.loads(line) for line in file]


def stamps(folder):
    found = {}
    for parent, _, names in os.walk(os.path.join(folder, "out")):
        for name in names:
            status = os.stat(os.path.join(parent, name))
            found[os.path.relpath(os.path.join(parent, name), folder)] = (status.st_mtime_ns, status.st_ino)
    return found


def case_studies(folder):
    """All studies with all images: fetched once, nothing in the second run, and only what has changed in the third."""
    script = os.path.join(HERE, "..", "Origin", "origin.py")
    server = subprocess.Popen([sys.executable, script, "--with-parent"], stdout=subprocess.PIPE, text=True)
    try:
        ready = json.loads(server.stdout.readline())
        base = ready["base"]

        def get(path):
            with urllib.request.urlopen(base + path) as response:
                return json.load(response)

        def images(stats, key="counts"):
            return {path: count for path, count in stats[key].items() if "/images/" in path}

        document = json.dumps(get("/endpoints/v1/caseStudies.json"))
        named = set(re.findall(r'http://[^"/]*(/endpoints/v1/images/[^"]*)"', document))
        references = len(re.findall(r'/endpoints/v1/images/[^"]*"', document))
        plan = {
            "name": "studies", "source": {"type": "json", "from": f"{base}/endpoints/v1/caseStudies.json", "items": ".case_studies[]"},
            "stages": [
                {"type": "case_study"},
                {"type": "set", "fields": {"slug": ".id | tostring"}},
                {"type": "assets", "html": ["html"], "fields": ["hero_image"], "folder": "out/images", "link_as": "images/{{.name}}",
                 "allow_private_hosts": True},
            ],
            "sinks": [
                {"type": "markdown", "to": "out/{{.slug}}.md", "front_matter": "{title, hero_image}"},
                {"type": "site", "to": "out/{{.slug}}.html", "title": "Studies"},
            ],
        }
        get("/control/reset")
        start = time.monotonic()
        first = run(folder, plan)
        print(f"    first run: {time.monotonic() - start:.2f} s; {len(named)} addresses of images, {references} references")
        print("    " + first.stderr.replace("\n", "\n    ").rstrip())
        stats = get("/control/stats")
        asked = images(stats)
        missing = sum(count for status, count in stats["statuses"].items() if str(status) == "404")
        check("case studies: exit code", first.returncode, 0)
        check("case studies: each image is asked for once", (set(asked) == named, set(asked.values())), (True, {1}))
        check("case studies: the missing ones are warned about in one line", len(re.findall(r"^warning: assets: .*404", first.stderr, re.M)),
              1 if missing else 0)
        files = set(os.listdir(os.path.join(folder, "out/images")))
        print(f"    {len(asked) - missing} images fetched, {missing} missing, {len(files)} files")
        text = "".join(open(os.path.join(folder, "out", name)).read() for name in sorted(os.listdir(os.path.join(folder, "out")))
                       if name.endswith((".md", ".html")))
        linked = set(re.findall(r"images/([a-z0-9_-]+-[0-9a-f]{32}\.(?:png|jpg|gif|webp|avif))", text))
        check("case studies: Markdown and pages point at all files", (linked == files, len(linked)), (True, len(files)))
        left = set(re.findall(rf"{re.escape(base)}(/endpoints/v1/images/[^\"()<> ]*)", text))
        check("case studies: only missing images keep their address", len(left), missing)
        tags = re.findall(r'<img[^>]*src="images/[^>]*>', text)
        article = [tag for tag in tags if "width=" in tag and "height=" in tag]
        print(f"    {len(article)} of {len(tags)} images in pages have a width and a height")
        before, sent = stamps(folder), sum(images(stats, "bytes_sent").values())
        second = run(folder, plan)
        after = sum(images(get("/control/stats"), "bytes_sent").values())
        misses = [size for path, size in images(get("/control/stats"), "bytes_sent").items() if path in left]
        check("case studies: the second run", (second.returncode, stamps(folder) == before), (0, True))
        print(f"    bytes of images: first run {sent}, second run {after - sent} (pages of the {missing} missing: {sum(misses) // 2})")
        check("case studies: bytes of images in the second run", after - sent - sum(misses) // 2, 0)
        print("    " + second.stderr.replace("\n", "\n    ").rstrip())
    finally:
        server.terminate()
        server.wait()


def changes(folder):
    """A changed image is fetched alone, and an image of two records is one file."""
    site = Site()
    site.files = {f"/{n}.png": picture(n, n, 9, 9, 9) for n in range(1, 6)}
    records = [{"html": "".join(f'<img src="{site.base}/{n}.png">' for n in range(1, 6))}, {"html": f'<img src="{site.base}/1.png">'}]
    plan = pipeline(write(folder, "in.json", records), {"html": ["html"], "allow_private_hosts": True}, None)
    plan["source"]["items"] = ".[]"
    run(folder, plan)
    check("changes: first run", (len(site.asked), len(os.listdir(f"{folder}/out/images"))), (5, 5))
    site.asked.clear()
    site.files["/3.png"] = picture(30, 30, 9, 9, 9)
    sent = site.sent
    run(folder, plan)
    check("changes: one changed image", (sorted(status for _, status in site.asked), site.sent - sent),
          ([200, 304, 304, 304, 304], len(site.files["/3.png"])))
    check("changes: the record names the new file", "width=\"30\"" in lines(folder)[0]["html"], True)


def refusals(folder):
    """Addresses in private networks, in every notation, by name, by redirect, and on a connection that the source has opened."""
    site, other = Site(), Site()
    site.files = other.files = {"/a.png": picture(2, 2, 1, 1, 1)}
    port = site.port
    hosts = ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "localhost", "localhost.", "0.0.0.0",
             "10.0.0.1", "169.254.169.254", "[fe80::1]", "[fc00::1]"]
    html = "".join(f'<img src="http://{host}:{port}/a.png">' for host in hosts)
    plan = pipeline(write(folder, "in.json", {"html": html}), {"html": ["html"]})
    done = run(folder, plan)
    refused = re.findall(r"the host leads to (\S+), which is in ([^;]+);", done.stderr)
    print("    " + done.stderr.replace("\n", "\n    ").rstrip())
    check("refused: hosts with their reasons", len(refused), len(hosts))
    check("refused: requests in the server's log", site.asked, [])
    check("refused: the content is unchanged", lines(folder)[0]["html"] == html, True)
    source = {"type": "json", "from": f"{site.base}/in.json"}
    site.files["/in.json"] = json.dumps({"html": f'<img src="{site.base}/a.png">'}).encode()
    done = run(folder, pipeline(None, {"html": ["html"]}, source))
    check("refused: the host of the source itself", ([path for path, _ in site.asked], "loopback" in done.stderr), (["/in.json"], True))
    site.asked.clear()
    allowed = {"html": ["html"], "allow_private_hosts": True}
    html = "".join(f'<img src="{site.base}/to/{urllib.request.quote(f"http://{host}:{other.port}/a.png", safe="")}">' for host in hosts[:1])
    done = run(folder, pipeline(write(folder, "in.json", {"html": html}), allowed))
    check("allowed: a redirect with allow_private_hosts", [path for path, _ in other.asked], ["/a.png"])


def resolved(folder):
    """With root on Linux: a name that resolves to 10.0.0.1, and redirects from a public address, in a namespace of its own."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("ip"):
        return print("skipped: a name that resolves to a private address needs root, unshare and ip")
    hosts = ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "localhost", "inner.example"]
    script = os.path.join(folder, "inside.py")
    with open(script, "w") as file:
        file.write(f"""
import json, os, subprocess, sys
sys.argv = ["assets.py"]
sys.path.insert(0, {HERE!r})
sys.dont_write_bytecode = True
subprocess.run("ip link set lo up && ip addr add 93.184.216.34/32 dev lo && ip addr add 10.0.0.1/32 dev lo", shell=True, check=True)
open({folder!r} + "/hosts", "w").write("127.0.0.1 localhost\\n::1 localhost\\n10.0.0.1 inner.example\\n93.184.216.34 outer.example\\n")
subprocess.run(["mount", "--bind", {folder!r} + "/hosts", "/etc/hosts"], check=True)
import assets
site = assets.Site("0.0.0.0")
site.files = {{"/a.png": assets.picture(2, 2, 1, 1, 1)}}
def image(address): return '<img src="' + address + '">'
targets = [f"http://{{host}}:{{site.port}}/a.png" for host in {hosts!r}]
html = image(f"http://inner.example:{{site.port}}/a.png") + image(f"http://outer.example:{{site.port}}/a.png")
html += "".join(image(f"http://outer.example:{{site.port}}/to/" + assets.urllib.request.quote(target, safe="")) for target in targets)
done = assets.run({folder!r}, assets.pipeline(assets.write({folder!r}, "in.json", {{"html": html}}), {{"html": ["html"]}}), program={given.program!r})
print(json.dumps({{"asked": site.asked, "messages": done.stderr, "code": done.returncode}}))
""")
    done = subprocess.run(["unshare", "-m", "-n", sys.executable, script], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        return print(f"skipped: no namespace: {done.stderr.strip()[-200:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    print("    " + found["messages"].replace("\n", "\n    ").rstrip())
    good = [path for path, status in found["asked"] if path == "/a.png"]
    check("resolved: only the public address itself is asked for the image", good, ["/a.png"])
    check("resolved: redirects are followed to the guard", len([1 for _, status in found["asked"] if status == 302]), len(hosts))
    check("resolved: refusals", sum(int(n or 1) for n in re.findall(r"(\d+) files? of .*?the host leads to", found["messages"])), len(hosts) + 1)


def traps(folder):
    """Files that are no images, one of 2 GB, and 100,000 in one record."""
    site = Site()
    site.files = {
        "/svg.png": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "/page.png": b"<!DOCTYPE html><script>",
        "/good.png": picture(2, 2, 1, 1, 1),
    }
    html = "".join(f'<img src="{site.base}/{name}.png">' for name in ("svg", "page", "huge", "good"))
    plan = pipeline(write(folder, "in.json", {"html": html}), {"html": ["html"], "allow_private_hosts": True})
    usage = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = run(folder, plan)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print("    " + done.stderr.replace("\n", "\n    ").rstrip())
    check("traps: reasons", [word in done.stderr for word in ("an SVG image", "an HTML page", "limit of 33554432 bytes")], [True] * 3)
    check("traps: files", len(os.listdir(f"{folder}/out/images")), 1)
    print(f"    2 GB image: {site.sent >> 20} MiB sent, peak memory {max(memory, usage) // 1024} MiB")
    check("traps: less than 100 MiB of 2 GB", site.sent < 100 << 20, True)
    html = "".join(f'<img src="{site.base}/{n}.png">' for n in range(100_000))
    start, count = time.monotonic(), len(site.asked)
    done = run(folder, pipeline(write(folder, "in.json", {"html": html}), {"html": ["html"], "allow_private_hosts": True,
                                                                           "limits": {"max_record_files": 100}}))
    print(f"    100,000 images of a record: {time.monotonic() - start:.2f} s\n    " + done.stderr.replace("\n", "\n    ").rstrip())
    check("traps: requests for 100,000 images of a record", len(site.asked) - count, 100)


def hosts(folder):
    """300 images at each of two hosts that hold a run: one says nothing, and one asks for waits."""
    if sys.platform != "linux":
        return print("skipped: other systems have only one address of this machine")
    site = Site("0.0.0.0")
    site.files = {"/good.png": picture(2, 2, 1, 1, 1)}
    silent, waiting = (f"http://{host}:{site.port}" for host in ("127.0.0.2", "127.0.0.3"))
    addresses = [f"{base}/{kind}/{n}.png" for n in range(300) for base, kind in ((silent, "silent"), (waiting, "wait"))]
    html = "".join(f'<img src="{address}">' for address in [*addresses, f"{site.base}/good.png"])
    start = time.monotonic()
    done = run(folder, pipeline(write(folder, "in.json", {"html": html}), {
        "html": ["html"], "allow_private_hosts": True, "timeouts": {"idle_seconds": 1}}))
    seconds = time.monotonic() - start
    print(f"    {seconds:.1f} s, {len(site.asked)} requests\n    " + done.stderr.replace("\n", "\n    ").rstrip())
    check("hosts: the good image", lines(folder)[0]["html"].count("images/good-"), 1)
    # Up to three more requests are in progress when the tenth one fails.
    for kind in ("silent", "wait"):
        count = sum(path.startswith(f"/{kind}/") for path, _ in site.asked)
        check(f"hosts: 10 to 13 requests to the host {kind}", 10 <= count <= 13 or count, True)
    check("hosts: less than 40 s", seconds < 40, True)
    check("hosts: warnings", [done.stderr.count(words) for words in (
        "after 10 failures in a row", "the server said nothing for 1 second", "the server answered 429")], [2, 1, 1])


def indexes(folder):
    """An index of 200 MB takes little memory, whatever its lines."""
    plan = pipeline(write(folder, "in.json", {"html": "<img src=http://127.0.0.1/a.png>"}), {"html": ["html"], "limits": {"max_files": 1000}})
    entry = {"key": "%064x", "url": "u" * 300, "name": "a-%032x.png", "bytes": 1, "sha256": "%064x", "etag": "e" * 3000}
    for name, block in (("one line", b"x" * (1 << 20)), ("long entries", None), ("empty lines", b"\n" * (1 << 20))):
        os.makedirs(f"{folder}/out", exist_ok=True)
        with open(f"{folder}/out/.images.assets.jsonl", "wb") as file:
            file.write(b'{"tabpipe":"assets","version":1}\n')
            for n in range(200 if block else 60_000):
                file.write(block or json.dumps(entry).encode() % (n, n << 128, n << 128) + b"\n")
        probe = "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]); " \
                "print('peak', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)"
        done = run(folder, plan, prefix=(sys.executable, "-c", probe))
        peak = int(re.search(r"peak (\d+)", done.stderr)[1]) >> (10 if sys.platform == "linux" else 20)
        print(f"    {name}: {peak} MiB")
        check(f"indexes: {name}", (done.returncode, peak < 100), (0, True))


def kills(folder):
    """After SIGKILL at a random moment, the outputs are those of before, and the next run is complete."""
    site = Site()
    site.files = {f"/{n}.png": picture(40, 40, n, n, n) for n in range(60)}
    site.delay = 0.01
    records = [{"n": n, "html": f'<img src="{site.base}/{n}.png">'} for n in range(60)]
    plan = pipeline(write(folder, "in.json", records), {"html": ["html"], "allow_private_hosts": True})
    plan["source"]["items"] = ".[]"
    run(folder, plan)
    whole = {name: open(os.path.join(folder, name), "rb").read() for name in stamps(folder)}
    bad = 0
    for _ in range(given.rounds):
        shutil.rmtree(f"{folder}/out")
        write(folder, "p.json", plan)
        process = subprocess.Popen([given.program, "run", "p.json", "--quiet"], cwd=folder)
        time.sleep(random.uniform(0, 0.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
        shown = [name for name in stamps(folder) if not re.search(r"/\.tabpipe", name)]
        listed = os.path.exists(f"{folder}/out/all.jsonl")
        if listed and len([name for name in shown if "/images/" in name]) != 60:
            bad += 1
        run(folder, plan)
        found = {name: open(os.path.join(folder, name), "rb").read() for name in stamps(folder)}
        bad += found != whole
    check(f"kills: faults in {given.rounds} rounds", bad, 0)


if __name__ == "__main__":
    for part in (case_studies, changes, refusals, resolved, traps, hosts, indexes, kills):
        print(f"{part.__name__}: {part.__doc__.splitlines()[0]}")
        with tempfile.TemporaryDirectory() as folder:
            part(folder)
    sys.exit(1 if faults else 0)
