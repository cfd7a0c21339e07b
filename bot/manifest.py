"""The Slack app's manifest, and the public address that stands in it."""

from __future__ import annotations

import ipaddress
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

BACK = "/sign-in/slack/back"
LIKE = "Write it as https://desk.example."


def manifest(file: Path, address: str | None, *, socket_mode: bool = False) -> dict[str, Any]:
    """The app's manifest with the public ``address`` filled in; with Socket Mode it needs none.

    Slack sends people who sign in with it back to an address with TLS only: without one there is none to give.
    """
    made: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if address and address.startswith("https://"):
        made["oauth_config"]["redirect_urls"] = [address.rstrip("/") + BACK]
    elif address or socket_mode:
        del made["oauth_config"]["redirect_urls"]
    settings, command = made["settings"], made["features"]["slash_commands"][0]
    if socket_mode:
        settings["socket_mode_enabled"] = True
        del (
            command["url"],
            settings["event_subscriptions"]["request_url"],
            settings["interactivity"]["request_url"],
        )
    elif address:
        endpoint = address.rstrip("/") + "/slack/events"
        command["url"] = endpoint
        settings["event_subscriptions"]["request_url"] = settings["interactivity"]["request_url"] = endpoint
    return made


def address_fault(address: str, *, called: bool = False) -> tuple[str, str] | None:
    """What is wrong with a public address of the pages, and what to do. None: nothing.

    ``called``: Slack itself calls it, as the Events API does. What it holds of a password is not repeated.
    """
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is no address", LIKE
    if parts.scheme not in ("http", "https") or not host:
        return "is no address with http:// or https://", LIKE
    if parts.username or parts.password:
        return "has a user name or password in it", LIKE
    if parts.path.strip("/") or parts.query or parts.fragment:
        return "has more after the host", f"The pages are at the root of their host. {LIKE}"
    if called and _is_inside(host):
        return "is not one that Slack can reach", f"{LIKE} Or use Socket Mode, which needs none."
    if called and parts.scheme != "https":
        return "has no TLS, and Slack calls https:// only", f"{LIKE} Or use Socket Mode, which needs none."
    return None


def _is_inside(host: str) -> bool:
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local"))
