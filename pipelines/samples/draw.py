"""Draws the pictures that the samples and the recordings name: hills below a sun, in a color that comes from the name.

usage: python3 pipelines/samples/draw.py

Equal names give equal pictures. Needs Python's standard library only.
"""

import colorsys
import json
import re
import struct
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLES = ROOT / "pipelines/samples"
RECORDING = ROOT / "Tests/Origin/recordings/case-studies-remote"

# Width and height in pixels: of the picture at the top of a page, of one between texts, and of a scanned page.
SHAPES = {"hero": (1200, 600), "page": (600, 800)}
USUAL_SHAPE = (960, 600)

# A picture is drawn on 800 × 500 units. A hill is the height of its left end, and what it rises above that.
SKY, SUN, *HILLS = range(5)
HILL_SHAPES = [(290, 130), (350, -90), (420, 60)]
SUN_RADIUS = 60
EDGES = [(one, other) for one in range(5) for other in range(one + 1, 5)]


def colors(hue):
    """Returns the colors of sky, sun and hills as bytes, and behind them those of the edges between two of them."""
    shades = [(hue, 88, 45), (hue + 40, 76, 70), (hue, 72, 32), (hue, 56, 32), (hue, 40, 32)]
    plain = [colorsys.hls_to_rgb(angle % 360 / 360, light / 100, strength / 100) for angle, light, strength in shades]
    mixed = [[(one + other) / 2 for one, other in zip(plain[a], plain[b])] for a, b in EDGES]
    return b"".join(bytes(round(value * 255) for value in color) for color in plain + mixed)


def edge(one, other):
    """Returns the place of the color between two of them; a color that is one already has none with others."""
    pair = min(one, other), max(one, other)
    return 5 + EDGES.index(pair) if pair in EDGES else other


def column(x, width, height, sun):
    """Returns the colors of a column of pixels, from its top to its bottom, as places in the palette.

    - Parameters: x and the middle of the sun, in units; the size of the picture in pixels.
    """
    scale = height / 500
    found = bytearray([SKY]) * height

    def fill(top, bottom, color):
        first, rest = int(top * scale), top * scale % 1
        if 0 <= first < height and 0.25 < rest < 0.75:
            found[first] = edge(found[first], color)
        last = min(height, int(bottom * scale))
        for y in range(max(0, first + (rest >= 0.25)), last):
            found[y] = color

    square = SUN_RADIUS**2 - (x - sun) ** 2
    if square > 0:
        half = square**0.5 * width / 800 / scale
        fill(140 - half, 140 + half, SUN)
    for color, (start, rise) in zip(HILLS, HILL_SHAPES):
        along = x % 400 / 400
        up = rise if x < 400 else -rise
        fill(start - 2 * up * along * (1 - along), 500, color)
    return found


def picture(name, width, height):
    """Returns a PNG with four bits a pixel."""
    hue = 0
    for letter in name:
        hue = (hue * 31 + ord(letter)) % 360
    columns = [column((x + 0.5) * 800 / width, width, height, 150 + hue) for x in range(width)]
    lines = []
    for row in zip(*columns):
        # Filter 0: the numbers of the palette as they are. Such pictures become smallest that way.
        lines.append(b"\0" + bytes(row[x] << 4 | (row[x + 1] if x + 1 < width else 0) for x in range(0, width, 2)))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"".join(lines), 9))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"PLTE", colors(hue)) + pixels + chunk(b"IEND", b"")


def draw(name, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = re.split("[-.]", path.name)[0]
    path.write_bytes(picture(name, *SHAPES.get(kind, USUAL_SHAPE)))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


def main():
    for name in sorted(set(re.findall(r"samples/images/([^\"]+)", (SAMPLES / "case-studies.json").read_text()))):
        draw(name, SAMPLES / "images" / name)
    for response in json.loads((RECORDING / "recording.json").read_text())["responses"]:
        if response["file"].endswith(".png"):
            draw(response["file"], RECORDING / response["file"])


if __name__ == "__main__":
    main()
