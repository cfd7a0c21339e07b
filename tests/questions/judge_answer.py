"""Whether an Answer holds the expected values. Reads tables, else the last query's rows; never the prose.

Strict about values, fair about presentation: order of unordered rows, extra columns, the unit a duration is
given in, a share as a fraction or in percent, and how a month is written make no difference.
"""

from __future__ import annotations

import datetime as dt
import re
from itertools import permutations
from typing import Any

from engine.answer import Answer
from tests.questions.expect_core import SECONDS, WEEKDAYS

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
NOBODY = ("none", "", "null", "(none)", "(missing)", "missing")
Row = list[Any]


def grid(answer: Answer) -> tuple[list[str], list[Row], int]:
    """Columns, rows and the full number of rows of what the answer shows."""
    if answer.tables:
        table = answer.tables[0]
        return [str(c) for c in table.columns], [list(row) for row in table.rows], table.total_rows
    if not answer.queries:
        return [], [], 0
    rows: list[Row] = []
    columns: list[str] = []
    for item in answer.queries[-1].rows:
        if isinstance(item, dict):
            columns = [str(key) for key in item]
            rows.append(list(item.values()))
        else:
            rows.append([item])
    return columns, rows, len(rows)


def moment(value: Any) -> dt.datetime | None:
    """A datetime or ISO text as an aware datetime, else None."""
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d", value):
        try:
            value = dt.datetime.fromisoformat(value.replace(" UTC", "+00:00"))
        except ValueError:
            return None
    if isinstance(value, dt.datetime):
        return value if value.tzinfo else value.replace(tzinfo=dt.UTC)
    return None


def month_of(text: str) -> str | None:
    """``2016-03`` of any usual way to write that month."""
    if match := re.fullmatch(r"(\d{4})-(\d\d)(-01.*)?", text):
        return f"{match[1]}-{match[2]}"
    match = re.fullmatch(r"([a-z]{3})[a-z]* (\d{4})", text)
    return f"{match[2]}-{MONTHS.index(match[1]) + 1:02d}" if match and match[1] in MONTHS else None


def quarter_of(text: str) -> str | None:
    """``2016-q1`` of any usual way to write that quarter."""
    if match := re.search(r"q([1-4])", text):
        year = re.search(r"\d{4}", text)
        return f"{year[0]}-q{match[1]}" if year else None
    match = re.match(r"(\d{4})-(01|04|07|10)-01", text)
    return f"{match[1]}-q{(int(match[2]) + 2) // 3}" if match else None


def plain(value: Any) -> str:
    """A cell as comparable text."""
    if isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    if isinstance(value, dt.datetime):
        value = value.isoformat()
    return str(value).strip().lower()


def same_name(found: Any, wanted: Any) -> bool:
    """Whether a cell names the wanted thing: ``204`` may be shown as ``location 204``."""
    one, other = plain(found), plain(wanted)
    if one == other:
        return True
    if isinstance(wanted, int | float) and not isinstance(wanted, bool):
        return same_figure(found, wanted)
    if re.fullmatch(r"\d{4}-\d\d", other):
        return month_of(one) == other
    if re.fullmatch(r"\d{4}-q\d", other):
        return quarter_of(one) == other
    if wanted in WEEKDAYS:
        return one[:3] == other[:3]
    if isinstance(wanted, dt.datetime) or re.match(r"\d{4}-\d\d-\d\d", other):
        return moment(found) is not None and moment(found) == moment(wanted)
    return bool(re.fullmatch(r"[a-z_ ]+ " + re.escape(other), one))


def unit_of(column: str, text: str) -> str | None:
    """The unit of time that a column, or else the answer's text, names."""
    for words in (column, text):
        for unit in SECONDS:
            if re.search(rf"(?<![a-z]){unit[:-1]}s?(?![a-z])", words.lower().replace("_", " ")):
                return unit
    return None


def same_figure(found: Any, wanted: Any, tolerance: float = 0.0) -> bool:
    """Whether a cell is the wanted number: exactly, or within a tolerance (0.05 % at least)."""
    if isinstance(found, list | tuple) and len(found) == 1:
        found = found[0]
    if isinstance(wanted, bool) or isinstance(found, bool):
        return plain(found) == plain(wanted)
    if isinstance(found, str) and re.fullmatch(r"-?[\d,]*\.?\d+", found):
        found = float(found.replace(",", ""))
    if not isinstance(found, int | float):
        return False
    return abs(found - wanted) <= (max(tolerance, abs(wanted) * 5e-4) if tolerance else 1e-9)


class Judge:
    """Judges one answer against one expectation (see README.md for the fields)."""

    def __init__(self, expect: dict[str, Any], answer: Answer):
        self.expect, self.answer = expect, answer
        self.columns, self.rows, self.total = grid(answer)

    def figure(self, found: Any, wanted: Any, column: int = 0) -> bool:
        """Whether a cell is the wanted figure, in whatever unit its column is."""
        tolerance = float(self.expect.get("tolerance", 0))
        if self.expect.get("unit") == "share":
            return same_figure(found, wanted, 6e-4) or same_figure(found, wanted * 100, 0.06)
        if isinstance(wanted, dt.datetime):
            return moment(found) == wanted
        unit = self.expect.get("unit")
        if unit and isinstance(found, dt.timedelta):
            return same_figure(found.total_seconds() / SECONDS[unit], wanted, tolerance)
        if unit and isinstance(found, int | float) and not isinstance(found, bool):
            name = self.columns[column] if column < len(self.columns) else ""
            shown = unit_of(name, self.answer.text) or unit
            return same_figure(found, wanted * SECONDS[unit] / SECONDS[shown], tolerance)
        return (
            same_figure(found, wanted, tolerance) if isinstance(wanted, int | float) else same_name(found, wanted)
        )

    def number(self, wanted: Any) -> bool:
        """One row, one of whose few cells is the figure."""
        if len(self.rows) != 1 or len(self.rows[0]) > 4:
            return False
        return any(self.figure(cell, wanted, index) for index, cell in enumerate(self.rows[0]))

    share = number

    def value(self, wanted: list[Any]) -> bool:
        """A look-up: one row, one of whose cells is the value."""
        assert len(wanted) == 1, f"a look-up needs one value: {wanted}"
        if len(self.rows) != 1 or len(self.rows[0]) > 8:
            return False
        return any(self.figure(cell, wanted[0], index) for index, cell in enumerate(self.rows[0]))

    def names(self, wanted: list[Any]) -> bool:
        """Some column holds exactly the wanted names; of a long list, those shown and their number are right."""
        if not wanted:
            return not self.rows
        width = min((len(row) for row in self.rows), default=0)
        for index in range(width):
            cells = {plain(row[index]): row[index] for row in self.rows if plain(row[index]) not in NOBODY}
            if not all(any(same_name(cell, name) for name in wanted) for cell in cells.values()):
                continue
            if len(cells) == len(wanted) or (
                len(self.rows) < self.total == len(wanted) and len(cells) == len(self.rows)
            ):
                return True
        return False

    def pairs(self) -> list[tuple[int, int]]:
        """Column pairs that may hold key and figure."""
        return list(permutations(range(min((len(row) for row in self.rows), default=0)), 2))

    def has(self, row: Row, wanted: list[Row], key: int, figure: int) -> Row | None:
        """The wanted row that this row shows."""
        for name, amount in wanted:
            if same_name(row[key], name) and self.figure(row[figure], amount, figure):
                return [name, amount]
        return None

    def groups(self, wanted: list[Row]) -> bool:
        """The same groups with the same figures, in any order; groups of nothing may be shown beside them."""
        for key, figure in self.pairs():
            shown = [r for r in self.rows if plain(r[key]) not in NOBODY and not same_figure(r[figure], 0)]
            found = [self.has(row, wanted, key, figure) for row in shown]
            nonzero = [row for row in wanted if not (isinstance(row[1], int | float) and row[1] == 0)]
            if None not in found and len(found) == len(nonzero):
                return True
        return False

    def ranked(self, wanted: list[Row]) -> bool:
        """The first N groups in order, each with its figure; any of those that tie at the cut."""
        limit = min(int(self.expect["args"]["limit"]), len(wanted))
        if not limit <= len(self.rows) <= len(wanted):
            return False
        for key, figure in self.pairs():
            found = [self.has(row, wanted, key, figure) for row in self.rows]
            if None in found or len({str(row) for row in found}) != len(found):
                continue
            if [row[1] for row in found if row] == [row[1] for row in wanted[: len(found)]]:
                return True
        return False

    def best(self, wanted: list[Row]) -> bool:
        """The first row shows the winner (any, when several tie) and its figure; several only when they tie."""
        first = self.rows[0] if self.rows else []
        for key, figure in self.pairs():
            if self.has(first, wanted, key, figure):
                return True
        numbers = [cell for cell in first if isinstance(cell, int | float) and not isinstance(cell, bool)]
        return len(self.rows) == 1 and not numbers and any(same_name(c, name) for c in first for name, _ in wanted)

    def sides(self, wanted: list[Row]) -> bool:
        """Every side has its figure, in rows or side by side in columns."""
        return all(self.side(str(name).lower(), amount) for name, amount in wanted)

    def side(self, name: str, amount: Any) -> bool:
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        for row in self.rows:
            cells = list(enumerate(row))
            if any(word.search(plain(c)) for _, c in cells) and any(self.figure(c, amount, i) for i, c in cells):
                return True
        heads = [index for index, column in enumerate(self.columns) if word.search(column.lower())]
        return len(self.rows) == 1 and any(self.figure(self.rows[0][index], amount, index) for index in heads)

    def holds(self, wanted: Any) -> bool:
        """Whether the answer shows the wanted value."""
        kind = {"rows": "groups"}.get(self.expect["kind"], self.expect["kind"])
        return bool(getattr(self, kind)(wanted))


def judge(expect: dict[str, Any], wanted: list[Any], answer: Answer) -> str:
    """``right``, ``wrong``, ``declined wrongly``, ``answered though it should not`` or ``failed``.

    ``wanted``: the accepted values (usually one; several where usage differs, see ``also``).
    """
    if answer.status == "failed":
        return "failed"
    if answer.status != "answered":
        return "right" if answer.status in expect["status"] else "declined wrongly"
    if "answered" not in expect["status"]:
        return "answered though it should not"
    shares = {"unit": "share"} if expect["function"] in ("share", "shares", "top_share") else {}
    judged = Judge({**expect, **shares}, answer)
    return "right" if any(judged.holds(value) for value in wanted) else "wrong"
