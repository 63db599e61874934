"""Runs the stages of a tabpipe pipeline file as a step of a datatrove pipeline, and proves that no document is lost.

    LocalPipelineExecutor([JsonlReader("in"), Tabpipe("stages.json", rejects="rejects"), JsonlWriter("out")], tasks=8)

A document is the record {"text", "id", "metadata"}, with "media" if it has some; a record that leaves the stages needs `text`. Fields
beside these four become metadata. Each task checks the program and the file, and runs a `tabpipe pipe --envelope` of its own. A task whose stream is broken raises, so that
datatrove does not mark it as completed. Its rejects and its end record appear at its end: a step behind it that takes only some documents
leaves neither. The counts are in datatrove's statistics.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from datatrove.data import Document, DocumentsPipeline, Media
from datatrove.io import DataFolderLike, get_datafolder
from datatrove.pipeline.base import PipelineStep

import tabpipe_envelope as envelope


class Tabpipe(PipelineStep):
    """A step of a datatrove pipeline.

    Args:
        pipeline: The pipeline file, at the same path on all nodes.
        rejects: The folder for rejects: RANK.jsonl. The end record of a task is beside it: RANK.counts.json.
        binary: The program; None finds `tabpipe` in PATH.
        params: Values of the file's parameters.
        env: Environment variables of the program, such as secrets.
        partitioned_by: The key that the documents are divided by, such as ".metadata.site": stages that work by this key may run.
        allow_exec: Whether `exec` steps of the file may start their programs.
    """

    name = "tabpipe"
    type = "Stages"

    def __init__(
        self,
        pipeline: str,
        rejects: DataFolderLike,
        binary: str | None = None,
        params: Mapping[str, Any] | None = None,
        env: Mapping[str, str] | None = None,
        *,
        partitioned_by: str | None = None,
        allow_exec: bool = False,
    ):
        super().__init__()
        self.pipeline = str(Path(pipeline).resolve())
        self.rejects = get_datafolder(rejects)
        self.binary = binary
        self.options = envelope.Options(params, env, partitioned_by=partitioned_by, allow_exec=allow_exec)

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        report, rejects = f"{rank:05d}.counts.json", f"{rank:05d}.jsonl"
        for name in (report, rejects):  # of an earlier attempt; the proof goes first
            if self.rejects.exists(name):
                self.rejects.rm(name)
        command = envelope.prepared(self.pipeline, self.binary, self.options)
        end = None
        with tempfile.TemporaryFile("w+", encoding="utf-8") as kept:
            for batch in envelope.run(partial(envelope.blocks, map(line, data)), command):
                kept.writelines(json.dumps(reject, ensure_ascii=False) + "\n" for reject in batch.rejects)
                yield from self.documents(batch.ok)
                end = batch.end
            kept.seek(0)
            with self.rejects.open(rejects, "w") as file:
                shutil.copyfileobj(kept, file)
        for name, number in envelope.counted(end).items():
            self.stat_update(name, value=number)
        with self.rejects.open(report, "w") as file:
            json.dump(end, file)

    def documents(self, texts: list[bytes]) -> Iterator[Document]:
        for text in texts:
            record = json.loads(text)
            if not isinstance(record, dict) or not isinstance(record.get("text"), str):
                raise ValueError(f"a record that leaves the stages has no text, which a document needs: {text[:200].decode('utf-8', 'replace')}")
            others = {name: value for name, value in record.items() if name not in ("text", "id", "media", "metadata")}
            media = [with_bytes(item) for item in record.get("media") or []]
            document = Document(text=record["text"], id=str(record.get("id", "")), media=media, metadata={**(record.get("metadata") or {}), **others})
            self.update_doc_stats(document)
            yield document


def line(document: Document) -> str:
    record = {"text": document.text, "id": document.id, "metadata": document.metadata}
    if document.media:
        record["media"] = [with_text(item) for item in document.media]
    return json.dumps(record, ensure_ascii=False)


def with_text(media: Media) -> dict[str, Any]:
    """Returns media as JSON: its bytes are Base64."""
    content = media.media_bytes
    return {**dataclasses.asdict(media), "media_bytes": None if content is None else base64.b64encode(content).decode()}


def with_bytes(item: Mapping[str, Any]) -> Media:
    content = item.get("media_bytes")
    return Media(**{**item, "media_bytes": None if content is None else base64.b64decode(content)})
