"""Running one query for an operator: policy, run, verify, read back, record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.answer import Query
from engine.errors import ModelMustAct
from engine.graph.backend import Limits, Result
from engine.gremlin.build import Builder
from engine.gremlin.explain import explain
from engine.gremlin.policy import judge
from engine.gremlin.printer import text
from engine.gremlin.tree import Traversal
from engine.gremlin.verify import verify
from engine.operators.operator import Context
from engine.operators.safety import policy_config, verifier_config

_RECORDED = 50  # rows of a query kept for display; all of them are in the artifact
# Intermediate results (groups, values to take a median of) never reach a model or a page, so the caps that
# protect those do not apply to them; the time-out does.
_WORK_ROWS, _WORK_BYTES = 1_000_000, 256_000_000


class ResultTooLarge(ModelMustAct):
    """A result needed in full was cut by a cap, or one was cut to nothing."""

    code = "too_large"


def run(context: Context, query: Builder | Traversal, limits: Limits | None = None) -> tuple[Result, int]:
    """Run a query that policy passes; gives its result and its index in ``context.queries``.

    Our own queries are judged as a model's are: a compiler's fault must not become a graph's.
    Raises PolicyError, QueryError, QueryTimeout, GraphUnavailable; ResultTooLarge when not one row fits.
    """
    traversal = query.tree if isinstance(query, Builder) else query
    judge(traversal, policy_config(context.profile, context.schema))
    result = context.backend.run(traversal, limits or context.limits)
    recorded = Query(
        gremlin=text(traversal),
        read_back=explain(traversal),
        rows=[_short(row) for row in result.rows[:_RECORDED]],
        row_count=len(result.rows),
        truncated=result.truncated,
        milliseconds=result.elapsed.total_seconds() * 1000,
        verifier=verify(traversal, verifier_config(context.profile)).as_dict(),
    )
    index = context.record(recorded)
    if result.truncated and not result.rows:  # cut to nothing, which must not read like a result of nothing
        raise ResultTooLarge(
            f"No row of the result fits into the {(limits or context.limits).bytes:,} bytes that "
            "GRAPHDESK_QUERY_BYTES allows.",
            "Ask for fewer properties or a smaller part, or raise that setting.",
        )
    return result, index


def whole(context: Context, query: Builder) -> tuple[list[object], int]:
    """Run a query whose result is needed in full. Raises ResultTooLarge when a cap cut it."""
    limits = replace(context.limits, rows=_WORK_ROWS, bytes=_WORK_BYTES)
    result, index = run(context, query, limits)
    if result.truncated:
        raise ResultTooLarge(
            f"The result was cut by the cap on {result.truncated}.", "Filter or group more coarsely."
        )
    return result.rows, index


def number(context: Context, query: Builder) -> tuple[int, int]:
    """Run a query that counts."""
    rows, index = whole(context, query)
    return (int(str(rows[0])) if rows else 0), index


def _short(row: object) -> object:
    if isinstance(row, Mapping) and len(row) > _RECORDED:
        return dict(list(row.items())[:_RECORDED])
    if isinstance(row, list | tuple) and len(row) > _RECORDED:
        return list(row[:_RECORDED])
    return row
