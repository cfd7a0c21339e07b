"""Ways to reach people are told by what they look like."""

import tomllib

import pytest

from engine.graph.profile import Profile, parse_profile, profile_toml
from engine.graph.profile_personal import personal_properties, suggestion
from tests.unit.load.test_profile_draft import schema


@pytest.mark.parametrize(
    ("name", "kind", "samples", "personal"),
    [
        ("email", "string", ["ann@mail.example", "b.c+d@x.co.uk"], True),
        ("contact", "string", ["ann@mail.example", "bob@mail.example"], True),
        ("phone", "string", ["0170 5550001", "030/555 00 11"], True),
        ("homePhone", "integer", [491705550001, 491705550002], True),
        ("reach", "string", ["+49 170 5550001", "(030) 555-0011"], True),
        ("phone", "string", ["iPhone 12", "Pixel 8"], False),
        ("channel", "string", ["phone", "email"], False),
        ("order_no", "string", ["2024-000123", "2024-000124"], False),
        ("serial", "integer", [491705550001, 491705550002], False),
        ("cellar", "string", ["1234567", "7654321"], False),
        ("handle", "string", ["@ann", "@bob"], False),
        ("note", "string", ["write to ann@mail.example", "call back"], False),
        ("phone", "string", [], False),
    ],
)
def test_ways_to_reach_people(name, kind, samples, personal):
    found = schema({"person": {name: (kind, samples), "age": ("integer", [31, 47])}})
    assert personal_properties(found) == ((name,) if personal else ())


def test_the_draft_leaves_it_to_a_person():
    found = schema({"a": {"phone": ("string", ["+49 170 5550001"])}, "b": {'e"mail': ("string", ["a@b.example"])}})
    text = profile_toml(Profile(name="g"), suggestion(found))
    assert parse_profile(text) == Profile(name="g")
    bare = "\n".join(line.removeprefix("# ") for line in text.splitlines()[1:])
    assert tomllib.loads(bare)["private_properties"] == ['e"mail', "phone"]
