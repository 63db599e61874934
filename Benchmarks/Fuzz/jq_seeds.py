#!/usr/bin/env python3
"""Writes one seed for each case of a file: jq_seeds.py CASES.json FOLDER. A case has a program and an input, or a list of inputs."""
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[2])
for place, case in enumerate(json.loads(pathlib.Path(sys.argv[1]).read_text())):
    for number, text in enumerate(case.get("inputs") or [case.get("input") or "null"]):
        line = " ".join(str(text).split("\n"))
        (folder / f"case-{place}-{number}").write_text(case["program"] + "\n" + line)
