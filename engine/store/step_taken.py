"""A step as it is taken: what the agent says, whoever records it keeps, and whoever counts is told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.answer import Usage
from engine.store.tables import StepKind


@dataclass(frozen=True, slots=True)
class StepTaken:
    """One step that ended. ``data`` is whatever the kind tells."""

    kind: StepKind
    title: str
    data: Mapping[str, Any]
    started: dt.datetime
    milliseconds: float = 0.0
    usage: Usage | None = None
