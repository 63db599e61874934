"""Four well-known APIs, as far as their public documentation describes lists: GitHub, Slack, Notion and Stripe.

`?fault=NAME&at=N&times=T` answers page N (1) with that failure for the first T requests (1). `run` tells test runs apart.
"""
import base64
import hashlib
import json
import math
import time
from urllib.parse import parse_qsl, urlencode

from common import encode

TOKENS = {"github": "github-token", "slack": "slack-token", "notion": "notion-token", "stripe": "stripe-key"}
CONTROLS = ("fault", "at", "times", "run")
COUNT = 230  # objects of each list
WAIT = 1  # seconds that a refused request has to wait


class Reply(Exception):
    """The response to a request, raised from wherever it is found."""

    def __init__(self, status, body, headers=None):
        self.status, self.body, self.headers = status, body, headers or {}


def cursor(start):
    return base64.b64encode(f"user:U{start:06d}+/".encode()).decode()


def uuid(start):
    text = hashlib.sha256(f"page {start}".encode()).hexdigest()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:32]))


class ReplayAPIs:
    """Part of the request handler: /apis/NAME/…"""

    def apis(self, name, path):
        answer = {"github": self.github, "slack": self.slack, "notion": self.notion, "stripe": self.stripe}.get(name)
        try:
            if answer is None:
                raise Reply(404, {"message": "Not Found"})
            answer(path)
        except Reply as reply:
            self.reply(reply.body, reply.status, "application/json; charset=utf-8", reply.headers)

    def has_fault(self, name, page):
        """Whether this request gets the failure `name`."""
        if self.query.get("fault") != name or page != self.number("at", 1):
            return False
        return self.attempt(f"{self.path} page {page}") <= self.number("times", 1)

    def bearer(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None

    # -- GitHub: docs.github.com/en/rest, "Using pagination", "Rate limits", "Best practices"

    def github(self, path):
        """The issues of a repository. Each fifth one is a pull request."""
        if not self.headers.get("User-Agent"):
            raise Reply(403, {"message": "Request forbidden by administrative rules: User-Agent is required."})
        remaining, token = 4999 if "Authorization" in self.headers else 59, self.bearer()
        if "Authorization" in self.headers and token != TOKENS["github"]:
            raise Reply(401, {"message": "Bad credentials", "documentation_url": "https://docs.github.com/rest", "status": "401"})
        is_first = path[:1] == ["repos"] and len(path) == 4 and path[3] == "issues"
        if not is_first and path != ["repositories", "1300192", "issues"]:
            raise Reply(404, {"message": "Not Found", "status": "404"})
        size, number = min(self.number("per_page", 30), 100), self.number("page", 1)
        self.github_faults(number)
        end = -(-COUNT // size)
        issues = [self.issue(n) for n in range((number - 1) * size + 1, min(number * size, COUNT) + 1)]
        headers = {**self.github_limit(remaining), "Link": self.github_links(number, end), "Cache-Control": "private, max-age=60, s-maxage=60"}
        tag = f'"{hashlib.sha256(encode(issues)).hexdigest()}"'
        self.reply(issues, 200, "application/json; charset=utf-8", {k: v for k, v in headers.items() if v}, etag=f"W/{tag}")

    def github_faults(self, number):
        limited = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
        if self.has_fault("primary_limit", number):
            raise Reply(403, {"message": "API rate limit exceeded for user ID 1.", "status": "403"}, self.github_limit(0))
        if self.has_fault("secondary_limit", number):
            raise Reply(403, {"message": limited, "status": "403"}, {**self.github_limit(4000), "Retry-After": f"{WAIT}"})
        if self.has_fault("silent_limit", number):
            raise Reply(403, {"message": limited, "status": "403"}, self.github_limit(4000))

    @staticmethod
    def github_limit(remaining):
        reset = math.ceil(time.time() + (WAIT if remaining == 0 else 3600))
        return {"X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": f"{remaining}", "X-RateLimit-Reset": f"{reset}",
                "X-RateLimit-Used": f"{5000 - remaining}", "X-RateLimit-Resource": "core"}

    def github_links(self, number, end):
        """Next pages have the repository's number and a cursor."""
        def link(page, relation, **more):
            query = urlencode({**self.query, **more, "page": page})
            return f'<{self.base}/apis/github/repositories/1300192/issues?{query}>; rel="{relation}"'

        links = [link(number - 1, "prev", before=f"Y3Vyc29y{number}==")] if number > 1 else []
        links += [link(number + 1, "next", after=f"Y3Vyc29y{number}==")] if number < end else []
        return ", ".join(links)

    @staticmethod
    def issue(n):
        found = {"id": 1000 + n, "number": n, "title": f"Issue {n}", "state": "open" if n % 2 else "closed", "body": f"Text {n}",
                 "user": {"login": "mira"}, "labels": [{"id": 1, "name": "bug"}], "created_at": "2026-01-02T09:01:00Z",
                 "closed_at": None, "html_url": f"https://github.example.org/example/reader/issues/{n}"}
        return {**found, "pull_request": {"url": "https://api.github.example.org/pulls/1"}} if n % 5 == 0 else found

    # -- Slack: docs.slack.dev/reference/methods/users.list, "Pagination", "Rate limits", "Web API"

    def slack(self, path):
        """users.list. A page may be shorter than `limit`. Also errors have the status 200."""
        if path != ["users.list"]:
            raise Reply(200, {"ok": False, "error": "unknown_method", "req_method": "/".join(path)})
        form = dict(parse_qsl(self.payload.decode(), keep_blank_values=True)) if self.is_form() else {}
        fields = {**self.query, **form} if self.command == "POST" else self.query
        token = self.bearer() or form.get("token")
        if token != TOKENS["slack"]:
            raise Reply(200, {"ok": False, "error": "invalid_auth" if token else "not_authed"})
        size = min(int(fields.get("limit", 0)) or COUNT, 1000)
        starts = list(range(0, COUNT, max(1, size - 1)))
        known = {cursor(start): number for number, start in enumerate(starts, 1) if start}
        if fields.get("cursor") and fields["cursor"] not in known:
            raise Reply(200, {"ok": False, "error": "invalid_cursor"})
        number = known.get(fields.get("cursor"), 1)
        if self.has_fault("429", number):
            raise Reply(429, {"ok": False, "error": "ratelimited"}, {"Retry-After": f"{WAIT}"})
        if self.has_fault("silent_429", number):
            raise Reply(429, {"ok": False, "error": "ratelimited"})
        for error in ("ratelimited", "internal_error", "missing_scope"):
            if self.has_fault(error, number):
                raise Reply(200, {"ok": False, "error": error})
        following = cursor(starts[number]) if number < len(starts) else ""
        members = [self.member(n) for n in range(starts[number - 1], starts[number] if number < len(starts) else COUNT)]
        raise Reply(200, {"ok": True, "members": members, "cache_ts": 1790000000, "response_metadata": {"next_cursor": following}})

    @staticmethod
    def member(n):
        profile = {"real_name": f"Member {n}", "email": f"member{n}@mail.example.org"} if n % 7 else {"real_name": f"Member {n}"}
        return {"id": f"U{n:06d}", "team_id": "T1", "name": f"member{n}", "real_name": f"Member {n}", "deleted": n % 10 == 0,
                "tz": "Europe/Berlin", "profile": profile, "is_bot": n % 7 == 0}

    # -- Notion: developers.notion.com/reference, "Query a data source", "Pagination", "Request limits", "Status codes"

    def notion(self, path):
        """The query of a database or a data source."""
        def error(status, code, message, headers=None):
            return Reply(status, {"object": "error", "status": status, "code": code, "message": message, "request_id": uuid(0)}, headers)

        if self.bearer() != TOKENS["notion"]:
            raise error(401, "unauthorized", "API token is invalid.")
        if "Notion-Version" not in self.headers:
            raise error(400, "missing_version", "Notion-Version header failed validation.")
        is_query = len(path) == 4 and path[0] == "v1" and path[1] in ("databases", "data_sources") and path[3] == "query"
        if not is_query or self.command != "POST":
            raise error(400, "invalid_request_url", "Invalid request URL.")
        body = json.loads(self.payload or b"{}")
        size, start = body.get("page_size", 100), body.get("start_cursor", uuid(0))
        if body.keys() - {"page_size", "start_cursor", "filter", "sorts"} or type(size) is not int or not 1 <= size <= 100:
            raise error(400, "validation_error", "body failed validation.")
        known = {uuid(first): first // size + 1 for first in range(0, COUNT, size)}
        if start not in known:
            raise error(400, "validation_error", f"body failed validation: body.start_cursor is {json.dumps(start)}.")
        number, headers = known[start], {"Retry-After": f"{WAIT}"}
        if self.has_fault("rate_limited", number):
            raise error(429, "rate_limited", "You have been rate limited. Please try again in a few minutes.", headers)
        if self.has_fault("overload", number):
            raise error(529, "service_overload", "Notion is overloaded.", headers)
        if self.has_fault("object_not_found", number):
            raise error(404, "object_not_found", "Could not find database with ID: 1.")
        end = min(number * size, COUNT)
        cut = {"request_status": {"type": "incomplete", "incomplete_reason": "query_result_limit_reached"}}
        raise Reply(200, {
            "object": "list", "results": [self.page_object(n) for n in range((number - 1) * size, end)], "type": "page_or_database",
            "next_cursor": uuid(end) if end < COUNT else None, "has_more": end < COUNT, "page_or_database": {},
            **(cut if self.has_fault("incomplete", number) else {})})

    @staticmethod
    def page_object(n):
        title = [{"type": "text", "plain_text": f"Page {n}"}] if n % 9 else []
        return {"object": "page", "id": uuid(f"object {n}"), "url": f"https://notion.example.org/{n}",
                "last_edited_time": "2026-01-02T09:01:00.000Z", "properties": {"Name": {"id": "title", "type": "title", "title": title}}}

    # -- Stripe: docs.stripe.com/api, "Pagination", "Authentication", "Errors", "Rate limits"

    def stripe(self, path):
        """A list of customers. The key comes as a bearer token, or as the user name of Basic credentials."""
        def error(status, kind, message, headers=None, **more):
            return Reply(status, {"error": {"type": kind, "message": message, **more}}, headers)

        scheme, _, text = self.headers.get("Authorization", "").partition(" ")
        key = base64.b64decode(text).decode().partition(":")[0] if scheme == "Basic" else self.bearer()
        if key != TOKENS["stripe"]:
            raise error(401, "invalid_request_error", "Invalid API Key provided." if key else "You did not provide an API key.")
        if path != ["v1", "customers"] or self.command != "GET":
            raise error(404, "invalid_request_error", "Unrecognized request URL.")
        unknown = self.query.keys() - {"limit", "starting_after", "ending_before", "email", "created", *CONTROLS}
        size, after = self.number("limit", 10), self.query.get("starting_after")
        if unknown or not 1 <= size <= 100:
            raise error(400, "invalid_request_error", f"Received unknown or invalid parameters: {sorted(unknown)}", code="parameter_unknown")
        start = int(after.removeprefix("cus_")) + 1 if after and after.startswith("cus_") else 0
        if after is not None and not 1 <= start <= COUNT:
            raise error(400, "invalid_request_error", f"No such customer: '{after}'", code="resource_missing", param="starting_after")
        if self.has_fault("rate_limit", start // size + 1):
            reason = {"Stripe-Rate-Limited-Reason": "endpoint-rate"}
            raise error(429, "invalid_request_error", "Request rate limit exceeded.", reason, code="rate_limit")
        end = min(start + size, COUNT)
        customers = [{"id": f"cus_{n:06d}", "object": "customer", "name": f"Customer {n}"} for n in range(start, end)]
        raise Reply(200, {"object": "list", "url": "/v1/customers", "has_more": end < COUNT, "data": customers})
