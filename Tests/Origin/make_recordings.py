#!/usr/bin/env python3
"""Records the sample pipelines: fills pipelines/recordings/NAME by `tabpipe run`, from the content in recordings/NAME.

Usage: make_recordings.py [--program .build/debug/tabpipe] [--check] [NAME…]

A run asks a proxy on this machine for hosts below example.org, so no request leaves it. After that it runs the pipeline once more
from the recording alone (`cache=offline`), with a proxy that refuses every connection, and compares the outputs. Equal content gives
equal bytes. `--check` changes nothing: it compares with the recordings that exist. Needs Python 3.11.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from recorded import NAMES, TIME, Proxy, Recording, key  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "http://127.0.0.1:9"  # the port of "discard", where nothing listens


def run(program, recording, proxy, output, parameters, environment):
    """One run of the pipeline; the proxy is the only way out."""
    parameters = {**parameters, **outputs(recording, output)}
    command = [program, "run", f"pipelines/{recording.pipeline}.json", "--quiet"]
    command += [word for name, value in parameters.items() for word in ("--set", f"{name}={value}")]
    proxies = {"http_proxy": proxy, "https_proxy": proxy, "HTTPS_PROXY": proxy, "no_proxy": "", "NO_PROXY": ""}
    environment = {**os.environ, **environment, **proxies}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")


def outputs(recording, folder):
    """The parameters that name outputs, below another folder, with the names that the pipeline gives."""
    parameters = json.loads((ROOT / f"pipelines/{recording.pipeline}.json").read_text())["parameters"]
    return {name: f"{folder}/{parameters[name]['default']}" for name in ("to", "images") if name in parameters}


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


def settle(folder):
    """Puts a fixed time in place of that of the run, so that a recording changes only if its content does."""
    for path in folder.glob("*.response"):
        line, _, body = path.read_bytes().partition(b"\n")
        found = re.fullmatch(rb'(.*"stored":)[0-9.]+(,.*"sha256":")[0-9a-f]{64}("})', line)
        if not found:
            sys.exit(f"{path}: no entry of a cache")
        start = b"%s%d%s" % (found[1], TIME, found[2])
        path.write_bytes(start + hashlib.sha256(start).hexdigest().encode() + found[3] + b"\n" + body)


def record(program, name, is_check):
    recording, kept = Recording(name), ROOT / "pipelines/recordings" / name
    with tempfile.TemporaryDirectory() as work, Proxy(recording) as proxy:
        cache = Path(work, "cache")
        if recording.environment:  # the names of the files depend on the account, and on this random text
            cache.mkdir()
            Path(cache, "salt").write_text(hashlib.sha256(name.encode()).hexdigest() + "\n")
        parameters = {**recording.parameters, "cache": "revalidate", "cache_folder": cache}
        run(program, recording, proxy.url, f"{work}/online", parameters, recording.environment)
        asked = sorted(map(key, proxy.asked))
        if asked != sorted(recording.responses):
            sys.exit(f"{name}: each response has to be asked for once; asked for:\n" + "\n".join(proxy.asked))
        settle(cache)
        if not is_check:
            shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True)
            for path in cache.iterdir():
                Path(kept, path.name).write_bytes(path.read_bytes())
        if files(kept) != files(cache):
            sys.exit(f"{name}: the recording is not that of its content; make_recordings.py {name} makes it anew")
        # The preset of the pipeline names the recording.
        run(program, recording, NOWHERE, f"{work}/offline", {"cache": "offline"}, {})
        online, offline = files(f"{work}/online"), files(f"{work}/offline")
        if not online or online != offline:
            sys.exit(f"{name}: the run from the recording gives other outputs: {sorted(online)}, {sorted(offline)}")
    print(f"{name}: {len(recording.responses)} responses, {len(online)} files")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/debug/tabpipe"))
    parser.add_argument("--check", action="store_true", help="compare with the recordings that exist")
    parser.add_argument("names", nargs="*", metavar="NAME", help="one of: " + ", ".join(NAMES))
    options = parser.parse_args()
    for name in options.names or NAMES:
        record(os.path.abspath(options.program), name, options.check)


if __name__ == "__main__":
    main()
