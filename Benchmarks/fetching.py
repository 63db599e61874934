"""What the benchmarks of fetching share: nginx with documents of 2 KB on loopback, the programs to compare with, and the table."""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

AIOHTTP = """
import asyncio, sys, time, aiohttp
async def main():
    urls = open(sys.argv[1]).read().split()
    queue = iter(urls)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=int(sys.argv[2]))) as session:
        async def work():
            for url in queue:
                async with session.get(url) as response:
                    response.raise_for_status()
                    await response.read()
        start = time.perf_counter()
        await asyncio.gather(*(work() for _ in range(int(sys.argv[2]))))
        print('{"seconds": %f}' % (time.perf_counter() - start))
asyncio.run(main())
"""

NGINX = """
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off; keepalive_requests 1000000;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4;
    scgi_temp_path {folder}/t5;
    server {{ listen 127.0.0.1:{port}; root {folder}/documents; }}
}}
"""


def run(command):
    """Runs a program: its own seconds if it prints them, else those of the process; processor time in seconds; memory in KiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[0]} ended with code {process.returncode}")
    if output.startswith("{"):
        seconds = json.loads(output)["seconds"]
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def wait_for(port):
    for _ in range(100):
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit("nginx does not start")


@contextlib.contextmanager
def documents(count):
    """Starts nginx with documents: a folder for the caller's files, and the URLs."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "documents").mkdir()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        urls = []
        for number in range(count):
            (folder / f"documents/{number}.json").write_text(json.dumps({"id": number, "text": "x" * 2000})[:2048])
            urls.append(f"http://127.0.0.1:{port}/{number}.json")
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
        server = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield folder, urls
        finally:
            server.terminate()
            server.wait()


def others(folder, urls, connections):
    """The commands of the programs to compare with, by name. aiohttp is missing where it is not installed."""
    (folder / "urls").write_text("\n".join(urls) + "\n")
    (folder / "curl").write_text("".join(f'url = "{url}"\noutput = /dev/null\n' for url in urls))
    (folder / "fetch.py").write_text(AIOHTTP)
    commands = {"curl": ["curl", "--silent", "--parallel", "--parallel-max", str(connections), "--config", str(folder / "curl")]}
    if subprocess.run([sys.executable, "-c", "import aiohttp"], capture_output=True).returncode == 0:
        commands["aiohttp"] = [sys.executable, str(folder / "fetch.py"), str(folder / "urls"), str(connections)]
    return commands


def compare(programs, rounds, count):
    """Runs the programs in turn, and prints medians and what tabpipe has of the rate of each other program."""
    results = {name: [] for name in programs}
    for _ in range(rounds):
        for name, command in programs.items():
            results[name].append(run(command))
    rates = {}
    for name, runs in results.items():
        seconds, processor, memory = (statistics.median(values) for values in zip(*runs))
        rates[name] = count / seconds
        print(f"{name:8} {rates[name]:8.0f} requests/s   {processor:6.2f} s of processor time   {memory / 1024:5.0f} MB")
    for name, rate in rates.items():
        if name != "tabpipe":
            print(f"tabpipe / {name}: {rates['tabpipe'] / rate:.2f}")
