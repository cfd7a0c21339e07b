"""What a terminal step (``next``, ``hasNext``, ``toSet`` …) means for the rows of a query."""

from __future__ import annotations

from engine.graph.values import hashable
from engine.gremlin.tree import Literal, Traversal


def rows_wanted(traversal: Traversal, rows: int) -> int:
    """How many rows the traversal may yield, at most ``rows``."""
    terminal = traversal.terminal
    match terminal.name if terminal else "":
        case "iterate":
            return 0
        case "hasNext":
            return min(1, rows)
        case "next" | "tryNext":
            amount = terminal.args[0] if terminal and terminal.args else Literal(1, "int")
            known = isinstance(amount, Literal) and isinstance(amount.value, int)
            return min(rows, amount.value) if known else rows  # type: ignore[union-attr,type-var,return-value]
        case _:
            return rows


def finish(traversal: Traversal, rows: list[object]) -> list[object]:
    """The rows as the terminal step gives them: whether there is one, or each value once."""
    match traversal.terminal.name if traversal.terminal else "":
        case "hasNext":
            return [bool(rows)]
        case "toSet":
            return list({hashable(row): row for row in rows}.values())
        case _:
            return rows
