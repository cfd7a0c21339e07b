"""Which files of a draft are edges: each row joins two things, rather than being one.

A row is a thing, with an edge per reference, when it has an id of its own, a time, a price, a state or a reference
beside the two; what merely measures a pair (a weight, a quantity) is a property of its edge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.graph.load.draft_names import is_key, is_measure, pointing, words

if TYPE_CHECKING:
    from engine.graph.load.draft import DraftTable, Link

ENDS = (
    ("head", "tail"),
    ("source", "target"),
    ("src", "dst"),
    ("from", "to"),
    ("start", "end"),
    ("subject", "object"),
    ("parent", "child"),
)
_SPANS = frozenset({"start", "end", "from", "to"})  # also of times, pages, amounts
_CLOCK = re.compile(r"\d{1,4}[-:/.h]\d|[+-]?\d+([.,]\d+)?\W*$")  # a time or an amount that no type of ours reads
_OF_TIME = frozenset(
    ["time", "date", "datetime", "hour", "day", "week", "month", "quarter", "year", "at", "on", "valid", "period"]
)
_LONGEST_ID = 40  # characters, on average
_NAMES = ("name", "label", "title")
_EDGES = frozenset({"edge", "relation", "relationship", "triple"})  # a file so named says what its rows are
_RELATIONS = frozenset({"relation", "relationship", "predicate", "verb"})
_KINDS = frozenset({"kind", "type", "role"})  # of the pair, if of nothing else: not a vehicle_type
_OF_RECORDS = frozenset(
    [
        *("status", "state", "stage", "phase", "outcome"),
        *("fee", "fare", "price", "cost", "amount", "total", "sum", "paid", "deposit", "fine"),
    ]
)
_RECUR = 2.0  # how often each relation must come, on average


def end_of(column: str) -> str | None:
    """The word that says that a column is an end of an edge: ``headEntity`` → ``head``."""
    found = words(column)
    return next((word for pair in ENDS for word in pair if word in (found[0], found[-1])), None)


def settle_edges(table: DraftTable, tables: Sequence[DraftTable]) -> None:
    """Decide whether the file's rows are edges, and note in ``doubt`` what a person should look at.

    They are edges when two columns point at other rows, or are named as ends (``source`` and ``target``), and the
    rest are plain values of the pair. A further column that says which relation each row is, by pointing at a file
    of their names, is then the edges' label.
    """
    named = _named_ends(list(table.facts.columns))
    linked = {link.column: link for link in table.links}
    others = [column for name, column in table.facts.columns.items() if name not in linked]
    plain = all(column.type != "list" for column in others)
    if named and set(named) <= set(linked):
        kind = next(
            (link for link in table.links if link.column not in named and _names_relation(link, table, tables)),
            None,
        )
        if _EDGES & set(words(table.label)) or not _is_record(table, {*named, *([kind.column] if kind else [])}):
            table.ends, table.kind = (linked[named[0]], linked[named[1]]), kind
            return
    elif table.id is None and len(table.links) == 2 and plain and not _is_record(table, set(linked)):
        table.ends = (table.links[0], table.links[1])
    elif named and _could_be_ids(table, named):
        table.doubt = f"are {named[0]} and {named[1]} ids of rows in files that were not named"
    if not table.ends and table.id is None and len(table.links) > 2 and len(others) == 0:
        table.doubt = "each row only points at others: is it an edge between two of them"


def _is_record(table: DraftTable, joined: set[str]) -> bool:
    """Whether a row is more than a pair: it has an id, a time, a price, a state or a reference of its own."""
    columns = [column for column in table.facts.columns.values() if column.name not in joined]
    return any(
        column.type == "datetime"
        or bool(_OF_RECORDS & set(words(column.name)))
        or column.name in {link.column for link in table.links}
        or (column.name == table.id and _is_own_id(table))
        for column in columns
    )


def _is_own_id(table: DraftTable) -> bool:
    """Whether the column that tells the rows apart is meant to: a remark that never comes twice is not."""
    return table.id is not None and (is_key(table.id) or table.id == next(iter(table.facts.columns)))


def _names_relation(link: Link, table: DraftTable, tables: Sequence[DraftTable]) -> bool:
    """Whether a column says which relation a row is: by its name or its file's, in names that come again."""
    other = next(one for one in tables if one.name == link.table)
    said = (pointing(link.column), other.label)
    called = any(_RELATIONS & set(words(name)) or name in _KINDS for name in said)
    return called and table.facts.columns[link.column].repeats >= _RECUR and _name(link, tables) is not None


def _could_be_ids(table: DraftTable, named: tuple[str, str]) -> bool:
    """Whether two columns named as ends hold ids: times, amounts, sentences and kinds of things do not.

    Ids they are by their names (``source_id``), when things come up at both ends, or when a row has nothing else.
    """
    one, other = (table.facts.columns[name] for name in named)
    if one.type != other.type or one.type not in ("text", "integer"):
        return False
    if is_key(one.name) and is_key(other.name):
        return True
    spans = {end_of(name) for name in named} <= _SPANS
    if _OF_TIME & {*words(one.name), *words(other.name)}:
        return False
    if is_measure(one.name) or is_measure(other.name) or max(one.length, other.length) > _LONGEST_ID:
        return False
    if spans and (one.type == "integer" or any(map(_CLOCK.match, (*one.counts, *other.counts)))):
        return False
    return bool(one.counts.keys() & other.counts.keys()) or (len(table.facts.columns) == 2 and not spans)


def _named_ends(columns: Sequence[str]) -> tuple[str, str] | None:
    by_end = {end: column for column in reversed(columns) if (end := end_of(column))}
    return next(((by_end[one], by_end[two]) for one, two in ENDS if one in by_end and two in by_end), None)


def _name(link: Link, tables: Sequence[DraftTable]) -> str | None:
    """The column that names the rows a link points at, when each has a name of its own."""
    other = next(table for table in tables if table.name == link.table)
    if other.id is None or not is_key(other.id):
        return None
    columns = other.facts.columns.values()
    return next((c.name for c in columns if words(c.name)[-1] in _NAMES and c.type == "text" and c.unique), None)


def label_column(table: DraftTable, tables: Sequence[DraftTable]) -> str | None:
    """Where the label of each edge stands, as a column of the joined file."""
    name = _name(table.kind, tables) if table.kind else None
    return f"{table.kind.column}.{name}" if table.kind and name else None
