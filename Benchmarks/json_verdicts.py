"""Compares file by file whether tabpipe and Python's json, in strict mode, accept a file as JSON.

usage: python3 Benchmarks/json_verdicts.py TABPIPE CORPUS [SKIP]     SKIP: bytes to skip at the start of each file (2 for the fuzzer's corpus)

Each file is read as a stream of JSON texts. These known differences are not counted:
- nesting of more than 512 levels;
- a byte order mark at the start, which tabpipe skips;
- a number or literal directly followed by another text (2024-10-15, 01, 1true). Python's raw_decode finds several texts there, while
  tabpipe requires white space, a bracket or a quotation mark.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

WHITE = re.compile(r"[ \t\n\r]*")
# The characters that may follow a number or literal; "" is the end of the input.
SEPARATORS = ("", " ", "\t", "\n", "\r", "{", "[", '"')


def refuse(name):
    raise ValueError(name)


DECODER = json.JSONDecoder(parse_constant=refuse, parse_int=str, parse_float=str, object_pairs_hook=list)


def python_accepts(data):
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        text = data.decode("utf-8")
        place = WHITE.match(text).end()
        while place < len(text):
            _, end = DECODER.raw_decode(text, place)
            if text[end - 1] not in '"]}' and text[end : end + 1] not in SEPARATORS:
                return False
            place = WHITE.match(text, end).end()
        return True
    except (ValueError, RecursionError):
        return False


def is_deep(data):
    depth = deepest = 0
    for byte in re.sub(rb'"(\\.|[^"\\])*"', b"", data, flags=re.S):
        depth += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, depth)
    return deepest > 500


def main():
    tabpipe, corpus = sys.argv[1:3]
    skip = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    same = different = 0
    with tempfile.TemporaryDirectory() as folder:
        pipeline = os.path.join(folder, "p.json")
        with open(pipeline, "w") as file:
            json.dump({"source": {"type": "json", "from": "-"}, "sinks": [{"type": "jsonl", "to": "-"}]}, file)
        for name in sorted(os.listdir(corpus)):
            with open(os.path.join(corpus, name), "rb") as file:
                data = file.read()[skip:]
            if is_deep(data):
                continue
            code = subprocess.run([tabpipe, "run", "--quiet", pipeline], input=data, capture_output=True).returncode
            if code not in (0, 65):
                print(f"{name}: exit code {code}")
            if (code == 0) == python_accepts(data):
                same += 1
            else:
                different += 1
                print(f"{name}: tabpipe {'accepts' if code == 0 else 'refuses'}, Python does not agree: {data[:60]!r}")
    print(f"{same} files with the same verdict, {different} with another")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
