"""A console with its desk, and clients that are signed in or are not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.console_desk import ConsoleDesk, console


class Client:
    """Flask's test client with forms: posts carry the token of the page they come from."""

    def __init__(self, app: Any) -> None:
        self.http = app.test_client()

    def get(self, path: str, **options: Any) -> Any:
        return self.http.get(path, **options)

    def post(self, path: str, page: str = "/", headers: dict[str, str] | None = None, **fields: str) -> Any:
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.http.get(page).text)
        assert token, f"{page} has no form"
        return self.http.post(path, data=fields | {"csrf_token": token[1]}, headers=headers)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Any]:
    with console(tmp_path) as found:
        yield found


@pytest.fixture
def desk(room: Any) -> ConsoleDesk:
    found: ConsoleDesk = room[0]
    return found


@pytest.fixture
def stranger(room: Any) -> Client:
    return Client(room[1])


@pytest.fixture
def client(room: Any) -> Client:
    signed_in = Client(room[1])
    assert signed_in.get(f"/sign-in/{room[2].issue()}").status_code == 302
    return signed_in
