"""One thing that was looked at, and how it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

Level = OneOf["ok", "warning", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it is, and what to do where it is not well."""

    name: str
    level: Level
    detail: str
    hint: str = ""
