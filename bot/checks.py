"""``graphdesk slack check``: each token, scope and setting that Slack needs, and where to set what is missing."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from bot.app import slack_client
from bot.manifest import BACK, address_fault, manifest
from bot.slack_errors import TROUBLE, code_of
from engine.settings import Settings

APP_PAGE = "api.slack.com/apps → your app"
CREDENTIALS = f"{APP_PAGE} → Basic Information → App Credentials"
PLACEHOLDER = "https://graphdesk.invalid"
SECONDS = 10


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: well, or what is wrong with it and what to do."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


def checks(settings: Settings, manifest_file: Path) -> Iterator[Check]:
    """Look at everything, in the order in which it is set up. Calls Slack; posts nothing."""
    team = yield from _bot_token(settings, manifest_file)
    yield from _ways_in(settings)
    yield _address(settings)
    yield sign_in(settings, team)


def sign_in(settings: Settings, team: str = "") -> Check:
    """Sign in with Slack on the pages: all of its settings, or none. ``team``: the bot's workspace, if known."""
    name = "sign-in"
    client, theirs = (settings.slack_client_id or "").strip(), (settings.slack_team or "").strip()
    missing = [setting for setting, value in (("SLACK_CLIENT_ID", client), ("SLACK_TEAM", theirs)) if not value]
    missing += [] if _secret(settings.slack_client_secret) else ["SLACK_CLIENT_SECRET"]
    if len(missing) == 3:
        return Check(name, True, "not set up: SLACK_CLIENT_ID is not set")
    team_where = "the id that begins with T in the workspace's address in a browser"
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        where = f"Client id and secret: {CREDENTIALS}; team: {team_where}"
        return Check(name, False, f"{' and '.join(missing)} {verb} not set", f"Set all three. {where}.")
    if not re.fullmatch(r"\d+\.\d+", client):
        return Check(name, False, "SLACK_CLIENT_ID is no client id (123.456)", f"Copy it from {CREDENTIALS}.")
    if not re.fullmatch(r"T[A-Z0-9]+", theirs) or (team and theirs != team):
        its = f"; the bot is in {team}" if team else ""
        return Check(name, False, f"SLACK_TEAM is {theirs!r}{its}", f"Set it to {team_where}.")
    if not (settings.url or "").startswith("https://"):
        hint = "Set GRAPHDESK_URL to the pages' address with TLS."
        return Check(name, False, "Slack sends people back to https:// only", hint)
    back = f"{str(settings.url).rstrip('/')}{BACK}"
    hint = f"Is that address at {APP_PAGE} → OAuth & Permissions → Redirect URLs? Slack does not tell us"
    return Check(name, True, f"set; Slack sends people back to {back}", hint)


def _bot_token(settings: Settings, manifest_file: Path) -> Generator[Check, None, str]:
    """Ends with the id of the bot's workspace, where Slack told it."""
    token, where = _secret(settings.slack_bot_token), f"{APP_PAGE} → OAuth & Permissions → Bot User OAuth Token"
    if not token:
        yield Check("bot token", False, "SLACK_BOT_TOKEN is not set", f"Copy it from {where}.")
        return ""
    if not token.startswith("xoxb-"):
        said = "SLACK_BOT_TOKEN is no bot token (xoxb-…)" + _belongs(token)
        yield Check("bot token", False, said, f"Copy it from {where}.")
        return ""
    try:
        found = slack_client(settings, token, SECONDS).auth_test()
    except TROUBLE as error:
        hint = f"Copy it anew from {where} into SLACK_BOT_TOKEN." if isinstance(error, SlackApiError) else _REACH
        yield Check("bot token", False, f"Slack says {code_of(error)}", hint)
        return ""
    yield Check("bot token", True, f"{found.get('user')} in {found.get('team')}")
    yield _scopes(dict(found.headers), manifest_file)
    return str(found.get("team_id") or "")


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
        hint = f"For the Events API, copy it from {CREDENTIALS}."
        yield Check("signing secret", False, "SLACK_SIGNING_SECRET is not set", hint)


def _app_token(settings: Settings, token: str, where: str) -> Check:
    if not token.startswith("xapp-"):
        said = "SLACK_APP_TOKEN is no app-level token (xapp-…)" + _belongs(token)
        return Check("app token", False, said, f"Make one at {where}.")
    try:
        slack_client(settings, token, SECONDS).apps_connections_open(app_token=token)
    except TROUBLE as error:
        hint = (
            f"Make one anew at {where}, and turn Socket Mode on." if isinstance(error, SlackApiError) else _REACH
        )
        return Check("app token", False, f"Slack says {code_of(error)}", hint)
    return Check("app token", True, "Socket Mode opens")


def _address(settings: Settings) -> Check:
    if not settings.url:
        said = "GRAPHDESK_URL is not set: answers have no link to their trace"
        return Check("public address", False, said, "Set it to the pages' address.")
    by_events = bool(_secret(settings.slack_signing_secret)) and not _secret(settings.slack_app_token)
    fault = address_fault(settings.url, called=by_events)
    if fault:
        return Check("public address", False, f"GRAPHDESK_URL {fault[0]}", fault[1])
    return Check("public address", True, settings.url)


def _belongs(token: str) -> str:
    """Where a token of the other kind goes."""
    kinds = {"xoxb-": "SLACK_BOT_TOKEN", "xapp-": "SLACK_APP_TOKEN"}
    return f", but the one for {kinds[token[:5]]}" if token[:5] in kinds else ""


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value().strip() if value else ""


_REACH = "Check that this machine reaches Slack, or SLACK_API_URL."
