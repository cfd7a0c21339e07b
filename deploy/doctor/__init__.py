"""What ``graphdesk doctor`` looks at: each thing by itself, so that one that is broken hides no other.

It changes nothing: no table is made, no model is called, nothing is posted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from deploy.doctor.finding import Finding, Level
from engine.errors import GraphdeskError

if TYPE_CHECKING:
    from engine.settings import Settings

__all__ = ["Finding", "Level", "examine"]


def examine(settings: Settings, manifest: Path) -> Iterator[Finding]:
    """Look at everything, in the order in which it is set up. Raises ImportError where a package is missing."""
    from deploy.doctor import inside, outside  # late: packages are looked at when one of these cannot be imported

    yield from _each("settings", lambda: inside.settings_of(settings, os.environ))
    yield from _each("home", lambda: inside.home_of(settings))
    yield from _each("database", lambda: inside.database_of(settings))
    yield from _each("graph", lambda: inside.graph_of(settings))
    yield from _each("model", lambda: inside.model_of(settings))
    yield from _each("slack", lambda: outside.slack_of(settings, manifest))
    yield from _each("qdrant", lambda: outside.qdrant_of(settings))
    yield from _each("clock", lambda: outside.clock_of(settings))
    yield from _each("ports", lambda: outside.ports_of(settings))


def _each(name: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    try:
        yield from look()
    except GraphdeskError as error:
        yield Finding(name, "broken", error.message, error.hint)
    except Exception as error:
        kind = type(error).__name__
        yield Finding(name, "broken", f"it could not be looked at ({kind})", "Set GRAPHDESK_DEBUG=1 to see more.")
