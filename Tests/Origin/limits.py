"""Rate limits, said in every family of headers."""
import math
import time
from email.utils import formatdate

from common import PAGED_ITEMS, PAGE_SIZE, Refusal, items

LIMIT, WINDOW = 10, 2  # requests, seconds; windows begin at even seconds of the clock, so that every family can say exactly when
FAMILIES = ("retry_after", "retry_after_date", "ratelimit", "ratelimit_reset", "x_delta", "x_seconds", "x_milliseconds", "none")


def quota_headers(family, remaining, now, end):
    """What a response says of the limit: the requests that remain, and the end of the window."""
    delta = max(math.ceil(end - now), 1)
    if family == "ratelimit":
        return {"RateLimit-Policy": f'"default";q={LIMIT};w={WINDOW}', "RateLimit": f'"default";r={remaining};t={delta}'}
    if family == "ratelimit_reset":
        return {"RateLimit-Limit": f"{LIMIT}", "RateLimit-Remaining": f"{remaining}", "RateLimit-Reset": f"{delta}"}
    resets = {"x_delta": delta, "x_seconds": math.ceil(end), "x_milliseconds": math.ceil(end * 1000)}
    if family not in resets:
        return {}
    return {"X-RateLimit-Limit": f"{LIMIT}", "X-RateLimit-Remaining": f"{remaining}", "X-RateLimit-Reset": f"{resets[family]}"}


def refusal_headers(family, now, end):
    """What a refused request is told: this family alone, so that a client cannot get along with another one."""
    if family == "retry_after":
        return {"Retry-After": f"{max(math.ceil(end - now), 1)}"}
    if family == "retry_after_date":
        return {"Retry-After": formatdate(math.ceil(end), usegmt=True)}
    return quota_headers(family, 0, now, end)


class Limits:
    """Part of the request handler."""

    def family(self):
        parts = self.route.strip("/").split("/")
        if len(parts) < 3 or parts[2] not in FAMILIES:
            raise Refusal(404, "the families are " + ", ".join(FAMILIES))
        return parts[2]

    def rate_once(self):
        """/rate/once/FAMILY: refuses `times` requests (1), each for `wait` seconds (1), by `status` (429); then 50 items."""
        family, now, status = self.family(), time.time(), self.number("status", 429)
        wait = self.number("wait", 1)
        # Two families have whole seconds of the clock, and a request may come at any time.
        end = math.ceil(now + wait) if family in ("retry_after_date", "x_seconds") else now + wait
        self.refuse_for(family, now, end, status, self.number("times", 1))
        self.good()

    def refuse_for(self, family, now, end, status, times):
        nth = self.attempt()
        with self.state.lock:
            if now < self.state.retry_not_before.pop(self.path, 0) - 0.01:
                self.state.early_retries[self.path] += 1
                self.state.violations += 1
            if nth > times:
                return
            if family != "none":
                self.state.retry_not_before[self.path] = end
        raise Refusal(status, "rate limit exceeded", refusal_headers(family, now, end))

    def rate_quota(self):
        """/rate/quota/FAMILY: 10 requests in each window of 2 s; `?page=&size=` gives 437 items, 10 a page."""
        family, now = self.family(), time.time()
        key = (family, self.query.get("run"))
        end = (math.floor(now / WINDOW) + 1) * WINDOW
        with self.state.lock:
            window_end, used = self.state.windows.get(key, (0, 0))
            used = used + 1 if window_end == end else 1
            self.state.windows[key] = (end, used)
            self.state.violations += used > LIMIT
        if used > LIMIT:
            raise Refusal(self.number("status", 429), "rate limit exceeded", refusal_headers(family, now, end))
        self.numbered_page(quota_headers(family, LIMIT - used, now, end))

    def numbered_page(self, headers):
        size, number = min(self.number("size", 10), PAGE_SIZE), self.number("page", 1)
        body = {"items": items(range((number - 1) * size + 1, min(number * size, PAGED_ITEMS) + 1)),
                "total_pages": -(-PAGED_ITEMS // size)}
        self.reply(body, headers=headers)

    def fault_ratelimit(self):
        """10 requests in each window of 2 s for the whole of /fault/ratelimit; /fault/ratelimit/<id> is one item."""
        now = time.time()
        with self.state.lock:
            end, used = self.state.windows.get("fault", (0, 0))
            end, used = (now + WINDOW, 1) if now >= end else (end, used + 1)
            self.state.windows["fault"] = (end, used)
            self.state.violations += used > LIMIT
        family = "ratelimit_reset" if self.query.get("reset") == "delta" else "x_seconds"
        headers = quota_headers(family, max(LIMIT - used, 0), now, end)
        if used > LIMIT:
            raise Refusal(429, "rate limit exceeded", {**headers, "Retry-After": str(math.ceil(end - now))})
        if child := self.route.removeprefix("/fault/ratelimit").strip("/"):
            return self.reply({"id": int(child), "body": f"<p>Body {child}</p>"}, headers=headers)
        self.numbered_page(headers)
