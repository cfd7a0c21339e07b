"""How much of an answer a message shows: three sizes, each the way out when Slack refuses the one before."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """How much of an answer is shown. Lengths in UTF-16 units; ``rows`` without the header."""

    text: int = 3_000
    rows: int = 12
    columns: int = 8
    table: int = 2_500
    queries: int = 2
    gremlin: int = 900
    read_back: int = 400
    warnings: int = 4
    choice: int = 300
    blocks: bool = True


FULL = Size()
SHORT = Size(
    text=1_200, rows=5, columns=5, table=800, queries=1, gremlin=400, read_back=200, warnings=2, choice=100
)
PLAIN = Size(text=1_500, rows=5, queries=1, gremlin=400, read_back=200, warnings=2, choice=100, blocks=False)
SIZES = (FULL, SHORT, PLAIN)
