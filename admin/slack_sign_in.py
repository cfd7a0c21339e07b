"""Sign in with Slack, by OpenID Connect (Authlib), for the people of one workspace.

Slack's documentation: "Sign in with Slack". The id_token names the workspace and the person in claims of its own;
only those of the workspace of the setting are let in, whatever was asked for on the way there.
"""

from __future__ import annotations

import logging
from typing import Any, NoReturn
from urllib.parse import urlsplit

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.flask_client import OAuth
from flask import Flask, current_app
from joserfc.errors import JoseError
from requests import RequestException
from werkzeug import Response

from engine.errors import OperatorMustAct, UserMustAct
from engine.settings import Settings
from engine.store import Actor, Person, PersonExists, Store

log = logging.getLogger(__name__)

TEAM, USER = "https://slack.com/team_id", "https://slack.com/user_id"
SECONDS = 10.0  # to wait for Slack


class NotLetIn(UserMustAct):
    """Slack knows this person, but they may not sign in here."""

    code = "not_let_in"


def install(app: Flask, settings: Settings) -> None:
    """Set it up, if it is to be. Nothing is asked of Slack before somebody signs in."""
    app.extensions["slack_sign_in"] = None
    if not (settings.slack_client_id and settings.slack_client_secret and settings.slack_team):
        return
    api = urlsplit(settings.slack_api_url)
    app.extensions["slack_sign_in"] = OAuth(app).register(
        "slack",
        client_id=settings.slack_client_id,
        client_secret=settings.slack_client_secret.get_secret_value(),
        server_metadata_url=f"{api.scheme}://{api.netloc}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid profile email",
            "token_endpoint_auth_method": "client_secret_post",
            "default_timeout": SECONDS,
        },
    )


def is_set_up() -> bool:
    """Whether people can sign in with Slack."""
    return current_app.extensions["slack_sign_in"] is not None


def away(back: str) -> Response:
    """To Slack, which sends people back to ``back``. Raises OperatorMustAct when it does not answer."""
    settings: Settings = current_app.extensions["settings"]
    try:
        answer: Response = _client().authorize_redirect(back, team=settings.slack_team)
    except (RequestException, AuthlibBaseError, ValueError) as error:
        raise _silent() from error
    return answer


def returned(store: Store, address: str) -> Person:
    """Whoever Slack says this is; added as a viewer when they come for the first time.

    Raises NotLetIn for what does not belong to the request that began here, for other workspaces and for disabled
    people; OperatorMustAct when Slack does not answer.
    """
    settings: Settings = current_app.extensions["settings"]
    try:
        claims = dict(_client().authorize_access_token().get("userinfo") or {})
    except RequestException as error:
        raise _silent() from error
    except (AuthlibBaseError, JoseError, ValueError) as error:
        log.info("Slack's answer was not taken: %s", type(error).__name__)
        _refused()
    team, user = claims.get(TEAM), claims.get(USER)
    if not (isinstance(user, str) and user) or not isinstance(team, str) or team != settings.slack_team:
        raise NotLetIn(
            "This Slack workspace is not let in here.", "Choose the workspace of your company, or ask an admin."
        )
    person = store.people.by_slack(team, user) or _added(
        store, user, claims, Actor(f"slack:{team}:{user}", address)
    )
    if person.disabled_at is not None:
        raise NotLetIn("This account is disabled.", "Ask an admin to let you in again.")
    return person


def _added(store: Store, user: str, claims: dict[str, object], by: Actor) -> Person:
    """A new person. E-mails link to nobody: whoever wrote one into Slack would become that person."""
    settings: Settings = current_app.extensions["settings"]
    role, team = settings.slack_new_people, str(settings.slack_team)
    if role == "nobody":
        raise NotLetIn("Nobody has added you here yet.", f"Ask an admin to add you, as Slack user {user}.")
    name = " ".join(str(claims.get("name") or user).split())[:80]
    try:
        return store.people.add(name, role, by, slack_team=team, slack_user=user)
    except PersonExists:  # two requests side by side
        return store.people.by_slack(team, user) or _refused()


def _refused() -> NoReturn:
    raise NotLetIn("Slack's answer does not fit.", "Begin anew: choose “Sign in with Slack” again.")


def _client() -> Any:
    return current_app.extensions["slack_sign_in"]


def _silent() -> OperatorMustAct:
    return OperatorMustAct("Slack does not answer.", "Try again in a minute, or sign in another way.")
