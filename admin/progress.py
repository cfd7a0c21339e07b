"""What is being done for a question, in plain words, for the person who waits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from admin.values import own, words
from engine.store import Step, Task

CLOCKS_APART = dt.timedelta(seconds=5)  # leases go by the database's clock
_DONE = {
    "ground": "Looked up its words in the graph",
    "query": "Asked the graph",
    "grounding_check": "Checked every figure against the rows",
    "answer": "Wrote the answer",
}
_NEXT = {
    "ground": "Reading the question",
    "query": "Reading the result",
    "tool_call": "Reading the result",
    "grounding_check": "Writing the answer",
    "answer": "Writing the answer",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was done; ``detail`` says to what; ``refused``: it did not work, and another way is tried."""

    text: str
    detail: str
    refused: bool
    milliseconds: float


def doing(task: Task, steps: Sequence[Step]) -> str:
    """What is going on right now."""
    if task.status == "queued":
        return "Waiting for its turn"
    if is_lost(task):
        return "Its worker does not answer any more; another one takes it up"
    if not steps:
        return "Looking up its words in the graph"
    last = steps[-1]
    if last.kind == "model_call":
        return "Asking the graph" if _calls_tools(last) else "Checking the figures"
    return _NEXT.get(last.kind, "Working on it")


def is_lost(task: Task) -> bool:
    """Whether a running question's worker let its lease run out: it was killed, or cut off."""
    until = task.lease_until
    return task.status == "running" and until is not None and own(until) < dt.datetime.now(dt.UTC) - CLOCKS_APART


def done(steps: Sequence[Step]) -> list[Line]:
    """What was done so far. An operator's call is not told beside its queries, unless it was refused."""
    lines = []
    for before, step in enumerate(steps):
        refused = bool(step.data.get("error"))
        if step.kind == "tool_call" and not refused and before and steps[before - 1].kind == "query":
            continue
        lines.append(Line(_said(step, steps[:before], refused), _detail(step), refused, step.milliseconds))
    return lines


def _said(step: Step, before: Sequence[Step], refused: bool) -> str:
    if step.kind == "model_call":
        if refused:
            return "The model did not answer"
        return "Read the result" if any(one.kind == "model_call" for one in before) else "Read the question"
    if step.kind == "tool_call":
        return f"{words(step.title)} was refused" if refused else f"Used {words(step.title).lower()}"
    return _DONE.get(step.kind, words(step.kind))


def _detail(step: Step) -> str:
    error = step.data.get("error")
    if isinstance(error, dict):
        return str(error.get("message", ""))
    return step.title if step.kind == "query" else ""


def _calls_tools(step: Step) -> bool:
    reply = step.data.get("reply")
    return isinstance(reply, list) and any(isinstance(block, dict) and "tool" in block for block in reply)
