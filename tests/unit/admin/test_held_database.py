"""While another program holds the database, whatever only reads is answered, and does not wait."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from admin.roles import RULES
from engine.store import Actor
from tests.support.console_desk import console

READ = sorted(name for name, least in RULES.items() if least != "anyone")


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An app whose database another holds, an admin's browser and token; who waits for it is refused at once."""
    monkeypatch.setattr("engine.store.patience.BUSY_MILLISECONDS", 0)
    monkeypatch.setattr("engine.store.sessions.SEEN_SECONDS", 0)
    monkeypatch.setattr("engine.store.tokens.USED_SECONDS", 0)
    with console(tmp_path) as (desk, app, door), closing(sqlite3.connect(tmp_path / "console.db")) as other:
        browser = app.test_client()
        assert browser.get(f"/sign-in/{door.issue()}").status_code == 302
        token = desk.store.tokens.make(door.person().id, "script", Actor("test"))
        asked = desk.ask("How many cases?")
        other.execute("BEGIN EXCLUSIVE")
        yield app, browser, {"Authorization": f"Bearer {token}"}, asked


def pages(app: Any, asked: str) -> list[str]:
    return [
        re.sub("<[^>]*>", asked, rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.endpoint in READ and "GET" in rule.methods
    ]


def test_every_page_is_read(held: Any) -> None:
    app, browser, _, asked = held
    paths = pages(app, asked)
    assert {"/", "/questions", f"/questions/{asked}"} <= set(paths)
    for path in paths:
        code = browser.get(path, buffered=True).status_code
        assert code < 500, f"{path}: {code}"
    assert browser.get("/questions").status_code == 200


def test_a_token_is_known(held: Any) -> None:
    app, _, token, _ = held
    assert app.test_client().get("/questions.json", headers=token).status_code == 200


def test_what_must_write_is_refused_with_the_reason(held: Any) -> None:
    app, browser, _, _ = held
    app.config["WTF_CSRF_ENABLED"] = False
    answered = browser.post("/ask", data={"question": "How many cases?"})
    assert answered.status_code == 503
    assert "held by another program" in answered.text
