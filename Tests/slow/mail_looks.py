#!/usr/bin/env python3
"""Shows real and awkward mails in timelines, and compares each with the original's own rendering.

usage: Tests/slow/mail_looks.py --program .build/release/tabpipe [--mails FOLDER] [--only PART] [--quick 1] [--shots FOLDER]
                                [--browser firefox]

At two widths and in both color schemes: no text below 11 px, none clipped or overlapping, no word lost or added, no ordinary word
broken, contrast of 3:1, nothing that scrolls the page sideways. Needs chromedriver
(Debian: chromium-driver), or firefox-esr; without it, nothing is tested.
"""

import argparse
import collections
import html
import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks"))
from awkward_mails import MAILS  # noqa: E402
from firefox import Firefox  # noqa: E402
from webdriver import Browser  # noqa: E402

LOOK = Path(__file__).with_name("mail_looks.js").read_text()
# Waits until the frames have come and the layout has been stable for some frames.
SETTLE = """const done = arguments[0]; let last = '', quiet = 0, rounds = 0;
(function look() {
  const coming = document.querySelector('iframe.coming') || document.querySelector('[data-thread]') && !document.querySelector('.message iframe');
  const now = document.documentElement.scrollHeight + ' ' + [...document.querySelectorAll('iframe')].map(f => f.contentDocument?.querySelectorAll('[data-fit], [style]').length);
  quiet = !coming && now === last ? quiet + 1 : 0;
  last = now;
  if (quiet > 2 || ++rounds > 300) done(); else setTimeout(look, 20);
})();"""
SHOW_QUOTE = "for (const b of document.querySelectorAll('.controls [aria-expanded]')) b.click();"


def write_site(folder, program, mails):
    threads = [
        {"id": name, "subject": name, "messages": [{"from": "mira@example.com", "blurb": name, "body": text, "content_loaded": True}]}
        for name, text in mails.items()
    ]
    (folder / "in.json").write_text(json.dumps({"conversations": threads}))
    command = [program, "run", "--quiet", ROOT / "pipelines/site-threads.json", "--set", f"from={folder}/in.json"]
    subprocess.run([*command, "--set", f"to={folder}/site/{{{{.slug}}}}.html"], check=True)
    for name, text in mails.items():
        # The mark at the beginning wins over what the mail says of its encoding.
        (folder / f"{name}.html").write_text("\ufeff" + text, encoding="utf-8")


def start(name, is_dark):
    """Starts a browser that reaches no other host and shows no images."""
    if name == "firefox":
        return Firefox(is_dark)
    browser = Browser("--host-resolver-rules=MAP * ~NOTFOUND", "--blink-settings=imagesEnabled=false")
    browser.dev_tools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])
    return browser


def compare(original, shown):
    """Returns the words that are lost, and those that the original does not show."""
    wanted, found = collections.Counter(original["words"]), collections.Counter(shown["words"])
    return list((wanted - found).elements()), list((found - wanted).elements())


def look(browser, page):
    browser.open(page)
    browser.call_async(SETTLE)
    browser.call(SHOW_QUOTE)
    browser.call_async(SETTLE)
    return browser.call(LOOK, True)


def shot(browser, path):
    if isinstance(browser, Firefox):
        path.write_bytes(browser.screenshot())
        return
    width, height = browser.call("return [innerWidth, Math.min(document.documentElement.scrollHeight, 4000)]")
    path.write_bytes(browser.screenshot(clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1}, captureBeyondViewport=True))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--mails", type=Path, help="a folder with HTML mails")
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", type=int, default=0, help="1: 390 px in light colors only")
    parser.add_argument("--shots", type=Path, help="a folder for screenshots beside those of the originals")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    arguments = parser.parse_args()
    needed = "firefox-esr" if arguments.browser == "firefox" else "chromedriver"
    if not shutil.which(needed):
        print(f"mail_looks: skipped, needs {needed}")
        return
    mails = dict(MAILS)
    if arguments.mails:
        files = sorted(arguments.mails.rglob("*.html"))
        for number, file in enumerate(files):
            name = re.sub(r"[^a-z0-9]+", "-", f"{file.parent.name}-{file.stem}".lower())
            mails[f"r{number}-{name[-40:].strip('-')}"] = file.read_text(errors="replace")
    mails = {name: text for name, text in mails.items() if re.search(arguments.only, name)}
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    totals, rows = collections.Counter(), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_site(folder, arguments.program, mails)
        begun = time.monotonic()
        smallest = {}
        for is_dark in (False,) if arguments.quick else (False, True):
            with start(arguments.browser, is_dark) as browser:
                for width, mail in itertools.product((390,) if arguments.quick else (390, 1280), mails):
                    browser.set_viewport(width, 844)
                    browser.open((folder / f"{mail}.html").as_uri())
                    original = browser.call(LOOK, False)
                    if arguments.shots:
                        shot(browser, arguments.shots / f"{mail}-{width}-{is_dark:d}-original.png")
                    shown = look(browser, (folder / f"site/{mail}.html").as_uri())
                    if arguments.shots:
                        shot(browser, arguments.shots / f"{mail}-{width}-{is_dark:d}.png")
                        rows.append((mail, width, is_dark))
                    smallest[mail] = min(smallest.get(mail, 99), shown["smallest"])
                    faults = shown["faults"]
                    for kind, found in zip(("lost", "added"), compare(original, shown)):
                        if found:
                            faults[kind] = found
                    for kind, found in faults.items():
                        totals[kind] += 1
                        print(f"{mail} {width} {'dark' if is_dark else 'light'}: {kind}: {len(found)}: {found[:4]}")
        print(f"{len(mails)} mails, {time.monotonic() - begun:.0f} s; smallest text {min(smallest.values()):.1f} px, "
              f"{sum(size < 10.99 for size in smallest.values())} mails below 11 px; views with faults: {dict(totals) or 'none'}")
    if arguments.shots:
        cells = "".join(
            f"<tr><th>{html.escape(mail)}<br>{width} {'dark' if is_dark else 'light'}"
            + "".join(f"<td><img loading=lazy src='{mail}-{width}-{is_dark:d}{end}.png'>" for end in ("", "-original"))
            for mail, width, is_dark in rows)
        (arguments.shots / "index.html").write_text(f"<!doctype html><meta charset=utf-8><table border=1 style='vertical-align:top'>{cells}</table>")
    sys.exit(1 if totals else 0)


if __name__ == "__main__":
    main()
