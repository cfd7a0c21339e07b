"""Shipped mapping files and profiles, by name."""

from __future__ import annotations

from importlib import resources

from engine.errors import UserMustAct
from engine.graph.profile import Profile, parse_profile


def shipped(kind: str) -> list[str]:
    """Names of the shipped files of a kind: ``mapping`` or ``profile``."""
    ending = f".{kind}.toml"
    files = resources.files("engine.graph.mappings").iterdir()
    return sorted(file.name.removesuffix(ending) for file in files if file.name.endswith(ending))


def shipped_text(kind: str, name: str) -> str:
    """The text of a shipped file. Raises UserMustAct, listing the names there are."""
    if name not in shipped(kind):
        known = ", ".join(shipped(kind))
        raise UserMustAct(f"There is no shipped {kind} {name!r}.", f"Name one of: {known}.")
    return (resources.files("engine.graph.mappings") / f"{name}.{kind}.toml").read_text("utf-8")


def shipped_profile(name: str) -> Profile:
    """A shipped profile: ``sample``, ``incidents`` or ``countries``."""
    return parse_profile(shipped_text("profile", name), f"profile {name}")
