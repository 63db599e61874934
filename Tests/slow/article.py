#!/usr/bin/env python3
"""Compares the main content that tabpipe finds in real web pages with the one that is expected.

The pages are in ../shared/data/web (or web in TABPIPE_DATA): a folder for each, with source.html, expected.html and expected-metadata.json.
Without them, the script skips. It prints the mean F1 of the words, the pages below 0.85, and how many titles are as expected.
"""

import collections
import html
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("TABPIPE_DATA") or ROOT.parent / "shared" / "data") / "web"
# What the content has to reach: the mean F1 of the words, how many pages may be below LOW, and the part of right titles.
MEAN, LOW, LOW_PAGES, TITLES = 0.95, 0.85, 5, 55 / 65


class Words(html.parser.HTMLParser):
    """Counts the words of a page. A character of Chinese or Japanese is a word."""

    hidden = ("script", "style", "title")

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.counts = collections.Counter()
        self.depth = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.depth += tag in self.hidden

    def handle_endtag(self, tag):
        self.depth -= tag in self.hidden and self.depth > 0

    def handle_data(self, data):
        if not self.depth:
            self.counts.update(re.findall(r"[\u2e80-\uffff]|[^\W\u2e80-\uffff]+", data.lower()))


def f1(found, expected):
    common = sum((found & expected).values())
    total = sum(found.values()) + sum(expected.values())
    return 2 * common / total if total else 1.0


def content(program, page):
    return subprocess.run(
        [program, "convert", "--article", "--from", "html", "--to", "html", str(page)], capture_output=True, check=True, text=True,
        encoding="utf-8").stdout


def main():
    given = series.arguments(__doc__)
    if not DATA.is_dir():
        print(f"skipped: {DATA} is missing")
        return 0
    pages = sorted(folder for folder in DATA.iterdir() if (folder / "expected.html").exists())
    scores, right = {}, 0
    for page in pages:
        found = content(given.program, page / "source.html")
        expected = json.loads((page / "expected-metadata.json").read_text("utf-8"))
        scores[page.name] = f1(Words(found).counts, Words((page / "expected.html").read_text("utf-8")).counts)
        title = re.match(r"<title>(.*?)</title>", found, re.DOTALL)
        title = html.unescape(title.group(1)) if title else ""
        right += title == (expected["title"] or "")
    low = {name: score for name, score in scores.items() if score < LOW}
    mean = sum(scores.values()) / len(scores)
    for name, score in low.items():
        print(f"{name}: {score:.3f}")
    print(f"{len(pages)} pages, mean F1 {mean:.4f}, {len(low)} below {LOW}, {right} titles as expected")
    return mean < MEAN or len(low) > LOW_PAGES or right < TITLES * len(pages)


if __name__ == "__main__":
    sys.exit(main())
