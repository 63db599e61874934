"""What the parts of the origin share."""
import gzip
import json
import zlib

PAGED_ITEMS, PAGE_SIZE = 437, 50


class Refusal(Exception):
    """A response that is not 200, raised from wherever the reason is found."""

    def __init__(self, status, message, headers=None):
        self.status, self.message, self.headers = status, message, headers or {}


def items(ids):
    return [{"id": i, "title": f"Item {i}"} for i in ids]


def encode(value):
    return json.dumps(value, ensure_ascii=False).encode()


def lines(ids):
    """The items as JSON Lines."""
    return b"".join(encode(item) + b"\n" for item in items(ids))


def gzipped(pieces, level=6):
    """One member of gzip, in pieces."""
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def packed(data):
    return gzip.compress(data, 6, mtime=0)


GOOD = encode({"items": items(range(1, PAGE_SIZE + 1))})
GOOD_LINES = lines(range(1, PAGED_ITEMS + 1))
