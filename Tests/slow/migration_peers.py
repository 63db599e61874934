"""Short scripts that bring an export of WordPress into Hugo with other programs, as one would write them in an hour."""

import importlib.util
import inspect
import json
import shutil
import subprocess
import urllib.parse
import xml.etree.ElementTree

NAMES = {"content": "http://purl.org/rss/1.0/modules/content/", "wp": "http://wordpress.org/export/1.2/"}


def posts(export):
    """The posts of an export: slug, front matter, HTML."""
    for item in xml.etree.ElementTree.parse(export).iterfind("channel/item"):
        if item.findtext("wp:post_type", namespaces=NAMES) != "post":
            continue
        identifier = item.findtext("wp:post_id", namespaces=NAMES)
        slug = urllib.parse.unquote(item.findtext("wp:post_name", namespaces=NAMES) or identifier)
        terms = {kind: [c.text for c in item.iterfind("category") if c.get("domain") == kind] for kind in ("category", "post_tag")}
        matter = {
            "title": item.findtext("title"), "date": item.findtext("wp:post_date", namespaces=NAMES),
            "draft": item.findtext("wp:status", namespaces=NAMES) != "publish", "categories": terms["category"], "tags": terms["post_tag"],
        }
        yield slug, matter, item.findtext("content:encoded", namespaces=NAMES) or ""


def write(folder, slug, matter, body):
    """A page with its front matter, which may be JSON in YAML."""
    page = folder / slug / "index.md"
    page.parent.mkdir(parents=True)
    page.write_text("---\n" + "".join(f"{name}: {json.dumps(value)}\n" for name, value in matter.items()) + f"---\n\n{body}\n")


def pandoc(export, folder):
    for slug, matter, content in posts(export):
        command = ["pandoc", "-f", "html", "-t", "gfm", "--wrap=none"]
        write(folder, slug, matter, subprocess.run(command, input=content, capture_output=True, text=True, check=True).stdout)


def markdownify(export, folder):
    import markdownify as converter
    for slug, matter, content in posts(export):
        write(folder, slug, matter, converter.markdownify(content, heading_style="ATX"))


PEERS = [pandoc, markdownify]


def is_installed(peer):
    return shutil.which("pandoc") is not None if peer is pandoc else importlib.util.find_spec("markdownify") is not None


def lines(peer):
    """The lines of a script: its own, and those that both share."""
    return sum(len(inspect.getsource(part).splitlines()) for part in (posts, write, peer))
