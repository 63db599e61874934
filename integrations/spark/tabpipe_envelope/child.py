"""The child, and the threads that feed it and read its messages."""

from __future__ import annotations

import collections
import ctypes
import functools
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence

from .errors import BrokenStream
from .rows import Block

try:
    import xxhash
except ImportError:
    xxhash = None

PIPE_BYTES = 1 << 20  # capacity of the pipes, where the system lets a process choose it
STDERR_BYTES = 4 << 10  # of the end of standard error that an error shows
PR_SET_PDEATHSIG = 1  # of prctl(2)

# `PyDLL` calls C without releasing the interpreter's lock, so that the call takes no lock in the child.
PRCTL = ctypes.PyDLL(None).prctl if sys.platform == "linux" else None


def die_with(parent: int) -> None:
    """Asks Linux to kill the child when the thread that started it ends, however that happens.

    Runs between fork and exec of a process that may have threads, and so takes no lock: it imports nothing, and calls C with the
    interpreter's lock. Without it, a child that is busy would go on after kill -9 of its parent, as only the end of its input would stop it.
    """
    PRCTL(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before the call
        os._exit(1)


def enlarge(descriptor: int) -> None:
    """Enlarges a pipe. The default of 64 KiB costs a change of processes for each 64 KiB."""
    try:
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass  # another system, or the user's limit is reached


def start(arguments: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    prepare = functools.partial(die_with, os.getpid()) if PRCTL else None
    try:
        child = subprocess.Popen(arguments, env={**os.environ, **env}, preexec_fn=prepare, **pipes)
    except OSError as error:
        raise BrokenStream(f"{arguments[0]} cannot be started on {socket.gethostname()}: {error.strerror}") from error
    for pipe in (child.stdin, child.stdout):
        enlarge(pipe.fileno())
    return child


class Feeder(threading.Thread):
    """Writes the blocks to the child, and counts what it wrote. Its failure kills the child, so that no end record can follow."""

    def __init__(self, child: subprocess.Popen, source: Iterable[Block]):
        super().__init__(name="tabpipe feeder", daemon=True)
        self.child = child
        self.source = source
        self.lines = 0
        self.bytes = 0
        self.hash = xxhash.xxh64() if xxhash else None
        self.error: BaseException | None = None
        self.is_cut_short = False  # the child closed its input

    def run(self) -> None:
        try:
            for piece in self.source:
                self.send(piece)
        except BrokenPipeError:
            self.is_cut_short = True
        except BaseException as error:  # an error of the rows' source, of whatever kind, belongs into the task
            self.error = error
            self.child.kill()
        finally:
            self.child.stdin.close()

    def send(self, piece: Block) -> None:
        view = memoryview(piece.data).cast("B")
        self.lines += piece.lines
        self.bytes += len(view)
        if self.hash:
            self.hash.update(view)
        descriptor = self.child.stdin.fileno()
        while view:
            view = view[os.write(descriptor, view) :]


class Tail(threading.Thread):
    """Reads standard error, so that the child never waits, and keeps its end."""

    def __init__(self, child: subprocess.Popen):
        super().__init__(name="tabpipe messages", daemon=True)
        self.pipe = child.stderr
        self.kept: collections.deque[bytes] = collections.deque()

    def run(self) -> None:
        size = 0
        while chunk := os.read(self.pipe.fileno(), 1 << 16):
            self.kept.append(chunk)
            size += len(chunk)
            while size - len(self.kept[0]) >= 2 * STDERR_BYTES:  # more than is shown, so that no secret is cut before it is masked
                size -= len(self.kept.popleft())
        self.pipe.close()

    def text(self) -> str:
        self.join(timeout=1)
        return b"".join(list(self.kept)).decode("utf-8", "replace").strip()
