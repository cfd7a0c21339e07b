"""A stand-in for Slack (local-slack, MIT, not ours), and a proxy in front of its API that makes trouble.

The stand-in lacks what the proxy adds: ``assistant.threads.setStatus`` (answered and recorded), message metadata
(kept, and given back by conversations.replies and .history), the ``x-oauth-scopes`` header, rate limits, errors
of the server, dropped connections, and errors that a test asks for. Each message that passes is held against the
payload rules; ``Slack.close`` fails the test that sent a wrong one. The stand-in listens on loopback only
(slack_node/loopback.js), on a port that was just free.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import platform
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support import npm_packages, slack_rules

NODE = Path(__file__).parent / "slack_node"
TEAM, BOT, PERSON, OTHER, CHANNEL, PRIVATE = "T01TEST", "U0BOT", "U0AAA", "U0BBB", "C0GENERAL", "C0PRIVATE"
BOT_TOKEN, APP_TOKEN, SECRET = "xoxb-test-token", "xapp-test-token", "test-signing-secret"
STARTED_WITHIN = 60.0


def installed() -> Path:
    """The stand-in's program. Skips by name where it cannot be had."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        pytest.skip("local-slack, the stand-in for Slack, is only there for Linux on x86-64")
    return npm_packages.installed("local-slack", NODE) / "local-slack-linux-x64" / "bin" / "local-slack"


@dataclass
class Fault:
    """What happens to the next ``times`` calls of ``method``.

    ``kind``: an HTTP status (429 with ``retry_after``, 5xx), ``drop`` (the request arrives, its answer does not),
    ``refuse`` (the connection is cut before it arrives), ``slow`` (answered after ``seconds``), or an error code
    of Slack's.
    """

    method: str
    kind: str
    times: int = 1
    retry_after: float = 0.2
    seconds: float = 1.0
    only_blocks: bool = False  # just for messages that have blocks


@dataclass
class Slack:
    """The running stand-in, seen through the proxy."""

    port: int
    proxy: ThreadingHTTPServer
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    metadata: dict[tuple[str, str], Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    scopes: str = ""
    native_status: bool = True
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.proxy.server_address[1]}/api/"

    def fault(self, method: str, kind: str, times: int = 1, **more: Any) -> None:
        with self.lock:
            self.faults.append(Fault(method, kind, times, **more))

    def control(self, what: str, **body: Any) -> dict[str, Any]:
        """Play a person: message, interact, command, edit-message, delete-message."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/_control/{what}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answered:
            return dict(json.load(answered))

    def get(self, what: str) -> dict[str, Any]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_control/{what}", timeout=30) as answered:
            return dict(json.load(answered))

    def write(self, text: str, *, channel: str = CHANNEL, user: str = PERSON, thread: str | None = None) -> str:
        """A person writes; gives the message's ts once the app has acknowledged it."""
        more = {"thread_ts": thread} if thread else {}
        message = self.control("message", channel=channel, user=user, text=text, **more)["message"]
        return str(message["ts"])

    def messages(self, channel: str = CHANNEL) -> list[dict[str, Any]]:
        return list(self.get(f"messages/{channel}")["messages"])

    def ours(self, channel: str = CHANNEL, thread: str | None = None) -> list[dict[str, Any]]:
        """The bot's messages (of a thread), without files."""
        return [
            message
            for message in self.messages(channel)
            if message.get("user") == BOT
            and not message.get("files")
            and (thread is None or message.get("thread_ts") == thread)
        ]

    def files(self, channel: str = CHANNEL) -> list[dict[str, Any]]:
        return [file for message in self.messages(channel) for file in message.get("files") or []]

    def called(self, method: str) -> list[dict[str, Any]]:
        with self.lock:
            return [payload for name, payload in self.calls if name == method]

    def take_fault(self, method: str, payload: dict[str, Any]) -> Fault | None:
        with self.lock:
            for fault in self.faults:
                if fault.method in (method, "*") and (not fault.only_blocks or payload.get("blocks")):
                    fault.times -= 1
                    if fault.times <= 0:
                        self.faults.remove(fault)
                    return fault
        return None


class _Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    slack: Slack

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:  # whoever sent it was killed half-way
            self._cut()
            return
        method = urllib.parse.urlsplit(self.path).path.rsplit("/", 1)[-1]
        payload = _payload(body, self.headers.get("Content-Type") or "")
        slack = self.slack
        with slack.lock:
            slack.calls.append((method, payload))
            slack.problems += [f"{method}: {found}" for found in slack_rules.problems(method, payload)]
        fault = slack.take_fault(method, payload)
        if fault and self._failed(fault):
            return
        if method == "assistant.threads.setStatus":
            self._reply({"ok": True} if slack.native_status else {"ok": False, "error": "unknown_method"})
            return
        answered = _forward(slack.port, self.path, body, dict(self.headers))
        self._remember(method, payload, answered)
        if fault and fault.kind == "drop":
            self._cut()
            return
        self._reply(answered)

    do_GET = do_POST  # noqa: N815 - named by http.server

    def _failed(self, fault: Fault) -> bool:
        if fault.kind == "refuse":
            self._cut()
        elif fault.kind == "slow":
            time.sleep(fault.seconds)
            return False
        elif fault.kind == "429":
            self._reply({"ok": False, "error": "ratelimited"}, 429, {"Retry-After": str(fault.retry_after)})
        elif fault.kind.isdigit():
            self._reply({"ok": False}, int(fault.kind))
        elif fault.kind != "drop":
            self._reply({"ok": False, "error": fault.kind})
        else:
            return False
        return True

    def _remember(self, method: str, payload: dict[str, Any], answered: dict[str, Any]) -> None:
        slack = self.slack
        with slack.lock:
            if method in ("chat.postMessage", "chat.update") and answered.get("ok") and payload.get("metadata"):
                slack.metadata[answered["channel"], answered["ts"]] = payload["metadata"]
            if method in ("conversations.replies", "conversations.history") and payload.get(
                "include_all_metadata"
            ):
                for message in answered.get("messages") or []:
                    known = slack.metadata.get((payload["channel"], message["ts"]))
                    message |= {"metadata": known} if known else {}

    def _cut(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _reply(self, answered: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(answered).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        if self.slack.scopes:
            self.send_header("x-oauth-scopes", self.slack.scopes)
        self.send_header("Content-Length", str(len(data)))
        with contextlib.suppress(OSError):  # whoever asked was killed
            self.end_headers()
            self.wfile.write(data)


def _payload(body: bytes, kind: str) -> dict[str, Any]:
    if "json" in kind:
        return dict(json.loads(body or b"{}"))
    pairs = dict(urllib.parse.parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    given: dict[str, Any] = dict(pairs)
    for name in ("blocks", "metadata", "files"):
        if name in given:
            given[name] = json.loads(given[name])
    return given


def _forward(port: int, path: str, body: bytes, headers: dict[str, str]) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    kept = {name: headers[name] for name in ("Content-Type", "Authorization") if name in headers}
    connection.request("POST", path, body, kept)
    answered = json.loads(connection.getresponse().read())
    connection.close()
    return dict(answered)


@contextlib.contextmanager
def slack(folder: Path, events_url: str | None = None) -> Iterator[Slack]:
    """A workspace: a channel and a private one without the bot. With ``events_url`` the app gets HTTP requests."""
    program = installed()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = {"appId": "A01APP", "botUserId": BOT, "botName": "graphdesk", "mode": "socket"}
    app |= {"mode": "events", "requestUrl": events_url} if events_url else {}
    config = {
        "workspace": {"name": "Test", "domain": "test", "teamId": TEAM},
        "app": app | {"botToken": BOT_TOKEN, "appToken": APP_TOKEN, "signingSecret": SECRET},
        "users": [{"id": PERSON, "name": "agent-017"}, {"id": OTHER, "name": "agent-018"}],
        "channels": [
            {"id": CHANNEL, "name": "general", "members": [PERSON, OTHER, BOT]},
            {"id": PRIVATE, "name": "private", "is_private": True, "members": [PERSON]},
        ],
    }
    (folder / "slack.json").write_text(json.dumps(config))
    command = [str(program), "--config", str(folder / "slack.json"), "--port", str(port)]
    with (folder / "slack.log").open("wb") as log:
        process = subprocess.Popen([*command, "--base-host", "127.0.0.1"], cwd=NODE, stdout=log, stderr=log)
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), type("Proxy", (_Proxy,), {}))
    proxy.daemon_threads = True
    running = Slack(port, proxy)
    proxy.RequestHandlerClass.slack = running  # type: ignore[attr-defined]
    threading.Thread(target=proxy.serve_forever, args=(0.02,), daemon=True).start()
    try:
        _wait(port, process, folder / "slack.log")
        yield running
    finally:
        proxy.shutdown()
        proxy.server_close()
        process.terminate()
        process.wait(10)
    assert running.problems == []


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    ends = time.monotonic() + STARTED_WITHIN
    while time.monotonic() < ends:
        if process.poll() is not None:
            raise RuntimeError(f"local-slack ended: {log.read_text()[-500:]}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError("local-slack did not open its port")
