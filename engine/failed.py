"""What went wrong with a question, as its answer: never a stack trace, never a secret."""

from __future__ import annotations

import logging

from engine.answer import Answer
from engine.errors import GraphdeskError, OperatorMustAct

log = logging.getLogger(__name__)


def failed(error: Exception, task_id: str) -> Answer:
    """The answer to a question that ended in an error. What nobody foresaw goes into the log."""
    if not isinstance(error, GraphdeskError):
        log.error("Task %s failed", task_id, exc_info=error)
        error = _foreign(error, task_id)
    text = f"{error.message} {error.hint}".strip()
    return Answer(status="failed", text=text, error=error.as_dict())


def _foreign(error: Exception, task_id: str) -> GraphdeskError:
    if isinstance(error, ImportError):
        hint = "Run 'graphdesk doctor': it says which package to repair, and how."
        return OperatorMustAct(f"A part of graphdesk is missing: {error.name}.", hint, code="package")
    hint = f"The log has the details under task {task_id}."
    return GraphdeskError("Something went wrong inside graphdesk.", hint, code="internal")
