"""Gremlin in lines: each begins with a step, and together they are the text again."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from admin.gremlin_lines import ONE_LINE, broken, lines_of

LONG = (
    "g.V().hasLabel('case').has('createdAt', P.gte(datetime('2026-07-01T00:00:00Z')))"
    ".group().by(__.out('handledBy').values('name')).by(__.count())"
    ".order(Scope.local).by(Column.values, Order.desc)"
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            LONG,
            [
                "g.V().hasLabel('case')",
                ".has('createdAt', P.gte(datetime('2026-07-01T00:00:00Z')))",
                ".group().by(__.out('handledBy').values('name')).by(__.count())",
                ".order(Scope.local).by(Column.values, Order.desc)",
            ],
        ),
        ("g.V().has('name', 'a).b().c')", ["g.V().has('name', 'a).b().c')"]),
        ("g.V().has('x', 'it\\').y().z').count()", ["g.V().has('x', 'it\\').y().z')", ".count()"]),
        ("", []),
        ("(((", ["((("]),
    ],
)
def test_lines(text: str, lines: list[str]) -> None:
    assert lines_of(text) == lines


def test_what_fits_stays_on_one_line() -> None:
    short = "g.V().hasLabel('case').out('handledBy').values('name').dedup().count()"
    assert len(short) < ONE_LINE
    assert broken(short).count('class="line"') == 1
    assert broken(LONG).count('class="line"') == 4


@given(st.text(alphabet="gV().'\"\\ab,<>&[]{}_\u202e", max_size=200))
def test_what_is_copied_is_the_text(text: str) -> None:
    shown = str(broken(text))
    assert Markup(re.sub("</?(span|wbr)[^>]*>", "", shown)).unescape() == text
    assert not re.search("<(?!/?span|wbr)", shown)
