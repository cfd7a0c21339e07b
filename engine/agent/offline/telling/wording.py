"""An operator call in words: what was counted or listed, under which conditions. A misreading shows here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.agent.offline import vocabulary as v
from engine.agent.offline.telling import hops
from engine.agent.offline.telling.grammar import AMOUNTS, is_participle, listed
from engine.agent.offline.telling.hops import Thing
from engine.agent.offline.telling.manners import Manner, manner
from engine.agent.offline.telling.own import is_yearly, lasting, moment_name, own, own_denied
from engine.agent.offline.telling.phrases import Phrase, behind, finite, joined, pieces
from engine.agent.offline.telling.recurring import recurring
from engine.agent.offline.telling.values import measured, stored, text
from engine.catalog.catalog import Catalog
from engine.catalog.wording import bare, noun, one, words
from engine.catalog.words import lemma, singular, split_name
from engine.operators.moments import holds_times
from engine.operators.params import (
    AllOf,
    AnyOf,
    CalendarCondition,
    Condition,
    DegreeCondition,
    Duration,
    DurationCondition,
    Filter,
    Find,
    GroupBy,
    Hop,
    Ref,
)

_NAMING = ("eq", "within")


@dataclass(frozen=True, slots=True)
class Wording:
    """Says operator calls on one graph."""

    catalog: Catalog

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
        return [self.phrase(label, each, many=many) for each in filters]

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

    # Conditions on what a relation reaches.

    def _condition(self, label: str, asked: Condition, *, many: bool, negate: bool) -> Phrase:
        negate = negate != asked.negate
        if not asked.path:
            if self._names(label, asked) and not negate:
                given = asked.value if isinstance(asked.value, tuple) else (asked.value,)
                return Phrase("plain", f"named {listed([_name(each) for each in given], 'or')}")
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
            return Thing(one(words(end)), self.named(end, given), listed([_name(each) for each in given], "or"))

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

    def naming(self, label: str, name: str) -> bool:
        """Whether a property is what vertices of a label are called by."""
        return name in ("id", self.catalog.name_of(label))

    def named(self, label: str, values: Sequence[object]) -> str:
        """Names, introduced by their label where they are codes: "group 25", "agent-005", "Germany"."""
        said = listed([_name(each) for each in values], "or")
        coded = any(not isinstance(each, str) or any(c.isdigit() for c in each) for each in values)
        label_words = set(split_name(label)) | {singular(word) for word in split_name(label)}
        within = any(label_words & set(split_name(str(each))) for each in values)
        return f"{noun(label, len(values))} {said}" if coded and not within else said

    def called(self, label: str, names: Sequence[str]) -> bool:
        """Whether names tell by themselves what they name: "agent-005" an agent."""
        said = {form for word in split_name(label) for form in (word, singular(word))}
        return all(said & set(split_name(name)) for name in names)

    def coded(self, label: str, name: object) -> str:
        """A name in a list of its label: as it stands."""
        return stored(name)

    # Relations and their ends.

    def end(self, label: str, path: Sequence[Hop]) -> str:
        """The label that a path leads to; of several, the one that most edges reach."""
        for hop in path:
            edge = self.catalog.schema.edges.get(hop.edge)
            if hop.to or edge is None:
                label = hop.to or label
                continue
            away = [(e.count, e.in_label) for e in edge.ends if e.out_label == label and hop.direction != "in"]
            back = [(e.count, e.out_label) for e in edge.ends if e.in_label == label and hop.direction != "out"]
            label = max(away + back, default=(0, label))[1]
        return label

    def manner(self, label: str, hop: Hop) -> Manner:
        """How the relation of a hop from a label is said."""
        return manner(hop.edge, label if hop.direction == "in" else self.end(label, (hop,)))

    def pronoun(self, label: str, *, many: bool) -> str:
        """The word for vertices of a label spoken of before."""
        return "them" if many or self.person(label) else "it"

    def person(self, label: str) -> bool:
        """Whether a label is a word for people."""
        return lemma(split_name(label)[-1]) in v.PEOPLE

    # Properties.

    def role(self, label: str, path: Sequence[Hop]) -> str:
        """What stands at a path's end: "official language", "team"."""
        before, hop = self.end(label, path[:-1]), path[-1]
        how, end = self.manner(before, hop), self.end(label, path)
        said = how.text if how.kind == "noun" and hop.direction != "in" else one(words(end))
        return f"{said} of the {self.role(label, path[:-1])}" if path[:-1] else said

    def ref(self, label: str, asked: Ref) -> str:
        """A property in words: "fare", "country of the contact"; the role itself for a name."""
        if not asked.path:
            return self.name(asked.property, label)
        end, role = self.end(label, asked.path), self.role(label, asked.path)
        if self.naming(end, asked.property):
            return role
        return f"{self.name(asked.property, end)} of the {role}"

    def name(self, name: str, label: str) -> str:
        """A property's own words: a time by what happened ("created time")."""
        prop = self.catalog.property(label, name)
        if prop is not None and prop.type == "datetime":
            return moment_name(name)
        said = measured(name)[0]
        if prop is not None and is_yearly(prop):
            return f"year {said}" if own_verb(said) else said
        counts = prop is not None and prop.type in ("integer", "number")
        last = said.rpartition(" ")[2]
        return f"number of {said}" if counts and last != singular(last) else said

    def is_time(self, label: str, of: Ref | Duration) -> bool:
        """Whether a property holds times."""
        if isinstance(of, Duration):
            return False
        prop = self.catalog.property(self.end(label, of.path), of.property)
        return prop is not None and (holds_times(prop) or is_yearly(prop))

    def is_name(self, label: str, asked: Ref | Duration | None) -> bool:
        """Whether a column has the names of vertices of a label."""
        return isinstance(asked, Ref) and not asked.path and self.naming(label, asked.property)

    def columns(self, params: Find, names: Sequence[str]) -> list[Ref | Duration | None]:
        """What the columns of a find hold: what was chosen, else properties by the columns' names."""
        chosen: list[Ref | Duration] = list(params.select)
        if params.order_by is not None and chosen:
            chosen.append(params.order_by)
        kept = list(dict.fromkeys(chosen))
        if len(kept) == len(names):
            return [*kept]
        plain: list[Ref | Duration | None] = [Ref(property=name) for name in names]
        if params.order_by is not None and not chosen and names and params.order_by not in plain:
            plain[-1] = params.order_by
        return plain

    def key(self, label: str, group: GroupBy) -> str:
        """What is grouped by: "category", "agent they are assigned to", "month created"."""
        path = group.ref.path
        if group.bucket:
            said = bare(group.ref.property)
            unit = group.bucket.replace("_", " ")
            moment = f"{unit} {said}" if own_verb(said) else f"{unit} of {said}"
            return f"{moment} of the {self.role(label, path)}" if path else moment
        said = self.ref(label, group.ref)
        return f"{said} {self.way(label, path)}".strip() if path else said

    def way(self, label: str, path: Sequence[Hop]) -> str:
        """How a role stands to what is counted, where its own words do not say it: "they are assigned to"."""
        hop = path[-1]
        before = self.end(label, path[:-1])
        how = self.manner(before, hop)
        if how.kind in ("at", "noun") and hop.direction != "in":
            return ""
        if len(path) > 1:
            return f"({how.text})"
        if hop.direction == "in":
            return f"that {hops.clause(how, many=False)} them" if how.kind in ("verb", "past") else f"({how.text})"
        return f"they {hops.clause(how, many=True)}"

    def span(self, label: str, start: Ref, end: Ref) -> str:
        """A span of time in words."""
        return f"from {self._clock(label, start)} to {self._clock(label, end)}"

    def _clock(self, label: str, asked: Ref) -> str:
        said = bare(asked.property)
        return f"{said} of the {self.role(label, asked.path)}" if asked.path else said

    def of(self, label: str, of: Ref | Duration) -> str:
        """What is measured, without an article."""
        return f"time {self.span(label, of.start, of.end)}" if isinstance(of, Duration) else self.ref(label, of)


def own_verb(said: str) -> bool:
    """Whether the words of a time say what was done then."""
    return is_participle(said.rpartition(" ")[2])


def _name(given: object) -> str:
    return text(given) if isinstance(given, str) else stored(given)
