#!/usr/bin/env python3
"""Reads long feeds, in constant memory: `feed` beside `xml` on the same document, without faults, and with one in the last item.

Fails above a limit of memory, if a record is missing, or if the fault is not told. With --times, `feed` must take at most that many times
as long as `xml`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, megabytes=1000, limit=40, times=0.0, folder="")
faults = []

RSS = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>News</title><link>https://example.org/</link><description>All news</description><language>en</language>
"""
TEXT = "<p>A paragraph of an article &amp; a <a href=\"https://example.org/more\">link</a>, as feeds have it.</p>\n"


def item(number, title):
    """An item of 700 bytes to 3 KB, with its content in a CDATA section or escaped."""
    text = TEXT * (3 + number % 20)
    content = f"<![CDATA[{text}]]>" if number % 2 else text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return (f"<item><title>{title} {number}</title><link>https://example.org/{number}</link><guid>https://example.org/{number}</guid>"
            f"<pubDate>Wed, 31 Jan 2024 13:{number % 60:02}:00 +0100</pubDate><dc:creator>Lee Jones</dc:creator><category>One</category>"
            f"<description>Summary of {number}</description><content:encoded>{content}</content:encoded></item>\n")


def measured(folder, source, document, count, warning=""):
    """Runs a source, and checks its memory and its records; returns the seconds."""
    options = {"select": "rss/channel/item"} if source == "xml" else {}
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": {"type": source, "from": document, **options}, "sinks": [{"type": "jsonl", "to": "-"}]}, file)
    start = time.monotonic()
    process = subprocess.Popen([given.program, "run", "p.json"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    messages = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    megabytes = usage.ru_maxrss / 1024
    print(f"{source} of {document}: {seconds:.2f} s, processor {usage.ru_utime + usage.ru_stime:.2f} s, {megabytes:.0f} MB")
    for fault in [
        status != 0 and f"status {status}: {messages[-300:]}",
        megabytes > given.limit and source == "feed" and f"took {megabytes:.0f} MB, and {given.limit} are allowed",
        f"read {count} = written {count} " not in messages and f"expected {count} records: {messages[-300:]}",
        warning not in messages and f"expected {warning}: {messages[-300:]}",
    ]:
        if fault:
            faults.append((source, document, fault))
    return seconds


with tempfile.TemporaryDirectory(dir=given.folder or None) as folder:
    size = count = 0
    with open(os.path.join(folder, "feed.xml"), "w") as file:
        file.write(RSS)
        while size < given.megabytes << 20:
            size += file.write(item(count, "Title"))
            count += 1
    place = os.path.getsize(os.path.join(folder, "feed.xml"))
    with open(os.path.join(folder, "feed.xml"), "a") as file:
        file.write(item(count, "Title") + "</channel></rss>\n")
    count += 1
    print(f"{count} items, {size / (1 << 20):.0f} MB")
    times = {source: measured(folder, source, "feed.xml", count) for source in ("xml", "feed")}
    if given.times and times["feed"] > given.times * times["xml"]:
        faults.append(("feed", f"takes {times['feed'] / times['xml']:.2f} times as long as xml, and {given.times} are allowed"))
    with open(os.path.join(folder, "feed.xml"), "r+") as file:
        file.truncate(place)
        file.seek(0, os.SEEK_END)
        file.write(item(count - 1, "R&D&nbsp;") + "</channel></rss>\n")
    measured(folder, "feed", "feed.xml", count, "the feed is read as if it were valid")
series.finish(faults)
