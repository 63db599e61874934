"""APIs in the shape of well-known ones, for the whole jobs of reported cases: `/jobs/…`."""
import datetime
import json
from urllib.parse import unquote

from common import Refusal

ISSUES = 12
CHARGES = 25
REPOSITORIES = 7
TOPICS = 5
POSTS_ON_PAGE = 20
ORDERS = 366  # one a day of 2024
ORDER_SIZE, MOST_DAYS = 20, 31  # orders of a page, days of a request
REPOSITORIES_OF = {"acme": 30, "globex": 5, "initech": 12}
PRODUCTS = {"A1": {"price": 9.5, "stock": 3}, "B/2": {"price": 1, "stock": 0}}
FEED = """<?xml version="1.0"?>
<rss version="2.0"><channel><title>News</title>
<item><title>First &amp; last</title><link>https://news.example/1</link><description>&lt;p&gt;One&lt;/p&gt;</description></item>
<item><title>Second</title><link>https://news.example/2</link></item>
</channel></rss>"""


def comments(number):
    """The comments of a Jira issue: 0 to 11, so that some take three pages of five."""
    return [{"id": f"{number}-{i}", "author": {"displayName": "Ann <a>"}, "created": "2025-01-02T03:04:05.000+0000",
             "body": f"<p>Comment {i}</p>"} for i in range(number)]


class Jobs:
    """Part of the request handler."""

    def jobs(self, parts):
        name = parts[0] if parts else ""
        if name == "rest":
            return self.jira([unquote(part) for part in parts[3:]])
        if name == "t":
            return self.topic(int(parts[1].removesuffix(".json")))
        if name == "prod":
            return self.product(unquote(parts[1]))
        if name == "orgs":
            return self.repositories(parts[1])
        found = {"charges": self.charges, "orders": self.orders, "graphql": self.graphql, "latest.json": self.topics, "totalnull": self.total_null,
                 "feed.xml": lambda: self.reply(FEED.encode(), kind="application/rss+xml")}.get(name)
        if not found:
            raise Refusal(404, "no such job")
        return found()

    def jira(self, parts):
        start, size = self.number("startAt", 0), min(self.number("maxResults", 50), 5)
        if parts == ["search"]:
            issues = [{"id": str(i), "key": f"WEB-{i}", "fields": {
                "summary": f"Issue {i}", "description": f"<p>Text {i}</p>", "updated": f"2025-01-{i + 1:02d}T00:00:00.000+0000",
                "status": {"name": "Open"}}} for i in range(ISSUES)]
            return self.reply({"startAt": start, "maxResults": size, "total": ISSUES, "issues": issues[start:start + size]})
        all_comments = comments(int(parts[1].removeprefix("WEB-")))
        return self.reply({"startAt": start, "maxResults": size, "total": len(all_comments),
                           "comments": all_comments[start:start + size]})

    def charges(self):
        """Stripe: the newest first, and the next page behind the last id."""
        since, after = self.number("created[gte]", 0), self.query.get("starting_after")
        charges = [{"id": f"ch_{i}", "amount": 100 * i + 5, "created": 1_700_000_000 + 86_400 * i, "desc": f"Charge {i}",
                    "refunded": i % 5 == 0} for i in reversed(range(CHARGES))]
        charges = [charge for charge in charges if charge["created"] >= since]
        first = next((i + 1 for i, charge in enumerate(charges) if charge["id"] == after), 0)
        page = charges[first:first + self.number("limit", 10)]
        self.reply({"object": "list", "data": page, "has_more": first + len(page) < len(charges), "url": "/v1/charges"})

    def graphql(self):
        cursor = json.loads(self.payload or b"{}").get("variables", {}).get("cursor")
        first = int(cursor) if cursor else 0
        nodes = [{"id": f"R{i}", "name": f"repo-{i}", "issues": {"nodes": [{"number": 10 * i + j} for j in range(i % 3)]}}
                 for i in range(REPOSITORIES)][first:first + 3]
        page = {"endCursor": str(first + len(nodes)), "hasNextPage": first + len(nodes) < REPOSITORIES}
        self.reply({"data": {"viewer": {"repositories": {"nodes": nodes, "pageInfo": page}}}})

    def topics(self):
        number = self.number("page", 0)
        topics = [{"id": i + 1, "title": f"Topic {i + 1}", "posts_count": 15 * i + 1} for i in range(TOPICS)]
        more = {"more_topics_url": f"/latest?page={number + 1}"} if 2 * number + 2 < TOPICS else {}
        self.reply({"topic_list": {"topics": topics[2 * number:2 * number + 2], **more}})

    def topic(self, number):
        """Discourse answers 404 for the page behind the last one."""
        count, page = 15 * (number - 1) + 1, self.number("page", 1)
        posts = [{"id": 1000 * number + i, "username": "ann", "cooked": f"<p>Post {i}</p>", "created_at": f"2025-01-01T{i // 60:02d}:{i % 60:02d}:00Z"}
                 for i in range(count)][(page - 1) * POSTS_ON_PAGE:page * POSTS_ON_PAGE]
        if not posts:
            raise Refusal(404, "no such page")
        self.reply({"id": number, "posts_count": count, "post_stream": {"posts": posts}})

    def product(self, sku):
        if sku not in PRODUCTS:
            raise Refusal(404, "no such product")
        self.reply({"sku": sku, **PRODUCTS[sku]})

    def orders(self):
        """A request names a time of at most 31 days, whose end does not belong to it."""
        first, end = (datetime.datetime.fromisoformat(self.query.get(name, "")) for name in ("from", "to"))
        if end - first > datetime.timedelta(days=MOST_DAYS):
            raise Refusal(400, "at most 31 days")
        start = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
        days = [start + datetime.timedelta(days=day) for day in range(ORDERS)]
        orders = [{"id": day.timetuple().tm_yday, "created": day.isoformat()} for day in days if first <= day < end]
        page = (self.number("page", 1) - 1) * ORDER_SIZE
        self.reply({"orders": orders[page:page + ORDER_SIZE]})

    def repositories(self, name):
        """The repositories of an account, and 404 for an account that does not exist."""
        if name not in REPOSITORIES_OF:
            raise Refusal(404, "no such account")
        page = (self.number("page", 1) - 1) * ORDER_SIZE
        found = [{"id": f"{name}-{i + 1}"} for i in range(REPOSITORIES_OF[name])]
        self.reply({"repositories": found[page:page + ORDER_SIZE]})

    def total_null(self):
        """A list whose total is unknown."""
        offset = self.number("offset", 0)
        items = [{"id": i, "title": f"Item {i}"} for i in range(23)][offset:offset + 10]
        self.reply({"total": None, "items": items})
