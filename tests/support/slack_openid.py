"""A provider of OpenID Connect that answers as Slack does, for the sign-in tests; everything goes over HTTP.

Not Slack's code: emulate, the stand-in for Slack's OAuth, has no OpenID Connect. Addresses and claims are those of
Slack's documentation of Sign in with Slack. ``claims`` are put over those of the next token, to make a wrong one.
"""

from __future__ import annotations

import json
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET, TEAM, USER = "1.2", "client-secret", "T01TEST", "U0AAA"


@dataclass
class Provider:
    """What was asked of it, and what it answers."""

    address: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)  # the last request to authorise
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    key: Any = field(
        default_factory=lambda: RSAKey.generate_key(2048, {"kid": "k1", "alg": "RS256", "use": "sig"})
    )
    signer: Any = None  # another key than the published one
    down: bool = False

    def token(self, nonce: str) -> str:
        claims = {
            "iss": self.address,
            "sub": USER,
            "aud": CLIENT,
            "exp": int(time.time()) + 300,
            "iat": int(time.time()),
            "nonce": nonce,
            "name": "agent-017",
            "email": "agent-017@example.org",
            "email_verified": True,
            "https://slack.com/team_id": TEAM,
            "https://slack.com/user_id": USER,
        }
        claims |= self.claims
        kept = {name: value for name, value in claims.items() if value is not None}
        return str(jwt.encode({"alg": "RS256", "kid": "k1"}, kept, self.signer or self.key))


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        provider, (path, query) = self.provider, self.path.partition("?")[::2]
        given = dict(urllib.parse.parse_qsl(query))
        if provider.down:
            self._send({"ok": False}, 503)
        elif path == "/.well-known/openid-configuration":
            self._send(
                {
                    "issuer": provider.address,
                    "authorization_endpoint": f"{provider.address}/openid/connect/authorize",
                    "token_endpoint": f"{provider.address}/api/openid.connect.token",
                    "jwks_uri": f"{provider.address}/openid/connect/keys",
                    "id_token_signing_alg_values_supported": ["RS256"],
                }
            )
        elif path == "/openid/connect/keys":
            self._send({"keys": [provider.key.as_dict(private=False)]})
        else:
            provider.asked = given
            code = f"code-{len(provider.codes)}"
            provider.codes[code] = given
            back = urllib.parse.urlencode({"code": code, "state": given["state"]})
            self.send_response(302)
            self.send_header("Location", f"{given['redirect_uri']}?{back}")
            self.end_headers()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        given = dict(urllib.parse.parse_qsl(body))
        asked = self.provider.codes.pop(given.get("code", ""), None)
        right = (given.get("client_id"), given.get("client_secret")) == (CLIENT, SECRET)
        if asked is None or not right or given.get("redirect_uri") != asked["redirect_uri"]:
            self._send({"ok": False, "error": "invalid_code"})
            return
        token = self.provider.token(asked.get("nonce", ""))
        self._send({"ok": True, "access_token": "xoxp-1", "token_type": "Bearer", "id_token": token})

    def _send(self, body: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def provider() -> Iterator[Provider]:
    """The provider on a free loopback port."""
    running = Provider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"provider": running}))
    server.daemon_threads = True
    running.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
