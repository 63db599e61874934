#!/usr/bin/env python3
"""Measures how fast documents of 2 KB are fetched: by tabpipe's client, by curl --parallel and by aiohttp.

Usage: Benchmarks/http_client.py [--rounds 5] [--documents 5000] [--connections 16] [--program PATH]

It starts nginx on loopback with one worker, and runs the three in turn. Requests per second count from the first request to the last
response (curl: the whole run of the program); processor time and memory are those of the whole process. Printed are medians and ratios.

Build first, in the folder Benchmarks:

    swift build -c release --static-swift-stdlib --product HTTPBenchmark -Xswiftc -enable-testing

Needs nginx and curl 7.68 (Debian: nginx-light, curl) and aiohttp (pip install aiohttp). Without aiohttp, its column is missing.
"""

import argparse
import pathlib

import fetching


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--program", default=str(here / ".build/release/HTTPBenchmark"))
    arguments = parser.parse_args()
    with fetching.documents(arguments.documents) as (folder, urls):
        programs = fetching.others(folder, urls, arguments.connections)
        programs = {"tabpipe": [arguments.program, str(folder / "urls"), str(arguments.connections)], **programs}
        fetching.compare(programs, arguments.rounds, arguments.documents)


if __name__ == "__main__":
    main()
