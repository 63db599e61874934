"""Sessions and signed requests. The signatures are computed here again, by the rules of their documentation."""
import datetime
import hashlib
import hmac
import json
import time
from urllib.parse import parse_qsl, quote

from common import Refusal

SESSION_USES = 3  # requests that one session is good for
USER, PASSWORD = "me", "pass-word"
HMAC_KEY = b"hmac-secret"
AWS_KEY, AWS_SECRET, AWS_SCOPE = "AKIDEXAMPLE", "aws-secret-key", ("eu-central-1", "es", "aws4_request")
TOLERANCE = 300  # seconds between the clocks of both sides


class Signing:
    """Part of the request handler."""

    # -- a session

    def auth_login(self):
        """POST of `user` and `password`, as JSON or as a form: a cookie and a token for the same session."""
        given = dict(parse_qsl(self.payload.decode())) if self.is_form() else json.loads(self.payload or b"null")
        if self.command != "POST" or not isinstance(given, dict) or (given.get("user"), given.get("password")) != (USER, PASSWORD):
            raise Refusal(401, "wrong user or password")
        with self.state.lock:
            session = f"session-{len(self.state.sessions) + 1}"
            self.state.sessions[session] = 0
        self.reply({"data": {"token": session, "expires": int(time.time()) + 3600}},
                   headers={"Set-Cookie": f"sid={session}; Path=/; HttpOnly", "Cache-Control": "no-store"})

    def auth_session(self):
        """The resource: the cookie of a login, or its token in X-Session."""
        cookies = dict(pair.split("=", 1) for pair in self.headers.get("Cookie", "").split("; ") if "=" in pair)
        session = self.headers.get("X-Session", cookies.get("sid"))
        with self.state.lock:
            uses = self.state.sessions.get(session, SESSION_USES)
            if uses >= SESSION_USES:
                raise Refusal(401, "no session")
            self.state.sessions[session] = uses + 1
        self.paging("page")

    # -- signatures

    def auth_hmac(self):
        """X-Signature is the HMAC of the lines method, target, X-Timestamp and body, in hexadecimal digits."""
        when = self.headers.get("X-Timestamp", "0")
        text = f"{self.command}\n{self.path}\n{when}\n".encode() + self.payload
        wanted = hmac.new(HMAC_KEY, text, hashlib.sha256).hexdigest()
        self.require_signature(wanted, self.headers.get("X-Signature", ""), float(when))
        self.paging("page")

    def auth_aws(self):
        """Signature Version 4 for the service es in eu-central-1."""
        scheme, _, rest = self.headers.get("Authorization", "").partition(" ")
        given = dict(part.strip().split("=", 1) for part in rest.split(",") if "=" in part)
        stamp = self.headers.get("X-Amz-Date", "")
        scope = "/".join((stamp[:8], *AWS_SCOPE))
        if scheme != "AWS4-HMAC-SHA256" or given.get("Credential") != f"{AWS_KEY}/{scope}":
            raise Refusal(403, "no signature for this key, region and service")
        names = given["SignedHeaders"].split(";")
        if "host" not in names or any(n.lower().startswith("x-amz-") and n.lower() not in names for n in self.headers):
            raise Refusal(403, "headers are not signed")
        pairs = sorted((quote(k, safe="~"), quote(v, safe="~")) for k, v in parse_qsl(self.query_text, keep_blank_values=True))
        canonical = "\n".join([
            self.command, quote(self.route, safe="/~"), "&".join(f"{k}={v}" for k, v in pairs),
            *(f"{name}:{' '.join(self.headers.get(name, '').split())}" for name in names), "", ";".join(names),
            hashlib.sha256(self.payload).hexdigest()])
        text = "\n".join([scheme, stamp, scope, hashlib.sha256(canonical.encode()).hexdigest()])
        key = ("AWS4" + AWS_SECRET).encode()
        for part in (stamp[:8], *AWS_SCOPE):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        sent = datetime.datetime.strptime(stamp + "+0000", "%Y%m%dT%H%M%SZ%z").timestamp()
        self.require_signature(hmac.new(key, text.encode(), hashlib.sha256).hexdigest(), given.get("Signature", ""), sent)
        self.paging("page")

    @staticmethod
    def require_signature(wanted, given, sent):
        if not hmac.compare_digest(wanted, given):
            raise Refusal(403, "the signature is wrong")
        if abs(time.time() - sent) > TOLERANCE:
            raise Refusal(403, "the signature is old")
