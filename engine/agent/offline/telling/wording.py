"""An operator call in words: what was counted or listed, under which conditions. A misreading shows here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.agent.offline.telling import hops
from engine.agent.offline.telling.grammar import AMOUNTS, listed
from engine.agent.offline.telling.hops import Thing
from engine.agent.offline.telling.manners import Manner
from engine.agent.offline.telling.names import Names, name_said
from engine.agent.offline.telling.own import lasting, own, own_denied
from engine.agent.offline.telling.phrases import Phrase, behind, finite, joined, pieces
from engine.agent.offline.telling.recurring import recurring
from engine.catalog.wording import noun, one, words
from engine.catalog.words import split_name
from engine.operators.params import (
    AllOf,
    AnyOf,
    CalendarCondition,
    Condition,
    Degree,
    DegreeCondition,
    Duration,
    DurationCondition,
    Filter,
    Hop,
    Ref,
)

_NAMING = ("eq", "within")


@dataclass(frozen=True, slots=True)
class Wording(Names):
    """Says operator calls on one graph."""

    # Nouns with their conditions.

    def some(self, label: str, filters: Sequence[Filter], count: float = 2, also: Sequence[Phrase] = ()) -> str:
        """The vertices of a label that pass filters, without how many: "cases with priority HIGH"."""
        many = count != 1
        return behind(noun(label, count), self.phrases(label, filters, many=many), many=many, first=also)

    def all_of(self, label: str, filters: Sequence[Filter]) -> str:
        """The same, said to be all where there is no condition."""
        return self.some(label, filters) if filters else f"all {noun(label)}"

    def said_of(self, label: str, filters: Sequence[Filter], count: float) -> str:
        """Filters as what is said of a noun: " have priority HIGH"; or which ones: ", those that X operates"."""
        found, many = self.phrases(label, filters, many=count != 1), count != 1
        if any(p.kind in ("which", "whose") for p in found):
            return f", {behind('those' if many else 'one', found, many=many)}"
        return f" {finite(found, many=many)}"

    def being(self, label: str, filters: Sequence[Filter]) -> str:
        """The same behind a noun: "that have priority HIGH"."""
        found = self.phrases(label, filters, many=True)
        if any(p.kind in ("which", "whose") for p in found):
            return behind("", found, many=True).strip()
        return f"that {finite(found, many=True)}"

    def phrases(self, label: str, filters: Sequence[Filter], *, many: bool) -> list[Phrase]:
        """The filters as what stands behind the noun."""
        return [self.phrase(label, each, many=many) for each in self._of_one(filters)]

    def _of_one(self, filters: Sequence[Filter]) -> list[Filter]:
        """The filters, with all that is asked of the one thing at the end of a relation as one."""
        found: dict[object, list[Filter]] = {}
        for n, item in enumerate(filters):
            found.setdefault(self._single(item) or n, []).append(item)
        return [items[0] if len(items) == 1 else self._joint(items) for items in found.values()]

    def _single(self, item: Filter) -> Hop | None:
        """The relation to one vertex at most that a filter begins with, where it says what that one is like."""
        if not isinstance(item, Condition) or item.negate or not item.path or item.property is None:
            return None
        edge = self.catalog.schema.edges.get(item.path[0].edge)
        return item.path[0] if edge and edge.max_out == 1 and item.path[0].direction == "out" else None

    def _joint(self, items: Sequence[Filter]) -> Filter:
        held = [item for item in items if isinstance(item, Condition)]
        inner = tuple(item.model_copy(update={"path": item.path[1:]}) for item in held)
        return DegreeCondition(path=held[0].path[:1], where=inner, op="gte", value=1)

    def phrase(self, label: str, asked: Filter, *, many: bool, negate: bool = False) -> Phrase:
        """One filter as what stands behind the noun; ``negate``: that it does not hold."""
        match asked:
            case AnyOf() | AllOf():
                return self._group(label, asked, many=many, negate=negate)
            case CalendarCondition():
                return recurring(asked, negate=negate)
            case DurationCondition():
                return lasting(asked, self.span(label, asked.start, asked.end), negate=negate)
            case DegreeCondition():
                return self._degree(label, asked, many=many, negate=negate)
            case Condition():
                return self._condition(label, asked, many=many, negate=negate)

    def _group(self, label: str, asked: AnyOf | AllOf, *, many: bool, negate: bool) -> Phrase:
        negate = negate != asked.negate
        if len(asked.filters) == 1:
            return self.phrase(label, asked.filters[0], many=many, negate=negate)
        found = [self.phrase(label, each, many=many) for each in asked.filters]
        if isinstance(asked, AnyOf) and not negate and all(p.kind == "with" and not p.long for p in found):
            return Phrase("with", listed([p.text for p in found], "or"))
        parts = [" ".join(pieces([p], many=many)) for p in found]
        first, word = ("either", "or") if isinstance(asked, AnyOf) else ("both", "and")
        if negate:
            first, word = ("neither", "nor") if isinstance(asked, AnyOf) else ("not both", "and")
        return Phrase("plain", f"{first} {joined(parts, word)}", long=True)

    def of(self, label: str, of: Ref | Duration | Degree) -> str:
        """What is measured, without an article."""
        if isinstance(of, Degree):
            return f"number of {self.some(self.end(label, of.path), of.where)}"
        return f"time {self.span(label, of.start, of.end)}" if isinstance(of, Duration) else self.ref(label, of)

    # Conditions on what a relation reaches.

    def _condition(self, label: str, asked: Condition, *, many: bool, negate: bool) -> Phrase:
        negate = negate != asked.negate
        if not asked.path:
            titled = split_name(asked.property or "")[-1:] in (("name",), ("title",))
            if titled and self._names(label, asked) and not negate:
                given = asked.value if isinstance(asked.value, tuple) else (asked.value,)
                return Phrase("plain", f"named {listed([name_said(each) for each in given], 'or')}")
            prop = self.catalog.property(label, asked.property or "")
            return (own_denied if negate else own)(asked, prop, many=many)
        inner = asked.model_copy(update={"path": asked.path[1:], "negate": False})
        filters = () if inner.property is None and not inner.path else (inner,)
        return self.hop(label, asked.path[0], self.thing(label, asked.path[0], filters), many=many, negate=negate)

    def _degree(self, label: str, asked: DegreeCondition, *, many: bool, negate: bool) -> Phrase:
        first, rest = asked.path[0], asked.path[1:]
        if (asked.op, asked.value) in (("gte", 1), ("gt", 0), ("lt", 1), ("lte", 0), ("eq", 0)):
            none = asked.op in ("lt", "lte", "eq")
            filters = (asked.model_copy(update={"path": rest, "op": "gte", "value": 1}),) if rest else asked.where
            return self.hop(label, first, self.thing(label, first, filters), many=many, negate=negate != none)
        end = self.end(label, asked.path)
        amount, several = f"{AMOUNTS[asked.op]} {asked.value:,}", asked.value != 1
        if negate:
            amount = f"not {amount}"
        if rest:
            over = listed([noun(self.end(label, asked.path[: n + 1])) for n in range(len(rest))])
            told = self.some(end, asked.where, asked.value)
            return Phrase("with", f"{amount} {told} (by way of {over})", long=True)
        thing = self.thing(label, first, asked.where, amount=amount, several=several)
        return self.hop(label, first, thing, many=many, negate=False)

    def thing(
        self, label: str, hop: Hop, filters: Sequence[Filter], amount: str = "", *, several: bool = False
    ) -> Thing:
        """What a relation reaches: by name where the filters are just that, else with its conditions."""
        end = self.end(label, (hop,))
        if len(filters) == 1 and not amount and self._names(end, filters[0]):
            asked = filters[0]
            assert isinstance(asked, Condition)
            given = asked.value if isinstance(asked.value, tuple) else (asked.value,)
            names = listed([name_said(each) for each in given], "or")
            return Thing(one(words(end)), self.named(end, given), names)

        def told(said: str, plural: bool, also: tuple[Phrase, ...]) -> str:
            return behind(said, self.phrases(end, filters, many=plural), many=plural, first=also)

        return Thing(
            one(words(end)), amount=amount, many=several, behind=told, filters=tuple(filters), long=bool(filters)
        )

    def hop(self, label: str, hop: Hop, thing: Thing, *, many: bool, negate: bool = False) -> Phrase:
        """A relation to a thing, as what stands behind the noun of ``label``."""
        how = self.manner(label, hop)
        if hop.direction == "in":
            return hops.backward(
                how, thing, words(label), self.pronoun(label, many=many), negate=negate, many=many
            )
        short = self._short(label, hop, thing, how)
        if short:
            return Phrase("without" if negate else "with", f"{how.text} {short}")
        if how.kind == "noun" and thing.named and not how.covers(self.end(label, (hop,))):
            thing = Thing(thing.noun, thing.named, thing.named)
        if how.ends and thing.named:
            thing = replace(thing, named=thing.said(thing.noun))
        return hops.forward(how, thing, negate=negate, many=many)

    def _short(self, label: str, hop: Hop, thing: Thing, how: Manner) -> str:
        """The one property of the one thing that a relation leads to: "telemetry", "device platform MAC"."""
        if how.kind != "noun" or thing.named or thing.amount or len(thing.filters) != 1:
            return ""
        edge = self.catalog.schema.edges.get(hop.edge)
        told = self.phrase(self.end(label, (hop,)), thing.filters[0], many=False)
        plain = told.kind == "with" and not told.long and not told.text.startswith(("a ", "an "))
        return told.text if plain and edge is not None and edge.max_out == 1 else ""

    def _names(self, label: str, asked: Filter) -> bool:
        if not isinstance(asked, Condition) or asked.path or asked.negate or asked.op not in _NAMING:
            return False
        return asked.property is not None and self.naming(label, asked.property)
