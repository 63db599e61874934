"""Tests of `tabpipe_spark` with mail: a mailbox becomes records in one process, Spark cleans them, and the results are those of one `tabpipe run`.

TABPIPE_PROGRAM names tabpipe, and TABPIPE_SPARK_MASTER selects where Spark runs, as in test_spark.py.
"""

from __future__ import annotations

import json
import subprocess
import unittest

import programs
from test_spark import SparkTest, setUpModule  # noqa: F401

THREADS = 120
CLEAN = [
    {"type": "strip_quotes", "field": "body", "format": ".body_type", "into": "own_text", "signature": "remove"},
    {"type": "html_to_text", "field": "own_text", "into": "own_text"},
    {"type": "filter", "where": ".in_reply_to != []"},
    {"type": "redact"},
]
CHAT = [
    {"type": "strip_quotes", "field": ".messages[].body", "format": ".body_type", "signature": "remove"},
    {"type": "chat", "form": "openai", "own": ["*@lamps.example.org"], "body": "light_body", "format": ".body_type", "join": True,
     "system": "The subject is: {{.subject}}", "into": "chat"},
    {"type": "split_set", "by": ".id"},  # in front of redact, which replaces the addresses in ids, too
    {"type": "redact"},
]


def message(thread, place, quoted):
    """One message of a mailbox. Even places are a customer's; every tenth thread has no answer."""
    person = f"Person {thread} Example <person{thread}@mail.example.com>"
    team = "Harbour Lamps <help@lamps.example.org>"
    sender, receiver = (person, team) if place % 2 == 0 else (team, person)
    text = f"Question {place} of thread {thread}: call me on +49 30 1234{thread:04}." if place % 2 == 0 else f"Answer {place}: we have order {thread}."
    answered = [f"<t{thread}.{number}@mail.example.com>" for number in range(place)]
    quotes = f"\n\nOn Mon, 4 May 2026 at 10:0{place - 1}, {receiver} wrote:\n\n" + "\n".join("> " + line for line in quoted.splitlines()) if place else ""
    head = [f"From {sender.split('<')[1][:-1]} Mon May  4 10:00:00 2026", f"Message-ID: <t{thread}.{place}@mail.example.com>", f"From: {sender}",
            f"To: {receiver}", f"Subject: {'Re: ' if place else ''}Lamp {thread}", f"Date: Mon, 04 May 2026 10:0{place}:00 +0000",
            *([f"References: {' '.join(answered)}"] if answered else []), "Content-Type: text/plain; charset=utf-8"]
    return text, "\n".join(head) + f"\n\n{text}{quotes}\n\n-- \nSigned by {sender.split(' <')[0]}\n\n"


def mailbox():
    """A mailbox: the first messages of all threads, then all second ones, and so on; and the number of its messages."""
    texts, quoted = [], {}
    for place in range(4):
        for thread in range(THREADS):
            if place < (1 if thread % 10 == 0 else 2 + thread % 3):
                quoted[thread], text = message(thread, place, quoted.get(thread, ""))
                texts.append(text)
    return "".join(texts), len(texts)


@unittest.skipUnless(programs.real(), "TABPIPE_PROGRAM names no program")
class Mail(SparkTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        text, cls.count = mailbox()
        (cls.folder / "in.mbox").write_text(text, encoding="utf-8")

    def pipeline(self, name, stages, source=None):
        """Writes a pipeline: its stages alone, or with the mailbox as source and a file as sink."""
        content = {"stages": stages}
        if source:
            content = {"source": {"type": "mbox", "from": "in.mbox"}, **content, "sinks": [{"type": "jsonl", "to": source}]}
        (self.folder / name).write_text(json.dumps(content))
        return self.folder / name

    def run_alone(self, stages):
        """Runs the stages on the mailbox in one process; returns the records, the rejects and the counts."""
        pipeline = self.pipeline("alone.json", stages, source="out/alone.jsonl")
        words = [programs.real(), "run", pipeline, "--quiet", "--report", self.folder / "report.json", "--rejects", self.folder / "rejects.jsonl", "--allow-rejects", "100%"]
        outcome = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        rejects = self.folder / "rejects.jsonl"
        lines = rejects.read_text().splitlines() if rejects.exists() else []
        return (self.folder / "out/alone.jsonl").read_text().splitlines(), [json.loads(line) for line in lines], json.loads((self.folder / "report.json").read_text())["runs"][0]

    def run_in_spark(self, lines, stages, **options):
        import tabpipe_spark

        result = tabpipe_spark.run(self.frame(lines, 5), self.pipeline("stages.json", stages), programs.real(), **options)
        self.addCleanup(result.unpersist)
        result.check()
        return result

    def compare(self, made, stages):
        """Runs the first stages in one process, and the others in Spark; the results have to be those of one process for all."""
        lines, _, _ = self.run_alone(made)
        records, rejects, report = self.run_alone([*made, *stages])
        result = self.run_in_spark(lines, stages)
        self.assertEqual(sorted(row.value for row in result.text.collect()), sorted(records))
        self.assertEqual(sorted((row.stage, row.reason) for row in result.rejects.collect()), sorted((line["stage"], line["reason"]) for line in rejects))
        self.assertEqual(result.counts["read"], len(lines))
        counts = {name: report["counts"][name] for name in ("written", "rejected")}
        self.assertEqual({name: result.counts[name] for name in counts}, counts)
        self.assertEqual(report["counts"]["read"], self.count)
        return result, records

    def test_messages_are_cleaned_as_by_one_process(self):
        result, records = self.compare([], CLEAN)
        self.assertEqual(result.counts["read"], self.count)
        self.assertGreater(result.counts["filtered"], 0)
        self.assertNotIn("@mail.example.com", "".join(json.loads(record)["own_text"] for record in records))

    def test_threads_become_the_conversations_of_one_process(self):
        result, records = self.compare([{"type": "threads"}], CHAT)
        self.assertEqual(result.counts["read"], THREADS)
        self.assertGreater(result.counts["rejected"], 0)
        self.assertEqual({json.loads(record)["split"] for record in records}, {"train", "validation", "test"})

    def test_stages_that_need_all_messages_are_refused_by_name(self):
        for stage in ({"type": "threads"}, {"type": "near_duplicates", "field": "body"}):
            pipeline = self.pipeline("refused.json", [*CLEAN, stage])
            for options in ({}, {"partitioned_by": ".thread"}):
                with self.subTest(stage["type"], **options):
                    message = self.failure(self.frame(["{}"]), pipeline=pipeline, binary=programs.real(), **options)
                    self.assertIn(f'"{stage["type"]}" looks at', message)


if __name__ == "__main__":
    unittest.main()
