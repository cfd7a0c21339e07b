"""The bot as Slack talks to it: by Socket Mode, by the Events API, or by each in turn."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.slack_desk import Bot, bot


@pytest.fixture(params=["socket", "events"])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Bot, str]]:
    with bot(tmp_path, request.param) as made:
        yield made


@pytest.fixture
def desk(running: tuple[Bot, str]) -> Bot:
    return running[0]


@pytest.fixture
def events(tmp_path: Path) -> Iterator[tuple[Bot, str]]:
    with bot(tmp_path, "events") as made:
        yield made


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[Bot]:
    with bot(tmp_path, "socket") as made:
        yield made[0]
