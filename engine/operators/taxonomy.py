"""taxonomy_lookup: what a phrase means in the graph's taxonomy (SEGRA §3.1).

Strong: every word of the topic is a token of the entry's name; use those in ``within`` filters. Weak: the words
stand only in the description; to be used only when the description confirms that it is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from pydantic import Field

from engine.catalog.names import name_property
from engine.catalog.words import lemma, tokens_of
from engine.errors import ModelMustAct
from engine.gremlin.build import Builder, TextP, __, g
from engine.operators.execute import run
from engine.operators.operator import Context, Outcome
from engine.operators.params import Params
from engine.operators.predicates import escaped
from engine.operators.summary import table_outcome
from engine.store.artifacts import Column, Row

_ADVICE = (
    "Strong matches: use their names in a within filter. Weak matches: the topic stands only in the description; "
    "include one only when its description confirms that it is meant."
)


_NOTHING = "No entry matches. Search the free texts with topic_search."


class TaxonomyLookup(Params):
    """The topic to look up, in the words of the question."""

    topic: str = Field(min_length=1, max_length=200, description='a topic, such as "vpn"')


class NoTaxonomy(ModelMustAct):
    """The profile names no taxonomy labels."""

    code = "no_taxonomy"


def taxonomy_lookup(asked: TaxonomyLookup, context: Context) -> Outcome:
    """Entries that match, strong before weak, said of each. Raises NoTaxonomy."""
    labels = [label for label in context.profile.taxonomy_labels if label in context.schema.vertices]
    if not labels:
        raise NoTaxonomy("This graph's profile names no taxonomy.", "Search with topic_search, or list with find.")
    words = {lemma(word) for word in tokens_of(asked.topic)}
    if not words:
        raise ModelMustAct("The topic holds no word.", "Give a word of the question.")
    entries, queries = [], []
    for label in labels:
        texts = _texts(context, label)
        if texts:
            result, index = run(context, _holding_any(label, texts, words))
            queries.append(index)
            entries += [_entry(label, texts, row) for row in result.rows if isinstance(row, Mapping)]
    rows = [row for entry in entries if (row := _ranked(entry, words, len(words)))]
    notes = [_ADVICE]
    if not rows:
        rows = [row for entry in entries if (row := _ranked(entry, words, 1))]
        notes = [_ADVICE, "No entry holds all the words; these hold some."] if rows else [_NOTHING]
    rows.sort(key=lambda row: (row[0] != "strong", str(row[2]).casefold(), str(row[1])))
    return table_outcome(
        context,
        operator="taxonomy_lookup",
        title=f"taxonomy entries for {asked.topic}",
        columns=[Column(name) for name in ("match", "label", "name", "description", "id")],
        rows=rows,
        queries=queries,
        notes=notes,
    )


def _texts(context: Context, label: str) -> list[str]:
    """The text properties of a label, the one that names it first."""
    private = context.profile.private_properties
    held = context.schema.vertices[label].properties.values()
    texts = [prop.name for prop in held if prop.type == "string" and prop.name not in private]
    name = name_property(label, context.schema, context.profile)
    return sorted(texts, key=lambda text: text != name)


def _holding_any(label: str, texts: Sequence[str], words: Set[str]) -> Builder:
    # Forms of a word start alike: a few letters less find them all, and what was meant is judged afterwards.
    stems = "|".join(escaped(word[: max(3, len(word) - 2)]) for word in sorted(words))
    holding = [__.has(text, TextP.regex(f"(?iu)({stems})")) for text in texts]
    return g.V().hasLabel(label).or_(*holding).elementMap(*texts)


def _entry(label: str, texts: Sequence[str], row: Mapping[object, object]) -> Row:
    name, *others = (str(row.get(text, "")) for text in texts)
    return ["", label, name, " | ".join(other for other in others if other), row.get("id")]


def _ranked(entry: Row, words: Set[str], enough: int) -> Row | None:
    """The entry marked strong or weak when at least ``enough`` of the words are in it."""
    named, described = (_tokens(str(text)) for text in (entry[2], entry[3]))
    if len(words & named) >= enough:
        return ["strong", *entry[1:]]
    return ["weak", *entry[1:]] if len(words & (named | described)) >= enough else None


def _tokens(text: str) -> set[str]:
    return {lemma(word) for word in tokens_of(text)}
