"""What this package asks of a graph's profile (engine.graph.profile.Profile, which it does not know)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol


class WindowLike(Protocol):
    """A time window."""

    @property
    def low(self) -> dt.datetime | None:
        """Its first moment."""

    @property
    def high(self) -> dt.datetime | None:
        """The moment it ends before."""

    @property
    def days(self) -> int | None:
        """Its length, when it ends now."""


class PairLike(Protocol):
    """One pair of Φ (SEGRA, Appendix C)."""

    @property
    def edge(self) -> str:
        """The similarity edge."""

    @property
    def bracket(self) -> str:
        """The within-case edge that brackets it."""


class ProfileLike(Protocol):
    """The profile of a graph, as far as queries are judged by it."""

    @property
    def case_label(self) -> str | None:
        """The label of a case."""

    @property
    def time_property(self) -> str | None:
        """The property of a case that the window is about."""

    @property
    def window(self) -> WindowLike:
        """The window of P1."""

    @property
    def similarity(self) -> Sequence[PairLike]:
        """The pairs of Φ."""

    @property
    def score_property(self) -> str:
        """The property of a similarity edge that P2 is about."""

    @property
    def threshold(self) -> float:
        """The least score."""

    @property
    def private_properties(self) -> Sequence[str]:
        """Properties that nobody may read."""
