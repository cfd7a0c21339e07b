"""Profiles drafted from schemas, and their TOML."""

import datetime as dt

import pytest

from engine.errors import OperatorMustAct
from engine.graph.embedded import EmbeddedGraph
from engine.graph.mappings import shipped, shipped_profile
from engine.graph.profile import (
    Profile,
    SimilarityEdge,
    Window,
    parse_profile,
    profile_toml,
    read_profile,
    write_beside,
)
from engine.graph.profile_draft import draft_profile
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, Schema, VertexLabel
from engine.samples.support import write_sample

ANCHOR = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)


def schema(vertices, edges=()):
    """Vertices: {label: {property: (type, samples)}}; edges: (name, out, in, {property: (type, low, high)})."""
    return Schema(
        {
            label: VertexLabel(
                label,
                100,
                {
                    name: PropertySchema(name, kind, 100, len(samples), (), tuple(samples))
                    for name, (kind, samples) in properties.items()
                },
            )
            for label, properties in vertices.items()
        },
        {
            name: EdgeLabel(
                name,
                50,
                (EdgeEnds(out, into, 50),),
                {key: PropertySchema(key, kind, 50, low=low, high=high) for key, (kind, low, high) in own.items()},
            )
            for name, out, into, own in edges
        },
        ANCHOR,
    )


def test_the_sample_graph_is_understood_without_its_profile(tmp_path):
    path = tmp_path / "s.gsnap"
    write_sample(path, cases=150, seed=2, anchor=ANCHOR)
    backend = EmbeddedGraph.open(path)
    found = draft_profile(backend.schema())
    backend.close()
    ours = shipped_profile("sample")
    assert (found.case_label, found.time_property, found.score_property) == (
        "case",
        "createdAt",
        "similarityScore",
    )
    assert set(found.similarity) == set(ours.similarity)
    assert found.taxonomy_labels == ours.taxonomy_labels
    assert set(ours.free_text) <= set(found.free_text)
    assert found.name_properties == ours.name_properties


def test_another_shape_is_understood():
    found = draft_profile(
        schema(
            {
                "ticket": {
                    "ticketNumber": ("string", ["T-1", "T-2"]),
                    "closed_on": ("datetime", []),
                    "submitted_on": ("datetime", []),
                },
                "note": {
                    "body": ("string", ["the printer on floor two is out of paper again", "a second long note"])
                },
                "product": {"sku": ("string", ["x1"]), "name": ("string", ["Desk", "Lamp"])},
                "topic": {"name": ("string", ["Printing"])},
            },
            [
                ("says", "ticket", "note", {}),
                ("similarNote", "note", "note", {"score": ("number", 0.4, 1.0)}),
                ("near", "note", "note", {"score": ("number", 0.0, 250.0)}),
                ("about", "ticket", "product", {}),
            ],
        )
    )
    assert (found.case_label, found.time_property) == ("ticket", "submitted_on")
    assert found.similarity == (SimilarityEdge(edge="similarNote", bracket="says"),)
    assert found.score_property == "score"
    assert found.free_text == {"note": ("body",)}
    assert found.name_properties == {"ticket": "ticketNumber", "product": "name", "topic": "name"}
    assert found.taxonomy_labels == ("topic",)


def test_a_graph_without_cases_has_none():
    found = draft_profile(schema({"city": {"name": ("string", ["Rome"])}}))
    assert (found.case_label, found.time_property, found.similarity) == (None, None, ())


@pytest.mark.parametrize("name", ["sample", "incidents", "countries"])
def test_shipped_profiles_come_back_from_their_toml(name):
    assert name in shipped("profile")
    profile = shipped_profile(name)
    assert parse_profile(profile_toml(profile)) == profile


def test_every_field_comes_back():
    profile = Profile(
        name='a "b"',
        case_label="c",
        window=Window(low=ANCHOR, high=ANCHOR + dt.timedelta(1)),
        similarity=(SimilarityEdge(edge="e", bracket="b"),),
        free_text={"note": ("x", "y")},
        synonyms={"MAC": ("mac", "macbook"), "priority=1": ("critical",)},
        private_properties=("ssn",),
        date_order="MDY",
        fiscal_year_start=4,
    )
    assert parse_profile(profile_toml(profile)) == profile


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name = ", "not valid TOML"),
        ('nmae = "x"', "nmae"),
        ("fiscal_year_start = 13", "fiscal_year_start"),
        ("[window]\ndays = 0", "window.days"),
    ],
)
def test_a_wrong_profile_is_named(tmp_path, text, told):
    path = tmp_path / "p.toml"
    path.write_text(text)
    with pytest.raises(OperatorMustAct) as refused:
        read_profile(path)
    assert told in refused.value.message
    assert "p.toml" in refused.value.message


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_a_profile_that_cannot_be_read(tmp_path, content):
    path = tmp_path / "p.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(OperatorMustAct, match="could not be read"):
        read_profile(path)


def test_a_person_s_own_profile_stays(tmp_path):
    graph = tmp_path / "g.gsnap"
    path = write_beside(graph, 'name = "one"\n')
    assert write_beside(graph, 'name = "two"\n') == path
    assert read_profile(path).name == "two"
    path.write_text('name = "mine"\n')
    assert write_beside(graph, 'name = "three"\n') is None
    assert read_profile(path).name == "mine"
