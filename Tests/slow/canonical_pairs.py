#!/usr/bin/env python3
"""Writes Sources/WebAddresses/CanonicalCompositions.swift: the canonical decompositions of Unicode, which Swift's library does not offer.

Usage: Tests/slow/canonical_pairs.py

Needs Python 3.9 and its standard library. Each line of the table is a mark, then bases and what they become with this mark. Hangul
follows a rule, and musical symbols are left out.
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


def main():
    both, one_way = {}, {}
    for code in range(0x110000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) != 2 or parts[0].startswith("<") or 0x1D100 <= code <= 0x1D1FF:
            continue
        whole = unicodedata.normalize("NFC", unicodedata.normalize("NFD", chr(code))) == chr(code)
        base, mark = (int(part, 16) for part in parts)
        (both if whole else one_way).setdefault(mark, []).append((base, code))
    path = pathlib.Path(__file__).resolve().parents[2] / "Sources/WebAddresses/CanonicalCompositions.swift"
    path.write_text(
        HEAD.format(version=unicodedata.unidata_version)
        + table("composed", "By mark: bases, each with the character that NFC has for both.", both)
        + "\n"
        + table("decomposed", "By mark: bases, each with a character that NFC replaces by both.", one_way)
        + "}\n"
    )


main()
