"""Checks of faulty bodies and connections."""
import contextlib
import gzip
import http.client
import json
import socket
import time
import zlib
from urllib.parse import urlsplit

from client import unzip
from common import GOOD, GOOD_LINES

LINES = "?format=lines"


def fails_with(kind, call):
    with contextlib.suppress(kind):
        call()
        raise AssertionError(f"no {kind.__name__}")


def inflated(data):
    """What can be inflated of a body whose trailer is missing or wrong: raw deflate behind the head of 10 bytes."""
    return zlib.decompressobj(-15).decompress(data[10:])


def check_gzip_line_end(client):
    body = client.send("/fault/gzip_line_end" + LINES).body
    assert inflated(body) == b"".join(GOOD_LINES.splitlines(True)[:200])
    fails_with(EOFError, lambda: unzip(body))
    assert client.send("/fault/gzip_line_end?times=1&run=2").headers["content-encoding"] == "gzip"
    assert client.send("/fault/gzip_line_end?times=1&run=2").body == GOOD


def check_gzip_trailers(client):
    for name, kind in (("no_trailer", EOFError), ("crc", gzip.BadGzipFile), ("length", gzip.BadGzipFile), ("trailing", gzip.BadGzipFile)):
        for query, whole in ((LINES, GOOD_LINES), ("", GOOD)):
            body = client.send(f"/fault/gzip_{name}{query}").body
            assert inflated(body) == whole, name
            fails_with(kind, lambda: unzip(body))


def check_gzip_members(client):
    assert unzip(client.send("/fault/gzip_members" + LINES).body) == GOOD_LINES
    assert inflated(client.send("/fault/gzip_members").body) != GOOD
    assert unzip(client.send("/fault/gzip_unasked").body) == GOOD


def check_badgzip(client): fails_with(EOFError, lambda: unzip(client.send("/fault/badgzip").body))


def check_206(client):
    response = client.send("/fault/206" + LINES)
    assert response.status == 206 and response.body.endswith(b"\n") and len(response.body.splitlines()) == 200
    assert response.headers["content-range"] == f"bytes 0-{len(response.body) - 1}/{len(GOOD_LINES)}"


def check_lengths(client):
    fails_with(http.client.IncompleteRead, lambda: client.send("/fault/length?by=100&format=lines"))
    assert client.send("/fault/length?by=-100").body == GOOD[:-100]
    fails_with(http.client.IncompleteRead, lambda: client.send("/fault/chunked_cut" + LINES))
    assert client.send("/fault/close_delimited").body == GOOD
    assert client.send("/fault/close_delimited?cut=1&format=lines").body.endswith(b"\n")


def check_cuts(client):
    for query in ("at=1000&times=1", "at=1000&times=1&chunked=1", "at=99999&times=1"):
        fails_with(http.client.IncompleteRead, lambda: client.send("/fault/cut?" + query))
        assert client.send("/fault/cut?" + query).body == GOOD
    fails_with(ConnectionResetError, lambda: client.send("/fault/reset?times=1"))
    assert client.send("/fault/reset?times=1").body == GOOD


def check_changed(client):
    fails_with(http.client.IncompleteRead, lambda: client.send("/fault/changed" + LINES))
    second = client.send("/fault/changed" + LINES).body
    assert second != GOOD_LINES and len(second.splitlines()) == 437


def check_big(client):
    path = "/fault/big?mb=2&length=1"
    whole = client.send(path).body
    assert len(json.loads(whole)["items"]) == 2049 and client.send("/fault/big?mb=2").body == whole
    fails_with(http.client.IncompleteRead, lambda: client.send(path + "&cut=1000000"))
    assert client.send(path + "&cut=1000000").body == whole
    fails_with(http.client.IncompleteRead, lambda: client.send(path + "&cut=1000000&changed=1"))
    assert len(client.send(path + "&cut=1000000&changed=1").json["items"]) == 2049


def check_ok_false(client):
    assert client.send("/fault/ok_false?times=1&error=ratelimited").json == {"ok": False, "error": "ratelimited"}
    assert client.send("/fault/ok_false?times=1&error=ratelimited").json["ok"] is True


def check_statuses(client):
    assert [client.send("/fault/503?times=1").status for _ in range(2)] == [503, 200]
    assert [client.send("/fault/status?code=408&times=1").status for _ in range(2)] == [408, 200]
    empty = client.send("/fault/empty?kind=application/x-ndjson")
    assert (empty.status, empty.body, empty.headers["content-type"]) == (200, b"", "application/x-ndjson")
    assert client.send("/fault/empty?blank=1").body == b"\r\n"
    assert client.send("/fault/500forever").status == 500 and client.send("/fault/204").status == 204
    assert client.send("/fault/no_location").status == 302


def check_redirects(client):
    for path in ("redirect?n=1", "redirectloop", "redirect_other", "redirect_file"):
        assert client.send("/fault/" + path).headers["location"]
    assert client.send("/fault/redirect_file").headers["location"].startswith("file:")


def check_odd_bodies(client):
    assert b"\x1b" in client.send("/fault/html").body and client.send("/fault/bom").body[3:] == GOOD
    assert client.send("/fault/utf16").body.decode("utf-16") == GOOD.decode()
    assert client.send("/fault/wrongtype").headers["content-type"] == "text/html"
    fails_with(ValueError, lambda: client.send("/fault/badjson").json)
    fails_with(http.client.HTTPException, lambda: client.send("/fault/garbage"))
    fails_with(http.client.HTTPException, lambda: client.send("/fault/headers1000"))  # more than Python's client takes
    fails_with((http.client.HTTPException, ValueError), lambda: client.send("/fault/chunked_bad"))
    assert len(client.send("/fault/longkey?bytes=1000").json["items"][1]) == 3
    assert client.send("/fault/deep?levels=50").json["items"][1]["title"] == "deep"
    assert len(unzip(client.send("/fault/bomb?mb=2").body)) > 2 << 20


def check_slowness(client):
    start = time.monotonic()
    assert client.send("/fault/slow?bytes_per_second=4000").body == GOOD
    assert time.monotonic() - start > 0.3
    with socket.create_connection(("127.0.0.1", urlsplit(client.base).port)) as connection:
        connection.sendall(b"GET /fault/hang?seconds=60 HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.settimeout(0.3)
        fails_with(TimeoutError, lambda: connection.recv(1))
