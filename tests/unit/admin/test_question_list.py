"""The list of questions over HTTP: filters in the address, counts, pages, saved views, its file."""

import csv
import io
import re
from dataclasses import replace
from typing import Any

import pytest

from tests.support import console_desk as given

ROW = re.compile(r'<span class="q" dir="auto">([^<]*)</span>')


def listed(client: Any, address: str = "/questions") -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return ROW.findall(answer.text)


@pytest.fixture
def asked(desk: given.ConsoleDesk) -> given.ConsoleDesk:
    slow = replace(given.counted(), usage=replace(given.counted().usage, seconds=12.5, dollars=0.25))
    desk.ask("How many slow cases?", slow)
    desk.ask("Which teams?", given.listed())
    desk.ask("Never mind")
    desk.store.request_stop(desk.store.tasks().tasks[0].id)
    desk.ask("And now?", given.failed())
    desk.store.create_task("From Slack: Größe?", source="slack", asked_by="slack:T1:U1")
    return desk


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["From Slack: Größe?", "And now?", "Never mind", "Which teams?", "How many slow cases?"]),
        ("q=GRÖSSE", ["From Slack: Größe?"]),
        ("q=teams+which", ["Which teams?"]),
        ("q=%22teams+which%22", []),
        ("q=312+of", ["Which teams?"]),  # in its answer
        ("status=open", ["From Slack: Größe?"]),
        ("status=stopped", ["Never mind"]),
        ("status=failed", ["And now?"]),
        ("source=slack", ["From Slack: Größe?"]),
        ("person=slack:T1:U1", ["From Slack: Größe?"]),
        ("warnings=yes", ["Which teams?"]),
        ("over_seconds=12", ["How many slow cases?"]),
        ("over_dollars=0.2&q=slow", ["How many slow cases?"]),
        ("from=2100-01-01", []),
        ("to=2000-01-01", []),
        ("from=2000-01-01&to=2100-01-01&status=failed", ["And now?"]),
    ],
)
def test_the_address_is_the_state(client: Any, asked: given.ConsoleDesk, query: str, expected: list[str]) -> None:
    assert listed(client, f"/questions?{query}") == expected
    rows = list(csv.DictReader(io.StringIO(client.get(f"/questions.csv?{query}").data.decode("utf-8-sig"))))
    assert [row["question"] for row in rows] == expected


@pytest.mark.parametrize(
    "query",
    [
        "status=lost",
        "source=mail",
        "route=x",
        "warnings=maybe",
        "from=yesterday",
        "to=2026-13-01",
        "to=9999-12-31",
        "over_seconds=much",
        "over_seconds=nan",
        "over_dollars=-1",
        "over_seconds=1e999",
    ],
)
def test_what_cannot_be_read_is_said_and_shows_nothing(client: Any, asked: given.ConsoleDesk, query: str) -> None:
    for page in ("/questions", "/questions.csv"):
        answer = client.get(f"{page}?{query}")
        assert answer.status_code == 400
        assert query.partition("=")[0] in answer.text
        assert not ROW.search(answer.text)


def test_a_form_leads_to_an_address_without_what_was_left_empty(client: Any, asked: given.ConsoleDesk) -> None:
    answer = client.get("/questions?q=&status=failed&source=&from=&over_seconds=")
    assert (answer.status_code, answer.location) == (302, "/questions?status=failed")


def test_counts_say_what_a_choice_would_show(client: Any, asked: given.ConsoleDesk) -> None:
    page = client.get("/questions?status=answered").text
    chips = dict(re.findall(r'<a href="/questions(?:\?status=(\w+))?"[^>]*>[^<]*<span>(\d+)', page))
    assert chips == {"": "5", "open": "1", "answered": "2", "failed": "1", "stopped": "1"}
    assert "With warnings (1)" in page
    assert "Without warnings (1)" in page


def test_pages_stay_while_new_questions_come(client: Any, desk: given.ConsoleDesk) -> None:
    for number in range(60):
        desk.ask(f"Question {number}")
    first = client.get("/questions?q=question").text
    assert "60 questions" in first
    assert ROW.findall(first) == [f"Question {number}" for number in range(59, 34, -1)]
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older
    desk.ask("Question of somebody else")
    second = client.get(older[1].replace("&amp;", "&")).text
    assert ROW.findall(second) == [f"Question {number}" for number in range(34, 9, -1)]
    newer = re.search(r'rel="prev" href="([^"]+)"', second)
    assert newer
    assert listed(client, newer[1].replace("&amp;", "&")) == ROW.findall(first)
    assert client.get("/questions?older_than=nobody").status_code == 404


def test_a_view_is_kept_by_name_and_shared_only_when_asked(client: Any, asked: given.ConsoleDesk) -> None:
    saved = client.post("/questions/views", "/questions", name="  Slow  ones ", q="slow", over_seconds="10")
    assert (saved.status_code, saved.location) == (303, "/questions?q=slow&over_seconds=10")
    page = client.get("/questions").text
    assert re.search(r'<a href="/questions\?q=slow&amp;over_seconds=10">.*<bdi>Slow ones</bdi>', page)
    (view,) = desk_views(asked)
    assert not view.shared
    client.post("/questions/views", "/questions", name="Slow ones", q="slow", shared="yes")
    (view,) = desk_views(asked)
    assert (view.query, view.shared) == ("q=slow", True)
    asked.store.views.save("person:other", "questions", "Theirs", "status=failed", shared=True)
    asked.store.views.save("person:other", "questions", "Secret", "status=failed")
    page = client.get("/questions").text
    assert "Theirs" in page
    assert "Secret" not in page
    assert client.post(f"/questions/views/{view.id}/delete", "/questions").status_code == 303
    theirs = asked.store.views.of("person:other", "questions")[0]
    assert client.post(f"/questions/views/{theirs.id}/delete", "/questions").status_code == 404


def desk_views(desk: given.ConsoleDesk) -> list[Any]:
    return [view for view in desk.store.views.of("nobody", "questions") if view.shared] or _own(desk)


def _own(desk: given.ConsoleDesk) -> list[Any]:
    from sqlmodel import select

    from engine.store import SavedView

    with desk.store._database.read() as session:
        return list(session.exec(select(SavedView)))


@pytest.mark.parametrize("fields", [{"q": "x"}, {"name": "x" * 61, "q": "x"}, {"name": "All"}, {"name": " "}])
def test_what_is_no_view_is_refused(client: Any, asked: given.ConsoleDesk, fields: dict[str, str]) -> None:
    assert client.post("/questions/views", "/questions", **fields).status_code == 400
    assert _own(asked) == []


def test_the_file_runs_nothing_in_a_spreadsheet(client: Any, desk: given.ConsoleDesk) -> None:
    for question in ("=HYPERLINK(0)", "+1", "@x", 'Plain, "quoted"'):
        desk.ask(question)
    sent = client.get("/questions.csv")
    assert sent.headers["Content-Disposition"] == 'attachment; filename="graphdesk-questions.csv"'
    rows = list(csv.DictReader(io.StringIO(sent.data.decode("utf-8-sig"))))
    assert [row["question"] for row in rows] == ['Plain, "quoted"', "'@x", "'+1", "'=HYPERLINK(0)"]
    assert rows[0]["trace"].endswith(f"/questions/{rows[0]['id']}")


def test_an_empty_list_says_what_to_do(client: Any, asked: given.ConsoleDesk) -> None:
    page = client.get("/questions?q=zzz&status=failed").text
    assert "Nothing fits" in page
    assert 'href="/questions?q=zzz"' in page
    assert 'href="/questions?status=failed"' in page
