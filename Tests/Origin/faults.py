"""Responses that go wrong in one known way each. A request can be told apart by any further query item."""
import gzip
import math
import os
import socket
import struct
import time
from email.utils import formatdate
from urllib.parse import urlencode

from common import GOOD, Refusal, gzipped


def last_item(mebibytes):
    return b'{"id":%d,"title":"last"}]}' % (mebibytes * 1024 + 1)


def big_document(mebibytes, word="Item"):
    """{"items": […]} with mebibytes * 1024 + 1 items of 1 KiB, in pieces of 64 KiB."""
    yield b'{"items":['
    for first in range(1, mebibytes * 1024 + 1, 64):
        heads = (f'{{"id":{i},"title":"{word} {i}","text":"' for i in range(first, first + 64))
        yield "".join(head + "x" * (1021 - len(head)) + '"},' for head in heads).encode()
    yield last_item(mebibytes)


class Faults:
    """Part of the request handler."""

    def attempt(self, key=None):
        """How often this path with this query, or this key, has been asked for since the last reset."""
        with self.state.lock:
            self.state.attempts[key or self.path] += 1
            return self.state.attempts[key or self.path]

    def is_over(self):
        return self.attempt() > self.number("times", math.inf)

    def begin_whole(self, length=len(GOOD)):
        self.begin(200, {"Content-Type": "application/json", "Content-Length": str(length)})

    def reset(self):
        self.hang_up()              # linger 0: close sends RST
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())

    def fail(self, status, times, after=None, as_date=False):
        """Fails the first `times` requests, then gives a good response; counts a retry before Retry-After is over."""
        now, nth = time.time(), self.attempt()
        with self.state.lock:
            if now < self.state.retry_not_before.pop(self.path, 0) - 0.01:
                self.state.early_retries[self.path] += 1
            failing = nth <= self.number("times", times)
            after = self.number("after", after)
            until = math.ceil(now + (after or 0)) if as_date else now + (after or 0)
            if failing and after:
                self.state.retry_not_before[self.path] = until
        if not failing:
            return self.good()
        wait = formatdate(until, usegmt=True) if as_date else str(after)
        raise Refusal(status, f"failing on purpose, attempt {nth}", {} if after is None else {"Retry-After": wait})

    def fault_429(self): self.fail(429, 2, after=1)
    def fault_429date(self): self.fail(429, 1, after=2, as_date=True)
    def fault_503(self): self.fail(503, 3)
    def fault_500forever(self): self.fail(500, math.inf)
    def fault_status(self): self.fail(self.number("code", 404), math.inf)

    def fault_coding(self):
        """`?code=` (404) with an error page in a coding that nothing asked for."""
        self.reply(b"not decoded", self.number("code", 404), headers={"Content-Encoding": "br"})


    def fault_cut(self):
        if self.is_over():
            return self.good()
        at = self.number("at", 1000)
        if self.number("chunked", 0):
            self.begin(200, {"Content-Type": "application/json", "Transfer-Encoding": "chunked"})
            self.send(b"%x\r\n%b\r\n" % (len(GOOD[:at]), GOOD[:at]))
        else:
            self.begin_whole(max(len(GOOD), at + 1))
            self.send(GOOD[:at])
        self.hang_up()

    def fault_reset(self):
        if self.is_over():
            return self.good()
        if at := self.number("at", 0):
            self.begin_whole(max(len(GOOD), at + 1))
            self.send(GOOD[:at])
            self.pause(0.1)         # a reset throws away what the client has not read yet
        self.record(0)
        self.reset()

    def fault_hang(self):
        if self.is_over():
            return self.good()
        seconds = self.number("seconds", 60)
        if self.query.get("where") != "body":
            self.record(0)          # now: a client that leaves is noticed a little later, and a test may have read the log by then
            self.pause(seconds)
            return self.good()
        self.begin_whole()
        self.send(GOOD[:1000])
        self.pause(seconds)
        self.leave()
        self.send(GOOD[1000:])

    def fault_slow(self):
        speed = max(self.number("bytes_per_second", 1000), 1)
        step = max(speed // 10, 1)
        self.begin_whole()
        for at in range(0, len(GOOD), step):
            self.pause(step / speed)
            if at + step >= len(GOOD):
                self.leave()
            self.send(GOOD[at:at + step])

    def fault_garbage(self):
        self.record(0)
        self.send(b"\x16\x03\x01\x02SSH-2.0-notHTTP\r\n\x00\xff\xfe\r\n\r\n")
        self.hang_up()

    def fault_html(self):
        page = "<!DOCTYPE html>\n<html><head><title>Sign in\x1b[31m\x07</title></head><body>…</body></html>"
        self.reply(page.encode(), kind="text/html; charset=utf-8")

    def fault_badjson(self): self.reply(b'{"items":[{"id":1,"title":"Item 1"},{"id":2,"title":}]}')
    def fault_utf16(self): self.reply(GOOD.decode().encode("utf-16"), kind="application/json; charset=utf-16")
    def fault_bom(self): self.reply(b"\xef\xbb\xbf" + GOOD)
    def fault_wrongtype(self): self.reply(GOOD, kind="text/html")
    def fault_204(self): self.reply(b"", 204)

    def fault_empty(self):
        self.reply(b"\r\n" if self.number("blank", 0) else b"", kind=self.query.get("kind", "application/json"))

    def fault_badgzip(self): self.reply(gzip.compress(GOOD, mtime=0)[:-20], headers={"Content-Encoding": "gzip"})
    def fault_headers1000(self): self.good({f"X-Filler-{i:04d}": f"value {i}" for i in range(1000)})
    def fault_bomb(self): self.stream(gzipped(big_document(self.number("mb", 1024))), {"Content-Encoding": "gzip"})

    def fault_big(self):
        """`cut=N` cuts the first `times` transfers (1) after N bytes of the document; `changed=1` sends another document then.
        `length=1` says Content-Length."""
        mebibytes, cut = self.number("mb", 300), self.number("cut", 0)
        is_cut = cut > 0 and self.attempt() <= self.number("times", 1)
        pieces = big_document(mebibytes, "Other" if not is_cut and self.number("changed", 0) else "Item")
        if not is_cut and not self.number("length", 0):
            return self.stream(pieces)
        total = len(b'{"items":[') + (mebibytes << 20) + len(last_item(mebibytes))
        self.begin_whole(total)
        left = cut if is_cut else total
        for piece in pieces:
            if len(piece) >= left:
                self.leave()
            self.send(piece[:left])
            left -= len(piece)
            if left <= 0:
                break
        if is_cut:
            self.hang_up()

    def fault_chunked_bad(self):
        self.begin(200, {"Content-Type": "application/json", "Transfer-Encoding": "chunked"})
        self.send(b"%x\r\n%b\r\nZZ\r\n%b\r\n0\r\n\r\n" % (1000, GOOD[:1000], GOOD[1000:]))
        self.hang_up()

    def fault_deep(self):
        levels = self.number("levels", 100_000)
        deep = b'{"id":2,"title":"deep","value":' + b"[" * levels + b"]" * levels + b"}"
        self.reply(b'{"items":[{"id":1,"title":"Item 1"},' + deep + b',{"id":3,"title":"Item 3"}]}')

    def fault_longkey(self):
        key = b"k" * self.number("bytes", 16 << 20)
        self.reply(b'{"items":[{"id":1,"title":"Item 1"},{"id":2,"title":"Item 2","%b":1}]}' % key)

    def redirect(self, target):
        self.reply({"moved": target}, self.number("code", 302), headers={"Location": target})

    def fault_redirect(self):
        left = self.number("n", 3)
        if left <= 0:
            return self.good()
        target = self.route + "?" + urlencode({**self.query, "n": left - 1})
        self.redirect(target if left % 2 else self.base + target)

    def fault_redirectloop(self):
        self.redirect(self.base + self.route + ("" if "back" in self.query else "?back=1"))

    def fault_redirect_other(self): self.redirect(self.server.other_base + "/items")
    def fault_redirect_tls(self): self.redirect(self.server.other_secure_base + "/items")
    def fault_redirect_file(self): self.redirect("file:///etc/passwd")
