"""How a conversation that ended becomes the Answer: text, tables, evidence; or an honest message."""

from __future__ import annotations

from dataclasses import replace

from engine.agent.loop import Ending
from engine.agent.run import EXPLORING, Run
from engine.answer import Answer, Table
from engine.errors import GraphdeskError, OperatorMustAct

ROWS = 200  # of a table, in an answer; all of them are in the artifact
TABLES = 3  # shown with an answer; the others can be opened in the trace

_BUDGETS = {
    "turns": ("after {limit:g} model calls", "GRAPHDESK_MAX_TURNS"),
    "tokens": ("after {limit:,.0f} tokens", "GRAPHDESK_MAX_TOKENS"),
    "dollars": ("after ${limit}", "GRAPHDESK_MAX_DOLLARS"),
    "seconds": ("after {limit:g} seconds", "GRAPHDESK_MAX_SECONDS"),
}


def composed(ending: Ending, run: Run) -> Answer:
    """The Answer of a run that ended."""
    usage = replace(run.usage, seconds=run.seconds)
    answer = Answer("failed", "", run.question, queries=list(run.queries), tables=_tables(run), usage=usage)
    if ending.outcome:
        outcome = ending.outcome
        return replace(
            answer,
            status=outcome.status,
            text=outcome.text,
            choices=list(outcome.choices),
            unplaced=list(outcome.unplaced),
            suggestions=list(outcome.suggestions),
        )
    if ending.kind == "answered" and ending.text:
        warnings = ["The answer was cut at its length limit."] if ending.cut else []
        return replace(answer, status="answered", text=ending.text, warnings=warnings)
    error = _error(ending, run)
    text = " ".join(part for part in (error.message, found_so_far(run), error.hint) if part)
    return replace(answer, text=text, error=error.as_dict())


def found_so_far(run: Run) -> str:
    """What the queries that ran have found, in a sentence each; empty when none did."""
    found = [
        f"{outcome.title} ({len(outcome.rows)} {'row' if len(outcome.rows) == 1 else 'rows'})"
        for outcome in run.outcomes
        if outcome.queries and outcome.operator not in EXPLORING
    ]
    return f"Found until then, shown below: {'; '.join(found[-TABLES:])}." if found else ""


def _error(ending: Ending, run: Run) -> GraphdeskError:
    if ending.error:
        return ending.error
    if ending.budget:
        said, setting = _BUDGETS[ending.budget]
        limit = getattr(run.budget, ending.budget)
        if ending.budget == "dollars":
            limit = f"{limit:.5f}".rstrip("0").rstrip(".")
        message = f"I stopped {said.format(limit=limit)}, before I had a full answer."
        hint = f"Ask for less at once, or raise {setting}."
        return OperatorMustAct(message, hint, code=f"budget_{ending.budget}")
    if ending.kind == "refusal":
        return GraphdeskError("The model declined to answer this.", "Ask in other words.", code="refusal")
    return OperatorMustAct("The model ended without an answer.", "Ask it again.", code="no_answer")


def _tables(run: Run) -> list[Table]:
    shown = [outcome for outcome in run.outcomes if outcome.queries and outcome.operator not in EXPLORING]
    return [outcome.table(ROWS) for outcome in shown[-TABLES:]]
