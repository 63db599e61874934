#!/usr/bin/env python3
"""Compares the cost of strip_quotes with that of the conversion stages: python3 Benchmarks/quotes.py [--tabpipe .build/release/tabpipe]

Counts instructions with valgrind on the shared mails (../shared/data/emails), and subtracts those of a run without mails. Compares plain
text mails with html_to_text of the same mails as HTML, and HTML mails with html_to_markdown of the same mails.
"""
import argparse, email, email.policy, json, pathlib, re, subprocess, tempfile
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[1]


def mails(folder):
    pages, texts = [], []
    for path in sorted((folder / "html").rglob("*.html")):
        if path.name != "expected.html":
            pages.append(path.read_text("utf-8", "replace"))
    for name in ["reply-cases.json", "signature-cases.json"]:
        for case in json.loads((folder / name).read_text("utf-8")):
            pages += [case["html"]] if case.get("html") else []
            texts += [case["text"]] if case.get("text") else []
    for path in sorted((folder / "eml").rglob("*.eml")):
        for part in email.message_from_bytes(path.read_bytes(), policy=email.policy.default).walk():
            if part.get_content_type() not in ("text/plain", "text/html"):
                continue
            try:
                (texts if part.get_content_type() == "text/plain" else pages).append(part.get_content())
            except (LookupError, UnicodeError):
                continue
    return pages, texts


def as_html(text):
    return "<div>" + escape(text).replace("\n", "<br>\n") + "</div>"


def instructions(tabpipe, scratch, stage, bodies):
    stages = scratch / "stages.json"
    stages.write_text(json.dumps({"stages": [stage]}))
    lines = "".join(json.dumps({"body": body}) + "\n" for body in bodies)
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tabpipe, "pipe", stages, "--jobs", "1", "--quiet"]
    run = subprocess.run(command, input=lines.encode("utf-8", "replace"), capture_output=True, check=True)
    return int(re.search(rb"Collected : (\d+)", run.stderr)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--mails", type=pathlib.Path, default=ROOT.parent / "shared/data/emails")
    options = parser.parse_args()
    pages, texts = mails(options.mails)
    strip = {"type": "strip_quotes"}
    text = {"type": "html_to_text", "field": "body", "format": "html"}
    markdown = {"type": "html_to_markdown", "field": "body", "format": "html"}
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)

        def cost(stage, bodies):
            return instructions(options.tabpipe, scratch, stage, bodies) - instructions(options.tabpipe, scratch, stage, [])

        tasks = [
            ("plain text", strip, texts, "html_to_text", text, [as_html(body) for body in texts]),
            ("HTML", strip, pages, "html_to_markdown", markdown, pages),
        ]
        for name, stage, bodies, other, conversion, same in tasks:
            mine, theirs = cost(stage, bodies), cost(conversion, same)
            print(f"{name}: {len(bodies)} mails, strip_quotes {mine / 1e6:.1f} million instructions, {other} {theirs / 1e6:.1f}: {mine / theirs:.2f} times")


if __name__ == "__main__":
    main()
