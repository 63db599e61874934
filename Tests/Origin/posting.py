"""Lists that are asked for by POST, shaped like two well-known APIs."""
import json
from urllib.parse import parse_qsl

from common import PAGED_ITEMS, Refusal, items

FORM_CURSOR = "dXNlcjo={}+/&"  # has to be encoded in a form


class Posting:
    """Part of the request handler."""

    def post_form(self):
        """`ok`, `members` and `response_metadata.next_cursor`. `?error=E&at=N` answers page N by 200 with that error, `?limited=N`
        by 429 without Retry-After; `times` says how often (1)."""
        if self.command != "POST" or not self.is_form():
            raise Refusal(405, "a POST with a form is needed")
        form = dict(parse_qsl(self.payload.decode(), keep_blank_values=True))
        cursor, size = form.get("cursor", ""), min(int(form.get("limit", 50)), 50)
        known = {FORM_CURSOR.format(start): start for start in range(0, PAGED_ITEMS, size)}
        if cursor and cursor not in known:
            return self.reply({"ok": False, "error": "invalid_cursor"})
        start = known[cursor] if cursor else 0
        page = start // size + 1
        wanted = {self.number("at", 0): "error", self.number("limited", 0): "limited"}.get(page)
        if wanted and self.attempt(f"{self.path} page {page}") <= self.number("times", 1):
            if wanted == "limited":
                raise Refusal(429, "ratelimited")
            return self.reply({"ok": False, "error": self.query.get("error", "invalid_auth")})
        end = min(start + size, PAGED_ITEMS)
        self.reply({"ok": True, "members": items(range(start + 1, end + 1)), "cache_ts": 1700000000,
                    "response_metadata": {"next_cursor": FORM_CURSOR.format(end) if end < PAGED_ITEMS else ""}})

    def post_search(self):
        """`hits.hits` with `_source` and `sort`, as Elasticsearch has them; `size` and the list `search_after` come in the JSON body."""
        body = json.loads(self.payload or b"null")
        if self.command != "POST" or not isinstance(body, dict):
            raise Refusal(405, "a POST with JSON is needed")
        size, after = min(int(body.get("size", 10)), 50), body.get("search_after")
        if after is not None and (not isinstance(after, list) or len(after) != 2 or after[1] != f"item-{after[0] // 1000}"):
            raise Refusal(400, "search_after has two values, one for each part of the sort")
        start = after[0] // 1000 if after else 0
        found = items(range(start + 1, min(start + size, PAGED_ITEMS) + 1))
        hits = [{"_id": f"item-{item['id']}", "_source": item, "sort": [item["id"] * 1000, f"item-{item['id']}"]} for item in found]
        self.reply({"took": 1, "hits": {"total": {"value": PAGED_ITEMS, "relation": "eq"}, "hits": hits}})

    def post_json(self):
        """`results`, `has_more` and `next_cursor`; `start_cursor` and `page_size` come in the JSON body."""
        if self.command != "POST" or self.headers.get("Content-Type", "").split(";")[0].strip() != "application/json":
            raise Refusal(405, "a POST with JSON is needed")
        body = json.loads(self.payload or b"null")
        if not isinstance(body, dict) or body.get("start_cursor", "") is None:
            raise Refusal(400, "body.start_cursor should be a string or `undefined`, instead was `null`")
        size = min(int(body.get("page_size", 100)), 100)
        known = {f"{start:08d}-cursor": start for start in range(0, PAGED_ITEMS, size)}
        cursor = body.get("start_cursor")
        if cursor is not None and cursor not in known:
            raise Refusal(400, "start_cursor is not valid")
        start = known.get(cursor, 0)
        end = min(start + size, PAGED_ITEMS)
        more = end < PAGED_ITEMS
        self.reply({"object": "list", "results": items(range(start + 1, end + 1)), "has_more": more,
                    "next_cursor": f"{end:08d}-cursor" if more else None})
