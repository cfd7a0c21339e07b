"""Passwords: how one is kept (scrypt, by werkzeug), and signing in by one. Which will do: password_choice.py."""

from __future__ import annotations

import ipaddress
import unicodedata
from collections.abc import Sequence

from werkzeug.security import check_password_hash, generate_password_hash

from admin.password_choice import LONGEST, fault
from engine.errors import UserMustAct
from engine.store import Person, Store

_NOBODYS = f"scrypt:32768:8:1$of-no-password-${'0' * 128}"  # to check against where there is none


class WeakPassword(UserMustAct):
    """The password will not do."""

    code = "weak_password"


class WrongPassword(UserMustAct):
    """E-mail and password do not belong together."""

    code = "wrong_password"


class TooManyTries(UserMustAct):
    """Too many tries to sign in; ``seconds`` to wait."""

    code = "too_many_tries"

    def __init__(self, seconds: float) -> None:
        minutes = max(round(seconds / 60), 1)
        super().__init__(
            "That were too many tries to sign in.",
            f"Wait {minutes} minute{'s' if minutes > 1 else ''}, then try again; or ask an admin for a new link.",
        )
        self.seconds = seconds


def hashed(password: str, person: Person | None = None, names: Sequence[str] = ()) -> str:
    """What is kept of a new password. ``names``: what others know of the company. Raises WeakPassword."""
    wanted = _normal(password)
    if found := fault(wanted, [*names, person.name, person.email or ""] if person else names):
        raise WeakPassword(*found)
    return generate_password_hash(wanted, method="scrypt")


def is_right(person: Person | None, password: str) -> bool:
    """Whether it is the person's password. Nobody, and who has none, takes as long as a wrong one."""
    kept = person.password_hash if person and person.disabled_at is None else None
    return check_password_hash(kept or _NOBODYS, _normal(password[: LONGEST + 1])) and kept is not None


def who_signs_in(store: Store, email: str, password: str, address: str) -> Person:
    """Whose e-mail and password these are.

    A few tries are let through from one address for one e-mail; more of them from one address, as an office may
    share it, and for one e-mail, from wherever they come. Raises WrongPassword, TooManyTries; neither says whether
    there is such a person.
    """
    account, place = f"email:{email.strip().casefold()[:200]}", f"address:{network(address)}"
    keys, wide = [f"{account} {place}"], [account, place]
    wait = store.throttle.enter(keys, wide)
    if wait:
        raise TooManyTries(wait)
    person = store.people.by_email(email)
    if not is_right(person, password) or person is None:
        raise WrongPassword(
            "E-mail and password do not belong together.", "Try again, or ask an admin for a link."
        )
    store.throttle.succeeded(keys, wide)
    return person


def network(address: str) -> str:
    """Whose an address is: of IPv6 one household or office has a whole /64."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((address, 64), strict=False)) if known.version == 6 else address


def _normal(password: str) -> str:
    """The same letters typed on different machines are the same password."""
    return unicodedata.normalize("NFKC", password)
