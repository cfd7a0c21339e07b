"""What labels, relations, properties and moments are called in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.agent.offline import vocabulary as v
from engine.agent.offline.telling import hops
from engine.agent.offline.telling.grammar import is_participle, listed
from engine.agent.offline.telling.manners import Manner, manner
from engine.agent.offline.telling.own import is_yearly, moment_name
from engine.agent.offline.telling.values import measured, stored, text
from engine.catalog.catalog import Catalog
from engine.catalog.wording import bare, noun, one, words
from engine.catalog.words import lemma, same_root, singular, split_name
from engine.operators.moments import holds_times
from engine.operators.params import Degree, Duration, Find, GroupBy, Hop, Ref


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one graph's schema, as people say them."""

    catalog: Catalog

    def naming(self, label: str, name: str) -> bool:
        """Whether a property is what vertices of a label are called by."""
        return name in ("id", self.catalog.name_of(label))

    def named(self, label: str, values: Sequence[object]) -> str:
        """Names, introduced by their label where they are codes: "group 25", "agent-005", "Germany"."""
        said = listed([name_said(each) for each in values], "or")
        coded = any(not isinstance(each, str) or any(c.isdigit() for c in each) for each in values)
        label_words = set(split_name(label)) | {singular(word) for word in split_name(label)}
        within = any(label_words & set(split_name(str(each))) for each in values)
        return f"{noun(label, 1)} {said}" if coded and not within else said

    def called(self, label: str, names: Sequence[str]) -> bool:
        """Whether names tell by themselves what they name: "agent-005" an agent."""
        said = {form for word in split_name(label) for form in (word, singular(word))}
        return all(said & set(split_name(name)) for name in names)

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

    def is_time(self, label: str, of: Ref | Duration | Degree) -> bool:
        """Whether a property holds times."""
        if not isinstance(of, Ref):
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
        if hop.direction == "out" and same_root(split_name(hop.edge)[0], split_name(self.end(label, path))[-1]):
            return ""  # "by resolution": that they are resolved by it goes without saying
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


def own_verb(said: str) -> bool:
    """Whether the words of a time say what was done then."""
    return is_participle(said.rpartition(" ")[2])


def name_said(given: object) -> str:
    """One name inside a sentence."""
    return text(given) if isinstance(given, str) else stored(given)
