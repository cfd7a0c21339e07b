"""The profile of a graph: what discovery cannot know (TOML)."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Literal as OneOf

import tomli_w
from pydantic import BaseModel, ConfigDict, Field

from engine.errors import OperatorMustAct
from engine.graph.load.files import write_whole
from engine.graph.toml_model import WrongToml, from_toml, read_text

DRAFTED = "# Drafted by graphdesk. Remove this line to keep the file when another graph takes this one's place.\n"
_PERSONAL = (
    "# Ways to reach people, it seems. They are answered; without its #, the next line makes them private:\n"
)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Window(_Part):
    """The experiment window of SEGRA's P1: fixed ends, or the last ``days`` up to now. None set: no window."""

    low: dt.datetime | None = None
    high: dt.datetime | None = None
    days: int | None = Field(default=None, gt=0)


DateOrder = OneOf["DMY", "MDY", "YMD"]


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
    date_order: DateOrder | None = None  # of dates in questions; unsaid, 3/4/2026 is asked back
    time_zone: str = "UTC"
    fiscal_year_start: int | None = Field(default=None, ge=1, le=12)  # a month; unsaid, January, and it is told


def parse_profile(text: str, source: str = "profile") -> Profile:
    """A profile from TOML text; ``source`` names it in errors.

    Raises:
        OperatorMustAct: not TOML (with its line), an unknown field, or a value of the wrong kind.
    """
    try:
        return from_toml(Profile, text)
    except WrongToml as error:
        fields = f"Fields of a profile: {', '.join(Profile.model_fields)}."
        raise OperatorMustAct(f"{source}: {error}.", fields, code="profile") from None


def read_profile(path: Path) -> Profile:
    """A profile from a TOML file. Raises OperatorMustAct when it is missing, unreadable or wrong."""
    try:
        text = read_text(path)
    except WrongToml as error:
        raise OperatorMustAct(
            f"The profile {path} could not be read: {error}.",
            "Name one that is there, or write a draft with: graphdesk profile --out profile.toml",
            code="profile",
        ) from None
    return parse_profile(text, str(path))


def beside(graph: Path) -> Path:
    """Where the profile of a graph file lies when no other is named: ``my.gsnap`` has ``my.profile.toml``."""
    return graph.with_suffix(".profile.toml")


def profile_toml(profile: Profile, private: str = "") -> str:
    """The profile as TOML text; fields at their default are left out, ``name`` never is.

    ``private``: a line that would withhold what looks personal, given as a comment for a person to decide on.
    """
    values = profile.model_dump(exclude_defaults=True, exclude_none=True)
    head = f"{_PERSONAL}# {private}\n" if private else ""
    return head + tomli_w.dumps({"name": profile.name, **values}, multiline_strings=False)


def write_beside(graph: Path, text: str) -> Path | None:
    """Keep a profile beside its graph file; one that a person has made their own stays, and None is returned.

    Raises OperatorMustAct when it cannot be written.
    """
    path = beside(graph)
    try:
        if path.exists() and not path.read_bytes().startswith(DRAFTED.encode()):
            return None
        write_whole(path, DRAFTED + text)
    except (OSError, OperatorMustAct) as error:
        reason = error.message if isinstance(error, OperatorMustAct) else error.strerror or error
        raise OperatorMustAct(
            f"The profile {path} could not be written: {str(reason).rstrip('.')}.",
            "The graph file is there; write the profile with: graphdesk profile --out profile.toml",
            code="write",
        ) from error
    return path
