"""Slack's side of the Events API under failure: each event is sent until it is acknowledged, four times at most.

Slack tells of a mention twice (``app_mention`` and ``message``), each with an event id and retries of its own: at
once, after one minute, after five. Here all waiting is shortened; the three seconds for an ack are not.
"""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from slack_sdk.signature import SignatureVerifier

from tests.support.slack_server import BOT, CHANNEL, PERSON, SECRET, TEAM

ACK_SECONDS = 3.0
RETRIES = (0.0, 60.0, 300.0)  # seconds after the delivery before
FASTER = 6.0


@dataclass
class Sender:
    """Sends to ``address``. ``lose``: says of an acknowledged delivery whether Slack never sees the ack."""

    address: str
    lose: Callable[[], bool] = lambda: False
    faster: float = FASTER
    sent: int = 0  # deliveries
    again: int = 0  # of them retries
    said: dict[str, str] = field(default_factory=dict)  # ts -> question; empty for a bare mention
    unheard: set[str] = field(default_factory=set)  # messages of which no event was acknowledged
    heard: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(48, "slack")

    def tell(self, ts: str, text: str) -> None:
        """Tell of a message that stands in the channel, both ways, without waiting."""
        for kind in ("app_mention", "message"):
            self._pool.submit(self._until_acknowledged, kind, ts, text)

    def close(self) -> None:
        """Wait until Slack has given up or was acknowledged, for every event."""
        self._pool.shutdown(wait=True)
        self.unheard -= self.heard

    def _until_acknowledged(self, kind: str, ts: str, text: str) -> None:
        body = json.dumps(self._body(kind, ts, text))
        for number, pause in enumerate((None, *RETRIES)):
            time.sleep((pause or 0.0) / self.faster)
            headers = {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": "http_timeout"} if number else {}
            taken = self._deliver(body, headers)
            with self._lock:
                self.sent += 1
                self.again += bool(number)
                if taken:
                    self.heard.add(ts)
            if taken and not self.lose():
                return
        with self._lock:
            self.unheard.add(ts)

    def _deliver(self, body: str, headers: dict[str, str]) -> bool:
        stamp = str(int(time.time()))
        made = SignatureVerifier(SECRET).generate_signature(timestamp=stamp, body=body)
        given = {"Content-Type": "application/json", "X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": made}
        request = urllib.request.Request(self.address, body.encode(), given | headers)
        try:
            with urllib.request.urlopen(request, timeout=ACK_SECONDS) as answered:
                return bool(answered.status == 200)
        except OSError:
            return False

    def _body(self, kind: str, ts: str, text: str) -> dict[str, object]:
        said = {"type": kind, "user": PERSON, "channel": CHANNEL, "team": TEAM, "ts": ts, "text": text}
        return {
            "type": "event_callback",
            "team_id": TEAM,
            "api_app_id": "A01APP",
            "event_id": f"Ev{next(self._ids)}",
            "event": {**said, "channel_type": "channel"},
            "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
        }
