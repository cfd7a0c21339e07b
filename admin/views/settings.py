"""The settings page: every setting, what it is now and where that comes from. It changes nothing. For admins."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, current_app, render_template
from pydantic import SecretStr

from engine.settings import Settings

pages = Blueprint("settings", __name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """One setting."""

    name: str
    value: str
    source: str
    meaning: str


@pages.get("/settings")
def index() -> str:
    """Every setting."""
    return render_template("settings.html", settings=shown(current_app.extensions["settings"]))


def shown(settings: Settings) -> list[Shown]:
    """Every setting as it may be shown: of secrets, and of passwords in addresses, only that they are set."""
    found = []
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        secret = "SecretStr" in str(field.annotation)
        text = ("set" if value else "not set") if secret else _text(value)
        found.append(Shown(str(field.alias), text, settings.source(name), str(field.description or "")))
    return found


def _text(value: object) -> str:
    if value is None:
        return "not set"
    if isinstance(value, SecretStr):
        return "set"
    text = str(value)
    if "://" not in text:
        return text
    try:
        parts = urlsplit(text)
    except ValueError:
        return "set, but no address"
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username or ''}:…@" if "@" in parts.netloc else ""
    return f"{parts.scheme}://{user}{host}{parts.path}{'?…' if parts.query else ''}"
