#!/usr/bin/env python3
"""Tests Tests/fetch-suites against a server on this machine.

The server gives archives made of the suites in ../shared/data (or TABPIPE_DATA), in the form that they have upstream; without these, of
two small files. Each round changes one thing: a wrong byte, a missing file, a broken archive, a server that is gone.
"""

import html
import http.server
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "Tests" / "fetch-suites"
DATA = pathlib.Path(os.environ.get("TABPIPE_DATA") or ROOT.parent / "shared" / "data")
FENCE = "`" * 32
faults = []


def check(is_right, what):
    if not is_right:
        faults.append(what)
        print(f"error: {what}")


def upstream(source):
    """The files of a source as they stand in its repository."""
    files = {}
    for folder in source.get("folders", []):
        for name in folder["files"]:
            files[f"{folder['from']}/{name}"] = (DATA / folder["to"] / name).read_bytes()
    if options := source.get("convert"):
        cases = json.loads((DATA / options["to"]).read_text())
        files |= {name: text.encode() for name, text in UNCONVERTED[options["by"]](cases, options).items()}
    return files


def commonmark(cases, _):
    text, section = "A text before the first section.\n", None
    for case in cases:
        if case["section"] != section:
            section = case["section"]
            text += f"\n## {section}\n"
        text += f"\n{FENCE} example\n{case['markdown']}.\n{case['html']}{FENCE}\n".replace("\t", "→")
    return {"spec.txt": text}


def turndown(cases, _):
    text = "<!DOCTYPE html>\n"
    for case in cases:
        options = f" data-options='{html.escape(json.dumps(case['options']))}'" if case["options"] else ""
        text += f'<div class="case" data-name="{html.escape(case["name"])}"{options}>\n  <div class="input">{case["html"]}</div>\n'
        text += f'  <pre class="expected">{html.escape(case["markdown"])}</pre>\n</div>\n'
    return {"test/index.html": text}


def sanitiser(cases, options):
    """Quotes of all three kinds, comments, keys without quotes, joined strings, a comma at the end, and other cases between these."""

    def text(value, mark):
        escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\x0d").replace("\t", "\\u{9}").replace(mark, "\\" + mark)
        return mark + escaped + mark

    parts = []
    for number, case in enumerate(cases):
        mark = "\"'`"[number % 3]
        title = f"title: {text(case['title'], mark)}, " if case["title"] else ""
        half = len(case["payload"]) // 2
        payload = f"{text(case['payload'][:half], mark)} + {text(case['payload'][half:], mark)}"
        wanted = [text(value, mark) for value in case["expected"]]
        expected = wanted[0] if len(wanted) == 1 and number % 2 else "[" + ", ".join(wanted) + "]"
        parts.append(f"  {{ {title}payload: {payload}, expected: {expected} }}, // \"a comment\"\n")
        parts.append("  /* [ */ { 'payload': 'x', \"expected\": [''], },\n")
    return {options["from"]: "export default [\n" + "".join(parts) + "];\n"}


def jq(cases, options):
    files = {}
    for name, places in options["cases"].items():
        lines = ["# a comment"] * (max(line for _, line in places) + 40)
        for case in (case for case in cases if case["file"] == name):
            at = case["line"] - 1
            if case.get("fails"):
                lines[at - 1] = "%%FAIL" if case["check_message"] else "%%FAIL IGNORE MSG"
                rows = [case["program"]] + case["error"].split("\n")
            else:
                rows = [case["program"], f"  {case['input']} "] + case["outputs"]
            lines[at : at + len(rows) + 1] = rows + [""]
        files[f"tests/{name}"] = "\n".join(lines) + "\n"
    return files


UNCONVERTED = {"commonmark": commonmark, "turndown": turndown, "sanitiser": sanitiser, "jq": jq}


def archive(files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(f"repository-commit/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
        link = tarfile.TarInfo("repository-commit/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    return data.getvalue()


class Answers(http.server.BaseHTTPRequestHandler):
    archives = {}
    requests = []

    def do_GET(self):
        Answers.requests.append(self.path)
        body = Answers.archives.get(self.path)
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


def run(into, base, manifest, *suites):
    command = [sys.executable, SCRIPT, "--into", into, "--from", base, "--manifest", manifest, *suites]
    return subprocess.run(command, capture_output=True, text=True)


def files_below(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test(base, manifest_path, sources):
    """All rounds with one manifest; sources are the files of each source, by its archive's address."""
    manifest = json.loads(manifest_path.read_text())
    first = next(iter(manifest))
    address = next(iter(sources))
    good = {path: archive(files) for path, files in sources.items()}

    def round_of(what, archives, code, words, count, suites=(), into=None):
        Answers.archives, Answers.requests = archives, []
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(into or folder)
            outcome = run(target, base, manifest_path, *suites)
            check(outcome.returncode == code, f"{what}: exit code {outcome.returncode}: {outcome.stderr}")
            check(words in outcome.stdout + outcome.stderr, f"{what}: {outcome.stdout}{outcome.stderr}")
            check(count is None or len(Answers.requests) == count, f"{what}: {len(Answers.requests)} requests")
            found = files_below(target)
            check(not any(name.endswith(".part") for name in found), f"{what}: a part of a file is left")
            return found

    with tempfile.TemporaryDirectory() as folder:
        found = round_of("all is right", good, 0, f"{first}: ", len(good), into=folder)
        again = round_of("a second time", good, 0, " 0 files written", 0, into=folder)
        check(found == again, "a second time: files changed")
        name = sorted(found)[0]
        (pathlib.Path(folder) / name).write_bytes(b"changed")
        mended = round_of("a file that was changed", good, 0, " 1 files written", 1, into=folder)
        check(mended == found, "a file that was changed: not mended")
    for name, files in sources[address].items():
        changed = archive(sources[address] | {name: files.replace(b"e", b"f") + b"f"})
        found = round_of("a wrong byte", good | {address: changed}, 1, "wrong SHA-256", 1, [first])
        check(not found, "a wrong byte: files were written")
        fewer = archive({other: data for other, data in sources[address].items() if other != name})
        round_of("a missing file", good | {address: fewer}, 1, f"{name} is not in ", 1, [first])
        break
    round_of("a broken archive", good | {address: good[address][: len(good[address]) // 2]}, 1, "is no .tar.gz archive", 1, [first])
    round_of("no archive", good | {address: b"<html>"}, 1, "is no .tar.gz archive", 1, [first])
    round_of("a missing repository", {}, 1, "404", None)
    round_of("an unknown suite", good, 2, "no suite is called", 0, ["none"])
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(pathlib.Path(folder), "http://127.0.0.1:9", manifest_path, first)
        check(outcome.returncode == 1 and "cannot fetch" in outcome.stderr, f"no server: {outcome.stderr}")


def small(folder):
    """A manifest with one source of two files."""
    sha = "9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0"  # of "aaa"
    sources = [{"repository": "a/b", "commit": "c", "folders": [{"from": "t", "to": "x/y", "files": {"1 #.json": sha, "d/2.json": sha}}]}]
    path = folder / "suites.json"
    path.write_text(json.dumps({"small": {"licence": "MIT", "sources": sources}}))
    return path, {"/a/b/tar.gz/c": {"t/1 #.json": b"aaa", "t/d/2.json": b"aaa", "t/other.json": b"b"}}


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        test(base, *small(pathlib.Path(folder)))
    manifest = ROOT / "Tests" / "suites.json"
    suites = json.loads(manifest.read_text())
    if all((DATA / name).is_dir() for name in suites):
        sources = {
            f"/{source['repository']}/tar.gz/{source['commit']}": upstream(source) for suite in suites.values() for source in suite["sources"]
        }
        test(base, manifest, sources)
    else:
        print("the suites are not here: their manifest was not tested")
    server.shutdown()
    print(f"fetch-suites: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
