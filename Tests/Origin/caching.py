"""Responses with every kind of validator and Cache-Control."""
import hashlib

from common import GOOD, PAGE_SIZE, encode, items

EPOCH = 1_700_000_000  # seconds: Last-Modified before the first /control/touch


class Caching:
    """Part of the request handler. /control/touch changes the content: each title gets the number of touches."""

    def version(self):
        """The content as JSON, its strong ETag, and when it changed."""
        version = self.state.version
        titled = [{**item, "title": f"{item['title']}, version {version}"} for item in items(range(1, PAGE_SIZE + 1))]
        data = encode({"items": titled}) if version else GOOD
        return data, f'"{hashlib.sha256(data).hexdigest()[:16]}"', EPOCH + version

    def cached(self, has_etag=False, has_date=False, is_weak=False, control=None, headers=None):
        data, etag, modified = self.version()
        headers = {**({"Cache-Control": control} if control else {}), **(headers or {})}
        self.reply(data, headers=headers, etag=("W/" + etag if is_weak else etag) if has_etag else None,
                   modified=modified if has_date else None)

    def cache_etag(self): self.cached(has_etag=True)
    def cache_weak(self): self.cached(has_etag=True, is_weak=True)
    def cache_modified(self): self.cached(has_date=True)
    def cache_both(self): self.cached(has_etag=True, has_date=True)
    def cache_none(self): self.cached()
    def cache_no_store(self): self.cached(has_etag=True, control="no-store")
    def cache_no_cache(self): self.cached(has_etag=True, control="no-cache")
    def cache_private(self): self.cached(has_etag=True, control="private, max-age=60")
    def cache_max_age(self): self.cached(has_etag=True, control=f"max-age={self.number('seconds', 60)}")

    def cache_vary(self):
        """The content depends on X-Variant: an entry of the cache answers for one variant only."""
        variant = self.headers.get("X-Variant", "none")
        body = encode({"items": [{**item, "variant": variant} for item in items(range(1, PAGE_SIZE + 1))]})
        self.reply(body, etag=f'"variant-{hashlib.sha256(body).hexdigest()[:12]}"', headers={"Vary": "Accept-Encoding, X-Variant"})

    def cache_vary_all(self): self.cached(has_etag=True, headers={"Vary": "*"})

    def cache_unasked(self):
        """304 without a condition: an error. With a condition, the content has gone meanwhile (404)."""
        conditional = "If-None-Match" in self.headers or "If-Modified-Since" in self.headers
        if conditional:
            return self.reply({"error": "gone"}, 404)
        self.leave()
        self.begin(304, {"ETag": self.version()[1]})

    def cache_set_cookie(self):
        """Headers that no cache may keep: a cookie, and a token in a header of the API."""
        self.cached(has_etag=True, headers={"Set-Cookie": "session=cookie-secret", "X-Auth-Token": "header-secret"})
