"""``graphdesk slack check``: each token, scope and setting that Slack needs, and where to set what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from bot.app import slack_client
from bot.slack_errors import TROUBLE, code_of
from engine.settings import Settings

APP_PAGE = "api.slack.com/apps → your app"
PLACEHOLDER = "https://graphdesk.invalid"
SECONDS = 10


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: well, or what is wrong with it and what to do."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


def manifest(file: Path, address: str | None, *, socket_mode: bool = False) -> dict[str, Any]:
    """The app's manifest with the public ``address`` filled in; with Socket Mode it needs none."""
    made: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
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


def checks(settings: Settings, manifest_file: Path) -> Iterator[Check]:
    """Look at everything, in the order in which it is set up. Calls Slack; posts nothing."""
    yield from _bot_token(settings, manifest_file)
    yield from _ways_in(settings)
    yield _address(settings)


def _bot_token(settings: Settings, manifest_file: Path) -> Iterator[Check]:
    token, where = _secret(settings.slack_bot_token), f"{APP_PAGE} → OAuth & Permissions → Bot User OAuth Token"
    if not token:
        yield Check("bot token", False, "SLACK_BOT_TOKEN is not set", f"Copy it from {where}.")
        return
    if not token.startswith("xoxb-"):
        yield Check("bot token", False, "SLACK_BOT_TOKEN is no bot token (xoxb-…)", f"Copy it from {where}.")
        return
    try:
        found = slack_client(settings, token, SECONDS).auth_test()
    except TROUBLE as error:
        hint = f"Copy it anew from {where} into SLACK_BOT_TOKEN." if isinstance(error, SlackApiError) else _REACH
        yield Check("bot token", False, f"Slack says {code_of(error)}", hint)
        return
    yield Check("bot token", True, f"{found.get('user')} in {found.get('team')}")
    yield _scopes(dict(found.headers), manifest_file)


def _scopes(headers: dict[str, Any], manifest_file: Path) -> Check:
    wanted = manifest(manifest_file, None)["oauth_config"]["scopes"]["bot"]
    given = next((value for name, value in headers.items() if name.lower() == "x-oauth-scopes"), None)
    if given is None:
        hint = f"Compare {APP_PAGE} → OAuth & Permissions → Scopes with `graphdesk slack manifest`."
        return Check("scopes", True, "Slack did not say which the token has", hint)
    had = {scope.strip() for scope in (given if isinstance(given, str) else ",".join(given)).split(",")}
    missing = [scope for scope in wanted if scope not in had]
    if missing:
        hint = f"Add them at {APP_PAGE} → OAuth & Permissions → Scopes, then install the app again."
        return Check("scopes", False, f"missing {', '.join(missing)}", hint)
    return Check("scopes", True, f"all {len(wanted)} there")


def _ways_in(settings: Settings) -> Iterator[Check]:
    """Socket Mode by the app token, or the Events API by the signing secret: one of them is needed."""
    app_token, signing = _secret(settings.slack_app_token), _secret(settings.slack_signing_secret)
    app_where = f"{APP_PAGE} → Basic Information → App-Level Tokens (scope connections:write)"
    signing_where = f"{APP_PAGE} → Basic Information → App Credentials"
    if app_token:
        yield _app_token(settings, app_token, app_where)
    else:
        detail = "not set: events come to /slack/events" if signing else "SLACK_APP_TOKEN is not set"
        yield Check(
            "app token", bool(signing), detail, "" if signing else f"For Socket Mode, make one at {app_where}."
        )
    if signing or app_token:
        yield Check("signing secret", True, "set" if signing else "not set: not needed with Socket Mode")
    else:
        hint = f"For the Events API, copy it from {signing_where}."
        yield Check("signing secret", False, "SLACK_SIGNING_SECRET is not set", hint)


def _app_token(settings: Settings, token: str, where: str) -> Check:
    if not token.startswith("xapp-"):
        return Check("app token", False, "SLACK_APP_TOKEN is no app-level token (xapp-…)", f"Make one at {where}.")
    try:
        slack_client(settings, token, SECONDS).apps_connections_open(app_token=token)
    except TROUBLE as error:
        hint = (
            f"Make one anew at {where}, and turn Socket Mode on." if isinstance(error, SlackApiError) else _REACH
        )
        return Check("app token", False, f"Slack says {code_of(error)}", hint)
    return Check("app token", True, "Socket Mode opens")


def _address(settings: Settings) -> Check:
    if settings.url and settings.url.startswith(("https://", "http://")):
        return Check("public address", True, settings.url)
    wrong = f"GRAPHDESK_URL is {settings.url!r}" if settings.url else "GRAPHDESK_URL is not set"
    return Check(
        "public address", False, f"{wrong}: answers have no link to their trace", "Set it to the pages' address."
    )


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value().strip() if value else ""


_REACH = "Check that this machine reaches Slack, or SLACK_API_URL."
