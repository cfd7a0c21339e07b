"""Conditions on values as predicates, with the value coerced to the type that the schema says.

Case-insensitive text match is ``TextP.regex`` with ``(?iu)`` and every sign of the text escaped: it means the same
in Java's and in the embedded engine's expressions, and unlike resolving to a value list it holds for free text.
``eq`` and its kin compare exactly; a value that only differs in case from one of a complete value list is read as
that one, with a note.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.errors import ModelMustAct
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema
from engine.gremlin.build import P, TextP, all_of, any_of, predicate
from engine.gremlin.tree import Predicate
from engine.operators.moments import Period, holds_times, period, text_form
from engine.operators.params import Condition

_TEXT = {"containing": "{}", "starting_with": "^{}", "ending_with": "{}$"}
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


class WrongValue(ModelMustAct):
    """The value does not fit the property's type, or the operator, or is missing."""

    code = "wrong_value"


@dataclass(slots=True)
class Reader:
    """Reads condition values against one graph; ``notes`` collects what a person should know of the reading.

    ``sampled``: the schema's value lists may lack values, so none is read as another that is listed.
    """

    profile: Profile
    sampled: bool = False
    notes: list[str] = field(default_factory=list)

    def predicate(self, condition: Condition, held: PropertySchema | None) -> Predicate:
        """The predicate of a condition on a property (None: on the vertex id). Raises WrongValue, NotATime."""
        if condition.op in _TEXT:
            return self._text(condition, held)
        if held is None:
            return _of_ids(condition)
        if holds_times(held):
            return self._time(condition, held)
        values = [self._scalar(value, held) for value in _given(condition)]
        match condition.op:
            case "between":
                return P.between(*values)
            case "within" | "without":
                return P.within(values) if condition.op == "within" else P.without(values)
            case _:
                return predicate(condition.op, values[0])

    def _text(self, condition: Condition, held: PropertySchema | None) -> Predicate:
        if held is not None and held.type not in ("string", "list", "other"):
            raise WrongValue(
                f"{condition.op} compares text, but {held.name} holds {held.type} values.",
                "Use eq, within, or a comparison.",
            )
        return TextP.regex("(?iu)" + _TEXT[condition.op].format(escaped(str(_given(condition)[0]))))

    def _time(self, condition: Condition, held: PropertySchema) -> Predicate:
        periods = [period(value, self.profile) for value in _given(condition)]
        match condition.op:
            case "between":
                return P.between(self._bound(periods[0].start, held), self._bound(periods[1].start, held))
            case "eq" | "within":
                return any_of(*[self._during(each, held) for each in periods])
            case "neq" | "without":
                return all_of(*[self._outside(each, held) for each in periods])
            case "gte" | "lt":
                return predicate(condition.op, self._bound(periods[0].start, held))
            case _:
                return self._beyond(condition.op, periods[0], held)

    def _beyond(self, op: str, given: Period, held: PropertySchema) -> Predicate:
        # After a day is from the next one on; up to a day is before the next one.
        if given.end is not None:
            return predicate("gte" if op == "gt" else "lt", self._bound(given.end, held))
        return predicate(op, self._exact(given.start, held))

    def _during(self, given: Period, held: PropertySchema) -> Predicate:
        if given.end is None:
            return P.eq(self._exact(given.start, held))
        return P.between(self._bound(given.start, held), self._bound(given.end, held))

    def _outside(self, given: Period, held: PropertySchema) -> Predicate:
        if given.end is None:
            return P.neq(self._exact(given.start, held))
        return any_of(P.lt(self._bound(given.start, held)), P.gte(self._bound(given.end, held)))

    def _bound(self, moment: dt.datetime, held: PropertySchema) -> object:
        form = text_form(held)
        return form.bound(moment, self.profile) if form else moment.astimezone(dt.UTC)

    def _exact(self, moment: dt.datetime, held: PropertySchema) -> object:
        form = text_form(held)
        return form.write(moment, self.profile) if form else moment.astimezone(dt.UTC)

    def _scalar(self, value: object, held: PropertySchema) -> object:
        if held.type in ("list", "map", "other"):
            return value
        if held.type == "string":
            return self._known(str(value), held)
        if held.type == "boolean":
            return _boolean(value, held.name)
        return _number(value, held)

    def _known(self, text: str, held: PropertySchema) -> str:
        values = [value for value, _ in held.values]
        if not values or text in values:
            return text
        alike = [value for value in values if isinstance(value, str) and value.casefold() == text.casefold()]
        if len(alike) == 1 and not self.sampled:
            self.notes.append(f"{text!r} was read as {held.name} {alike[0]!r}.")
            return str(alike[0])
        shown = ", ".join(repr(value) for value in values[:8])
        known = "values seen" if self.sampled else "values"
        self.notes.append(
            f"{text!r} is not among the {known} of {held.name}: {shown}{' ...' if values[8:] else ''}."
        )
        return text


def _given(condition: Condition) -> Sequence[object]:
    """The condition's values: two for between, all of a list, else one."""
    value = condition.value
    if condition.op == "between":
        given = [value, condition.high] if not isinstance(value, tuple) else list(value)
        if len(given) != 2 or None in given:
            raise WrongValue("between needs a value and a high.", "Give value (inclusive) and high (exclusive).")
        return given
    if condition.op in ("within", "without"):
        given = list(value) if isinstance(value, tuple) else [] if value is None else [value]
        if not given:
            raise WrongValue(f"{condition.op} needs at least one value.", "Give value as a list.")
        return given
    if isinstance(value, tuple) or value is None:
        raise WrongValue(f"{condition.op} needs exactly one value.", "For several values use within or without.")
    return [value]


def _of_ids(condition: Condition) -> Predicate:
    """Ids are numbers on some graphs and text on others, which a question does not tell; text finds both."""
    values = [str(value) for value in _given(condition)]
    match condition.op:
        case "eq" | "neq":
            return predicate(condition.op, values[0])
        case "within" | "without":
            return predicate(condition.op, values)
        case _:
            raise WrongValue(f"Ids are not compared by {condition.op}.", "Use eq, neq, within or without.")


def _boolean(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).lower() in _BOOLEANS:
        return _BOOLEANS[str(value).lower()]
    raise WrongValue(f"{name} is true or false, not {str(value)[:40]!r}.", "Give true or false.")


def _number(value: object, held: PropertySchema) -> int | float:
    try:
        number = float(str(value)) if not isinstance(value, int | float) else value
    except ValueError:
        raise WrongValue(
            f"{held.name} holds numbers, and {str(value)[:40]!r} is none.", "Give a number without a unit."
        ) from None
    return int(number) if isinstance(number, float) and number.is_integer() else number


def escaped(text: str) -> str:
    """Text as a regular expression that means just it, in Java and in the embedded engine alike."""
    # Only signs that are special in both dialects are escaped: an escaped letter would mean something else.
    return re.sub(r"([\\.^$|?*+()\[\]{}\-&~#])", r"\\\1", text)
