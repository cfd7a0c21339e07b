"""An operator call's conditions in plain English, so that a misreading is visible in the answer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from engine.agent.offline.scene import spoken
from engine.catalog.catalog import Catalog
from engine.catalog.words import AFFIXES, split_name
from engine.operators.params import AllOf, AnyOf, Condition, DegreeCondition, Duration, DurationCondition, Filter, Ref

_COMPARED = {"lt": "below", "lte": "at most", "gt": "above", "gte": "at least", "eq": "exactly", "neq": "not exactly"}
_LASTING = {"lt": "less than", "lte": "at most", "gt": "more than", "gte": "at least"}
_TEXT = {"containing": "containing", "starting_with": "starting with", "ending_with": "ending with"}


class Speaker:
    """Says filters and names of one graph."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def conditions(self, filters: Sequence[Filter]) -> str:
        """All filters, joined: ``with priority 3, opened from 2016-03-01 to 2016-03-31``; empty when there are none."""
        return ", ".join(text for text in map(self.condition, filters) if text)

    def condition(self, item: Filter) -> str:
        """One filter."""
        if isinstance(item, Condition):
            return self._condition(item)
        if isinstance(item, DegreeCondition):
            where = self.conditions(item.where)
            what, what_all = self.end(item.path), self.end(item.path, many=True)
            if (item.op, item.value) in (("gte", 1), ("gt", 0)):
                amount = "a"
            elif (item.op, item.value) in (("lt", 1), ("lte", 0), ("eq", 0)):
                amount, what = "no", what_all
            else:
                what = what_all if item.value != 1 else what
                amount = f"{_COMPARED[item.op].replace('above', 'more than').replace('below', 'fewer than')} {item.value:,}"
            return f"with {amount} {what}" + (f" ({where})" if where else "")
        if isinstance(item, DurationCondition):
            return f"with {_LASTING[item.op]} {item.value:g} {item.unit} {self.span(item)}"
        joint = " or " if isinstance(item, AnyOf) else " and "
        inner = joint.join(self.condition(one) for one in item.filters)
        return f"not ({inner})" if item.negate else inner

    def span(self, item: Duration | DurationCondition) -> str:
        """``from created at to resolved at``."""
        return f"from {spoken(item.start.property)} to {spoken(item.end.property)}"

    def end(self, path: Sequence[object], *, many: bool = False) -> str:
        """What a path leads to: ``person (assigned to)``."""
        hop = path[-1]
        edge = str(getattr(hop, "edge", ""))
        ends = self.catalog.schema.edges[edge].ends if edge in self.catalog.schema.edges else ()
        out = getattr(hop, "direction", "out") == "out"
        labels = {end.in_label if out else end.out_label for end in ends}
        named = getattr(hop, "to", None) or (labels.pop() if len(labels) == 1 else "")
        relation = spoken(edge)
        if not named:
            return relation
        noun = spoken(str(named))
        shown = plural(noun) if many else noun
        return shown if noun in relation else f"{shown} ({relation})"

    def ref(self, ref: Ref) -> str:
        """A property, or the thing that it names at the end of a path."""
        if not ref.path:
            return spoken(ref.property)
        return self.end(ref.path) if self._naming(ref.property) else f"{self.end(ref.path)} {spoken(ref.property)}"

    def _naming(self, name: str) -> bool:
        return name == "id" or any(self.catalog.name_of(label) == name for label in self.catalog.schema.vertices)

    def _condition(self, item: Condition) -> str:
        if item.property is None:
            return f"{'without' if item.negate else 'with'} {self.end(item.path)}"
        what = self.ref(Ref(property=item.property, path=item.path))
        if _is_time(item.value) or _is_time(item.high):
            return self._window(item)
        no = "not " if item.negate else ""
        if item.op == "exists":
            return f"{'without' if item.negate else 'with'} {what}"
        if item.op in ("within", "without") and isinstance(item.value, tuple):
            values = " or ".join(_value(value) for value in item.value[:8])
            return f"with {what} {no}{'not ' if item.op == 'without' else ''}{values}"
        if item.op == "between":
            return f"with {what} {no}from {_value(item.value)} to below {_value(item.high)}"
        if item.op in _TEXT:
            return f"with {what} {no}{_TEXT[item.op]} {_value(item.value)}"
        if item.value is True and item.op == "eq":
            return f"{no}{what}" if no else f"with {what} true"
        compared = "" if item.op == "eq" else ("not " if item.op == "neq" else f"{_COMPARED[item.op]} ")
        return f"with {what} {no}{compared}{_value(item.value)}"

    def _window(self, item: Condition) -> str:
        name = str(item.property)
        last = [word for word in split_name(name) if word not in AFFIXES]
        verb = last[-1] if last and last[-1].endswith("ed") else f"{spoken(name)}"
        no = "not " if item.negate else ""
        low, high = _moment(item.value), _moment(item.high)
        if item.op == "between" and low and high:
            return f"{no}{verb} from {_day(low)} to {_day(high, last=True)}"
        if item.op in ("gte", "gt") and low:
            return f"{no}{verb} from {_day(low)} on"
        if low:
            return f"{no}{verb} before {_day(low)}"
        return f"{no}{verb} {item.op} {item.value}"


def plural(noun: str) -> str:
    """A noun's plural, near enough for a sentence."""
    if noun.endswith(("ss", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("s") or noun in ("aircraft", "people", "staff"):
        return noun
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"


def _is_time(value: object) -> bool:
    return _moment(value) is not None


def _moment(value: object) -> dt.datetime | None:
    """A time, also as the ISO text that JSON makes of it."""
    if isinstance(value, str) and len(value) >= 19 and value[10:11] == "T":
        try:
            return dt.datetime.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, dt.datetime) else None


def _day(moment: dt.datetime, *, last: bool = False) -> str:
    """A day; ``last``: of an end that is not in the window, the last day that is."""
    if (moment.hour, moment.minute, moment.second) != (0, 0, 0):
        return moment.strftime("%Y-%m-%d %H:%M")
    return (moment - dt.timedelta(days=1) if last else moment).date().isoformat()


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) and not value.isalnum() else str(value)
