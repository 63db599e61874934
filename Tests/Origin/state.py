"""What the origin remembers between requests."""
import collections
import json
import threading

KEPT_REQUESTS = 20_000  # in /control/log; older ones are dropped


class State:
    """Counts and conditions, guarded by one lock."""

    def __init__(self, log):
        self.lock, self.log = threading.Lock(), log
        self.in_flight, self.latency, self.version = collections.Counter(), 0.0, 0
        self.changes = {}  # lists by name; a reset leaves them, because each belongs to one test
        self.reset()

    def reset(self):
        self.counts, self.statuses, self.bytes_sent = (collections.Counter() for _ in range(3))
        self.attempts, self.retry_not_before, self.early_retries = collections.Counter(), {}, collections.Counter()
        self.most_in_flight = collections.Counter(self.in_flight)
        self.connections, self.elsewhere, self.elsewhere_requests = 0, [], 0
        self.violations, self.windows = 0, {}
        self.sessions = {}  # the number of uses of each
        self.oauth_tokens, self.oauth_uses, self.refresh_chains = 0, 0, {}
        self.requests = collections.deque(maxlen=KEPT_REQUESTS)

    def stats(self):
        most = dict(self.most_in_flight)
        return {
            "requests": sum(self.counts.values()), "connections": self.connections, "counts": self.counts,
            "statuses": self.statuses, "bytes_sent": self.bytes_sent,
            "max_concurrent": most.pop("all", 0), "max_concurrent_by_area": most,
            "rate_limit_violations": self.violations, "early_retries": self.early_retries,
            "second_port": {"requests": self.elsewhere_requests, "credentials": self.elsewhere},
            "oauth_tokens": self.oauth_tokens,
            "refreshes": {name: chain["refreshes"] for name, chain in self.refresh_chains.items()},
        }

    def note(self, request):
        """Keeps a request for /control/log, and writes it to the log file."""
        self.requests.append(request)
        if self.log:
            self.log.write(json.dumps(request, ensure_ascii=False) + "\n")
            self.log.flush()
