#!/usr/bin/env python3
"""Reads each encoding of the WHATWG standard as a page, as a table and as the body of a response, and compares with Python's decoders.

For the multi-byte encodings, it also compares all characters of up to two bytes. Python follows older tables in a few places, in which
browsers differ; these are listed here, and no other difference is allowed.
"""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__)
faults = []

# Label: Python's decoder, and a text.
ENCODINGS = {
    "utf-8": ("utf-8", "渡船 Паром é"), "utf-16le": ("utf-16-le", "渡船 Паром é"), "utf-16be": ("utf-16-be", "渡船 Паром é"),
    "gbk": ("gbk", "渡轮准时到达"), "gb2312": ("gb18030", "渡轮准时到达𠀀"), "gb18030": ("gb18030", "渡轮准时到达𠀀"),
    "chinese": ("gb18030", "渡轮"), "x-gbk": ("gb18030", "渡轮"), "big5": ("big5hkscs", "渡輪準時到達攞"), "cn-big5": ("big5hkscs", "渡輪"),
    "big5-hkscs": ("big5hkscs", "渡輪攞"), "shift_jis": ("cp932", "渡し船①ソ表ｱ髙"), "sjis": ("cp932", "渡し船"), "windows-31j": ("cp932", "渡し船"),
    "ms_kanji": ("cp932", "渡し船"), "euc-jp": ("euc_jp", "渡し船ソ表ｱ"), "x-euc-jp": ("euc_jp", "渡し船"), "iso-2022-jp": ("iso2022_jp", "渡し船 A ソ表"),
    "euc-kr": ("cp949", "부두 7번 똠"), "ks_c_5601-1987": ("cp949", "부두"), "windows-949": ("cp949", "부두"), "korean": ("cp949", "부두"),
    "ibm866": ("cp866", "Паром"), "iso-8859-2": ("iso8859-2", "Łódź"), "iso-8859-3": ("iso8859-3", "Ħaż"), "iso-8859-4": ("iso8859-4", "ģimene"),
    "iso-8859-5": ("iso8859-5", "Паром"), "iso-8859-6": ("iso8859-6", "مرسى"), "iso-8859-7": ("iso8859-7", "πλοίο"),
    "iso-8859-8": ("iso8859-8", "מעבורת"), "iso-8859-8-i": ("iso8859-8", "מעבורת"), "iso-8859-10": ("iso8859-10", "ðþ"),
    "iso-8859-13": ("iso8859-13", "ąž"), "iso-8859-14": ("iso8859-14", "ŵŷ"), "iso-8859-15": ("iso8859-15", "œ€"),
    "iso-8859-16": ("iso8859-16", "șț"), "koi8-r": ("koi8-r", "Паром"), "koi8-u": ("koi8-u", "Їжак"), "macintosh": ("mac-roman", "café"),
    "windows-874": ("cp874", "เรือ"), "windows-1250": ("cp1250", "Łódź"), "windows-1251": ("cp1251", "Паром"), "windows-1252": ("cp1252", "café “€”"),
    "latin1": ("cp1252", "café"), "us-ascii": ("cp1252", "café"), "windows-1253": ("cp1253", "πλοίο"), "windows-1254": ("cp1254", "gemİ"),
    "iso-8859-9": ("cp1254", "gemİ"), "windows-1255": ("cp1255", "מעבורת"), "windows-1256": ("cp1256", "مرسى"), "windows-1257": ("cp1257", "ąž"),
    "windows-1258": ("cp1258", "ă"), "x-mac-cyrillic": ("mac-cyrillic", "Паром"),
}

# Encoding: how many characters of two bytes may differ, because browsers read them in another way than Python.
DIFFERENCES = {"shift_jis": ("cp932", 0), "euc-kr": ("cp949", 0), "gb18030": ("gb18030", 30), "big5": ("big5hkscs", 0), "euc-jp": ("euc_jp", 6)}


def run(folder, source, *stages):
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": source, "stages": list(stages), "sinks": [{"type": "jsonl", "to": "-"}]}, file)
    done = subprocess.run([given.program, "run", "p.json", "--quiet"], cwd=folder, capture_output=True)
    try:
        return [json.loads(line) for line in done.stdout.decode().splitlines()]
    except ValueError:
        return done.stderr.decode()


class Server(http.server.BaseHTTPRequestHandler):
    answers = {}

    def do_GET(self):
        kind, body = self.answers[self.path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


def check(what, label, found, wanted):
    if found != wanted:
        faults.append((what, label, found, wanted))


def check_label(folder, base, label, codec, text):
    page = f'<html><head><meta charset="{label}"></head><body><p>{text}</p></body></html>'
    table = f"name,a\n{text},1\n{text},2\n"
    if not label.startswith("utf-16"):
        write(folder, "page.html", page.encode(codec))
        check("page", label, run(folder, {"type": "files", "match": "page.html"}, {"type": "map", "to": ".text | html_text"}), [text])
    write(folder, "t.csv", table.encode(codec))
    rows = [{"name": text, "a": "1"}, {"name": text, "a": "2"}]
    check("table", label, run(folder, {"type": "csv", "from": "t.csv", "encoding": label}), rows)
    write(folder, "t.jsonl", json.dumps(rows[0], ensure_ascii=False).encode(codec))
    check("JSON", label, run(folder, {"type": "json", "from": "t.jsonl", "encoding": label}), rows[:1])
    write(folder, "t.txt", table.encode(codec))
    lines = run(folder, {"type": "lines", "from": "t.txt", "encoding": label}, {"type": "map", "to": ".text"})
    check("lines", label, lines, table.splitlines())
    Server.answers = {"/t.csv": (f"text/csv; charset={label}", table.encode(codec)),
                      "/a": (f"application/json; charset={label}", json.dumps(rows, ensure_ascii=False).encode(codec)),
                      "/p": (f"text/html; charset={label}", f"<p>{text}</p>".encode(codec))}
    check("CSV of a server", label, run(folder, {"type": "csv", "from": base + "/t.csv"}), rows)
    check("page of an API", label, run(folder, {"type": "http", "url": base + "/a", "items": ".[]"}), rows)
    check("page of a server", label,
          run(folder, {"type": "files", "match": base + "/p"}, {"type": "map", "to": ".text | html_text"}), [text])


def check_characters(folder, label, codec, allowed):
    """Compares each character of two bytes that Python knows."""
    pairs = []
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            try:
                character = bytes([lead, trail]).decode(codec)
            except UnicodeDecodeError:
                continue
            # Python takes four bytes of Shift_JIS, which are no characters in the standard, for private ones.
            if not any("\uf8f0" <= part <= "\uf8f3" for part in character):
                pairs.append((bytes([lead, trail]), character))
    write(folder, "all.txt", b"\n".join(pair + b"." for pair, _ in pairs))
    found = run(folder, {"type": "lines", "from": "all.txt", "encoding": label}, {"type": "map", "to": ".text"})
    if len(found) != len(pairs):
        faults.append((label, "lines", len(found), len(pairs), str(found)[:200]))
        return
    different = [(pair.hex(), text, wanted) for (pair, wanted), text in zip(pairs, found) if text != wanted + "."]
    print(f"{label}: {len(pairs)} characters, {len(different)} differ from Python's {codec}")
    if len(different) > allowed:
        faults.append((label, different[:10]))


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        for label, (codec, text) in ENCODINGS.items():
            check_label(folder, base, label, codec, text)
        for label, (codec, allowed) in DIFFERENCES.items():
            check_characters(folder, label, codec, allowed)
    server.shutdown()
    print(f"{len(ENCODINGS)} labels, {len(faults)} faults")
    for fault in faults:
        print(*fault)
    sys.exit(1 if faults else 0)


main()
