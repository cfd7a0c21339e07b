"""The profile of a graph: what discovery cannot know (TOML)."""

from __future__ import annotations

import datetime as dt
from typing import Literal as OneOf

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Window(_Part):
    """The experiment window of SEGRA's P1: fixed ends, or the last ``days`` up to now. None set: no window."""

    low: dt.datetime | None = None
    high: dt.datetime | None = None
    days: int | None = Field(default=None, gt=0)


class SimilarityEdge(_Part):
    """One pair of Φ (SEGRA Appendix C): a similarity edge label and the within-case edge that brackets it."""

    edge: str
    bracket: str


class Profile(_Part):
    """Everything about a graph that its maintainers say. Every field has a working default."""

    name: str = "graph"
    case_label: str | None = None
    time_property: str | None = None
    window: Window = Window()
    similarity: tuple[SimilarityEdge, ...] = ()
    score_property: str = "similarityScore"
    threshold: float = 0.675
    taxonomy_labels: tuple[str, ...] = ()
    free_text: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # label -> properties
    name_properties: dict[str, str] = Field(default_factory=dict)  # label -> the property that names a vertex
    synonyms: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # schema name or value -> words
    private_properties: tuple[str, ...] = ()
    date_order: OneOf["DMY", "MDY", "YMD"] = "DMY"
    time_zone: str = "UTC"
    fiscal_year_start: int = Field(default=1, ge=1, le=12)
