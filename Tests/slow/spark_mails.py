"""Shared code of the Spark series: mails, their pipeline, what a single process makes of them, and Spark sessions."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "integrations/spark"))
# This folder has a script secrets.py, which would hide Python's module of that name from PySpark.
sys.path[:] = [path for path in sys.path if Path(path).resolve() != Path(__file__).resolve().parent]

WORDS = "refund order shipment invoice please thanks regards team account update café Zürich tracking delivery Monday parcel".split()
PEOPLE = ["Anna <anna@shop.example>", "Bo <bo@mail.example.org>", "Carla <carla@example.com>", "Dmitri <dmitri@kunde.example.de>"]
BROKEN = 100  # mails that a stage rejects, at most
STAGES = [  # little work, so that the times show the adapter
    {"type": "set", "fields": {"subject": 'if .subject then .subject | ltrimstr("Re: ") else error("no subject: " + .id) end'}},
    {"type": "filter", "where": ".read | not"},
    {"type": "remove", "fields": ["read"]},
]


def paragraphs(rng, count):
    return "".join(f"<p>{' '.join(rng.choices(WORDS, k=24))}.</p>\n" for _ in range(count))


def mail(rng, number, is_broken):
    quote = f'<div class="gmail_quote"><div>On Mon, Bo wrote:</div><blockquote>{paragraphs(rng, 2)}</blockquote></div>'
    record = {"id": f"m{number}", "from": rng.choice(PEOPLE), "subject": None if is_broken else f"Re: {' '.join(rng.choices(WORDS, k=4))}",
              "read": number % 10 == 3, "score": number / 4, "body": paragraphs(rng, 3) + quote}
    return json.dumps(record, ensure_ascii=number % 3 == 0)


def write_mails(path, count):
    """Writes mails of about 1,200 bytes. The same count gives the same bytes."""
    rng = random.Random(1)
    step = max(1, count // BROKEN)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(mail(rng, number, number % step == 5) + "\n")


def write_pipeline(path):
    path.write_text(json.dumps({"name": "mails", "stages": STAGES}, indent=1))


class Reference:
    """What one process of `tabpipe pipe` makes of the mails."""

    def __init__(self, program, pipeline, mails, folder):
        self.folder = folder
        self.mails = mails
        output, rejects = folder / "plain.jsonl", folder / "plain.rejects.jsonl"
        self.output = output
        self.words = [program, "pipe", pipeline, "--quiet", "--allow-rejects", "100%", "--rejects"]
        rejects.unlink(missing_ok=True)
        self.seconds = self.measure(rejects)
        lines = output.read_bytes().splitlines()
        self.records = digest(lines)
        self.rejects = digest(json.dumps(json.loads(line)["record"], sort_keys=True).encode() for line in rejects.read_bytes().splitlines())
        with open(mails, "rb") as source:
            read = sum(1 for _ in source)
        rejected = sum(1 for _ in open(rejects, "rb"))
        self.counts = {"read": read, "made": 0, "written": len(lines), "filtered": read - len(lines) - rejected, "rejected": rejected, "skipped": 0}

    def measure(self, rejects="none"):
        """Runs the process, and returns its seconds."""
        start = time.monotonic()
        with open(self.mails, "rb") as source, open(self.output, "wb") as target:
            subprocess.run([*self.words, rejects], stdin=source, stdout=target, check=True)
        return time.monotonic() - start

    def faults(self, result):
        """Compares a result of the adapter: counts, records byte by byte in sorted order, and rejects."""
        found = []
        if result.counts != self.counts:
            found.append(f"counts {result.counts}, expected {self.counts}")
        if digest(written(result.text, self.folder / "written")) != self.records:
            found.append("the records differ from those of a single process")
        if digest(json.dumps(json.loads(row["record"]), sort_keys=True).encode() for row in result.rejects.collect()) != self.rejects:
            found.append("the rejects differ from those of a single process")
        return found


def written(text, folder):
    """Writes records to a folder, and returns their lines."""
    shutil.rmtree(folder, ignore_errors=True)
    if hasattr(text, "write"):
        text.write.text(str(folder))
    else:
        text.saveAsTextFile(str(folder))
    return [line for part in sorted(folder.glob("part-*")) for line in part.read_bytes().splitlines()]


def digest(lines):
    """The hash of lines in sorted order."""
    whole = hashlib.sha256()
    for line in sorted(lines):
        whole.update(line + b"\n")
    return whole.hexdigest()


def missing():
    """Why Spark cannot run here; None if it can."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "PySpark is not installed"
    return None if shutil.which("java") or os.environ.get("JAVA_HOME") else "there is no Java"


def session(master, **settings):
    import pyspark
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("tabpipe")
    standard = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.shuffle.partitions": "2",
                "spark.executor.memory": "1g", "spark.driver.memory": "3g",
                "spark.deploy.maxExecutorRetries": "-1"}
    for name, setting in {**standard, **settings}.items():
        builder = builder.config(name, setting)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark
