#!/usr/bin/env python3
"""A local HTTP origin for tests: a JSON API with images, a help desk, every kind of paging, faults, limits, caches, TLS.

Prints one JSON line when it is ready; ends on SIGTERM. README.md says what a correct client must do.
"""
import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
from pathlib import Path

sys.dont_write_bytecode = True
from apis import routes  # noqa: E402
from certificates import contexts  # noqa: E402
from server import Server  # noqa: E402
from state import State  # noqa: E402

OWN_CONTENT = Path(__file__).resolve().parent / "content"
SHARED_DATA = Path(__file__).resolve().parent / "../../../shared/data"


def content_folder(data):
    """The folder that holds `endpoints/`: of the shared data where it exists, otherwise the content written for the project."""
    folder = (data or Path(os.environ.get("TABPIPE_DATA", SHARED_DATA))) / "case-studies"
    return folder if (folder / "endpoints").is_dir() else OWN_CONTENT


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--second-port", type=int, default=0)
    parser.add_argument("--data", type=Path, help="the folder of shared data; by default ../shared/data, or TABPIPE_DATA")
    parser.add_argument("--own-content", action="store_true", help="serve the content written for the project, whatever data there is")
    parser.add_argument("--no-tls", action="store_true", help="make no certificates: starts 0.3 s earlier")
    parser.add_argument("--with-parent", action="store_true", help="end when the process that started this one has ended")
    parser.add_argument("--log", type=Path, help="append one JSON line a request to this file")
    return parser.parse_args()


def main():
    options = arguments()
    state = State(options.log.open("a", encoding="utf-8") if options.log else None)
    files = routes(OWN_CONTENT if options.own_content else content_folder(options.data))
    first, second = Server(options.port, state, files), Server(options.second_port, state, files)
    second.is_second = True
    certificates = tempfile.mkdtemp(prefix="tabpipe-origin-")
    found = {} if options.no_tls else contexts(certificates)
    secure = {name: Server(0, state, files, context) for name, context in found.items()}
    if secure:
        secure["second"] = Server(0, state, files, found["valid"])
        secure["second"].is_second = True
    servers = [first, second, *secure.values()]
    for server in servers:
        server.other_base = second.base
        server.other_secure_base = secure["second"].base if secure else None
    ended = threading.Event()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})  # a test process may have blocked them
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    for server in servers:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    tls = {"ca_file": f"{certificates}/ca.pem", **{name: server.base for name, server in secure.items()}}
    print(json.dumps({
        "port": first.port, "second_port": second.port, "base": first.base, "second_base": second.base, "pid": os.getpid(),
        "files": len(files), "tls": tls if secure else None,
    }), flush=True)
    parent = os.getppid()
    while not ended.wait(0.5 if options.with_parent else None):
        if os.getppid() != parent:  # killed, so that it could not send SIGTERM
            break
    for server in servers:
        server.stop()
    shutil.rmtree(certificates, ignore_errors=True)
    if state.log:
        state.log.close()


if __name__ == "__main__":
    main()
