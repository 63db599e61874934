#!/usr/bin/env python3
"""Reads real and faulty messages with `eml`, and compares them with Python's email package: subject, addresses, dates, texts, names and hashes of
attachments. Then it reads mutations of each: none may crash or hang, and each must be read or refused.

Differences that were decided on are in DECIDED; any other one is a fault. --mails names a folder with .eml files.
"""

import email
import email.policy
import glob
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

given = series.arguments(__doc__, mails="../shared/data/emails/eml", mutations=1000)
faults = []

# What tabpipe does on purpose where Python does something else: a rule for a field, which gets both values and says whether the rule explains
# the difference.
DECIDED = [
    ("all texts of a message are its body, and Python gives the first one",
     lambda field, ours, theirs, mail: field in ("html", "text") and theirs is not None and ours is not None and theirs.strip() in ours),
    ("text beside HTML, which is no alternative to it, stands in the body as HTML",
     lambda field, ours, theirs, mail: field == "text" and ours is None and theirs in flat(mail["body"])),
    ("a name that is the address is left out",
     lambda field, ours, theirs, mail: field in ("from", "to", "cc") and ours == [one.split(" <")[0] if f"{one.split(' <')[0]}>" in one
                                                                                 else one for one in theirs]),
    ("a name in a comment, and one before a comma without quotes, is a name",
     lambda field, ours, theirs, mail: field in ("from", "to", "cc") and len("".join(ours)) > len("".join(theirs))),
    ("an embedded message is one attachment, and its parts are none of the message",
     lambda field, ours, theirs, mail: field == "attachments" and any(one[1].startswith("message/") for one in ours)),
    ("texts of another type than plain text and HTML are attachments, and so are text files",
     lambda field, ours, theirs, mail: field == "attachments"
     and [one for one in ours if not one[1].startswith("text/")] == [one for one in theirs if not one[1].startswith("text/")]),
    ("a multipart without its parts is a text",
     lambda field, ours, theirs, mail: any("multipart" in problem for problem in mail.get("problems", []))),
    ("years of two digits from 50 on are of the last century (RFC 5322), and those of Python from 69 on",
     lambda field, ours, theirs, mail: field == "date" and ours and theirs and ours[4:19] == theirs[4:19]),
    ("Python fails", lambda field, ours, theirs, mail: isinstance(theirs, str) and theirs.startswith("failed: ")),
]


def flat(text):
    """A text without the differences of white space, quote marks of flowed lines, and line ends."""
    return None if text is None else re.sub(r"\s+", " ", text).strip()


def tried(read):
    try:
        return read()
    except Exception as error:  # Python raises errors of many kinds for faulty headers.
        return f"failed: {error!r}"[:200]


def expected(path):
    """What Python reads."""
    with open(path, "rb") as file:
        mail = email.message_from_binary_file(file, policy=email.policy.default)

    def addresses(name):
        found = [address for value in mail.get_all(name, []) for address in value.addresses]
        return [f"{one.display_name} <{one.addr_spec}>" if one.display_name else one.addr_spec for one in found]

    def text(kind):
        part = mail.get_body((kind,))
        return None if part is None else flat(part.get_content())

    def files():
        return [[part.get_filename(), part.get_content_type(), hashlib.sha256(part.get_payload(decode=True) or b"").hexdigest()]
                for part in mail.walk() if not part.is_multipart() and part.get_content_maintype() != "text"]

    fields = {"subject": lambda: flat(mail["subject"] and str(mail["subject"])), "from": lambda: addresses("from")[:1],
              "to": lambda: addresses("to"), "cc": lambda: addresses("cc"),
              "date": lambda: mail["date"] and mail["date"].datetime and mail["date"].datetime.isoformat(),
              "html": lambda: text("html"), "text": lambda: text("plain"), "attachments": files}
    return {name: tried(read) for name, read in fields.items()}


def read(mail, has_page):
    """The same fields of a record. Its body is HTML if the message has a page."""
    known = {"invite.ics", "delivery-status.txt", "disposition-notification.txt", "headers.txt", "signature.asc", "smime.p7s", "winmail.dat",
             "pgp-version.txt", "smime.p7m", "feedback-report.txt", "key.asc"}
    files = [[None if one["name"] in known else one["name"], one["type"], one["sha256"]] for one in mail["attachments"]]
    date = mail["date"] and re.sub(r"Z$", "", mail["date"])
    return {"subject": flat(mail["subject"]), "from": [mail["from"]] if mail["from"] else [], "to": mail["to"], "cc": mail["cc"], "date": date,
            "html": flat(mail["body"]) if has_page else None, "text": flat(mail["text"] if has_page else mail["body"]), "attachments": files}


def run(folder, pattern, **options):
    """The records of files, and what the run said."""
    pipeline = os.path.join(folder, "p.json")
    with open(pipeline, "w") as file:
        json.dump({"source": {"type": "eml", "from": pattern, **options}, "rejects": os.path.join(folder, "rejects.jsonl"),
                   "sinks": [{"type": "jsonl", "to": "-"}]}, file)
    done = subprocess.run([given.program, "run", pipeline, "--quiet", "--force"], capture_output=True, timeout=600)
    return done.stdout.decode().splitlines(), done


def compare(folder, path):
    lines, done = run(folder, path)
    if done.returncode or len(lines) != 1:
        faults.append((path, f"status {done.returncode}, {len(lines)} records: {done.stderr[-300:]!r}"))
        return
    mail = json.loads(lines[0])
    theirs = expected(path)
    ours = read(mail, theirs["html"] is not None)
    for field in theirs:
        mine, other = ours[field], theirs[field]
        if mine == other or not mine and not other:
            continue
        reason = next((reason for reason, explains in DECIDED if tried(lambda: explains(field, mine, other, mail)) is True), None)
        if reason:
            decided[reason] = decided.get(reason, 0) + 1
        else:
            faults.append((os.path.basename(path), field, f"{mine!r:.200} instead of {other!r:.200}"))


PIECES = [b"\n", b"\r\n", b"\r", b"--", b"\n--", b"=", b"=?utf-8?q?", b"?=", b"<", b">", b"\"", b"(", b";", b":", b"\0", b"\xff", b"\n\n",
          b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Transfer-Encoding: base64\n", b"Content-Type: message/rfc822\n\n", b"--b\n"]


def mutated(data):
    """A message that was cut or changed at random."""
    data = bytearray(data)
    if random.random() < 0.3:
        return bytes(data[:random.randrange(len(data) + 1)])
    for _ in range(random.randrange(1, 12)):
        place = random.randrange(len(data) + 1)
        choice = random.random()
        if choice < 0.3 and data:
            data[min(place, len(data) - 1)] = random.randrange(256)
        elif choice < 0.6:
            data[place:place] = random.choice(PIECES)
        elif choice < 0.8:
            del data[place:place + random.randrange(1, 200)]
        else:
            data[place:place] = data[random.randrange(len(data) + 1):][:random.randrange(1, 400)]
    return bytes(data)


mails = sorted(glob.glob(os.path.join(given.mails, "**", "*.eml"), recursive=True))
if not mails:
    print(f"no messages in {given.mails}: skipped")
    sys.exit(0)
decided = {}
with tempfile.TemporaryDirectory() as folder:
    for path in mails:
        compare(folder, os.path.abspath(path))
    print(f"{len(mails)} messages; decided differences:")
    for reason, count in sorted(decided.items(), key=lambda pair: -pair[1]):
        print(f"  {count:3} {reason}")
    count = 0
    for path in mails:
        with open(path, "rb") as file:
            data = file.read()
        inner = os.path.join(folder, "mutations")
        os.makedirs(inner, exist_ok=True)
        for number in range(given.mutations):
            with open(os.path.join(inner, f"{number:05}.eml"), "wb") as file:
                file.write(mutated(data))
        try:
            lines, done = run(folder, os.path.join(inner, "*.eml"), on_bad_file="reject")
        except subprocess.TimeoutExpired:
            faults.append((path, "mutations hang"))
            continue
        rejects = os.path.join(folder, "rejects.jsonl")
        refused = sum(1 for _ in open(rejects, "rb")) if done.returncode == 1 else 0
        if done.returncode not in (0, 1) or len(lines) + refused != given.mutations:
            faults.append((path, f"status {done.returncode}: {len(lines)} read, {refused} refused: {done.stderr[-300:]!r}"))
        count += given.mutations
    print(f"{count} mutations")
series.finish(faults)
