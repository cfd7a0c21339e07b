"""The answer in words, from an operator's result alone. Every figure is written as it stands in the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.agent.offline.phrasing import duration, ref, value, where
from engine.agent.offline.reading import Reading
from engine.catalog.wording import noun, words
from engine.operators.params import Aggregate, Compare, Condition, Duration, Filter, Find, GroupBy, Ref

_SUPERLATIVES = {"min": "lowest", "max": "highest", "avg": "average", "sum": "total", "median": "median"}
_SHOWN = 5  # groups or rows that a sentence names; the table has the rest
_PLAIN = 10_000  # stored whole numbers below this are written without separators: most are years and codes


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool result says: see engine.operators.summary."""

    columns: list[str]
    units: list[str]
    rows: list[list[Any]]
    total: int
    notes: list[str]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Result:
        """From the ``data`` of a tool result."""
        columns = data.get("columns", [])
        return cls(
            [column["name"] for column in columns],
            [column.get("unit", "") for column in columns],
            data.get("rows", data.get("head", [])),
            data.get("total", data.get("row_count", 0)),
            data.get("notes", []),
        )


def composed(reading: Reading, data: Mapping[str, Any]) -> str:
    """The text of an answer: the finding first, then what a reader must know of it."""
    result = Result.of(data)
    params, notes = reading.params, result.notes
    if isinstance(params, Compare):
        text = _compared(params, result)
        notes = notes if params.sides[0][1].group_by else notes[:-1]  # the verdict, told in the text
    elif isinstance(params, Aggregate):
        text = _groups(params, result) if params.group_by else _aggregated(params, reading, result)
    else:
        assert isinstance(params, Find)
        text = _found(params, reading, result)
    told = dict.fromkeys([*reading.notes, *notes])
    return "\n\n".join([text, " ".join(told)]) if told else text


def _aggregated(params: Aggregate, reading: Reading, result: Result) -> str:
    """One figure over all that pass the filters."""
    row = result.rows[0] if result.rows else [None]
    if params.share_of is not None:
        return _share(params, row)
    found, of = row[0], params.measure.of
    some = f"{noun(params.label)}{where(params.filters)}"
    if params.measure.function == "count" or of is None:
        return _counted(params, reading, found or 0)
    if params.measure.function == "count_distinct":
        assert isinstance(of, Ref)
        return f"{figure(found or 0)} different {ref(of)} values, over {some}."
    if found is None:
        return f"There is nothing to measure: no {some} with such a value."
    said = _stored(found) if params.measure.function in ("min", "max") else figure(found)
    superlative = _SUPERLATIVES[params.measure.function]
    return f"{said}{_unit(result.units[0])} is the {superlative} {_of(of)}, over {some}."


def _counted(params: Aggregate, reading: Reading, found: float) -> str:
    some = f"{noun(params.label, found)}{where(params.filters)}"
    none = f"there are no {noun(params.label)}{where(params.filters)}."
    if reading.style == "exists":
        return f"Yes: {figure(found)} {some}." if found else f"No: {none}"
    return f"{figure(found)} {some}." if found else f"0: {none}"


def _share(params: Aggregate, row: Sequence[Any]) -> str:
    whole = f"{noun(params.label)}{where(params.share_of or ())}"
    if row[0] is None:
        return f"There is nothing to take a share of: no {whole}."
    asked = [item for item in params.filters if item not in (params.share_of or ())]
    return f"{percent(row[0])}: {figure(row[1])} of {figure(row[2])} {whole}, those{where(asked)}."


def _groups(params: Aggregate, result: Result) -> str:
    """Groups: the one that was asked for in a sentence, several as a list with the table beside it."""
    some = f"{noun(params.label)}{where(params.filters)}"
    if not result.rows:
        return f"There are no groups: nothing matches {some}."
    keys = len(params.group_by)
    write = percent if params.share_of is not None else lambda found: figure(found) + _unit(result.units[keys])
    said = [(" / ".join(_stored(key) for key in row[:keys]), write(row[keys])) for row in result.rows]
    if params.limit == 1 and keys == 1 and params.order != "key":
        names = [name for name, _ in said]
        each = " each" if len(names) > 1 else ""
        have = "have" if len(names) > 1 else "has"
        first, behind = _named(" and ".join(names), params.group_by[0])
        most = f"{have} the {_extreme(params)}{where(_telling(params.filters))}"
        return _capital(f"{first} {most}{behind}: {said[0][1]}{each}.")
    shown = said[: params.limit or _SHOWN]
    listed = "; ".join(f"{name}: {value}" for name, value in shown)
    more = f" … {result.total:,} groups in all." if result.total > len(shown) and params.limit is None else ""
    of = f"{_measured(params)}{where(_telling(params.filters))}"
    return _capital(f"{of}, by {' and '.join(words(name) for name in result.columns[:keys])}: {listed}.{more}")


def _named(key: str, group: GroupBy) -> tuple[str, str]:
    """A group's key with what it names: before it ("location 204"), or behind, where a relation names it."""
    if group.bucket:
        return key, ""
    kind = ref(group.ref).removeprefix("at ").removeprefix("in ").removeprefix("of ")
    if kind.rpartition(" ")[2] in ("by", "to", "in", "of", "at", "on", "with", "for", "from"):
        return key, f" ({kind})"
    return f"{kind} {key}", ""


def _telling(filters: Sequence[Filter]) -> list[Filter]:
    """The filters that tell something: that a value is there goes without saying where it is what is shown."""
    return [
        f for f in filters if not (isinstance(f, Condition) and f.op == "exists" and f.property and not f.negate)
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _extreme(params: Aggregate) -> str:
    most = params.order != "asc"
    if params.share_of is not None:
        return f"{'highest' if most else 'lowest'} share of {noun(params.label)}"
    if params.measure.function == "count" or params.measure.of is None:
        return f"{'most' if most else 'fewest'} {noun(params.label)}"
    return f"{'highest' if most else 'lowest'} {_measured(params)}"


def _measured(params: Aggregate) -> str:
    """What was computed of each group."""
    function, of = params.measure.function, params.measure.of
    if params.share_of is not None:
        return f"Share of {noun(params.label)}"
    if function == "count" or of is None:
        return noun(params.label).capitalize()
    if function == "count_distinct":
        return f"number of different {_of(of)} values of {noun(params.label)}"
    return f"{_SUPERLATIVES[function]} {_of(of)} of {noun(params.label)}"


def _of(of: Ref | Duration) -> str:
    return duration(of).removeprefix("the ") if isinstance(of, Duration) else ref(of)


def _compared(params: Compare, result: Result) -> str:
    first = params.sides[0][1]
    if first.group_by:
        return f"{' against '.join(name for name, _ in params.sides)}, by {result.columns[0]}: see the table."
    write = percent if first.share_of is not None else lambda found: figure(found) + _unit(result.units[1])
    sides = sorted(result.rows, key=lambda row: -float(row[1] or 0))
    said = [(str(row[0]), write(row[1] or 0)) for row in sides]
    what = noun(first.label) if first.measure.of is None and first.share_of is None else _measured(first)
    if all(value == said[0][1] for _, value in said):
        return f"{' and '.join(name for name, _ in said)} are level: {said[0][1]} {what} each."
    more = "more" if len(said) == 2 else "the most"
    leads = f"{more} {what}" if first.measure.of is None and first.share_of is None else f"the higher {what}"
    rest = "; ".join(f"{value} for {name}" for name, value in said[1:])
    return f"{said[0][0]} has {leads}: {said[0][1]} against {rest}."


def _found(params: Find, reading: Reading, result: Result) -> str:
    some = f"{noun(params.label, result.total)}{where(params.filters)}"
    if not result.rows:
        return f"There are no {noun(params.label)}{where(params.filters)}."
    if len(result.rows) == 1 and reading.style in ("lookup", "measure", "groups"):
        return _looked_up(params, result)
    if params.distinct and len(result.columns) == 1:
        named = ", ".join(_stored(row[0]) for row in result.rows[:_SHOWN])
        more = f" and {result.total - _SHOWN:,} more" if result.total > _SHOWN else ""
        what = "value" if result.total == 1 else "values"
        return f"{result.total:,} {what} of {words(result.columns[0])}: {named}{more}."
    if params.order_by is not None:
        return _ordered(params, result)
    shown = len(result.rows) if result.total <= len(result.rows) else params.limit
    cut = f" The first {shown:,} are shown." if result.total > shown else ""
    named = "; ".join(_stored(row[0]) for row in result.rows[:_SHOWN])
    return f"{result.total:,} {some}: {named}{' …' if len(result.rows) > _SHOWN or cut else ''}.{cut}"


def _looked_up(params: Find, result: Result) -> str:
    """One row: the thing by its name and what was asked of it, else all that is known of it."""
    cells = list(zip(result.columns, result.rows[0], result.units, strict=True))
    by_name = [f for f in params.filters if isinstance(f, Condition) and not f.path and f.value == cells[0][1]]
    others = where(_telling([f for f in params.filters if f not in by_name]))
    told = [each for each in cells[bool(by_name) :] if each[0] != "id" or len(cells) < 3]
    if not told:
        return f"There is 1 {noun(params.label, 1)}{where(params.filters)}: {_stored(cells[0][1])}."
    pairs = ", ".join(f"{words(name)} {_stored(cell)}{_unit(unit)}" for name, cell, unit in told)
    if by_name:
        behind = f" ({noun(params.label, 1)}{others})" if others else ""
        return _capital(f"{noun(params.label, 1)} {_stored(cells[0][1])}: {pairs}{behind}.")
    return _capital(f"{pairs} ({noun(params.label, 1)}{others}).")


def _ordered(params: Find, result: Result) -> str:
    """The first ones of an order, each with the value it is ordered by."""
    asked = params.order_by
    assert asked is not None
    column = asked.property if isinstance(asked, Ref) else ""
    at = result.columns.index(column) if column in result.columns else len(result.columns) - 1
    ends = ("latest", "earliest") if isinstance(result.rows[0][at], str) else ("highest", "lowest")
    ends = ("longest", "shortest") if isinstance(asked, Duration) else ends
    unit = _unit(result.units[at])
    named = "; ".join(f"{_stored(row[0])} ({_stored(row[at])}{unit})" for row in result.rows[:_SHOWN])
    some = f"{noun(params.label, result.total)}{where(_telling(params.filters))}"
    more = " …" if len(result.rows) > _SHOWN else ""
    return _capital(f"{named}{more}: the {ends[not params.descending]} {_of(asked)} of {result.total:,} {some}.")


def percent(share: float | None) -> str:
    """A share from 0 to 1, in percent."""
    return "nothing to share" if share is None else f"{share * 100:.1f} %"


def figure(found: object) -> str:
    """A computed number: with separators, two decimals at most where it is not whole."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return _stored(found)
    return f"{found:,}" if isinstance(found, int) else f"{found:,.0f}" if found == int(found) else f"{found:,.2f}"


def _unit(unit: str) -> str:
    return f" {unit}" if unit else ""


def _stored(found: object) -> str:
    """A value as the graph holds it: codes and years stay as they are."""
    if found is None:
        return "(none)"
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int | float):
        return str(found) if isinstance(found, int) and abs(found) < _PLAIN else figure(found)
    if isinstance(found, list):
        return ", ".join(map(_stored, found))
    return value(found).strip("“”")
