"""What holds for every test."""

import pytest

from engine.store import database


@pytest.fixture(scope="session", autouse=True)
def _unsynced():
    """SQLite waits for no disk, as PostgreSQL here: that only guards against a crash of the whole machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "SYNCHRONOUS", "OFF")
        yield
