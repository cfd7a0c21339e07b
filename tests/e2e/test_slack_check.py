"""``graphdesk slack``: what is missing is named, with where to set it; the manifest fits the code."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

from deploy.cli import slack as command
from engine.errors import OperatorMustAct
from tests.support.slack_server import APP_TOKEN, BOT_TOKEN, SECRET, TEAM, Slack, slack

SCOPES = json.loads(command.MANIFEST.read_text())["oauth_config"]["scopes"]["bot"]
RIGHT = {
    "SLACK_BOT_TOKEN": BOT_TOKEN,
    "SLACK_APP_TOKEN": APP_TOKEN,
    "SLACK_SIGNING_SECRET": SECRET,
    "GRAPHDESK_URL": "https://desk.example/",
}


SIGN_IN = {"SLACK_CLIENT_ID": "123.456", "SLACK_CLIENT_SECRET": "client-marker-secret", "SLACK_TEAM": TEAM}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slack]:
    with slack(tmp_path_factory.mktemp("slack")) as running:
        running.scopes = ",".join(SCOPES)
        yield running


def run(*arguments: str, **environment: str) -> Any:
    app = Typer()
    command.register(app)
    cleared = dict.fromkeys([*RIGHT, *SIGN_IN, "SLACK_API_URL", "GRAPHDESK_HOME"], "")
    given = {name: value for name, value in (cleared | environment).items() if value}
    return CliRunner(env={**dict.fromkeys(cleared), **given}).invoke(app, ["slack", *arguments])


def test_the_stand_in_listens_on_loopback_alone(server: Slack) -> None:
    """Whoever takes all interfaces answers on every loopback address too."""
    socket.create_connection(("127.0.0.1", server.port), 5).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.port), 5)


def test_all_well(server: Slack) -> None:
    result = run("check", SLACK_API_URL=server.api, **RIGHT)
    assert result.exit_code == 0, result.output
    assert [line.split(": ")[1] for line in result.output.splitlines()] == ["ok"] * 6
    assert server.called("chat.postMessage") == []


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"SLACK_BOT_TOKEN": ""}, r"bot token: not ok: SLACK_BOT_TOKEN is not set.*OAuth & Permissions"),
        ({"SLACK_BOT_TOKEN": "xoxp-1"}, r"bot token: not ok: .*no bot token"),
        ({"SLACK_APP_TOKEN": "xoxb-1"}, r"app token: not ok: .*no app-level token.*App-Level Tokens"),
        ({"SLACK_APP_TOKEN": "", "SLACK_SIGNING_SECRET": ""}, r"signing secret: not ok: .*SLACK_SIGNING_SECRET"),
        ({"SLACK_APP_TOKEN": "", "SLACK_SIGNING_SECRET": ""}, r"app token: not ok: .*SLACK_APP_TOKEN"),
        ({"GRAPHDESK_URL": ""}, r"public address: not ok: GRAPHDESK_URL is not set"),
        ({"GRAPHDESK_URL": "desk"}, r"public address: not ok: GRAPHDESK_URL is no address"),
        ({"GRAPHDESK_URL": "https://desk.example/desk"}, r"public address: not ok: .*more after the host"),
        ({"GRAPHDESK_URL": "http://desk.example", "SLACK_APP_TOKEN": ""}, r"public address: not ok: .*no TLS"),
        ({"SLACK_BOT_TOKEN": APP_TOKEN}, r"bot token: not ok: .*but the one for SLACK_APP_TOKEN"),
        ({"SLACK_APP_TOKEN": BOT_TOKEN}, r"app token: not ok: .*but the one for SLACK_BOT_TOKEN"),
        ({"SLACK_API_URL": "http://127.0.0.1:9/api/"}, r"bot token: not ok: .*SLACK_API_URL"),
    ],
)
def test_what_is_missing_is_named(server: Slack, changes: dict[str, str], line: str) -> None:
    result = run("check", **({"SLACK_API_URL": server.api} | RIGHT | changes))
    assert result.exit_code == 1
    assert re.search(line, result.output), result.output


@pytest.mark.parametrize(("method", "wrong"), [("auth.test", "bot token"), ("apps.connections.open", "app token")])
def test_of_two_tokens_the_one_that_slack_refuses_is_named(server: Slack, method: str, wrong: str) -> None:
    server.fault(method, "invalid_auth")
    said = run("check", SLACK_API_URL=server.api, **RIGHT).output
    assert re.findall("^(.*): not ok", said, re.MULTILINE) == [wrong]


def test_tokens_that_slack_refuses_and_missing_scopes(server: Slack) -> None:
    server.fault("auth.test", "invalid_auth")
    server.fault("apps.connections.open", "not_allowed_token_type")
    said = run("check", SLACK_API_URL=server.api, **RIGHT).output
    assert "bot token: not ok: Slack says invalid_auth" in said
    assert "app token: not ok: Slack says not_allowed_token_type" in said
    server.scopes = "chat:write,commands"
    found = json.loads(run("check", "--json", SLACK_API_URL=server.api, **RIGHT).output)
    server.scopes = ",".join(SCOPES)
    assert not found["ok"]
    assert "app_mentions:read" in found["scopes"]["detail"]
    assert "chat:write" not in found["scopes"]["detail"]


@pytest.mark.parametrize(
    ("changes", "code", "line"),
    [
        (
            {},
            0,
            r"sign-in: ok: set; Slack sends people back to https://desk\.example/sign-in/slack/back\. .*Redirect",
        ),
        ({"SLACK_CLIENT_ID": "", "SLACK_CLIENT_SECRET": "", "SLACK_TEAM": ""}, 0, r"sign-in: ok: not set up"),
        ({"SLACK_CLIENT_SECRET": ""}, 1, r"sign-in: not ok: SLACK_CLIENT_SECRET is not set\. .*Basic Information"),
        ({"SLACK_CLIENT_ID": "", "SLACK_TEAM": ""}, 1, r"sign-in: not ok: SLACK_CLIENT_ID and SLACK_TEAM are not"),
        ({"SLACK_CLIENT_ID": "xoxb-1"}, 1, r"sign-in: not ok: SLACK_CLIENT_ID is no client id"),
        ({"SLACK_TEAM": "T0ELSE"}, 1, rf"sign-in: not ok: SLACK_TEAM is 'T0ELSE'; the bot is in {TEAM}"),
        ({"GRAPHDESK_URL": "http://desk.example"}, 1, r"sign-in: not ok: Slack sends people back to https://"),
    ],
)
def test_sign_in_with_slack_is_all_there_or_not_at_all(
    server: Slack, changes: dict[str, str], code: int, line: str
) -> None:
    result = run("check", **({"SLACK_API_URL": server.api} | RIGHT | SIGN_IN | changes))
    assert result.exit_code == code
    assert re.search(line, result.output), result.output
    assert "client-marker-secret" not in result.output


def test_either_way_in_is_enough(server: Slack) -> None:
    for without in ("SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"):
        assert run("check", **(RIGHT | {"SLACK_API_URL": server.api, without: ""})).exit_code == 0


def test_no_secret_is_printed(server: Slack) -> None:
    said = run("check", SLACK_API_URL=server.api, **RIGHT).output
    assert not any(secret in said for secret in (BOT_TOKEN, APP_TOKEN, SECRET))


def test_the_manifest_has_the_address_filled_in() -> None:
    made = json.loads(run("manifest", GRAPHDESK_URL="https://desk.example/").output)
    addresses = re.findall(r'"(https://[^"]+)"', json.dumps(made))
    assert sorted(addresses) == [
        "https://desk.example/sign-in/slack/back",
        *["https://desk.example/slack/events"] * 3,
    ]
    assert "redirect_urls" not in run("manifest", "--socket", "--url", "http://desk.example").output
    socket = json.loads(run("manifest", "--socket").output)
    assert socket["settings"]["socket_mode_enabled"] is True
    assert "https://" not in json.dumps(socket)
    both = json.loads(run("manifest", "--socket", "--url", "https://desk.example/").output)
    assert re.findall(r'"(https://[^"]+)"', json.dumps(both)) == ["https://desk.example/sign-in/slack/back"]
    assert run("manifest").exit_code != 0


@pytest.mark.parametrize(
    (
        "address",
        "events",
        "socket",
    ),  # what is said of it for the Events API, and for Socket Mode; nothing: it will do
    [
        ("https://desk.example", "", ""),
        (" https://desk.example:8443/ ", "", ""),
        ("http://desk.example", "has no TLS", ""),
        ("http://localhost:8765", "not one that Slack can reach", ""),
        ("https://127.0.0.1", "not one that Slack can reach", ""),
        ("https://192.168.1.7", "not one that Slack can reach", ""),
        ("https://desk.local", "not one that Slack can reach", ""),
        ("https://desk.example/graphdesk", "has more after the host", "has more after the host"),
        ("https://desk.example?x=1", "has more after the host", "has more after the host"),
        ("https://me:marker-secret@desk.example", "password in it", "password in it"),
        ("desk.example", "is no address", "is no address"),
        ("https://", "is no address", "is no address"),
        ("https://desk.example:port", "is no address", "is no address"),
        ("https://[desk", "is no address", "is no address"),
    ],
)
def test_an_address_that_will_not_do_is_told(address: str, events: str, socket: str) -> None:
    for arguments, wrong in (((), events), (("--socket",), socket)):
        result = run("manifest", *arguments, GRAPHDESK_URL=address)
        if wrong:
            assert isinstance(result.exception, OperatorMustAct)
            assert "GRAPHDESK_URL" in result.exception.message
            assert wrong in result.exception.message
            assert "https://desk.example." in result.exception.hint
            assert "marker-secret" not in f"{result.exception} {result.exception.hint}"
        else:
            assert result.exit_code == 0
            assert "//slack" not in result.output


def test_the_manifest_has_what_the_code_uses() -> None:
    made = json.loads(command.MANIFEST.read_text())
    assert set(made["settings"]["event_subscriptions"]["bot_events"]) == {
        "app_mention",
        "message.channels",
        "message.groups",
        "message.im",
    }
    assert [one["command"] for one in made["features"]["slash_commands"]] == ["/graphdesk"]
    assert made["settings"]["interactivity"]["is_enabled"]
    assert Path(command.MANIFEST).name == "slack-manifest.json"
