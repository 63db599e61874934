"""Measures how fast the sink `site` builds pages of mail and of case studies, in megabytes of input per second of processor time.

usage: python3 Benchmarks/pages.py [--rounds 5] [--megabytes 6] [--tabpipe .build/release/tabpipe] [--peer PYTHON]

Makes the input itself, and adds the shared mails and case studies (../shared/data) if they are there. `--peer` names a Python with the
packages nh3 and mail-parser-reply (PyPI). It builds the threads the way a short script does: it splits quotes off plain texts, sanitises
HTML, and writes each body into a frame. It does less: it finds no quotes in HTML, and limits no heights.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared/data"
MEMORY = Path("/dev/shm")
WORDS = "the order arrives next week and we need a lamp from you before Friday because its price is too high for our client".split()

PEER = """
import html, json, sys
import nh3
from mailparser_reply import EmailReplyParser
for thread in json.load(open(sys.argv[1]))["conversations"]:
    cells = []
    for message in thread["messages"]:
        body = message["body"]
        if "<" in body and "</" in body:
            body = nh3.clean(body, attributes={"*": {"style", "class", "align", "width", "height", "bgcolor"}, "a": {"href"}, "img": {"src", "alt"}})
        else:
            body = "<pre>" + html.escape(EmailReplyParser(languages=["en"]).parse_reply(body) or body) + "</pre>"
        cells.append(f'<article><h2>{html.escape(message["from"])}</h2><iframe sandbox srcdoc="{html.escape(body)}"></iframe></article>')
    open(f'{sys.argv[2]}/{thread["id"]}.html', "w").write("<!DOCTYPE html><title>Thread</title>" + "".join(cells))
"""


def sentence(words):
    return " ".join(random.choice(WORDS) for _ in range(words)) + "."


def gmail(depth):
    own = "".join(f"<div>{sentence(random.randint(5, 30))}</div><div><br></div>" for _ in range(3))
    if depth == 0:
        return f'<div dir="ltr">{own}</div>'
    return (
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 3, 2025 at 10:0{depth} AM '
        'Ana Ruiz &lt;<a href="mailto:ana@example.com">ana@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote" '
        'style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">'
        f"{gmail(depth - 1)}</blockquote></div>"
    )


def outlook(depth):
    span = '<span style="font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif;color:#1F497D">'
    own = "".join(f'<p class="MsoNormal">{span}{sentence(random.randint(5, 30))}<o:p></o:p></span></p>' for _ in range(4))
    if depth == 0:
        return own
    return (
        f'{own}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>From:</b> '
        f"{span}Ana Ruiz [mailto:ana@example.com]<br><b>Sent:</b> Monday, March 3, 2025 10:0{depth} AM<br><b>To:</b> Bo Li<br>"
        f"<b>Subject:</b> RE: Lamps</span></p></div></div>{outlook(depth - 1)}"
    )


def plain(depth):
    own = "\n\n".join("\n".join(sentence(12) for _ in range(random.randint(1, 4))) for _ in range(3))
    if depth == 0:
        return own
    quote = "\n".join("> " + line for line in plain(depth - 1).split("\n"))
    return f"{own}\n\nOn Mon, Mar 3, 2025 at 10:0{depth} AM Ana Ruiz <ana@example.com> wrote:\n\n{quote}"


def newsletter(_):
    sheet = "".join(f".c{i} {{ color: #{i:06x}; padding: {i % 30}px }}\n" for i in range(120))
    rows = "".join(
        f'<tr><td class="c{i}" align="center" style="padding-top:10px; padding-right:{i}px;font-family:Helvetica Neue, Arial, sans-serif;'
        f'color:#333333;line-height:150%"><a href="https://example.com/x?a={i}&amp;b=2" style="color:#0066cc;text-decoration:none">'
        f'<img src="https://cdn.example.com/{i}.png" width="120" height="80" style="display:block;border:0" alt="p {i}"></a>'
        f'<p style="margin:0 0 10px 0;font-size:14px">{sentence(12)}</p></td></tr>'
        for i in range(40)
    )
    return f"<!DOCTYPE html><html><head><style>{sheet}</style></head><body><table width=600>{rows}</table></body></html>"


def small(_):
    return "<div>" + "".join(f"<p>{sentence(30)} <b>{sentence(4)}</b></p>" for _ in range(10)) + "</div>"


def filled(make, size):
    bodies, count = [], 0
    while count < size:
        bodies.append(make(len(bodies) % 8))
        count += len(bodies[-1].encode())
    return bodies


def threads(bodies, length=20):
    messages = [{"from": "ana@example.com", "body": body, "content_loaded": True} for body in bodies]
    parts = [messages[start : start + length] for start in range(0, len(messages), length)]
    return {"conversations": [{"id": f"t{number}", "subject": "Lamps", "messages": part} for number, part in enumerate(parts)]}


def studies():
    path = DATA / "case-studies/endpoints/v1/caseStudies.json"
    if not path.exists():
        return {}
    known = json.loads(path.read_text())["case_studies"]
    return {"500 case studies": {"case_studies": [{**known[i % len(known)], "id": i} for i in range(500)]}}


def jobs(size):
    real = [path.read_text("utf-8", "replace") for path in sorted((DATA / "emails/html").rglob("*.html"))]
    forms = {"HTML replies, Gmail": gmail, "HTML replies, Outlook": outlook, "plain text replies": plain, "newsletters": newsletter}
    made = {name: threads(filled(make, size)) for name, make in forms.items()}
    if real:
        made["real HTML mails"] = threads(filled(lambda _: random.choice(real), size))
    made["one mail of 10 MB"] = threads(["<div>" + "".join(filled(newsletter, 10_000_000)) + "</div>"])
    made["10,000 mails in one thread"] = threads([small(0) for _ in range(10_000)], 10_000)
    return made | studies()


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=float, default=6)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--peer")
    options = parser.parse_args()
    random.seed(1)
    print("| input | MB | tabpipe, s | tabpipe, MB/s | peer, MB/s |\n|---|---|---|---|---|")
    for name, content in jobs(options.megabytes * 1e6).items():
        # In memory where there is such a folder: the time of new files differs by 20 times between disks, and between folders of one.
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            data = Path(folder, "data.json")
            data.write_text(json.dumps(content, ensure_ascii=False))
            is_threads = "conversations" in content
            pipeline = ROOT / "pipelines" / ("site-threads.json" if is_threads else "site-case-studies.json")
            run = [options.tabpipe, "run", "--quiet", "--jobs", "1", pipeline, "--set", f"from={data}"]
            times = {"tabpipe": []} | ({"peer": []} if options.peer and is_threads else {})
            for number in range(options.rounds):
                # In a folder of an earlier round, nothing would change, and nothing would be written.
                site = Path(folder, str(number))
                site.mkdir()
                times["tabpipe"].append(processor_time([*run, "--set", f"to={site}/{{{{.slug}}}}.html"]))
                if "peer" in times:
                    times["peer"].append(processor_time([options.peer, "-c", PEER, data, site]))
            size = data.stat().st_size / 1e6
            own, peer = statistics.median(times["tabpipe"]), f"{size / statistics.median(times['peer']):.1f}" if "peer" in times else "–"
            print(f"| {name} | {size:.1f} | {own:.2f} | {size / own:.1f} | {peer} |", flush=True)


main()
