#!/usr/bin/env python3
"""Checks the stage `expect` with the official test suite of JSON Schema, draft 2020-12.

Each group of the suite is a schema with values. They go through the program as the records of one run: valid ones have to come out, all
others have to be rejects. A schema with a keyword that tabpipe does not check must be refused by the name of that keyword, or its reference.

`--suite` names the folder `tests/draft2020-12`, or the variable TABPIPE_JSON_SCHEMA_SUITE does. The suite is in JSON Schema's repository
JSON-Schema-Test-Suite, and in the source archive of the Python package jsonschema (folder `json/tests`). Without it, the script skips.
"""

import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

# Keywords that tabpipe does not check, and refuses.
UNCHECKED = {"unevaluatedProperties", "unevaluatedItems", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "contentMediaType",
             "contentEncoding", "contentSchema"}
# Reasons for which a schema may be refused. Each names what tabpipe does not check.
REFUSALS = [
    r'no keyword that is checked is called "([^"]+)"',
    r'"[^"]*" is in another document',
    r'"\$id" can stand at the top of the schema only',
    r'"#[^/"]+" names no schema; a reference has the form',
    r'expected "https://json-schema.org/draft/2020-12/schema", found',
]
# Files of the suite about keywords that are checked: their schemas may be refused only for a keyword of UNCHECKED, or a reference.
TAKEN = """additionalProperties allOf anyOf boolean_schema const contains default dependentRequired dependentSchemas enum exclusiveMaximum
exclusiveMinimum format if-then-else infinite-loop-detection items maxContains maxItems maxLength maxProperties maximum minContains minItems
minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems properties propertyNames required type
uniqueItems""".split()
# Optional parts of the suite that concern what is checked.
OPTIONAL = ["bignum", "ecmascript-regex", "float-overflow", "non-bmp-regex", "no-schema"]

given = series.arguments(__doc__, suite=os.environ.get("TABPIPE_JSON_SCHEMA_SUITE", ""))
if not os.path.isdir(given.suite):
    print("skipped: --suite or TABPIPE_JSON_SCHEMA_SUITE names the folder tests/draft2020-12 of the JSON Schema Test Suite")
    sys.exit(0)

folder = tempfile.mkdtemp(prefix="json-schema-")
faults = 0
counts = collections.Counter()
refused = collections.Counter()


def fault(message):
    global faults
    faults += 1
    print("FAULT:", message)


def check(name, group):
    """Runs the values of a group as records, and compares which of them are rejected."""
    pipeline = {
        "name": "p", "rejects": "rejects.jsonl", "source": {"type": "json", "from": "in.jsonl"},
        "stages": [{"type": "expect", "schema": "schema.json"}], "sinks": [{"type": "jsonl", "to": "out.jsonl"}],
    }
    for file, content in [("p.json", json.dumps(pipeline)), ("schema.json", json.dumps(group["schema"])),
                          ("in.jsonl", "".join(json.dumps(test["data"]) + "\n" for test in group["tests"]))]:
        with open(os.path.join(folder, file), "w") as out:
            out.write(content)
    rejects = os.path.join(folder, "rejects.jsonl")
    if os.path.exists(rejects):
        os.remove(rejects)
    outcome = subprocess.run([given.program, "run", "p.json", "--allow-rejects", "100%"], cwd=folder, capture_output=True, text=True)
    title = f"{name}: {group['description']}"
    if outcome.returncode == 78:
        reasons = [match for pattern in REFUSALS for match in re.finditer(pattern, outcome.stderr)]
        if not reasons:
            fault(f"{title}: refused: {outcome.stderr.strip()}")
            return
        reason = reasons[0].group(1) if reasons[0].re.groups else re.sub(r'^"(?!\$id)[^"]*"', "a reference that", reasons[0].group(0))
        refused[reason] += 1
        counts["refused schemas"] += 1
        if name in TAKEN and reasons[0].re.pattern == REFUSALS[0] and reason not in UNCHECKED:
            fault(f"{title}: refused: {outcome.stderr.strip()}")
        return
    if outcome.returncode not in (0, 1):
        fault(f"{title}: exit code {outcome.returncode}: {outcome.stderr.strip()}")
        return
    counts["schemas"] += 1
    invalid = set()
    if os.path.exists(rejects):
        with open(rejects) as lines:
            for line in lines:
                reject = json.loads(line)
                invalid.add(reject["origin"]["item"])
                if not re.search(r"\(\S+\)", reject["reason"]):
                    fault(f"{title}: the reason names no keyword: {reject['reason']}")
    for number, test in enumerate(group["tests"], 1):
        counts["values"] += 1
        if (number in invalid) == test["valid"]:
            fault(f"{title}: {test['description']}: {json.dumps(test['data'])[:80]} should be {'valid' if test['valid'] else 'invalid'}")
        else:
            counts["right values"] += 1


files = sorted(glob.glob(os.path.join(given.suite, "*.json")))
files += [path for path in sorted(glob.glob(os.path.join(given.suite, "optional", "*.json")))
          if os.path.basename(path)[:-5] in OPTIONAL]
for path in files:
    with open(path) as file:
        for group in json.load(file):
            check(os.path.basename(path)[:-5], group)

print(f"{counts['schemas']} schemas with {counts['values']} values, {counts['right values']} right; {counts['refused schemas']} schemas refused:")
for reason, count in refused.most_common():
    print(f"  {count} {reason}")
print("no faults" if faults == 0 else f"{faults} faults")
sys.exit(0 if faults == 0 else 1)
