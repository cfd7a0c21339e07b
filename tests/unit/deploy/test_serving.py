"""What serves a home folder can be told while it lives, and not when it was killed."""

import multiprocessing
import os
from pathlib import Path

import pytest

from deploy.serving import Serving, address_of_pages, noted, others
from engine.settings import Settings


def serve(home: Path, ready: object, leave: object) -> None:
    with noted(home, "http://127.0.0.1:1"):
        ready.set()  # type: ignore[attr-defined]
        leave.wait()  # type: ignore[attr-defined]


def test_it_is_told_while_it_lives(tmp_path: Path) -> None:
    assert others(tmp_path) == []
    with noted(tmp_path, "http://127.0.0.1:8765"), noted(tmp_path, "http://127.0.0.1:8766"):
        told = others(tmp_path)
        assert {one.address for one in told} == {"http://127.0.0.1:8765", "http://127.0.0.1:8766"}
        assert {one.process for one in told} == {os.getpid()}
    assert others(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_one_that_was_killed_is_forgotten(tmp_path: Path) -> None:
    method = multiprocessing.get_context("fork")
    ready, leave = method.Event(), method.Event()
    process = method.Process(target=serve, args=(tmp_path, ready, leave))
    process.start()
    assert ready.wait(30)
    assert others(tmp_path) == [Serving("http://127.0.0.1:1", process.pid or 0)]
    process.kill()
    process.join()
    assert others(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    with noted(tmp_path / "none", "http://127.0.0.1:1"):
        assert others(tmp_path / "none") == []


@pytest.mark.parametrize(
    ("url", "running", "address"),
    [
        (None, None, "http://127.0.0.1:9000"),
        (None, "http://localhost:9001", "http://localhost:9001"),
        ("https://desk.example/", "http://localhost:9001", "https://desk.example"),
    ],
)
def test_where_the_pages_are_opened(tmp_path: Path, url: str | None, running: str | None, address: str) -> None:
    settings = Settings(GRAPHDESK_HOME=tmp_path, GRAPHDESK_PORT=9000, GRAPHDESK_URL=url)
    if running is None:
        assert address_of_pages(settings) == address
        return
    with noted(tmp_path, running):
        assert address_of_pages(settings) == address
