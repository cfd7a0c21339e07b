"""The words of the sample graph, read from ``vocabulary.toml``."""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class IssueType:
    """The third taxonomy level, and the reason that cases of it give."""

    name: str
    description: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subcategory:
    """The second taxonomy level, with the texts its cases draw from and the team that handles it."""

    name: str
    description: str
    category: str
    team: str
    issues: tuple[IssueType, ...]
    symptoms: tuple[str, ...]
    causes: tuple[str, ...]
    fixes: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything the generator draws from. ``weighted`` tables are (values, cumulative weights)."""

    subcategories: tuple[Subcategory, ...]
    categories: dict[str, str]  # name -> description
    words: dict[str, Any]  # the flat tables of the file, as they stand there

    def contents(self) -> dict[str, list[str]]:
        """The distinct texts of each content label: reason, symptoms, rootCause."""
        return {
            "reason": _distinct(r for s in self.subcategories for i in s.issues for r in i.reasons),
            "symptoms": _distinct(t for s in self.subcategories for t in s.symptoms),
            "rootCause": _distinct(t for s in self.subcategories for t in s.causes),
        }


def _distinct(texts: Any) -> list[str]:
    return list(dict.fromkeys(texts))


def _fill(template: str, words: dict[str, Any]) -> tuple[str, ...]:
    """Every text of a template; the first letter is a capital one."""
    slots = {"where": words["where"], "when": words["when"], "app": words["apps"]}
    used = {name: values for name, values in slots.items() if "{" + name + "}" in template}
    texts = [template.format(**dict(zip(used, pick, strict=True))) for pick in itertools.product(*used.values())]
    return tuple(text[0].upper() + text[1:] for text in texts)


@cache
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    words = tomllib.loads((resources.files("engine.samples") / "vocabulary.toml").read_text("utf-8"))

    def fill_all(templates: list[str]) -> tuple[str, ...]:
        return tuple(text for template in templates for text in _fill(template, words))

    subcategories = tuple(
        Subcategory(
            name=sub["name"],
            description=sub["description"],
            category=category["name"],
            team=sub["team"],
            issues=tuple(
                IssueType(issue["name"], issue["description"], _fill(issue["reason"], words))
                for issue in sub["issues"]
            ),
            symptoms=fill_all(sub["symptoms"]),
            causes=fill_all([cause + tail for cause in sub["causes"] for tail in words["evidence"]]),
            fixes=fill_all(sub["fixes"]),
            weight=category["weight"] * sub["weight"],
        )
        for category in words["category"]
        for sub in category["subcategory"]
    )
    return Vocabulary(subcategories, {c["name"]: c["description"] for c in words["category"]}, words)
