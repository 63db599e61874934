#!/usr/bin/env python3
"""Counts the lazy images of real web pages that have their address in the safe HTML that tabpipe writes.

The pages are in ../shared/data/web (or web in TABPIPE_DATA). Without them, the script skips. A lazy image is an `img` that has the address of
a picture in an attribute such as data-src, and in its src none or that of a placeholder; or an image that stands in `noscript` alone. Hidden
ones count as well, tracking pixels do not.
"""

import html.parser
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("TABPIPE_DATA") or ROOT.parent / "shared" / "data") / "web"
# How many of 100 have to be found.
PART = 96
ATTRIBUTES = re.compile(r"data-(lazy-?)?(src|srcset|original|hi-res-src|img|image|url)|data-(src|original|delayed|echo|source|n)-?[a-z]*")


class Images(html.parser.HTMLParser):
    """Collects the attributes of the images of a page."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.fallbacks = []
        self.isFallback = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "noscript":
            self.isFallback = True
        if tag == "img":
            (self.fallbacks if self.isFallback else self.found).append({name: value or "" for name, value in attributes})

    def handle_endtag(self, tag):
        if tag == "noscript":
            self.isFallback = False

    handle_startendtag = handle_starttag


def candidates(image):
    """The addresses that wait in an image; none if it is no lazy one."""
    source = image.get("src", "").strip()
    addresses = []
    for name, value in image.items():
        if ATTRIBUTES.fullmatch(name) and re.search(r"^(https?:)?//|^\.{0,2}/|\.(jpe?g|png|gif|webp|avif|svg)\b", value.strip(), re.I):
            addresses += [part.split()[0] for part in re.split(r",\s+", value.strip()) if part.split()]
    isWaiting = not source or source.startswith("data:") or re.search(r"blank|spacer|placeholder|loading|transparent|1x1|grey|gray", source, re.I)
    return [address for address in addresses if address != source] if isWaiting else []


def fallback(image):
    """The address of an image in `noscript` that is no tracking pixel; None if it is one."""
    isPixel = image.get("width") in ("0", "1") or image.get("height") in ("0", "1") or "display:none" in image.get("style", "").replace(" ", "")
    return None if isPixel or not re.search(r"\.(jpe?g|png|gif|webp|avif|svg)\b", image.get("src", ""), re.I) else image["src"].strip()


def main():
    given = series.arguments(__doc__)
    if not DATA.is_dir():
        print(f"skipped: {DATA} is missing")
        return 0
    lazy = found = 0
    for page in sorted(DATA.glob("*/source.html")):
        images = Images(page.read_text("utf-8", "replace"))
        waiting = [addresses for addresses in map(candidates, images.found) if addresses]
        shown = {image.get("src") for image in images.found}
        waiting += [[address] for address in map(fallback, images.fallbacks) if address and address not in shown]
        if not waiting:
            continue
        written = subprocess.run(
            [given.program, "convert", "--from", "html", "--to", "html", "--sanitize", "article", str(page)], capture_output=True, check=True, text=True,
            encoding="utf-8").stdout
        shown = {image.get("src", "").strip() for image in Images(written).found}
        for addresses in waiting:
            lazy += 1
            if any(address in shown for address in addresses):
                found += 1
            else:
                print(f"{page.parent.name}: {addresses[0]}")
    print(f"{lazy} lazy images, {found} with their address")
    return found * 100 < lazy * PART


if __name__ == "__main__":
    sys.exit(main())
