"""Which processes serve a home folder's pages, and where: each keeps a small locked file in it while it lives."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.settings import Settings

_PREFIX = ".serving-"


@dataclass(frozen=True, slots=True)
class Serving:
    """A process that serves the folder's pages."""

    address: str
    process: int


@contextlib.contextmanager
def noted(home: Path, address: str) -> Iterator[None]:
    """Others can tell that this process serves at ``address``, inside the block. A hint for people: no more."""
    path = home / f"{_PREFIX}{secrets.token_hex(4)}"
    try:
        file = path.open("x", encoding="utf-8")
    except OSError:
        yield
        return
    with file:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            json.dump({"address": address, "process": os.getpid()}, file)
            file.flush()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def others(home: Path) -> list[Serving]:
    """Those that live. What a killed one left is known by its free lock, and removed."""
    found = []
    for path in sorted(home.glob(f"{_PREFIX}*")):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError), path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                said = json.loads(file.read())
                found.append(Serving(str(said["address"]), int(said["process"])))
            else:
                if file.read(1):  # else it is being made
                    path.unlink(missing_ok=True)
    return found


def address_of_pages(settings: Settings) -> str:
    """Where the pages are opened, without a slash at the end: the public address; where they are served from this
    home now; else where they would be."""
    running = next((one.address for one in others(settings.home)), None)
    return (settings.url or running or f"http://{settings.host}:{settings.port}").rstrip("/")
