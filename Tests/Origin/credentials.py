"""Endpoints that need credentials, and the token endpoints of OAuth 2."""
import base64
from urllib.parse import parse_qsl

from common import Refusal

OAUTH_USES = 3  # requests that one access token is good for
CLIENT, SECRET = "client", "client-secret"


class Credentials:
    """Part of the request handler."""

    def auth_basic(self):
        self.challenge("Basic " + base64.b64encode("user:pass:wörd".encode()).decode(), 'Basic realm="basic"')

    def auth_api_key(self):
        if "secret-key" not in (self.headers.get("X-Api-Key"), self.query.get("api_key")):
            raise Refusal(401, "X-Api-Key or ?api_key= is needed")
        self.paging("page")

    # -- OAuth 2: client credentials

    def client_auth(self, form):
        """How the client of a token request proved who it is: body, basic, or None."""
        if (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET):
            return "body"
        basic = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        return "basic" if self.headers.get("Authorization") == basic else None

    def token_request(self, grant, client_auth=None):
        """The form of a token request; a refusal if it is not the expected grant by a known client."""
        form = dict(parse_qsl(self.payload.decode()))
        if self.command != "POST" or not self.is_form() and self.route != "/auth/token":
            raise Refusal(400, "invalid_request")
        if form.get("grant_type") != grant:
            raise Refusal(400, "unsupported_grant_type")
        used = self.client_auth(form)
        if not used or client_auth not in (None, used):
            raise Refusal(401, "invalid_client", {"WWW-Authenticate": 'Basic realm="token"'})
        return form

    def give_token(self, client_auth=None):
        form = self.token_request("client_credentials", client_auth)
        with self.state.lock:
            self.state.oauth_tokens, self.state.oauth_uses = self.state.oauth_tokens + 1, 0
            token = f"oauth-{self.state.oauth_tokens}"
        scope = {"scope": form["scope"]} if "scope" in form else {}
        self.reply({"access_token": token, "token_type": "Bearer", "expires_in": 3600, **scope}, headers={"Cache-Control": "no-store"})

    def auth_token(self): self.give_token()
    def auth_token_body(self): self.give_token("body")
    def auth_token_basic(self): self.give_token("basic")

    def auth_oauth(self):
        with self.state.lock:
            self.state.oauth_uses += 1
            good = f"Bearer oauth-{self.state.oauth_tokens}" if self.state.oauth_uses <= OAUTH_USES else None
        self.challenge(good, 'Bearer error="invalid_token"')

    # -- OAuth 2: refresh tokens that rotate

    def refresh_chain(self):
        """The tokens of one chain; `?chain=` names it. Its first refresh token is CHAIN-refresh-0."""
        name = self.query.get("chain", "default")
        return self.state.refresh_chains.setdefault(name, {"name": name, "refreshes": 0, "uses": 0, "is_revoked": False})

    def auth_refresh(self):
        """The token endpoint. A refresh token is good once; an old one is refused, and with `?strict=1` revokes the chain.
        `?rotate=0` keeps the refresh token."""
        form = self.token_request("refresh_token")
        with self.state.lock:
            chain = self.refresh_chain()
            rotates = self.query.get("rotate") != "0"
            current = f"{chain['name']}-refresh-{chain['refreshes'] if rotates else 0}"
            if chain["is_revoked"] or form.get("refresh_token") != current:
                chain["is_revoked"] = chain["is_revoked"] or "strict" in self.query
                refused = True
            else:
                refused = False
                chain["refreshes"], chain["uses"] = chain["refreshes"] + 1, 0
                body = {"access_token": f"{chain['name']}-access-{chain['refreshes']}", "token_type": "bearer", "expires_in": 3600}
                if rotates:
                    body["refresh_token"] = f"{chain['name']}-refresh-{chain['refreshes']}"
        if refused:
            return self.reply({"error": "invalid_grant", "error_description": "the refresh token was used before"}, 400)
        self.reply(body, headers={"Cache-Control": "no-store"})

    def auth_refreshed(self):
        """The resource: the chain's access token is good for `?uses=` requests (3). `?hang=S` waits before each response."""
        with self.state.lock:
            chain = self.refresh_chain()
            chain["uses"] += 1
            is_good = chain["refreshes"] > 0 and chain["uses"] <= self.number("uses", OAUTH_USES)
            good = f"Bearer {chain['name']}-access-{chain['refreshes']}" if is_good else None
        self.pause(self.number("hang", 0))
        self.challenge(good, 'Bearer error="invalid_token"')

    def challenge(self, wanted, realm):
        if not wanted or self.headers.get("Authorization") != wanted:
            raise Refusal(401, "unauthorized", {"WWW-Authenticate": realm})
        self.paging("page")
