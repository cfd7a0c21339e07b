"""Settings: where the home is, what a wrong one says, and that no secret is ever said."""

from pathlib import Path

import pytest

from engine.errors import OperatorMustAct
from engine.settings import read_settings
from tests.shared import ROOT


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("GRAPHDESK_HOME", "GRAPHDESK_GRAPH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_home_is_that_of_the_clone_from_any_folder() -> None:
    assert read_settings().graph_path == ROOT / "var" / "graph.gsnap"


@pytest.mark.parametrize(("given", "expected"), [("here", "here"), ("var", "var"), ("a/../b", "a/../b")])
def test_a_given_home_is_named_whole(elsewhere: Path, given: str, expected: str) -> None:
    assert read_settings(GRAPHDESK_HOME=given).home == elsewhere / expected


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GRAPHDESK_HOME", "GRAPHDESK_GRAPH", "GRAPHDESK_PORT", "GREMLIN_URL"):
        monkeypatch.setenv(name, "")
    found = read_settings()
    assert (found.home, found.graph_file, found.port, found.gremlin_url) == (ROOT / "var", None, 8765, None)


def test_each_wrong_one_is_said_and_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")
    monkeypatch.setenv("GRAPHDESK_PORT", "-1")
    monkeypatch.setenv("GRAPHDESK_MAX_TOKENS", "many")
    with pytest.raises(OperatorMustAct) as wrong:
        read_settings()
    assert "GRAPHDESK_PORT is '-1'" in wrong.value.message
    assert "GRAPHDESK_MAX_TOKENS is 'many'" in wrong.value.message
    assert "secret" not in wrong.value.message


WRONG_ADDRESSES = [
    "foo", "slack.com/api", "//slack.com/api/", "ftp://slack.com/api/", "file:///etc/passwd", "http://", "https:///api/",
    "https://[::1", "https://slack.com:port/", "https://slack.com:99999/", "https://slack .com/", "https://slack..com/",
    f"https://{'a' * 64}.com/", "https://slack.com/äpi/", "https://släck.com/api/", "https://slack.com/a b/",
    "https://slack.com/api/?x=1", "https://slack.com/api/#x", "https://a:marker@slack.com/api/",
    f"https://{'a' * 90}:marker@slack.com/api/", "htps://a:marker@slack.com/api/",
]  # fmt: skip


@pytest.mark.parametrize("address", WRONG_ADDRESSES)
def test_an_address_that_cannot_be_called_is_said(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("SLACK_API_URL", address)
    with pytest.raises(OperatorMustAct) as wrong:
        read_settings()
    assert wrong.value.code == "settings"
    assert "SLACK_API_URL is '" in wrong.value.message
    assert "write it as https://slack.com/api/" in wrong.value.message
    assert "marker" not in wrong.value.message


@pytest.mark.parametrize(
    "address",
    [
        "https://slack.com/api/",
        "https://slack.com/api",
        "http://127.0.0.1:1/",
        "HTTP://[::1]:80/api/",
        "http://desk",
    ],
)
def test_an_address_that_can_be_called_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("SLACK_API_URL", f" {address} ")
    assert read_settings().slack_api_url == address
