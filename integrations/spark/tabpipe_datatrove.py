"""Runs the stages of a tabpipe pipeline file as a step of a datatrove pipeline, and proves that no document is lost.

    LocalPipelineExecutor([JsonlReader("in"), Tabpipe("stages.json", rejects="rejects"), JsonlWriter("out")], tasks=8)

A document is the record {"text", "id", "metadata"}; a record that leaves the stages needs `text`, and may have the other two. Each task runs a
`tabpipe pipe --envelope` of its own. A task whose stream is broken raises, so that datatrove does not mark it as completed, and its next run
replaces its files. The counts are in datatrove's statistics.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.io import DataFolderLike, get_datafolder
from datatrove.pipeline.base import PipelineStep

import tabpipe_envelope as envelope


class Tabpipe(PipelineStep):
    """A step of a datatrove pipeline.

    Args:
        pipeline: The pipeline file, at the same path on all nodes.
        rejects: The folder for rejects: RANK.jsonl. The end record of a task is beside it: RANK.end.json.
        binary: The program; None finds `tabpipe` in PATH.
        params: Values of the file's parameters.
        env: Environment variables of the program, such as secrets.
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
    ):
        super().__init__()
        self.pipeline = str(Path(pipeline).resolve())
        self.rejects = get_datafolder(rejects)
        self.binary = binary or "tabpipe"
        self.params = params
        self.env = env

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        digest = hashlib.sha256(Path(self.pipeline).read_bytes()).hexdigest()
        program = shutil.which(self.binary) or self.binary
        command = envelope.command(program, self.pipeline, digest, self.params, self.env)
        faults = envelope.Faults("fail")
        end = None
        with self.rejects.open(f"{rank:05d}.jsonl", "w") as file:
            for batch in envelope.run(envelope.blocks(map(line, data), faults), command, faults):
                file.writelines(json.dumps(reject, ensure_ascii=False) + "\n" for reject in batch.rejects)
                yield from self.documents(batch.ok)
                end = batch.end
        for name, number in envelope.counted(end).items():
            self.stat_update(name, value=number)
        with self.rejects.open(f"{rank:05d}.end.json", "w") as file:
            json.dump(end, file)

    def documents(self, texts: list[bytes]) -> Iterator[Document]:
        for text in texts:
            record = json.loads(text)
            document = Document(text=record["text"], id=str(record.get("id", "")), metadata=record.get("metadata") or {})
            self.update_doc_stats(document)
            yield document


def line(document: Document) -> str:
    return json.dumps({"text": document.text, "id": document.id, "metadata": document.metadata}, ensure_ascii=False)
