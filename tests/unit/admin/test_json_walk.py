"""Every address of docs/api.md walked with a token of each role: roles, filters and pages as the page says."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

import admin
from engine.store import ROLES, Actor
from tests.support import console_desk as given

DOCS = Path(admin.__file__).parent / "docs"
SCHEMA = json.loads((DOCS / "api.schema.json").read_text())
ROW = re.compile(r"^\| `(/[^`]+)` \| [^|]* \|([^|]*)\| (\w+) \|$", re.MULTILINE)
SHAPES = {  # address -> its shape, and the field that holds the list, if it is one
    "/questions.json": ("questions", "questions"),
    "/questions/<id>.json": ("trace", ""),
    "/questions/views.json": ("views", "views"),
    "/health.json": ("health", ""),
    "/people.json": ("people", "people"),
    "/audit.json": ("audit", "entries"),
}
SAMPLES = {  # of every parameter that any of them may take
    "q": "case",
    "status": "answered",
    "source": "console",
    "person": "person:x",
    "route": "dir",
    "warnings": "no",
    "from": "2026-01-01",
    "to": "2026-12-31",
    "over_seconds": "0.001",
    "over_dollars": "0",
    "error": "gave_up",
    "role": "admin",
    "actor": "test",
    "action": "person",
    "subject": "person:x",
}


class Address(NamedTuple):
    """A row of the page."""

    path: str
    filters: frozenset[str]
    least: str


def documented() -> list[Address]:
    rows = ROW.findall((DOCS / "api.md").read_text())
    return [Address(path, frozenset(re.findall(r"`(\w+)`", filters)), least) for path, filters, least in rows]


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A client, a header for each role, and the id of a question."""
    with given.console(tmp_path_factory.mktemp("walk")) as (desk, app, door):
        for number in range(5):
            task = desk.ask(f"How many cases in region {number}?", given.listed())
            desk.store.people.add(f"agent-{number:03}", "viewer", Actor("test"))
        desk.store.create_task("Of Slack?", source="slack", delivery={"team": "T1", "channel": "C1"})
        desk.store.views.save("person:x", "questions", "Answered", "status=answered", shared=True)
        desk.store.worker_beats("w", "worker on desk-1", 2)
        tokens = {role: desk.store.tokens.make(door.person(role).id, "walk", Actor("test")) for role in ROLES}
        headers = {role: {"Authorization": f"Bearer {token}"} for role, token in tokens.items()}
        yield app.test_client(), headers, task


def fits(answer: Any, shape: str) -> Any:
    body = answer.get_json()
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{shape}", "$defs": SCHEMA["$defs"]}).validate(body)
    return body


def test_the_page_has_every_address_and_each_has_a_shape(walked: Any) -> None:
    rules = walked[0].application.url_map.iter_rules()
    known = {rule.rule.replace("task_id", "id") for rule in rules if rule.endpoint.startswith("api.")}
    assert {address.path for address in documented()} == known == set(SHAPES)
    assert {name for address in documented() for name in address.filters} == set(SAMPLES)


@pytest.mark.parametrize("role", [*ROLES, None])
def test_every_address_with_the_token_of_each_role(walked: Any, role: str | None) -> None:
    client, headers, task = walked
    for path, _, least in documented():
        answer = client.get(path.replace("<id>", task), headers=headers[role] if role else {})
        if role is None:
            assert answer.status_code == 401, path
            fits(answer, "error")
        elif ROLES.index(role) < ROLES.index(least):  # type: ignore[arg-type]
            assert answer.status_code == 403, path
            fits(answer, "error")
        else:
            assert answer.status_code == 200, path
            fits(answer, SHAPES[path][0])


def test_every_address_takes_the_filters_that_the_page_names_and_no_other(walked: Any) -> None:
    client, headers, task = walked
    for path, filters, _ in documented():
        taken = set()
        for name, value in SAMPLES.items():
            answer = client.get(path.replace("<id>", task), query_string={name: value}, headers=headers["admin"])
            if answer.status_code == 200:
                fits(answer, SHAPES[path][0])
                taken.add(name)
            else:
                assert (answer.status_code, fits(answer, "error")["error"]["code"]) == (400, "bad_query")
        assert taken == filters, path


def test_every_list_is_walked_whole_by_next_and_back_by_previous(walked: Any) -> None:
    client, headers, _ = walked
    for path, (shape, field) in SHAPES.items():
        if not field:
            continue
        pages, following = [], path if path == "/questions/views.json" else f"{path}?limit=2"
        while following:
            body = fits(client.get(following, headers=headers["admin"]), shape)
            pages.append([json.dumps(one) for one in body[field]])
            following = body["next"]
        met = [one for page in pages for one in page]
        assert len(set(met)) == len(met) == body["total"] > 0, path
        assert len(pages) > 1 or path == "/questions/views.json"
        if body.get("previous"):
            back = fits(client.get(body["previous"], headers=headers["admin"]), shape)
            assert [json.dumps(one) for one in back[field]] == pages[-2]


def test_a_filter_leaves_out_what_does_not_fit(walked: Any) -> None:
    """That it is taken is not enough: each must be able to empty its list."""
    client, headers, _ = walked
    nothing = SAMPLES | {"q": "zzz", "status": "failed", "source": "command", "route": "sim", "warnings": "no"}
    nothing |= {"from": "2099-01-01", "to": "2000-01-01", "over_seconds": "9999", "over_dollars": "9999"}
    nothing |= {"role": "reviewer", "actor": "nobody", "action": "nothing"}
    for path, filters, _ in documented():
        whole = client.get(path, headers=headers["admin"])
        for name in filters:
            answer = client.get(path, query_string={name: nothing[name]}, headers=headers["admin"])
            assert answer.get_json()["total"] < whole.get_json()["total"], f"{path} {name}"
