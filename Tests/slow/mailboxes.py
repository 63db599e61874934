#!/usr/bin/env python3
"""Reads a long mailbox with `mbox`: all messages, in constant memory, beside Python's mailbox and email packages.

The mailbox has threads, texts, HTML, attachments, lines that begin with From, and faults. Fails above a limit of memory, if a message is missing
or differs, or if tabpipe is not --times as fast as Python, which reads --python
megabytes. The speed is that of the processor, so that other work of the machine does not count.
"""

import base64
import email
import email.policy
import hashlib
import json
import mailbox
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, megabytes=1000, python=10, limit=40, times=20.0, folder="")
faults = []

WORDS = "lamp pier harbour ferry ticket green blue pump Friday Monday order invoice thanks regards please open closed Grüße café".split()


def text():
    lines = [" ".join(random.choices(WORDS, k=random.randrange(4, 14))) for _ in range(random.randrange(3, 40))]
    if random.random() < 0.1:
        lines.insert(2, ">From here on it is closed")
    return "\n".join(lines)


def message(number):
    """A message with a body of one of several kinds; every 50th has a fault."""
    first = number - number % 5
    head = (f"From {number}@xxx Sun May 03 10:00:00 +0000 2026\nMessage-ID: <{number}@example.org>\n"
            f"From: =?utf-8?q?Mira_L=C3=BCnd?= <mira@mail.example.org>\nTo: Harbour Lamps <help@lamps.example.org>, otto@lamps.example.org\n"
            f"Subject: =?utf-8?b?{base64.b64encode(f'Grüne Lampe {first}'.encode()).decode()}?=\n"
            f"Date: Sun, 03 May 2026 10:{number % 60:02}:00 +0200\nX-GM-THRID: {first}\nX-Gmail-Labels: Inbox,Important\nMIME-Version: 1.0\n")
    if number != first:
        head += f"In-Reply-To: <{number - 1}@example.org>\nReferences: <{first}@example.org> <{number - 1}@example.org>\n"
    kind = number % 10
    if kind < 5:
        return f"{head}Content-Type: text/plain; charset=utf-8\n\n{text()}\n\n"
    page = f"<html><body><p>{text()}</p></body></html>"
    both = (f"--a{number}\nContent-Type: text/plain; charset=utf-8\n\n{text()}\n--a{number}\nContent-Type: text/html; charset=utf-8\n"
            f"Content-Transfer-Encoding: base64\n\n{base64.encodebytes(page.encode()).decode()}--a{number}--\n")
    if kind < 8:
        return f"{head}Content-Type: multipart/alternative; boundary=a{number}\n\n{both}\n"
    file = base64.encodebytes(random.randbytes(random.randrange(1_000, 60_000))).decode()
    end = "" if number % 50 == 9 else f"--m{number}--\n"
    return (f"{head}Content-Type: multipart/mixed; boundary=m{number}\n\n--m{number}\nContent-Type: multipart/alternative; boundary=a{number}\n\n"
            f"{both}--m{number}\nContent-Type: application/pdf; name=\"invoice {number}.pdf\"\nContent-Disposition: attachment\n"
            f"Content-Transfer-Encoding: base64\n\n{file}{end}\n")


def read_with_python(path):
    """Reads the same fields with Python's packages; returns them by ID, and the seconds."""
    start = time.process_time()
    found = {}
    box = mailbox.mbox(path, factory=lambda file: email.message_from_binary_file(file, policy=email.policy.default))
    for mail in box:
        body = mail.get_body(("html", "plain"))
        files = [hashlib.sha256(part.get_payload(decode=True) or b"").hexdigest() for part in mail.iter_attachments()]
        found[str(mail["Message-ID"]).strip("<>")] = {
            "subject": str(mail["Subject"]), "from": str(mail["From"]), "to": [str(one) for one in mail["To"].addresses],
            "date": mail["Date"].datetime.isoformat(), "body": body.get_content() if body else None, "files": files}
    return found, time.process_time() - start


def read_with_tabpipe(folder, path, to):
    """Runs the source; returns the seconds, those of the processor, megabytes and messages of the run."""
    with open(os.path.join(folder, "p.json"), "w") as file:
        json.dump({"source": {"type": "mbox", "from": path}, "sinks": [{"type": "jsonl", "to": to}]}, file)
    start = time.monotonic()
    process = subprocess.Popen([given.program, "run", "p.json", "--force"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    messages = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        faults.append((path, f"status {status}: {messages[-300:]}"))
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, messages


with tempfile.TemporaryDirectory(dir=given.folder or None) as folder:
    paths = {}
    for name, megabytes in (("long.mbox", given.megabytes), ("short.mbox", given.python)):
        size = count = 0
        with open(os.path.join(folder, name), "wb") as file:
            while size < megabytes << 20:
                size += file.write(message(count).encode())
                count += 1
        paths[name] = (os.path.join(folder, name), size, count)
    path, size, count = paths["long.mbox"]
    waited, seconds, megabytes, messages = read_with_tabpipe(folder, path, "-")
    print(f"tabpipe: {count} messages, {size / (1 << 20):.0f} MB in {waited:.2f} s, processor {seconds:.2f} s, {megabytes:.0f} MB of memory")
    if f"read {count} = written {count} " not in messages:
        faults.append((path, f"expected {count} messages: {messages[-300:]}"))
    if megabytes > given.limit:
        faults.append((path, f"took {megabytes:.0f} MB, and {given.limit} are allowed"))
    short, short_size, short_count = paths["short.mbox"]
    found, python_seconds = read_with_python(short)
    rate, python_rate = size / seconds, short_size / python_seconds
    print(f"Python: {short_count} messages, {python_rate / (1 << 20):.1f} MB/s; tabpipe {rate / (1 << 20):.1f} MB/s, {rate / python_rate:.0f} times")
    if given.times and rate < given.times * python_rate:
        faults.append((path, f"{rate / python_rate:.1f} times as fast as Python, and {given.times} are wanted"))
    read_with_tabpipe(folder, short, "short.jsonl")
    with open(os.path.join(folder, "short.jsonl")) as file:
        for line in file:
            mail = json.loads(line)
            other = found.get(mail["id"])
            # Python's mailbox keeps the mark of quoted lines.
            mine = {"subject": mail["subject"], "from": mail["from"], "to": mail["to"], "date": mail["date"], "body": mail["body"],
                    "files": [one["sha256"] for one in mail["attachments"]]}
            if other:
                other["body"] = other["body"].replace("\n>From ", "\nFrom ")
                mine["body"] = mine["body"].replace("\n>From ", "\nFrom ")
            if mine != other:
                faults.append((mail["id"], next((key for key in mine if not other or mine[key] != other[key]), "")))
series.finish(faults[:20])
