"""What the verifier is told of a graph, and what it says of a query."""

from __future__ import annotations

from dataclasses import dataclass

from engine.gremlin.moments import Bound
from engine.gremlin.printer import text
from engine.gremlin.tree import Position, Step, Traversal

EDGE_STEPS = frozenset({"bothE", "outE", "inE"})
VERTEX_STEPS = frozenset({"otherV", "inV", "outV"})
SYMBOLS = ("WIN_LO", "WIN_HI")

SEGRA_PAIRS = (
    ("similarReason", "hasReason"),
    ("similarSymptoms", "exhibits"),
    ("similarRootCause", "attributedTo"),
)
"""Φ of the paper: similarity edge, and the within-case edge that brackets it."""


@dataclass(frozen=True, slots=True)
class VerifierConfig:
    """What the verifier knows of a graph; the defaults are the paper's.

    ``low``/``high``: the window, as moments or as the text that queries write. None with ``windowed``: the ends
    are not known, so any ``P.between`` of two moments or symbols is the window. Not ``windowed``: the graph has no
    window, and P1 passes.
    """

    pairs: tuple[tuple[str, str], ...] = SEGRA_PAIRS
    low: Bound | None = None
    high: Bound | None = None
    windowed: bool = True
    score_property: str = "similarityScore"
    threshold: float = 0.675
    case_label: str = "case"
    time_property: str | None = "createdAt"
    strict: bool = False

    @property
    def bracket(self) -> dict[str, str]:
        """Similarity edge -> within-case edge."""
        return dict(self.pairs)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One property: passed, or why not."""

    passed: bool
    reason: str | None = None


PASS = Verdict(True)


@dataclass(frozen=True, slots=True)
class Verification:
    """The four verdicts on one query."""

    p1: Verdict
    p2: Verdict
    p3: Verdict
    p4: Verdict

    @property
    def passed(self) -> bool:
        """Whether all four hold."""
        return self.p1.passed and self.p2.passed and self.p3.passed and self.p4.passed

    def as_dict(self) -> dict[str, dict[str, object]]:
        """The paper's record: four keys, each ``{"pass": bool, "reason": str | None}``."""
        keys = (
            "P1_window_on_destination",
            "P2_threshold_on_edge",
            "P3_entity_bracket",
            "P4_anchor_by_tilde_id",
        )
        verdicts = (self.p1, self.p2, self.p3, self.p4)
        return {
            key: {"pass": verdict.passed, "reason": verdict.reason}
            for key, verdict in zip(keys, verdicts, strict=True)
        }


def fail(reason: str, step: Step) -> Verdict:
    """A failed verdict that names the step and where it stands."""
    return Verdict(False, f"{reason}{place(step.position)}")


def place(position: Position | None) -> str:
    """`` (at character n)``, when the position is known."""
    return f" (at character {position.start + 1})" if position else ""


def shown(step: Step) -> str:
    """The step as text."""
    return text(Traversal("__", (step,))).removeprefix("__")
