"""What a tool result says, for wording it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """A table: see engine.operators.summary. ``fixed``: the question asks for the unit that figures have."""

    columns: list[str]
    units: list[str]
    rows: list[list[Any]]
    total: int
    notes: list[str]
    fixed: bool = False

    @classmethod
    def of(cls, data: Mapping[str, Any], *, fixed: bool = False) -> Result:
        """From the ``data`` of a tool result."""
        columns = data.get("columns", [])
        return cls(
            [column["name"] for column in columns],
            [column.get("unit", "") for column in columns],
            data.get("rows", data.get("head", [])),
            data.get("total", data.get("row_count", 0)),
            data.get("notes", []),
            fixed,
        )
