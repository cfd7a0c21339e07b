"""The text of an answer: figures linked to their queries, Markdown of a model, nothing else as HTML."""

import dataclasses
import re

import pytest

from admin.answer_text import big_figure, said, unsaid
from engine.answer import Answer, Claim, Evidence, Table
from tests.support import console_desk as given


def answer(text: str, *claims: Claim, backbone: str = "offline") -> Answer:
    return Answer(status="answered", text=text, claims=list(claims), backbone=backbone)


def test_a_figure_leads_to_its_query() -> None:
    html = said(answer("12 of 120 cases.", Claim("12", 12, Evidence(1))), "q")
    assert html == '<p><a class="claim" href="#q-2" title="from query 2">12</a> of 120 cases.</p>'


def test_a_figure_without_evidence_is_marked_as_open() -> None:
    assert 'class="claim open"' in said(answer("12 cases.", Claim("12", 12, None)), "q")


def test_longer_figures_are_not_cut_by_shorter_ones() -> None:
    html = said(answer("3.5 hours, 3 cases", Claim("3", 3, Evidence(0)), Claim("3.5", 3.5, Evidence(1))), "q")
    assert re.findall(r'href="#q-(\d)"[^>]*>([^<]+)', html) == [("2", "3.5"), ("1", "3")]


@pytest.mark.parametrize("backbone", ["offline", "claude-test"])
@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](https://example.com/x.png)",
        "<https://example.com>",
        "**<b onclick=alert(1)>**",
        "`</code><script>`",
        "| a |\n|---|\n| <script> |",
        "```html\n<script>\n```",
    ],
)
def test_no_text_becomes_an_element_of_its_own(backbone: str, text: str) -> None:
    html = said(answer(text, Claim("<script>", "<script>", Evidence(0)), backbone=backbone), "q")
    assert not re.search(r"<(script|img|b |iframe|style)", html)
    assert not re.search(r'href="(?!#q-)', html)


def test_a_model_may_use_markdown() -> None:
    text = "**Two** teams:\n\n- `Network`: 312\n- Identity\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    html = said(answer(text, Claim("312", 312, Evidence(0)), backbone="claude-test"), "q")
    for part in ("<strong>Two</strong>", "<li>", "<code>Network</code>", "<table>", 'href="#q-1"'):
        assert part in html


def test_the_offline_text_is_kept_as_it_is() -> None:
    assert said(answer("*** Outage *** in __main__"), "q") == "<p>*** Outage *** in __main__</p>"


def test_the_big_figure_is_the_only_number_of_a_single_query() -> None:
    assert big_figure(given.counted()) == "312"
    assert big_figure(given.listed()) == ""
    assert big_figure(given.declined()) == ""
    cell = Table("count", ["count"], [[312]], 1)
    assert big_figure(dataclasses.replace(given.counted(), tables=[cell])) == "312"
    other = Table("count", ["count"], [[313]], 1)
    assert big_figure(dataclasses.replace(given.counted(), tables=[other])) == ""
    unproved = dataclasses.replace(given.counted(), claims=[Claim("312", 312, None)])
    assert big_figure(unproved) == ""


def test_words_that_the_text_names_are_not_said_twice() -> None:
    said_already = Answer(
        status="declined", text='I could not place "frobs", "quux" here.', unplaced=["frobs", "quux"]
    )
    assert unsaid(said_already) == []
    assert unsaid(dataclasses.replace(said_already, unplaced=["frobs", "blip"])) == ["frobs", "blip"]
    assert unsaid(Answer(status="declined", text="Not as one question.", unplaced=["per"])) == ["per"]
