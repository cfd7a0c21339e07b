"""The answer's text, composed from a tool result's JSON and the operator call that gave it."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.agent.offline.reading import Params, Style
from engine.agent.offline.said import Speaker, plural
from engine.agent.offline.scene import spoken
from engine.catalog.catalog import Catalog
from engine.operators.params import Aggregate, Compare, Duration, Find, Ref

_SHOWN = 10
#: How many were left out is no figure of the result, so it is not stated as one.
_LEFT_OUT = re.compile(r"^[\d,]+(?= .* (?:in no group|left out)\.$)")
_FUNCTIONS = {
    "avg": "average", "median": "median", "min": "lowest", "max": "highest", "sum": "total", "count_distinct": "number of different",
}  # fmt: skip


def compose(content: str, params: Params, style: Style, notes: Sequence[str], catalog: Catalog) -> str:
    """Say the result: figures with units, the conditions as they were read, ties and cuts, emptiness plainly.

    ``content``: the JSON text of the tool result (engine.operators.summary).
    """
    data = json.loads(content)["data"]
    told = _Told(data, Speaker(catalog), style)
    text = told.compare(params) if isinstance(params, Compare) else told.of(params)
    remarks = [*notes, *(_LEFT_OUT.sub("Some", str(note)) for note in data.get("notes", []))]
    return " ".join([text, *dict.fromkeys(remark for remark in remarks if remark)])


class _Told:
    """One result being told."""

    def __init__(self, data: Mapping[str, Any], speaker: Speaker, style: Style) -> None:
        self.rows: list[list[Any]] = data.get("rows") or data.get("head") or []
        self.columns: list[Mapping[str, str]] = data["columns"]
        self.total = int(data.get("total") or 0)
        self.count = int(data.get("row_count") or 0)
        self.speaker = speaker
        self.style = style

    def of(self, params: Aggregate | Find) -> str:
        """The result of an aggregate or of a list."""
        if isinstance(params, Find):
            return self.found(params)
        if params.share_of is not None and not params.group_by:
            return self.share(params)
        if params.group_by:
            return self.groups(params)
        return self.single(params)

    def single(self, params: Aggregate) -> str:
        """One figure."""
        value = self.rows[0][-1] if self.rows else None
        what = self.what(params)
        if params.measure.function == "count":
            number = value if isinstance(value, int) else 0
            noun = _noun(params.label, number)
            conditions = self.speaker.conditions(params.filters)
            said = f"{noun} {conditions}" if conditions else noun
            if self.style == "exists":
                return f"Yes: there {'is' if number == 1 else 'are'} {number:,} {said}." if number else f"No, there are no {_noun(params.label, 0)}{' ' + conditions if conditions else ''}."
            return f"There {'is' if number == 1 else 'are'} {number:,} {said}." if number else f"There are no {said} (0)."
        if value is None:
            return f"There is nothing to measure: no values for the {what}."
        return f"The {what} is {self.figure(value)}."

    def what(self, params: Aggregate) -> str:
        """What was measured, of what: ``average reassignment count of incidents with priority 1``."""
        measure, conditions = params.measure, self.speaker.conditions(params.filters)
        of = f"{_noun(params.label, 2)}{' ' + conditions if conditions else ''}"
        if measure.function == "count" or measure.of is None:
            return f"number of {of}"
        if isinstance(measure.of, Duration):
            kind = {"min": "shortest", "max": "longest"}.get(measure.function, _FUNCTIONS[measure.function])
            return f"{kind} time {self.speaker.span(measure.of)} of {of}"
        prop = self.speaker.catalog.property(params.label, measure.of.property) if not measure.of.path else None
        if prop and prop.type == "datetime":
            return f"{'earliest' if measure.function == 'min' else 'latest'} {spoken(measure.of.property)} of {of}"
        return f"{_FUNCTIONS[measure.function]} {self.speaker.ref(measure.of)} of {of}"

    def figure(self, value: Any, column: int = -1) -> str:
        """A value with its unit."""
        unit = self.columns[column].get("unit", "") if self.columns else ""
        return f"{_plain(value)} {unit}".strip()

    def share(self, params: Aggregate) -> str:
        """A share of a whole."""
        share, part, whole = (self.rows[0] + [None, None, None])[:3] if self.rows else (None, 0, 0)
        base = self.speaker.conditions(params.share_of or ())
        rest = [item for item in params.filters if item not in (params.share_of or ())]
        noun = f"{_noun(params.label, 2)}{' ' + base if base else ''}"
        if share is None:
            return f"There are no {noun} (0) to take a share of."
        return f"{share * 100:.1f} % ({part:,} of {whole:,}) of the {noun} are {self.speaker.conditions(rest)}."

    def groups(self, params: Aggregate) -> str:
        """Figures by group."""
        by = " and ".join(self.key(group.ref, group.bucket) for group in params.group_by)
        what = self.what(params.model_copy(update={"share_of": None}))
        if params.share_of is not None:
            rest = [item for item in params.filters if item not in params.share_of]
            base = self.speaker.conditions(params.share_of)
            what = f"share of {_noun(params.label, 2)}{' ' + base if base else ''} that are {self.speaker.conditions(rest)}"
        if params.having:
            what += f", where it is {_HAVING[params.having.op]} {params.having.value:g}"
        if not self.rows:
            return f"There are no groups: nothing was found for the {what} by {by}."
        depth = len(params.group_by)
        if len(self.rows) == 1 and params.limit == 1:
            first = "lowest" if params.order == "asc" else "highest"
            return f"{_plain(self.rows[0][0])} has the {first} {what}: {self.cell(self.rows[0], depth, params)}."
        lines = [f"{', '.join(_plain(key) for key in row[:depth])}: {self.cell(row, depth, params)}" for row in self.rows[:_SHOWN]]
        cut = f" ({len(lines)} of {self.total:,} shown)" if self.total > len(lines) else ""
        return f"The {what} by {by}{cut}: {'; '.join(lines)}."

    def cell(self, row: Sequence[Any], depth: int, params: Aggregate) -> str:
        """The figure of one group."""
        if params.share_of is not None and isinstance(row[depth], float):
            return f"{row[depth] * 100:.1f} %"
        return self.figure(row[depth], depth)

    def key(self, ref: Ref, bucket: str | None) -> str:
        """What was grouped by."""
        named = self.speaker.ref(ref)
        return f"{bucket.replace('_', ' ')} of {named}" if bucket else named

    def found(self, params: Find) -> str:
        """Vertices, or what was looked up of them."""
        conditions = self.speaker.conditions(params.filters)
        noun = f"{_noun(params.label, 2 if self.total != 1 else 1)}{' ' + conditions if conditions else ''}"
        if not self.rows:
            return f"There are no {_noun(params.label, 2)}{' ' + conditions if conditions else ''}: nothing was found."
        if params.select:
            return self.looked_up(params, noun)
        names = ", ".join(_plain(row[0]) for row in self.rows[:_SHOWN])
        order = f", by {self.speaker.ref(params.order_by)}" if isinstance(params.order_by, Ref) else ""
        if isinstance(params.order_by, Duration):
            order = f", by the time {self.speaker.span(params.order_by)}"
        shown = min(len(self.rows), _SHOWN)
        if self.total == shown:
            return f"{self.total:,} {noun}{order}: {names}."
        return f"{self.total:,} {noun}{order}; the first {shown}: {names}."

    def looked_up(self, params: Find, noun: str) -> str:
        """Properties of named vertices, or distinct values."""
        named = len(params.select) > 1
        asked = self.speaker.ref(params.select[-1])
        if not named:
            values = ", ".join(_plain(row[0]) for row in self.rows[:_SHOWN])
            more = f" ({self.total:,} different)" if self.total > 1 else ""
            return f"The {asked} of {noun}{more}: {values}."
        lines = []
        for row in self.rows[:_SHOWN]:
            value = row[1] if len(row) > 1 else None
            missing = value is None or value == []
            lines.append(f"{_plain(row[0])} has no {asked}" if missing else f"The {asked} of {_plain(row[0])} is {self.figure(value, 1)}")
        return "; ".join(lines) + "."

    def compare(self, params: Compare) -> str:
        """Sides beside each other; which is ahead stands in the notes."""
        first = params.sides[0][1]
        common = [item for item in first.filters if all(item in side.filters for _, side in params.sides)]
        what = self.what(first.model_copy(update={"filters": tuple(common)}))
        lines = [f"{_plain(row[0])}: {self.figure(row[1], 1)}" for row in self.rows[:_SHOWN] if len(row) > 1]
        return f"The {what}: {'; '.join(lines)}."


_HAVING = {"lt": "below", "lte": "at most", "gt": "above", "gte": "at least", "eq": "exactly", "neq": "not"}


def _noun(label: str, number: int) -> str:
    """A label in the singular or plural."""
    return spoken(label) if number == 1 else plural(spoken(label))


def _plain(value: Any) -> str:
    """A cell in a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.1f}" if abs(value) >= 1 or value == 0 else f"{value:.3g}"
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value)
    if value is None:
        return "none"
    text = str(value)
    try:
        moment = dt.datetime.fromisoformat(text) if len(text) >= 19 and text[4:5] == "-" else None
    except ValueError:
        moment = None
    return f"{moment:%Y-%m-%d %H:%M}" if moment else text


def refusal(content: str) -> str:
    """What is said when the operator call itself failed."""
    try:
        error = json.loads(content).get("error", {})
    except ValueError:
        error = {}
    message = error.get("message", "The graph could not answer.") if isinstance(error, dict) else str(error)
    hint = error.get("hint", "") if isinstance(error, dict) else ""
    return f"I read the question, but its query failed: {message} {hint}".strip()
