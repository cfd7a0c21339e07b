"""A mapping drafted from CSV files themselves, for a person to read and change.

Rows are vertices; a column with a value of its own in every row is their id. Columns whose values are ids of
another file are edges, and so is a whole file of pairs of them (``draft_edges``). Columns whose values come again
and again (places, groups, people) become vertices of their own, unless there are only a few values (states,
levels) or they are counted or measured.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserMustAct
from engine.graph.load.draft_columns import ColumnFacts, TableFacts, examine
from engine.graph.load.draft_edges import end_of, settle_edges
from engine.graph.load.draft_names import is_key, is_measure, is_role, pointing, table_label, words
from engine.graph.load.draft_remarks import remarks, settle_ways
from engine.graph.load.draft_text import mapping_text
from engine.graph.load.draft_types import near
from engine.graph.load.problems import Problem, Problems

_FEW = 12  # values up to this many are states or levels, kept as a property
_OFTEN = 3.0  # a value must come this often to be a vertex of its own
_THINGS = frozenset({"node", "vertex", "entity", "item", "thing"})  # what edges without a better name join
_NAMED = 4  # what it counts that a column is named after what it points at
_LONG = 60  # characters from which a text is prose


@dataclass(frozen=True, slots=True)
class Link:
    """A column that points at the rows of another file (or its own) by the column ``key``."""

    column: str
    table: str
    key: str
    strays: int = 0  # cells that are no such key


@dataclass(slots=True)
class DraftTable:
    """What is drafted for one file."""

    name: str
    facts: TableFacts
    label: str
    id: str | None = None  # column; None: the row's line
    links: list[Link] = field(default_factory=list)
    broken: list[Link] = field(default_factory=list)  # no links, for too many cells lead nowhere
    entities: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    ends: tuple[Link, Link] | None = None  # of a file whose rows are edges
    kind: Link | None = None  # the column whose name is the label of those edges
    doubt: str = ""  # what a person should look at

    @property
    def edges_only(self) -> bool:
        """Whether its rows are edges and no vertices."""
        return self.ends is not None


@dataclass(frozen=True, slots=True)
class Draft:
    """A mapping as TOML text, and what of it a person should look at; the text says that too, as comments."""

    text: str
    remarks: tuple[Problem, ...]


def draft(paths: Sequence[Path]) -> Draft:
    """A mapping for these files.

    A column that nearly all is of one type, or nearly all points at other rows, is drafted so: the load then
    refuses the few cells that are slips by their lines, rather than that a number quietly becomes text.

    Raises:
        UserMustAct: no files, a missing one, or no row in any.
        LoadRefused: rows that cannot be read, of all files.
    """
    files = [file for path in paths for file in (_tables_in(path) if path.is_dir() else [path])]
    if not files:
        where = f" in {', '.join(map(str, paths))}" if paths else ""
        raise UserMustAct(
            f"There are no CSV files{where} to write a mapping for.",
            "Name some: graphdesk load --draft-mapping *.csv --out mapping.toml",
        )
    problems = Problems()
    tables = _named([examine(path, problems) for path in files])
    problems.check("No mapping was written", "Correct the files, and draft the mapping again.")
    if not any(table.facts.rows for table in tables):
        raise UserMustAct(
            f"{', '.join(table.facts.source.file for table in tables)}: there are no rows.",
            "Give files with a header and some rows.",
            code="empty",
        )
    for table in tables:
        table.id = _id_column(table)
        for column in table.facts.columns.values():
            if column.strays and (column.name == table.id or is_key(column.name)):
                column.choose(None)  # ids are names: some of them may be numbers
    for table in [table for table in tables if _is_pair(table, tables)]:
        table.id = None
    for table in tables:
        _find_links(table, tables)
        settle_edges(table, tables)
    for table in tables:
        _sort_columns(table)
    order, decimal = settle_ways(tables)
    found = remarks(tables)
    return Draft(mapping_text(tables, order, decimal), found)


def _tables_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in (".csv", ".tsv"))


def _named(all_facts: list[TableFacts]) -> list[DraftTable]:
    tables: list[DraftTable] = []
    for facts in all_facts:
        stem = "_".join(words(facts.source.path.stem))
        taken = {table.name for table in tables}
        name = (
            stem
            if stem not in taken
            else next(f"{stem}_{n}" for n in range(2, 1000) if f"{stem}_{n}" not in taken)
        )
        tables.append(DraftTable(name, facts, table_label(facts.source.path.stem)))
    return tables


def _id_column(table: DraftTable) -> str | None:
    """The unique column that looks most like an id: by its name, else the first."""
    unique = [
        column
        for column in table.facts.columns.values()
        if column.unique and column.type in ("text", "integer") and column.length < _LONG
    ]
    own = {"id", f"{table.label}_id", f"{table.label}id", "number", "key", "uuid", table.label}
    for column in unique:
        if "_".join(words(column.name)) in own:
            return column.name
    keys = [column for column in unique if is_key(column.name)]
    texts = [column for column in unique if column.type == "text"]
    leading = [column for column in unique if column.name == next(iter(table.facts.columns))]
    chosen = next(iter(keys or leading or texts), None)
    return chosen.name if chosen and (table.facts.rows > 1) else None


def _is_pair(table: DraftTable, tables: list[DraftTable]) -> bool:
    """Whether what tells the rows apart is another file's id, beside that of a third: pairs of one to one."""
    referring = [name for name in table.facts.columns if _is_of_another(name, table, tables)]
    return table.id in referring and len(referring) > 1


def _is_of_another(name: str, table: DraftTable, tables: list[DraftTable]) -> bool:
    """Whether a column is named after another file and holds its ids."""
    said = set(pointing(name).split("_"))
    return not set(words(table.label)) <= said and any(
        set(words(other.label)) <= said and not _unknown(table.facts.columns[name], other.facts.columns[other.id])
        for other in tables
        if other is not table and other.id
    )


def _find_links(table: DraftTable, tables: list[DraftTable]) -> None:
    for column in table.facts.columns.values():
        if column.name == table.id or column.type not in ("text", "integer") or not column.counts:
            continue
        candidates = [
            (_affinity(column, other, key), other.name, key)
            for other in tables
            for key in other.facts.columns.values()
            if key.unique and (other is not table or key.name == other.id) and (other.id or other is not table)
        ]
        fitting = [
            (score, Link(column.name, other, key.name, _unknown(column, key)))
            for score, other, key in candidates
            if score > 0
        ]
        if not fitting:
            continue
        score, link = max(fitting, key=lambda pair: (-pair[1].strays, pair[0]))
        if not link.strays or near(link.strays, column.filled):
            table.links.append(link)
        elif score > _NAMED and link.strays <= column.filled / 2:
            table.broken.append(link)


def _unknown(column: ColumnFacts, key: ColumnFacts) -> int:
    """How many of the column's cells are no value of the key."""
    return sum(n for text, n in column.counts.items() if text not in key.counts)


def _affinity(column: ColumnFacts, other: DraftTable, key: ColumnFacts) -> int:
    """How surely the column means that key, if its values are there; 0: not at all."""
    target = set(words(other.label)) | ({key.name.lower()} if not is_key(key.name) else set())
    named = bool(target & set(pointing(column.name).split("_"))) or (
        column.name == key.name and words(column.name)[-1] != "id"
    )
    is_id = key.name == other.id
    named = named or (end_of(column.name) is not None and is_id and bool(_THINGS & set(words(other.label))))
    if column.like_numbers and not named:
        return 0
    distinct = len(column.counts)
    if not named and (distinct < 2 or not is_id):
        return 0
    return 1 + _NAMED * named + 2 * is_id


def _sort_columns(table: DraftTable) -> None:
    """Which of the other columns are vertices of their own, and which are values."""
    linked = {link.column for link in ((*table.ends, table.kind) if table.ends else table.links) if link}
    for column in table.facts.columns.values():
        if column.name in linked or not column.counts:
            continue
        own = column.name != table.id and not table.edges_only and _is_entity(column, table.facts.rows)
        (table.entities if own else table.values).append(column.name)


def _is_entity(column: ColumnFacts, rows: int) -> bool:
    if column.type == "list":
        return True
    distinct = len(column.counts)
    if is_measure(column.name) or distinct <= _FEW or column.filled < rows / 4:
        return False
    if is_role(column.name) and column.type in ("text", "integer"):
        return column.repeats >= _OFTEN
    if column.type == "text":
        return column.repeats >= _OFTEN and column.length < _LONG
    return column.type == "integer" and column.repeats >= _OFTEN and (is_key(column.name) or _is_coded(column))


def _is_coded(column: ColumnFacts) -> bool:
    """Whether whole numbers are names of things rather than amounts.

    Amounts grow rarer upwards, or neighbouring amounts are about as frequent; with codes, some are far more
    frequent than others in no order.
    """
    way = column.chosen
    assert way
    counts = Counter({way.value(text): n for text, n in column.counts.items() if way.fits(text)})
    frequencies = [counts[value] for value in sorted(counts)]
    mean = sum(frequencies) / len(frequencies)
    if max(frequencies) < 5 * mean or min(counts) < 0:
        return False
    falling = sum(a >= b for a, b in itertools.pairwise(frequencies)) / (len(frequencies) - 1)
    return falling < 0.75
