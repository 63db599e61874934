#!/usr/bin/env python3
"""Compares the matches of CSS selectors on real pages with those of soupsieve.

The pages are those of ../shared/data/web, or of the folder that TABPIPE_DATA names. Each element gets a number, and the lists of numbers
must be equal. Selectors are made of the names, classes, IDs and attributes of a page. Needs the packages beautifulsoup4, soupsieve and
html5lib; without them or without the pages, the script says that it skips.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, rounds=60)
root = pathlib.Path(__file__).resolve().parents[2]
pages = sorted(pathlib.Path(os.environ.get("TABPIPE_DATA", root / "../shared/data"), "web").glob("*/source.html"))
try:
    import bs4
    import html5lib
    import soupsieve
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(0)
if not pages:
    print("skipped: no pages in ../shared/data/web")
    sys.exit(0)

FIXED = [
    "*", "p", "a[href]", ":root", "body *", "br:empty", "p:not(:has(*))", "li:first-child", "li:last-child", ":only-child", ":only-of-type",
    "p:nth-child(2n+1)", "p:nth-last-child(-n+3)", "div:nth-of-type(odd)", "a:nth-last-of-type(2)", ":nth-child(2 of p)", "a:any-link",
    "div:has(> p + p)", "div:has(img):not(:has(div))", "body :is(h1, h2, h3) ~ p", "h1, h2 + p, ul > li", "[class*='-']", "[id^=m]",
    "a[href$='.html' i]", "[type=text]", "[rel~=stylesheet]", "[lang|=en]", ":lang(en)", "input:checked", ":disabled", ":enabled",
    ":is(ul, ol) :is(ul, ol)", "div div div > p", "p ~ p ~ p", ":not(div):not(p):not(a) > span", "div:has(~ div:has(p))", "script + script",
]

# The longest value in a selector, in characters. Addresses of data are longer.
MAX_VALUE = 200


class Maker:
    """Makes selectors of what a page has."""

    def __init__(self, soup, seed):
        self.random = random.Random(seed)
        self.tags = soup.find_all(True)

    def name(self):
        return soupsieve.escape(self.random.choice(self.tags).name)

    def simple(self, depth):
        tag = self.random.choice(self.tags)
        attributes = [(name, value) for name, value in tag.attrs.items() if name != "data-n" and ":" not in name]
        kind = self.random.randrange(10)
        if kind < 2 and tag.get("class"):
            return "." + soupsieve.escape(self.random.choice(tag["class"]))
        if kind < 3 and tag.get("id"):
            return "#" + soupsieve.escape(tag["id"])
        if kind < 6 and attributes:
            name, value = self.random.choice(attributes)
            value = " ".join(value) if isinstance(value, list) else value
            operator = self.random.choice(["", "=", "~=", "|=", "^=", "$=", "*="])
            if not operator or "\n" in value or '"' in value or "\\" in value:
                return f"[{soupsieve.escape(name)}]"
            cut = value[self.random.randrange(len(value) + 1):] if operator == "$=" else value
            cut = cut[: self.random.randrange(1, 12)] if operator in ("^=", "*=", "|=", "~=") else cut[-MAX_VALUE:]
            if len(value) > MAX_VALUE and operator == "=":
                return f"[{soupsieve.escape(name)}]"
            return f'[{soupsieve.escape(name)}{operator}"{cut}"{self.random.choice(["", "", " i", " s"])}]'
        if kind < 8:
            number = f"{self.random.choice(['', '-', '2', '3', '-2'])}n{self.random.choice(['+', '-'])}{self.random.randrange(5)}"
            return self.random.choice([
                ":first-child", ":last-child", ":only-child", ":first-of-type", ":last-of-type", ":only-of-type", f":nth-child({number})",
                f":nth-last-child({number})", f":nth-of-type({number})", f":nth-last-of-type({number})", f":nth-child({number} of {self.name()})",
            ])
        if depth > 0:
            inner = ", ".join(self.selector(depth - 1) for _ in range(self.random.randrange(1, 3)))
            if self.random.random() < 0.4:
                return f":has({self.random.choice(['', '> ', '+ ', '~ '])}{self.selector(depth - 1)})"
            return f":{self.random.choice(['is', 'not', 'where'])}({inner})"
        return ""

    def selector(self, depth=2):
        text = ""
        for index in range(self.random.choice([1, 1, 1, 2, 2, 3])):
            text += self.random.choice([" ", " ", " > ", " + ", " ~ "]) if index else ""
            compound = (self.name() if self.random.random() < 0.6 else "") + "".join(
                self.simple(depth) for _ in range(self.random.randrange(3)))
            text += compound or "*"
        return text


def matches(page, selectors, folder):
    fields = {f"s{index}": {"select": text, "attribute": "data-n", "all": True} for index, text in enumerate(selectors)}
    with open(os.path.join(folder, "in.json"), "w") as file:
        json.dump([{"html": page}], file)
    with open(os.path.join(folder, "p.json"), "w") as file:
        stage = {"type": "select_html", "fields": fields, "into": "found", "format": "html"}
        json.dump({"source": {"type": "json", "from": "in.json", "items": ".[]"},
                   "stages": [stage, {"type": "map", "to": ".found"}], "sinks": [{"type": "jsonl", "to": "-"}]}, file)
    done = subprocess.run([given.program, "run", "p.json", "--quiet"], cwd=folder, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return done.stderr[-1000:]
    return [found[f"s{index}"] for index in range(len(selectors))]


def is_known(selector):
    """Whether soupsieve knows the selector. It takes no combinators in :has()."""
    try:
        soupsieve.compile(selector)
        return True
    except soupsieve.SelectorSyntaxError:
        return False


faults, count, hits, unknown = [], 0, 0, 0
for page in pages:
    soup = bs4.BeautifulSoup(page.read_bytes().decode("utf-8", "replace"), "html5lib")
    for number, tag in enumerate(soup.find_all(True)):
        tag["data-n"] = str(number)
    text = str(soup)
    soup = bs4.BeautifulSoup(text, "html5lib")
    maker = Maker(soup, f"{given.seed} {page.parent.name}")
    made = list(dict.fromkeys(FIXED + [maker.selector() for _ in range(given.rounds)]))
    selectors = [selector for selector in made if is_known(selector)]
    unknown += len(made) - len(selectors)
    with tempfile.TemporaryDirectory() as folder:
        found = matches(text, selectors, folder)
    if isinstance(found, str):
        faults.append((page.parent.name, found))
        continue
    for selector, numbers in zip(selectors, found):
        expected = [tag["data-n"] for tag in soupsieve.select(selector, soup)]
        count += 1
        hits += bool(expected)
        if numbers != expected:
            faults.append((page.parent.name, selector, f"{len(numbers)} matches, expected {len(expected)}"))
print(f"{len(pages)} pages, {count} selectors, {hits} of them with matches; {unknown} that soupsieve does not know")
series.finish(faults)
