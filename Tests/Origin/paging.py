"""Every kind of paging, with every kind of ending."""
import re
from urllib.parse import urlencode

from common import PAGE_SIZE, PAGED_ITEMS, Refusal, items

SHRINKAGE = 37  # items that /paging/offset_shrinks has no more behind its first page
OVERLAP = 3  # ids that a page of /paging/overlap repeats
TOKEN_NAMES = ("page_token", "cursor")
BY_CURSOR = ("cursor", "overlap", "loop", "selfloop", "endless", "empty_middle", "same_page", "gone_page", "expired")
BY_NUMBER = ("page", "page0", "page_again", "page_hole", "offset", "offset_again", "offset_shrinks", "keyset")
COUNTED = ("page", "page0", "page_again", "page_hole")


def page_token(number):
    return f"p{number}+/=&%41"  # broken by a client that does not percent-encode it


class Paging:
    """Part of the request handler."""

    def page_size(self):
        return min(int(self.parameter("size") or self.parameter("limit") or PAGE_SIZE), PAGE_SIZE)

    def paging(self, kind):
        size = self.page_size()
        total = int(self.parameter("n") or PAGED_ITEMS)
        token = next((t for name in TOKEN_NAMES if (t := self.parameter(name))), None)
        match = re.fullmatch(r"p(\d+)\+/=&%41", token or page_token(1))
        if not match:
            raise Refusal(400, f"the token {token!r} is not one of mine: was it percent-encoded?")
        number = int(match[1])
        if kind in COUNTED:
            number = int(self.parameter("page") or 1) + (kind == "page0" and self.parameter("page") is not None)
            if number < 1:
                raise Refusal(400, "there is no page 0")
        if kind == "expired" and number >= 4:
            raise Refusal(410, "this cursor has expired")
        if kind == "next_path":
            self.check_path(number)
        if kind == "offset_shrinks" and int(self.parameter("offset") or 0) > 0:
            total -= SHRINKAGE
        if kind == "gone_page" and number == 3:
            body = {"error": "gone"}
            headers = self.point_to(kind, 4, True, body, total, size) if self.number("named", 1) else {}
            return self.reply(body, 404, headers=headers)
        start = self.start_of(kind, number, size, total)
        end = start + size if kind == "endless" else min(start + size, total)
        body = {"items": items(range(start + 1, end + 1))}
        more, following = kind == "endless" or end < total, number + 1
        if kind == "empty_middle" and number == 5:
            body["items"], more = [], True
        elif kind == "page_hole" and number == 5:
            body["items"] = []
        elif kind == "loop" and number == 3:
            following = 2
        elif kind == "selfloop" and number == 3:
            following = 3
        self.reply_cacheable(body, self.point_to(kind, following, more, body, total, size))

    def paging_continue(self):
        """`.continue` is an object, as that of MediaWiki: each of its members goes into the query of the next request."""
        size, given = self.page_size(), (self.query.get("continue"), self.query.get("apcontinue"))
        if (given[0] is None) != (given[1] is None) or given[0] not in (None, "-||"):
            raise Refusal(400, "both members of .continue have to come back")
        start = int((given[1] or "Item &0").removeprefix("Item &"))
        end = min(start + size, PAGED_ITEMS)
        body = {"query": {"allpages": items(range(start + 1, end + 1))}}
        if end < PAGED_ITEMS:
            body["continue"] = {"apcontinue": f"Item &{end}", "continue": "-||"}
        self.reply(body)

    def start_of(self, kind, number, size, total):
        last = (total - 1) // size * size
        if kind in ("offset", "offset_again", "offset_shrinks"):
            offset = int(self.parameter("offset") or 0)
            return last if kind == "offset_again" and offset >= total else offset
        if kind == "keyset":
            return int(self.parameter("after") or 0)
        if kind == "overlap":
            return (number - 1) * (size - OVERLAP)
        start = (number - 1) * size
        if kind == "empty_middle" and number > 5 or kind == "same_page" and number >= 3:
            start -= size
        return min(start, last) if kind == "page_again" else start

    def path_of(self, number):
        """Where a page of /paging/next_path is: its links lead to other paths, below and beside their own."""
        return "/paging/next_path" + ("" if number == 1 else "/even/page" if number % 2 == 0 else "/odd")

    def check_path(self, number):
        if self.route != self.path_of(number):
            raise Refusal(404, f"page {number} is at {self.path_of(number)}: was the relative URL resolved against the page?")

    def point_to(self, kind, following, more, body, total, size):
        """Puts what leads to the next page into the body, or returns it as headers."""
        token = page_token(following)
        kept = {k: v for k, v in self.query.items() if k not in (*TOKEN_NAMES, "note")}
        query = "?" + urlencode({**kept, "page_token": token})
        if kind in ("page", "page0", "page_hole"):
            body["total_pages"] = -(-total // size)
            return {"X-Total-Pages": str(-(-total // size)), "X-Total": str(total)}
        if kind in ("offset", "offset_shrinks"):
            body["total"] = total
        elif kind == "header_cursor":
            return {"X-Next-Cursor": token} if more else {}
        elif kind == "link_header":
            links = [f'<{self.base}{self.route}>; rel="first"']
            if more:
                links.append(f'<{self.base}{self.route}{query}>; rel="next"' if following % 2 == 0 else
                             f'<{self.route}{query}&note=a,b;c>; title="or; rel=\\"last\\", x"; rel="up next"')
            return {"Link": ", ".join(links)}
        elif kind == "next_url":
            forms = (self.base + self.route + query, self.route + query, query, "next_url" + query)
            body["next"] = forms[following % 4]
        elif kind == "next_path":
            body["next"] = ("next_path/even/page" if following == 2 else "even/page" if following % 2 == 0 else "../odd") + query
        elif kind == "next_param":
            body["next"] = "http://internal.invalid/v7/items" + query
        elif kind == "next_other":
            body["next"] = self.server.other_base + self.route + query
        elif kind in BY_CURSOR:
            body |= {"next": self.base + self.route + query, "cursor": token, "has_more": more}
        elif kind not in BY_NUMBER:
            raise Refusal(404, "no such paging")
        if not more:
            self.end_with(self.query.get("end", "null"), body)
        return {}

    @staticmethod
    def end_with(ending, body):
        """How the last page says that it is the last: null, empty, missing, or has_more alone."""
        for name in ("next", "cursor"):
            if name in body and ending != "has_more":
                body[name] = {"null": None, "empty": ""}.get(ending)
                if ending == "missing":
                    del body[name]
