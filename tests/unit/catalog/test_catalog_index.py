"""The lexicon, the value index and the taxonomy of a catalog made from a schema alone."""

from __future__ import annotations

import datetime as dt

from engine.catalog.catalog import Catalog
from engine.catalog.entries import EdgeName, LabelName, PropertyName, ValueEntry
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema, Schema, VertexLabel
from tests.support.library import library

CATALOG = library()


def entries(*words: str) -> set[object]:
    return {match.entry for match in CATALOG.lexicon.get(words)}


def test_labels_by_name_head_word_initials_and_synonym() -> None:
    for words in (("staff", "member"), ("member",), ("sm",)):
        assert LabelName("staffMember") in entries(*words)
    assert LabelName("loan") in entries("lend")


def test_properties_by_name_and_moments_by_their_verb() -> None:
    assert PropertyName("loan", "renewal_count") in entries("renewal", "count")
    assert PropertyName("loan", "renewal_count") in entries("renewal")
    assert PropertyName("loan", "returnedAt", verb=True) in entries("return")
    assert not entries("count")  # says of no property what it counts


def test_relations_whole_and_without_their_preposition() -> None:
    assert EdgeName("issuedBy") in entries("issue", "by")
    assert EdgeName("issuedBy", "verb") in entries("issue")
    assert EdgeName("sequelOf", "noun") in entries("sequel")


def test_values_in_any_case_with_all_their_owners() -> None:
    found = {match.entry for match in CATALOG.values.get(("annex",))}
    assert found == {ValueEntry("loan", "desk", ("Annex",), 400), ValueEntry("reader", "town", ("Annex",), 30)}


def test_a_synonym_of_one_value_only() -> None:
    found = CATALOG.values.get(("missing", "for", "good"))
    assert [match.entry for match in found] == [ValueEntry("loan", "status", ("Lost",), 50)]


def test_identifiers_are_known_by_their_shape() -> None:
    assert CATALOG.values.by_shape("ln-00042") == [ValueEntry("loan", "loan_number", ("LN-00042",))]
    assert CATALOG.values.by_shape("LN-42") == []
    assert CATALOG.values.by_shape("00042") == []


def test_private_and_free_text_properties_are_in_no_index() -> None:
    secret = PropertySchema("pin", "string", 2, 2, (("1234x", 1), ("9876y", 1)))
    text = PropertySchema("content", "string", 2, 2, (("the door jams", 1), ("no light", 1)))
    schema = Schema(
        {"note": VertexLabel("note", 2, {"pin": secret, "content": text})}, {}, dt.datetime.now(dt.UTC)
    )
    profile = Profile(private_properties=("pin",), free_text={"note": ("content",)})
    catalog = Catalog.build(schema, profile)
    assert len(catalog.values) == 0
    assert catalog.lexicon.get(("pin",)) == []
    assert catalog.name_of("note") == "content"


def test_taxonomy_ranks_names_before_descriptions() -> None:
    topic = VertexLabel(
        "topic",
        3,
        {
            "name": PropertySchema("name", "string", 3, 3, (("Printer jam", 1), ("Paper", 1), ("Toner", 1))),
            "description": PropertySchema("description", "string", 2, 2, (("for the printer", 1), ("ink", 1))),
        },
    )
    schema = Schema({"topic": topic}, {}, dt.datetime.now(dt.UTC))
    catalog = Catalog.build(schema, Profile(taxonomy_labels=("topic",)))
    strong, weak = catalog.taxonomy("printers")
    assert [match.entry.values for match in strong] == [("Printer jam",)]  # type: ignore[union-attr]
    assert [match.entry.values for match in weak] == [("for the printer",)]  # type: ignore[union-attr]
