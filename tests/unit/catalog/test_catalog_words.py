"""Names cut into words, and the forms of words that are held equal."""

from __future__ import annotations

import pytest

from engine.catalog.words import fold, lemma, same_root, singular, split_name, tokens_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("assignmentGroup", ("assignment", "group")),
        ("assignment_group", ("assignment", "group")),
        ("u_symptom", ("symptom",)),
        ("isActive", ("active",)),
        ("topLevelInternetDomain", ("top", "level", "internet", "domain")),
        ("HTTPStatus", ("http", "status")),
        ("shares border with", ("shares", "border", "with")),
        ("x", ("x",)),
    ],
)
def test_split_name(name: str, words: tuple[str, ...]) -> None:
    assert split_name(name) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [("resolve", "resolution"), ("closed", "closure"), ("create", "creation"), ("assign", "assignment")],
)
def test_same_root(one: str, other: str) -> None:
    assert same_root(one, other)
    assert same_root(other, one)


@pytest.mark.parametrize(("one", "other"), [("contact", "contract"), ("case", "cause"), ("open", "operate")])
def test_other_words_have_other_roots(one: str, other: str) -> None:
    assert not same_root(one, other)


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("cancelled", "cancel"),
        ("cancelling", "cancel"),
        ("canceled", "cancel"),
        ("travelled", "travel"),
        ("labelling", "label"),
        ("modelled", "model"),
        # of these the second l is the word's own
        ("filled", "fill"),
        ("called", "call"),
        ("enrolled", "enroll"),
        ("installed", "install"),
        ("telling", "tell"),
        ("selling", "sell"),
        ("spelled", "spell"),
        ("reselling", "resell"),
    ],
)
def test_an_l_is_doubled_in_british_past_forms(word: str, base: str) -> None:
    assert lemma(word) == base


def test_base_forms() -> None:
    assert [lemma(word) for word in ("incidents", "resolved", "people", "vpns")] == [
        "incident",
        "resolve",
        "person",
        "vpn",
    ]
    assert [singular(word) for word in ("categories", "boxes", "status", "news")] == [
        "category",
        "box",
        "status",
        "new",
    ]


def test_values_are_compared_without_case_accents_and_punctuation() -> None:
    assert fold("Côte d'Ivoire") == fold("COTE D'IVOIRE")
    assert tokens_of("Wi-Fi (5 GHz)") == ("wi", "fi", "5", "ghz")
    assert tokens_of("NON_COMPLIANT") == ("non", "compliant")
