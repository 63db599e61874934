#!/usr/bin/env python3
"""Writes Sources/WebAddresses/CanonicalCompositions.swift: the canonical decompositions of Unicode, which Swift's library does not offer.

Usage: Tests/slow/canonical_pairs.py

Needs Python 3.9 and its standard library. Each line of the first two tables is a mark, then bases and what they become with this mark. Each
line of the last one is a character, then those that stand for it and for the characters behind it. Hangul follows a
rule.
"""

import pathlib
import unicodedata

HEAD = '''/// Characters that are canonically equal to a base and a mark. Written by Tests/slow/canonical_pairs.py from Unicode {version}.
enum CanonicalCompositions {{
'''


def spelled(code):
    character = chr(code)
    name = unicodedata.name(character, "")
    plain = name.split(" ")[0] in ("LATIN", "GREEK", "CYRILLIC", "HIRAGANA", "KATAKANA") and unicodedata.category(character)[0] == "L"
    return character if plain else f"\\u{{{code:X}}}"


def table(name, comment, pairs):
    lines = [f"    /// {comment}", "    // swift-format-ignore", f"    static let {name}: [(mark: UInt32, pairs: String)] = ["]
    for mark, entries in sorted(pairs.items()):
        text = ""
        pieces = []
        for base, composed in sorted(entries):
            piece = spelled(base) + spelled(composed)
            if len(text) + len(piece) > 100:
                pieces.append(text)
                text = ""
            text += piece
        pieces.append(text)
        joined = '"\n            + "'.join(pieces)
        lines.append(f'        (0x{mark:04X}, "{joined}"),')
    return "\n".join(lines + ["    ]", ""])


def singles(entries):
    """The table of characters that stand for one other, in runs of neighbours."""
    lines = [
        "    /// For each run of neighbours: the first one, and the characters by which NFC replaces them, each by one.",
        "    // swift-format-ignore", "    static let singles: [(first: UInt32, ones: String)] = ["]
    runs = []
    for code, one in sorted(entries.items()):
        if not runs or code != runs[-1][0] + len(runs[-1][1]) or sum(map(len, runs[-1][1])) > 100:
            runs.append((code, []))
        # Unified ideographs are what they look like.
        runs[-1][1].append(chr(one) if 0x3400 <= one <= 0x9FFF or 0x20000 <= one <= 0x2A6DF else spelled(one))
    lines += [f'        (0x{first:04X}, "{"".join(ones)}"),' for first, ones in runs]
    return "\n".join(lines + ["    ]", ""])


def main():
    both, one_way, single = {}, {}, {}
    for code in range(0x110000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 1:
            single[code] = int(parts[0], 16)
        if len(parts) != 2 or parts[0].startswith("<"):
            continue
        whole = unicodedata.normalize("NFC", unicodedata.normalize("NFD", chr(code))) == chr(code)
        base, mark = (int(part, 16) for part in parts)
        (both if whole else one_way).setdefault(mark, []).append((base, code))
    path = pathlib.Path(__file__).resolve().parents[2] / "Sources/WebAddresses/CanonicalCompositions.swift"
    path.write_text(
        HEAD.format(version=unicodedata.unidata_version)
        + table("composed", "For each mark: pairs of a base and the character into which NFC composes base and mark.", both)
        + "\n"
        + table("decomposed", "For each mark: pairs of a base and a character that NFC replaces by base and mark.", one_way)
        + "\n"
        + singles(single)
        + "}\n"
    )


main()
