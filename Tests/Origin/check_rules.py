"""Checks of credentials, limits, caches, TLS and the books."""
import base64
import hashlib
import hmac
import socket
import ssl
import time
from email.utils import parsedate_to_datetime

from limits import FAMILIES

CLIENT = {"client_id": "client", "client_secret": "client-secret"}
BASIC = {"Authorization": "Basic " + base64.b64encode(b"client:client-secret").decode()}


def waits(response, now):
    """How long the headers of a refused response ask to wait, in seconds; None if they do not say."""
    headers = response.headers
    if "retry-after" in headers:
        after = headers["retry-after"]
        return int(after) if after.isdigit() else parsedate_to_datetime(after).timestamp() - now
    if "ratelimit" in headers:
        assert headers["ratelimit"].startswith('"default";r=0;t=') and headers["ratelimit-policy"] == '"default";q=10;w=2'
        return int(headers["ratelimit"].split("t=")[1])
    for name in ("ratelimit-reset", "x-ratelimit-reset"):
        if name in headers:
            reset = int(headers[name])
            return reset if reset < 1e6 else (reset if reset < 1e11 else reset / 1000) - now
    return None


def check_rate_once(client):
    for family in FAMILIES:
        for status in (429, 403):
            path = f"/rate/once/{family}?status={status}"
            first, now = client.send(path), time.time()
            wait = waits(first, now)
            assert first.status == status, family
            assert wait is None if family == "none" else -0.1 <= wait <= 2.1, (family, wait)
            if status == 429 and wait is not None:
                time.sleep(max(wait, 0) + 0.02)
            assert client.send(path).status == 200
    stats = client.stats()
    early = [path for path in stats["early_retries"] if "403" not in path]
    assert not early and stats["rate_limit_violations"] == len(FAMILIES) - 1, stats


def check_rate_quota(client):
    for family in FAMILIES:
        found = [client.send(f"/rate/quota/{family}?page={page}") for page in range(1, 23)]
        assert found[0].json["total_pages"] == 44 and found[0].ids == list(range(1, 11))
        refused = [response for response in found if response.status == 429]
        assert 2 <= len(refused) <= 12 and (waits(refused[0], time.time()) is None) == (family == "none"), family
    assert client.stats()["rate_limit_violations"] >= 2 * len(FAMILIES)


def check_sessions(client):
    assert client.send("/auth/session").status == 401
    assert client.post_json("/auth/login", {"user": "me", "password": "wrong"}).status == 401
    given = client.form("/auth/login", {"user": "me", "password": "pass-word"})
    cookie, token = given.headers["set-cookie"].split(";")[0], given.json["data"]["token"]
    for headers in ({"Cookie": cookie}, {"X-Session": token}, {"Cookie": "theme=dark; " + cookie}):
        assert client.send("/auth/session", headers=headers).status == 200
    assert client.send("/auth/session", headers={"Cookie": cookie}).status == 401


def check_signatures(client):
    when = str(int(time.time()))
    text = f"GET\n/auth/hmac?page=2\n{when}\n".encode()
    headers = {"X-Timestamp": when, "X-Signature": hmac.new(b"hmac-secret", text, hashlib.sha256).hexdigest()}
    assert client.send("/auth/hmac?page=2", headers=headers).status == 200
    assert client.send("/auth/hmac?page=3", headers=headers).status == 403
    old = {"X-Timestamp": "1", "X-Signature": hmac.new(b"hmac-secret", b"GET\n/auth/hmac\n1\n", hashlib.sha256).hexdigest()}
    assert client.send("/auth/hmac", headers=old).status == 403
    assert client.send("/auth/aws").status == 403


def check_retry_after(client):
    assert client.send("/fault/429?times=1&after=1").headers["retry-after"] == "1"
    client.send("/fault/429?times=1&after=1")
    assert client.stats()["early_retries"] == {"/fault/429?times=1&after=1": 1}
    assert client.send("/fault/429date").headers["retry-after"].endswith("GMT")
    assert client.send("/fault/ratelimit?reset=delta").headers["ratelimit-remaining"] == "9"


def check_basic_and_keys(client):
    basic = base64.b64encode("user:pass:wörd".encode()).decode()
    assert client.send("/auth/basic", headers={"Authorization": "Basic " + basic}).status == 200
    assert client.send("/auth/basic").status == 401
    assert client.send("/auth/api_key?api_key=secret-key").status == 200
    assert client.send("/auth/api_key", headers={"X-Api-Key": "secret-key"}).status == 200


def check_client_credentials(client):
    grant = {"grant_type": "client_credentials"}
    assert client.form("/auth/token_body", {**grant, **CLIENT}).status == 200
    assert client.form("/auth/token_body", grant, BASIC).status == 401
    assert client.form("/auth/token_basic", {**grant, **CLIENT}).status == 401
    token = client.form("/auth/token_basic", {**grant, "scope": "read"}, BASIC).json
    assert token["scope"] == "read"
    bearer = {"Authorization": "Bearer " + token["access_token"]}
    assert [client.send("/auth/oauth", headers=bearer).status for _ in range(4)] == [200, 200, 200, 401]


def check_refresh_tokens(client):
    def refresh(token, query="?chain=a"):
        return client.form("/auth/refresh" + query, {"grant_type": "refresh_token", "refresh_token": token, **CLIENT})

    assert client.send("/auth/refreshed?chain=a").status == 401
    first = refresh("a-refresh-0").json
    assert first["refresh_token"] == "a-refresh-1"
    assert refresh("a-refresh-0").json["error"] == "invalid_grant"
    bearer = {"Authorization": "Bearer " + first["access_token"]}
    assert [client.send("/auth/refreshed?chain=a", headers=bearer).status for _ in range(4)] == [200, 200, 200, 401]
    assert refresh("a-refresh-1").status == 200
    assert refresh("a-refresh-1", "?chain=a&strict=1").status == 400 and refresh("a-refresh-2").status == 400
    assert [refresh("b-refresh-0", "?chain=b&rotate=0").status for _ in range(2)] == [200, 200]
    assert client.stats()["refreshes"] == {"a": 2, "b": 2}


def check_caching(client):
    for name in ("etag", "weak", "modified", "both", "no_store", "no_cache", "private", "max_age", "vary", "vary_all", "set_cookie"):
        first = client.send("/cache/" + name)
        etag, modified = first.headers.get("etag"), first.headers.get("last-modified")
        condition = {"If-None-Match": etag} if etag else {"If-Modified-Since": modified}
        assert client.send("/cache/" + name, headers=condition).status == 304, name
    assert client.send("/cache/weak").headers["etag"].startswith("W/")
    assert client.send("/cache/max_age?seconds=5").headers["cache-control"] == "max-age=5"
    assert not {"etag", "last-modified"} & client.send("/cache/none").headers.keys()
    variant = client.send("/cache/vary", headers={"X-Variant": "b"})
    assert variant.json["items"][0]["variant"] == "b" and "X-Variant" in variant.headers["vary"]
    assert client.send("/cache/unasked").status == 304
    old = client.send("/cache/both")
    client.send("/control/touch")
    headers = {"If-None-Match": old.headers["etag"], "If-Modified-Since": old.headers["last-modified"]}
    assert client.send("/cache/both", headers=headers).json["items"][0]["title"] == "Item 1, version 1"


def check_tls(client):
    if not client.tls:
        return print("        (no openssl: TLS is not checked)")
    context = ssl.create_default_context(cafile=client.tls["ca_file"])
    assert client.send("/items", base=client.tls["valid"], context=context).status == 200
    assert client.send("/items", base=client.tls["second"], context=context).status == 200
    untrusted = ssl.create_default_context()
    for name, trusted in (("valid", untrusted), ("expired", context), ("wrong_host", context), ("self_signed", context)):
        try:
            client.send("/items", base=client.tls[name], context=trusted)
            raise AssertionError(f"{name} was accepted")
        except ssl.SSLCertVerificationError:
            pass
    for notify in (1, 0):
        assert ends_with_close_notify(client.tls["valid"], f"/fault/close_delimited?notify={notify}", context) == bool(notify)


def ends_with_close_notify(base, path, context):
    host, port = base.removeprefix("https://").split(":")
    with socket.create_connection((host, int(port))) as connection, \
            context.wrap_socket(connection, server_hostname=host, suppress_ragged_eofs=False) as stream:
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        try:
            while stream.recv(65536):
                pass
            return True
        except ssl.SSLEOFError:
            return False


def check_content_systems(client):
    pages = {
        "contentful/spaces/bakery/environments/master/entries?content_type=blogPost&order=sys.id": ("cf-token", "items"),
        "strapi/api/articles?populate=*": ("strapi-token", "data"), "strapi4/api/articles?populate=*": ("strapi-token", "data"),
    }
    for path, (token, name) in pages.items():
        assert client.send("/cms/" + path).status == 401, path
        response = client.send("/cms/" + path, headers={"Authorization": "Bearer " + token})
        assert response.status == 200 and len(response.json[name]) == 2, path
    assert client.send("/cms/ghost/ghost/api/content/posts/?include=tags,authors").status == 401
    posts = client.send("/cms/ghost/ghost/api/content/posts/?include=tags,authors&key=ghost-key&page=2").json
    assert len(posts["posts"]) == 1 and posts["meta"]["pagination"]["next"] is None
    assert client.send("/cms/ghost/content/images/oven.png").headers["content-type"] == "image/png"


def check_books(client):
    client.send("/items?run=1", headers={"Authorization": "Bearer x"}, base=client.second_base)
    stats, log = client.stats(), client.log()
    assert stats["second_port"] == {"requests": 1, "credentials": [{"path": "/items", "credentials": ["authorization"]}]}
    assert [(r["method"], r["path"], r["query"], r["status"]) for r in log] == [("GET", "/items", "run=1", 200)]
    client.send("/control/latency?ms=200")
    start = time.monotonic()
    client.send("/items")
    client.send("/control/latency?ms=0")
    assert time.monotonic() - start > 0.19
