"""The state of one question while it is answered: what it may cost, what it did cost, what was found."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Literal as OneOf
from typing import Protocol

from engine.answer import Query, Usage
from engine.operators.operator import Context, Outcome
from engine.store import StepTaken
from engine.store.artifacts import Artifact

# Operators that look around: what they find is evidence, but not what was asked for.
EXPLORING = frozenset({"describe_schema", "sample_vertices", "taxonomy_lookup", "topic_search"})
BudgetKind = OneOf["turns", "tokens", "dollars", "seconds"]


class Recorder(Protocol):
    """Takes down what is done. Called from several threads at once."""

    def step(self, step: StepTaken) -> None:
        """One step that ended."""
        ...

    def artifact(self, artifact: Artifact) -> None:
        """One result that was kept."""
        ...

    def text(self, piece: str) -> None:
        """A piece of text as the model writes it."""
        ...


class NullRecorder:
    """Takes nothing down."""

    def step(self, step: StepTaken) -> None:
        """Forget the step."""

    def artifact(self, artifact: Artifact) -> None:
        """Forget the artifact."""

    def text(self, piece: str) -> None:
        """Forget the text."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may cost: model calls, tokens of all kinds, US dollars, seconds."""

    turns: int = 14
    tokens: int = 200_000
    dollars: float = 1.0
    seconds: float = 120.0


@dataclass
class Run:
    """One question being answered. Thread-safe: tool calls of one turn run side by side."""

    question: str
    context: Context
    budget: Budget = Budget()
    recorder: Recorder = field(default_factory=NullRecorder)
    outcomes: list[Outcome] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    known_names: list[str] = field(default_factory=list)  # names that grounding took from the live graph

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._begun = time.monotonic()

    @property
    def queries(self) -> list[Query]:
        """The queries that ran, in order; evidence points to them by index."""
        return self.context.queries

    def spend(self, usage: Usage) -> None:
        """Add the usage of one call."""
        with self._lock:
            self.usage += usage

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._begun

    @property
    def seconds_left(self) -> float:
        """Seconds until the budget of time ends, never below 0."""
        return max(0.0, self.budget.seconds - self.seconds)

    @property
    def turns_left(self) -> int:
        """Model calls that the budget still allows."""
        return self.budget.turns - self.usage.calls

    def ended_budget(self) -> BudgetKind | None:
        """The budget that does not allow another model call, if one does not."""
        if self.turns_left <= 0:
            return "turns"
        if self.usage.tokens >= self.budget.tokens:
            return "tokens"
        if self.usage.dollars >= self.budget.dollars:
            return "dollars"
        return "seconds" if self.seconds_left <= 0 else None
