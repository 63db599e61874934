"""One request: reading it, finding its endpoint, and keeping the books."""
import http.server
import re
import time
from urllib.parse import parse_qsl, unquote, urlsplit

from apis import APIs
from bodies import Bodies
from caching import Caching
from changes import Changes
from cms import ContentSystems
from common import Refusal, encode
from credentials import Credentials
from faults import Faults
from jobs import Jobs
from limits import Limits
from paging import Paging
from posting import Posting
from replay_apis import ReplayAPIs
from responses import Responses
from signing import Signing

LOGGED_BODY = 4096  # bytes of a request's body that the log keeps
LOGGED_HEADERS = (
    "authorization", "x-api-key", "if-none-match", "if-modified-since", "user-agent", "accept", "accept-encoding", "content-type",
    "range", "cookie",
)
CREDENTIALS = ("authorization", "x-api-key", "cookie")


class Handler(
    APIs, Paging, Changes, Posting, Credentials, Signing, Faults, Bodies, Limits, Caching, ReplayAPIs, ContentSystems, Jobs,
    Responses, http.server.BaseHTTPRequestHandler
):
    protocol_version, server_version, sys_version = "HTTP/1.1", "origin", ""
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.state, self.base = self.server.state, self.server.base

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.started, self.recorded, self.in_flight, self.payload = time.time(), False, False, b""
        # Links have the name of the host that the client used.
        host = "localhost" if self.headers.get("Host", "").startswith("localhost:") else "127.0.0.1"
        self.base = self.server.base.replace("127.0.0.1", host, 1)
        url = urlsplit(self.path)
        self.route, self.query_text = url.path, url.query
        pairs = parse_qsl(url.query, keep_blank_values=True)
        self.query, self.area = dict(pairs), self.route.strip("/").split("/")[0]
        try:
            self.payload = self.read_payload()
            if self.area == "control":
                return self.control()
            self.enter()
            self.pause(self.state.latency)
            if len(self.query) < len(pairs) and self.area != "fault":
                raise Refusal(400, "a query item was sent twice")
            self.respond()
        except Refusal as refusal:
            self.reply({"error": refusal.message}, refusal.status, headers=refusal.headers)
        except ValueError as error:
            self.reply({"error": str(error)}, 400)
        except OSError:  # the client has gone, or the server is stopping
            self.close_connection = True
        finally:
            self.leave()
            self.record(0)

    do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def respond(self):
        parts = self.route.strip("/").split("/")
        name = re.sub(r"\W", "_", parts[1]) if len(parts) > 1 else ""
        if self.area == "endpoints":
            self.endpoint()
        elif self.area in ("conversations", "messages"):
            self.help_desk(parts)
        elif self.area == "parents":
            self.parents(parts[1:])
        elif self.area == "paging" and name == "continue":
            self.paging_continue()
        elif self.area == "paging":
            self.paging(name)
        elif self.area == "changes":
            self.changes(unquote(parts[1]) if len(parts) > 1 else "")
        elif self.area in ("fault", "auth", "post", "rate", "cache") and hasattr(self, f"{self.area}_{name}"):
            getattr(self, f"{self.area}_{name}")()
        elif self.area == "apis" and len(parts) > 1:
            self.apis(parts[1], [unquote(part) for part in parts[2:]])
        elif self.area == "cms" and len(parts) > 1:
            self.cms(parts[1], [unquote(part) for part in parts[2:]])
        elif self.area == "jobs":
            self.jobs(parts[1:])
        elif self.area == "samples" and len(parts) == 2:
            self.sample(unquote(parts[1]))
        elif self.area == "items":
            self.good()
        elif self.area == "lines":
            self.good_lines()
        else:
            raise Refusal(404, "no such endpoint")

    # -- bookkeeping

    def enter(self):
        with self.state.lock:
            self.state.counts[self.route] += 1
            self.in_flight = True
            for key in ("all", self.area):
                self.state.in_flight[key] += 1
                self.state.most_in_flight[key] = max(self.state.most_in_flight[key], self.state.in_flight[key])
            if self.server.is_second:
                self.state.elsewhere_requests += 1
                seen = [h for h in CREDENTIALS if h in self.headers]
                seen += [f"?{k}" for k in self.query if re.search("key|secret|password|auth|^token$", k)]
                self.state.elsewhere += [{"path": self.route, "credentials": seen}] if seen else []

    def leave(self):
        """Before the last bytes go out: so a client's next request is never counted beside this one."""
        with self.state.lock:
            if self.in_flight:
                self.in_flight = False
                self.state.in_flight.subtract(("all", self.area))

    def record(self, status):
        """Logs the request once, before its response can be seen; status 0: no response was sent."""
        with self.state.lock:
            if self.recorded or self.area == "control":
                return
            self.recorded = True
            self.state.statuses[str(status)] += 1
            headers = {h: self.headers[h] for h in LOGGED_HEADERS if h in self.headers}
            self.state.note({
                "time": round(self.started, 3), "port": self.server.port, "method": self.command, "path": self.route,
                "query": self.query_text, "headers": headers, "body": self.payload[:LOGGED_BODY].decode(errors="replace"),
                "status": status,
            })

    def control(self):
        state = self.state
        with state.lock:
            if self.route == "/control/reset":
                state.reset()
            elif self.route == "/control/touch":
                state.version += 1
            elif self.route == "/control/latency":
                state.latency = self.number("ms", 0) / 1000
            elif self.route == "/control/changes":
                self.control_changes()
            elif self.route not in ("/control/stats", "/control/log"):
                raise Refusal(404, "no such control")
            found = encode(list(state.requests) if self.route == "/control/log" else state.stats())
        self.reply(found)
