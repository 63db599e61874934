"""Bodies that lose records without a word, where a client does not count and check: gzip, lengths, ranges, chunks."""
import contextlib
import gzip
import ssl
import struct
import zlib

from common import GOOD, GOOD_LINES, gzipped, packed

LINE_COUNT = 200  # lines before a cut


class Bodies:
    """Part of the request handler. `?format=lines` gives 437 JSON Lines, otherwise it is 50 items; `times` counts the faults."""

    def whole(self):
        return GOOD_LINES if self.query.get("format") == "lines" else GOOD

    def kind(self):
        return "application/x-ndjson" if self.query.get("format") == "lines" else "application/json"

    def is_healed(self):
        """Whether the fault has been met often enough; the response is then a good one."""
        if not self.is_over():
            return False
        self.reply(self.whole(), kind=self.kind())
        return True

    def reply_gzip(self, data):
        """Sends gzip whatever was asked for: the length is right, and only the data itself says what is missing."""
        self.reply(data, kind=self.kind(), headers={"Content-Encoding": "gzip"})

    def lines_end(self):
        """The offset behind `?lines=` lines (200); in JSON, the middle."""
        if self.query.get("format") != "lines":
            return len(GOOD) // 2
        return len(b"".join(GOOD_LINES.splitlines(keepends=True)[:self.number("lines", LINE_COUNT)]))

    def fault_gzip_line_end(self):
        """Ends inside the compressed data; what can be inflated ends at the end of a line."""
        if not self.is_healed():
            packer = zlib.compressobj(6, zlib.DEFLATED, 31)
            self.reply_gzip(packer.compress(self.whole()[:self.lines_end()]) + packer.flush(zlib.Z_SYNC_FLUSH))

    def fault_gzip_no_trailer(self):
        """All of the data, and not the 8 bytes with its checksum and length."""
        if not self.is_healed():
            self.reply_gzip(packed(self.whole())[:-8])

    def fault_gzip_crc(self):
        if not self.is_healed():
            good = packed(self.whole())
            checksum, length = struct.unpack("<II", good[-8:])
            self.reply_gzip(good[:-8] + struct.pack("<II", checksum ^ 1, length))

    def fault_gzip_length(self):
        if not self.is_healed():
            good = packed(self.whole())
            checksum, length = struct.unpack("<II", good[-8:])
            self.reply_gzip(good[:-8] + struct.pack("<II", checksum, length + 1))

    def fault_gzip_trailing(self):
        if not self.is_healed():
            self.reply_gzip(packed(self.whole()) + b"not gzip")

    def fault_gzip_members(self):
        """Good: three members, one of them empty."""
        data, middle = self.whole(), self.lines_end()
        self.reply_gzip(packed(data[:middle]) + gzip.compress(b"", mtime=0) + b"".join(gzipped([data[middle:]])))

    def fault_gzip_unasked(self):
        """Good: gzip for a client that did not ask for it."""
        self.reply_gzip(packed(self.whole()))

    def fault_206(self):
        """The first part, with the head of a range that was not asked for."""
        if not self.is_healed():
            data, end = self.whole(), self.lines_end()
            self.reply(data[:end], 206, kind=self.kind(), headers={"Content-Range": f"bytes 0-{end - 1}/{len(data)}"})

    def fault_length(self):
        """Content-Length is `?by=` bytes more than the body, which ends at a line end; less if negative.

        `late=1` sends what is behind the length 20 ms later, and `keep=1` leaves the connection open."""
        if not self.is_healed():
            by = self.number("by", 100)
            data = self.whole()[:self.lines_end()] if by > 0 else self.whole()
            end = len(data) + by if by < 0 and self.number("late", 0) else len(data)
            self.begin(200, {"Content-Type": self.kind(), "Content-Length": str(len(data) + by)})
            self.send(data[:end])
            if end < len(data):
                self.pause(0.02)
                self.send(data[end:])
            if self.number("keep", 0):
                self.leave()
            else:
                self.hang_up()

    def fault_chunked_cut(self):
        """A chunk that ends at the end of a line, and no last chunk."""
        if not self.is_healed():
            data = self.whole()[:self.lines_end()]
            self.begin(200, {"Content-Type": self.kind(), "Transfer-Encoding": "chunked"})
            self.send(b"%x\r\n%b\r\n" % (len(data), data))
            self.hang_up()

    def fault_close_delimited(self):
        """Neither length nor chunks: the body ends with the connection, so that HTTP cannot say whether it is whole. `?cut=1` cuts it.

        With TLS, close_notify ends the connection; with `?notify=0`, only the end of TCP does."""
        self.begin(200, {"Content-Type": self.kind(), "Connection": "close"})
        self.send(self.whole()[:self.lines_end()] if self.number("cut", 0) else self.whole())
        if isinstance(self.connection, ssl.SSLSocket) and self.number("notify", 1):
            with contextlib.suppress(OSError):
                self.connection.unwrap()
        self.hang_up()

    def fault_changed(self):
        """Cut in the middle once; the second attempt gets another document, which is whole."""
        data = self.whole()
        if self.attempt() > self.number("times", 1):
            return self.reply(data.replace(b"Item", b"Other"), kind=self.kind())
        self.begin(200, {"Content-Type": self.kind(), "Content-Length": str(len(data))})
        self.send(data[:self.lines_end()])
        self.hang_up()

    def fault_ok_false(self):
        """200 with `{"ok": false, "error": …}`; `?error=` names the error (invalid_auth)."""
        if self.is_over():
            return self.reply(b'{"ok":true,' + GOOD[1:])
        self.reply({"ok": False, "error": self.query.get("error", "invalid_auth")})

    def fault_no_location(self):
        self.reply({"moved": True}, 302)
