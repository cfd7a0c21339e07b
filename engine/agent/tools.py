"""Tools as the loop sees them, and the box that runs their calls."""

from __future__ import annotations

import datetime as dt
import functools
import json
import logging
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import asdict, replace
from typing import Any

from engine.agent.backbone import Tool, ToolCall, ToolResult
from engine.agent.run import Run
from engine.agent.tool_schema import compact
from engine.answer import jsonable
from engine.errors import GraphdeskError, ModelMustAct, OperatorMustAct
from engine.operators.operator import Operator, Outcome
from engine.store import StepTaken

log = logging.getLogger(__name__)
ROWS_TAKEN_DOWN = 20  # of a query, in the trace; all of them are in the artifact
MOST_THREADS = 8  # tool calls of one turn that run side by side
RESULT_CHARACTERS = 24_000  # what one result may put into the context, whatever a tool returns


@functools.cache
def _tool(operator: Operator[Any]) -> Tool:
    """An operator as a tool; making the schema takes longer than most questions."""
    return Tool(operator.name, operator.description, compact(operator.input_schema()))


class ToolBox:
    """The operators a handler may call, and the memory of calls that failed in this run."""

    def __init__(self, operators: Iterable[Operator[Any]], run: Run) -> None:
        self._operators = {operator.name: operator for operator in operators}
        self._run = run
        self._failed: dict[str, dict[str, object]] = {}
        self.succeeded: list[ToolCall] = []
        self._lock = threading.Lock()

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools as the model sees them, always in the same order (so that the prompt cache holds)."""
        return tuple(_tool(operator) for operator in self._operators.values())

    def answer(self, calls: Sequence[ToolCall]) -> list[ToolResult]:
        """Run the calls of one turn side by side; results in the order of the calls.

        Raises OperatorMustAct when a call found the system broken (a dead graph): no model can mend that.
        """
        with ThreadPoolExecutor(min(len(calls), MOST_THREADS), "tool") as pool:
            running = [pool.submit(copy_context().run, self._answer, call) for call in calls]
        results = []
        broken = None
        for call, future in zip(calls, running, strict=True):
            try:
                result, outcome = future.result()
            except OperatorMustAct as error:  # what the others found is kept all the same
                broken = broken or error
                continue
            results.append(result)
            if outcome:
                self._run.outcomes.append(outcome)
                self.succeeded.append(call)
        if broken:
            raise broken
        return results

    def _answer(self, call: ToolCall) -> tuple[ToolResult, Outcome | None]:
        started, begun = dt.datetime.now(dt.UTC), time.perf_counter()
        data: dict[str, Any] = {"arguments": call.arguments}
        outcome = None
        try:
            outcome = self._outcome(call)
            content = outcome.content
            self._take_down(outcome)
            data["artifact"] = outcome.artifact.handle if outcome.artifact else ""
            data["queries"] = list(outcome.queries)
        except OperatorMustAct as error:
            data["error"] = error.as_dict()
            raise
        except GraphdeskError as error:
            data["error"] = error.as_dict()
            content = json.dumps({"error": jsonable(data["error"])}, ensure_ascii=False)
        finally:
            milliseconds = (time.perf_counter() - begun) * 1000
            self._run.recorder.step(StepTaken("tool_call", call.name, data, started, milliseconds))
        return ToolResult(call.id, content[:RESULT_CHARACTERS], "error" in data), outcome

    def _outcome(self, call: ToolCall) -> Outcome:
        operator = self._operators.get(call.name)
        if operator is None:
            hint = f"Tools: {', '.join(self._operators)}."
            raise ModelMustAct(f"There is no tool {call.name[:60]!r}.", hint, code="unknown_tool")
        key = json.dumps([call.name, call.arguments], sort_keys=True, default=str)
        with self._lock:
            before = self._failed.get(key)
        if before is not None:
            hint = "The same call failed before and was not run again: change it, or use another tool."
            raise ModelMustAct(f"Failed as before: {before['message']}", hint, code="repeated_call")
        try:
            return operator.call(call.arguments, self._run.context)
        except OperatorMustAct:
            raise
        except GraphdeskError as error:
            self._remember(key, error)
            raise
        except OSError as error:  # results are files: the disk is full, or the folder may not be written
            message = f"A result could not be kept: {error.strerror or error}."
            raise OperatorMustAct(
                message, "Check the disk and the folder GRAPHDESK_HOME.", code="storage"
            ) from error
        except Exception as error:
            log.exception("The tool %s failed", call.name)
            unknown = ModelMustAct("The tool failed.", "Try another tool or other arguments.", code="tool_failed")
            self._remember(key, unknown)
            raise unknown from error

    def _take_down(self, outcome: Outcome) -> None:
        """The queries that ran for an outcome, each a step of its own, and the result that was kept."""
        for index in outcome.queries:
            query = self._run.queries[index]
            started = dt.datetime.now(dt.UTC) - dt.timedelta(milliseconds=query.milliseconds)
            data = {"index": index, **asdict(replace(query, rows=query.rows[:ROWS_TAKEN_DOWN]))}
            title = query.read_back or query.gremlin
            self._run.recorder.step(StepTaken("query", title, data, started, query.milliseconds))
        if outcome.artifact:
            self._run.recorder.artifact(outcome.artifact)

    def _remember(self, key: str, error: GraphdeskError) -> None:
        with self._lock:
            self._failed[key] = error.as_dict()
            several = len(self._failed) >= 2 and "run_gremlin" in self._operators
        if several and "run_gremlin" not in error.hint:
            error.hint = f"{error.hint} If no operator fits, write the query yourself with run_gremlin.".strip()
