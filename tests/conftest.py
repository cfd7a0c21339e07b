"""What holds for every test: databases that wait for no disk, and the order in which files run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdist.scheduler import LoadScopeScheduling

from engine.store import database

TOGETHER = "tests/questions/test_"  # they share graphs that take long to open, and answers to a thousand questions
LONG_FIRST = (  # else one of them, begun last, runs while the other worker has nothing left to do
    "tests/contract/test_scenarios.py",
    TOGETHER,
    "tests/contract/",
    "tests/e2e/",
    "tests/unit/test_house.py",
    "tests/questions/",
    "tests/integration/",
)


class FilesApart(LoadScopeScheduling):  # type: ignore[misc]
    """A file at a time to each worker; those in TOGETHER all to one."""

    def _split_scope(self, nodeid: str) -> str:
        return TOGETHER if nodeid.startswith(TOGETHER) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FilesApart | None:
    return FilesApart(config, log) if config.option.dist == "loadscope" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return next((n for n, start in enumerate(LONG_FIRST) if item.nodeid.startswith(start)), len(LONG_FIRST))

    items.sort(key=place)


@pytest.fixture(scope="session", autouse=True)
def _unsynced() -> Iterator[None]:
    """SQLite waits for no disk, as PostgreSQL here: that only guards against a crash of the whole machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "SYNCHRONOUS", "OFF")
        yield
