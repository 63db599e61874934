"""Files that travel to the workers."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import socket
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from pyspark import SparkContext, SparkFiles

import tabpipe_envelope as envelope
from tabpipe_envelope import BrokenStream, Refused


@dataclass(frozen=True)
class Shipped:
    """A file that Spark copies to the workers under a name made from its content, and its place beside the pipeline file."""

    place: str
    sha256: str

    @property
    def name(self) -> str:
        return f"tabpipe-{self.sha256[:32]}"


class DriverFiles:
    """The driver's copies of the files, in a folder that lasts as long as the process, because workers fetch them whenever they start."""

    folder: Path | None = None

    @classmethod
    def root(cls) -> Path:
        if cls.folder is None:
            cls.folder = Path(tempfile.mkdtemp(prefix="tabpipe-spark-"))
            atexit.register(shutil.rmtree, cls.folder, ignore_errors=True)
        return cls.folder

    @classmethod
    def add(cls, context: SparkContext, path: Path, place: str) -> Shipped:
        shipped = Shipped(place, envelope.sha256(path))
        copy = cls.root() / shipped.name
        if not copy.exists():
            shutil.copyfile(path, copy)
            copy.chmod(0o755)
        context.addFile(str(copy))
        return shipped

    @classmethod
    def add_packages(cls, context: SparkContext) -> None:
        """Sends the code of the adapter."""
        archive = cls.root() / "tabpipe_packages.zip"
        if not archive.exists():
            with zipfile.ZipFile(archive, "w") as file:
                for package in ("tabpipe_envelope", "tabpipe_envelope.spark"):
                    for module in resources.files(package).iterdir():  # the driver's packages may be in an archive, too
                        if module.name.endswith(".py"):
                            file.writestr(f"{package.replace('.', '/')}/{module.name}", module.read_bytes())
        context.addPyFile(str(archive))


def place_beside(path: Path, folder: Path) -> str:
    """Returns the path of a file from the folder of the pipeline file."""
    try:
        return str(path.resolve().relative_to(folder))
    except ValueError:
        raise Refused(f"{path} is not below {folder}, the folder of the pipeline file") from None


def checked(shipped: Shipped) -> Path:
    """Returns the worker's copy of a file, if it is the driver's file."""
    path = Path(SparkFiles.get(shipped.name))
    try:
        found = envelope.sha256(path)
    except FileNotFoundError:
        raise BrokenStream(f"{shipped.place} has not arrived on {socket.gethostname()}") from None
    if found != shipped.sha256:
        raise BrokenStream(f"{shipped.place} on {socket.gethostname()} has the SHA-256 {found}, expected {shipped.sha256}")
    return path


def unpack(files: Sequence[Shipped]) -> Path:
    """Returns a folder of the worker with the files at their places. They are checked in each task."""
    copies = {file.place: checked(file) for file in files}
    key = hashlib.sha256(repr(files).encode()).hexdigest()[:32]
    folder = Path(SparkFiles.getRootDirectory()) / f"tabpipe-folder-{key}"
    if folder.exists():
        return folder
    fresh = Path(tempfile.mkdtemp(prefix="tabpipe-", dir=SparkFiles.getRootDirectory()))
    for place, copy in copies.items():
        (fresh / place).parent.mkdir(parents=True, exist_ok=True)
        os.link(copy, fresh / place)
    try:
        fresh.rename(folder)
    except OSError:  # another task of this worker was first
        shutil.rmtree(fresh)
    return folder
