#!/usr/bin/env python3
"""Nests elements with each pair of styles that a mail may set, and measures how long the browser takes to lay them out.

usage: Tests/slow/layout_time.py --program .build/release/tabpipe [--depth 40] [--tag div] [--limit 1000]

The layout time of some styles grows exponentially with the nesting depth. The sanitiser removes or changes such styles. The script reads
what it leaves of each pair. Needs chromedriver (Debian: chromium-driver); without it, nothing is tested.
"""

import argparse
import html
import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks"))
from webdriver import Browser  # noqa: E402

VALUES = {
    "display": "block inline inline-block flex inline-flex table inline-table table-cell table-row table-caption table-row-group "
    "table-header-group table-column list-item flow-root contents -webkit-box -webkit-inline-box ruby ruby-text grid inline-grid",
    "width": "50% 100% min-content max-content fit-content 90px 9999px 10vw calc(50%*1)",
    "min-width": "50% min-content max-content 300px",
    "max-width": "min-content max-content fit-content 80% 200px none stretch",
    "height": "100% 50% 50px min-content stretch",
    "min-height": "100% fit-content",
    "max-height": "90% 0",
    "padding": "5px 5% 5vw",
    "margin": "5px 5% 5vw auto",
    "gap": "5px 5%",
    "text-indent": "5px 5%",
    "float": "left right",
    "flex": "1 none",
    "flex-basis": "50% min-content content",
    "flex-flow": "column wrap",
    "align-items": "baseline center",
    "align-self": "stretch",
    "overflow": "hidden auto clip",
    "table-layout": "fixed",
    "border-collapse": "collapse",
    "caption-side": "bottom",
    "vertical-align": "middle 5px",
    "border-width": "3px",
    "white-space": "nowrap pre",
    "direction": "rtl",
    "clear": "both",
    "font-size": "90% 2em",
    "line-height": "2 50%",
    "letter-spacing": "5px 5%",
    "text-align": "justify",
    "word-break": "break-all",
    "visibility": "collapse",
    "aspect-ratio": "1",
    "columns": "2",
    "position": "absolute",
}
# Nests elements deeper and deeper, and ends at the first depth that takes longer than the limit.
NEST = """const [styles, tag, depth, limit] = arguments, own = document.querySelector('#own'), slow = [];
for (const style of styles)
  for (let levels = 4; levels <= depth; levels += 3) {
    own.textContent = '';
    let parent = own;
    for (let level = 0; level < levels; level++) {
      const child = document.createElement(tag);
      child.setAttribute('style', style);
      parent.append(child);
      parent = tag === 'table' ? child.insertRow().insertCell() : child;
    }
    parent.append('hello world, this is text');
    const start = performance.now();
    document.body.offsetHeight;
    const time = performance.now() - start;
    own.textContent = '';
    if (time > limit) { slow.push([style, levels, Math.round(time)]); break; }
  }
return slow;"""


def sanitized(folder, program, styles):
    """Returns the address of a page with a mail, and what is left of the styles of its elements."""
    body = "".join(f'<p style="{style}">x</p>' for style in styles)
    message = {"from": "mira@example.com", "blurb": "x", "body": body, "content_loaded": True}
    (folder / "in.json").write_text(json.dumps({"conversations": [{"id": "mail", "subject": "mail", "messages": [message]}]}))
    command = [program, "run", "--quiet", ROOT / "pipelines/site-threads.json", "--set", f"from={folder}/in.json"]
    subprocess.run([*command, "--set", f"to={folder}/site/{{{{.slug}}}}.html"], check=True)
    page = folder / "site/mail/m1.html"
    return page, sorted({html.unescape(style) for style in re.findall(r'<p style="([^"]*)"', page.read_text())})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--depth", type=int, default=40)
    parser.add_argument("--tag", default="div")
    parser.add_argument("--limit", type=float, default=1_000, help="milliseconds")
    arguments = parser.parse_args()
    if not shutil.which("chromedriver"):
        print("layout_time: skipped, needs chromedriver")
        return
    declarations = [(name, f"{name}:{value}") for name, values in VALUES.items() for value in values.split()]
    pairs = itertools.combinations_with_replacement(declarations, 2)
    slow = []
    with tempfile.TemporaryDirectory() as name, Browser() as browser:
        page, styles = sanitized(Path(name), arguments.program, [f"{a};{b}" for (x, a), (y, b) in pairs if x != y or a == b])
        if not styles:
            sys.exit("layout_time: the page shows none of the styles")
        browser.set_viewport(390, 844)
        browser.open(page.as_uri())
        for start in range(0, len(styles), 100):
            slow += browser.call(NEST, styles[start : start + 100], arguments.tag, arguments.depth, arguments.limit)
    for style, levels, time in slow:
        print(f"{style}: {time} ms for {levels} levels")
    print(f"{len(styles)} styles, {len(slow)} of them slow")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
