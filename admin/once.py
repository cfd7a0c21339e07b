"""Forms that are sent once: a double click, a request sent again or a reloaded page does nothing twice.

Each form that is rendered bears a key of its own (``ui.csrf()`` in the templates); one that stays on its page when
it was sent is given another key there, by the script.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Flask, current_app, redirect, request
from werkzeug import Response

from admin.signing_in import current_person
from engine.errors import UserMustAct
from engine.store import Store

FIELD = "form_key"
_KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
P = ParamSpec("P")


class SentAlready(UserMustAct):
    """What the form asks for is done, and cannot be shown again."""

    code = "sent_already"


def install(app: Flask) -> None:
    """Give the templates their keys."""
    app.jinja_env.globals.update(form_key=lambda: secrets.token_urlsafe(16))


def key(*parts: str) -> str | None:
    """Names this form of this person (and of ``parts``, where a form may ask for several things); None: no key."""
    given = request.form.get(FIELD, "")
    if not _KEY.fullmatch(given):
        return None
    told = "\n".join((current_person().key, given, *parts))
    return "form:" + hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def once(view: Callable[P, str | Response]) -> Callable[P, str | Response]:
    """A view whose changes are made once for a form, in one transaction; sent again it leads to the same page.

    Where it led to none, because something was shown that is shown only once, the view raises SentAlready.
    """

    @wraps(view)
    def sent(*args: P.args, **given: P.kwargs) -> str | Response:
        forms, named = _store().forms, key(request.path)
        made: list[str | Response] = []

        def work() -> str:
            made.append(view(*args, **given))
            return "" if isinstance(made[0], str) else made[0].location or ""

        if named is None:
            with _store().together():
                work()
        elif forms.once(named, work) is None:
            return _led_to(forms.led_to(named) or "")
        return made[0]

    return sent


def again() -> Response | None:
    """Where this form led if it was sent before; None: it was not. Raises SentAlready."""
    named = key(request.path)
    address = _store().forms.led_to(named) if named else None
    return None if address is None else _led_to(address)


def _led_to(address: str) -> Response:
    if address:
        return redirect(address, code=303)
    raise SentAlready(
        "This form was sent before, and what it asks for was done once.",
        "A link or token is shown only the first time: if you did not see it, make a new one.",
    )


def _store() -> Store:
    store: Store = current_app.extensions["desk"].store
    return store
