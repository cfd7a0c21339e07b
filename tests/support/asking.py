"""Asking the operators, and holding their rows against an answer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.operators.graph_data import graph_operators
from engine.operators.operator import Context, Outcome
from tests.support.desk_asked import Question


def ask(context: Context, operator: str, arguments: dict[str, Any]) -> Outcome:
    return graph_operators().get(operator).call(arguments, context)


def check(question: Question, context: Context) -> None:
    """The rows are the answer's (floats to nine digits), the notes say what they must."""
    outcome = ask(context, question.operator, question.arguments)
    got, wanted = [_plain(row) for row in outcome.rows], [_plain(row) for row in question.rows]
    if not question.ordered:
        got, wanted = sorted(got, key=repr), sorted(wanted, key=repr)
    assert len(got) == len(wanted), (got, wanted)
    for row, expected in zip(got, wanted, strict=True):
        assert row == [pytest.approx(cell, rel=1e-9) if isinstance(cell, float) else cell for cell in expected]
    for note in question.notes:
        assert any(note in said for said in outcome.notes), outcome.notes


def _plain(row: list[Any]) -> list[Any]:
    return [float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else cell for cell in row]
