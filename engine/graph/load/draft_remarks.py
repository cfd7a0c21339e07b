"""What of a draft a person should look at: cells that do not fit, readings that could be others."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from engine.graph.load.cells import UnknownZone, moment
from engine.graph.load.draft_columns import ColumnFacts, TableFacts
from engine.graph.load.draft_names import is_key
from engine.graph.load.draft_types import MARKS, NOUNS, ORDERS, near
from engine.graph.load.mapping import DateOrder, DecimalMark
from engine.graph.load.problems import Problem, Problems
from engine.graph.load.tables import read_rows

if TYPE_CHECKING:
    from engine.graph.load.draft import DraftTable, Link

_SAID = 0.75  # of the cells: so many of a type make it worth a word that the column is text
_SHOWN = 60  # characters of a cell
_TRIED = 1_000  # dates that are looked at for one which could be another
T = TypeVar("T", bound=str)


def settle_ways(tables: Sequence[DraftTable]) -> tuple[DateOrder, DecimalMark]:
    """The order of dates and the decimal mark that fit most columns; a column they do not fit keeps its own."""
    columns = [column for table in tables for column in table.facts.columns.values() if column.chosen]
    commas = any(table.facts.source.delimiter == ";" for table in tables)  # programs write both together
    return _settled(columns, ORDERS, ORDERS[0]), _settled(columns, MARKS, MARKS[commas])


def _settled(columns: Sequence[ColumnFacts], choices: tuple[T, ...], first: T) -> T:
    """The choice that most columns leave; ``first`` where they are equal. Columns without a choice do not vote."""
    concerned = [column for column in columns if column.ways[0].by in choices]
    voters = [column for column in concerned if len(column.ways) == 1 or _either_way(column)]
    votes = Counter(way.by for column in voters for way in column.ways)
    best = max((first, *choices), key=lambda choice: votes[choice]) if votes else choices[0]
    for column in concerned:
        way = next((way for way in column.ways if way.by == best), column.ways[0])
        column.own_way = way.by != best
        column.choose(way)
    return best


def _either_way(column: ColumnFacts) -> str | None:
    """The first text that the column's ways read as different values."""
    for text, _ in zip(column.counts, range(_TRIED), strict=False):
        if len({way.value(text) for way in column.ways if way.fits(text)}) > 1:
            return text
    return None


def remarks(tables: Sequence[DraftTable]) -> tuple[Problem, ...]:
    """What to look at, with file and line, by file; each column's is noted with the column too."""
    return tuple(problem for table in tables for problem in _of_table(table, tables))


def _of_table(table: DraftTable, tables: Sequence[DraftTable]) -> Iterator[Problem]:
    facts = table.facts
    file = facts.source.file
    if not facts.rows:
        yield Problem(file, 0, "empty", "it has no rows, and nothing is drafted from it")
    if facts.source.encoding == "cp1252":
        line = _first_line(facts, lambda row: any(cell and not cell.isascii() for cell in row.values()))
        text = "it is not UTF-8 and is read as cp1252, Western European: check the letters there"
        yield Problem(file, line, "encoding", text)
    if table.doubt:
        yield Problem(file, 0, "ends", f"{table.doubt}?")
    said = {link.column: _of_link(link, facts, tables) for link in (*table.links, *table.broken) if link.strays}
    settled = {c.chosen.by for c in facts.columns.values() if c.chosen and len(c.ways) == 1}
    for name in table.values:
        if name not in said and (remark := _of_value(facts.columns[name], settled)):
            said[name] = remark
    for name, (code, cells, text) in said.items():
        line = _first_line(facts, lambda row, name=name, cells=cells: row[name] in cells)  # type: ignore[misc]
        facts.columns[name].remark = f"line {line}: {text}"
        yield Problem(file, line, code, f"{name}: {text}")


Remark = tuple[str, frozenset[str], str]  # code, the cells that it is about, text


def _first_line(facts: TableFacts, wanted: Callable[[dict[str, str | None]], bool]) -> int:
    return next((line for line, row in read_rows(facts.source, Problems()) if wanted(row)), 0)


def _of_link(link: Link, facts: TableFacts, tables: Sequence[DraftTable]) -> Remark:
    column = facts.columns[link.column]
    other = next(table for table in tables if table.name == link.table).facts
    strays = [text for text in column.counts if text not in other.columns[link.key].counts]
    text = _not_fitting(column, strays, f"the {link.key} of a row of {other.source.file}")
    drafted = near(link.strays, column.filled)
    return "dangling", frozenset(strays), text if drafted else f"no edge to {other.source.file} is drafted: {text}"


def _of_value(column: ColumnFacts, settled: set[str]) -> Remark | None:
    """Cells that are not of the column's type; a type that the column nearly is of; a second way to read it."""
    way = column.chosen
    if way and (slips := [text for text in column.counts if not way.fits(text)]):
        return "type", frozenset(slips), _not_fitting(column, slips, NOUNS[way.type])
    if way and way.by not in settled and (text := _either_way(column)):
        name = "date_order" if way.type == "datetime" else "decimal"
        doubt = f"{_short(text)} could be meant either way; it is read with {name} {way.by!r}"
        return name, frozenset([text]), doubt
    if way or column.separator:
        return None
    if column.ways and column.filled - column.strays >= _SAID * column.filled and not is_key(column.name):
        slips = [text for text in column.counts if not column.ways[0].fits(text)]
        text = _not_fitting(column, slips, NOUNS[column.ways[0].type])
        return "type", frozenset(slips), f"kept as text: {text}"
    if unread := next(filter(_zone_of, column.counts), None):
        return "date", frozenset([unread]), f"kept as text: in {_short(unread)}, {_zone_of(unread)}"
    return None


def _zone_of(text: str) -> str:
    """What is wrong with the zone of a time that is otherwise one."""
    try:
        moment(text, "DMY", dt.UTC)
    except UnknownZone as error:
        return str(error)
    except (ValueError, OverflowError):
        pass
    return ""


def _not_fitting(column: ColumnFacts, slips: Sequence[str], noun: str) -> str:
    left = sum(column.counts[text] for text in slips)
    others = f" and {left - 1:,} more are" if left > 1 else " is"
    fits = column.filled - left
    return f"{_short(slips[0])}{others} not {noun}, as {fits:,} of {column.filled:,} cells are"


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")
