"""Passwords: what a good one is (NIST SP 800-63B-4, section 3.1.1), how it is kept, and signing in by one.

Length counts, composition does not: no rule asks for digits or signs. Kept as scrypt, by werkzeug.
"""

from __future__ import annotations

import unicodedata

from werkzeug.security import check_password_hash, generate_password_hash

from engine.errors import UserMustAct
from engine.store import Person, Store

SHORTEST, LONGEST = 12, 200  # characters
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


def hashed(password: str, person: Person | None = None) -> str:
    """What is kept of a new password. Raises WeakPassword."""
    wanted = _normal(password)
    if len(wanted) < SHORTEST:
        raise WeakPassword(
            f"A password has at least {SHORTEST} characters.", "A few words in a row are easy to keep in mind."
        )
    if len(wanted) > LONGEST:
        raise WeakPassword(f"A password has at most {LONGEST} characters.", "Shorten it.")
    if len(set(wanted.casefold())) < 5 or (person and _is_own(wanted, person)):
        raise WeakPassword("This password is too easy to guess.", "Take a few words that do not name you.")
    return generate_password_hash(wanted, method="scrypt")


def is_right(person: Person | None, password: str) -> bool:
    """Whether it is the person's password. Nobody, and who has none, takes as long as a wrong one."""
    kept = person.password_hash if person and person.disabled_at is None else None
    return check_password_hash(kept or _NOBODYS, _normal(password[: LONGEST + 1])) and kept is not None


def who_signs_in(store: Store, email: str, password: str, address: str) -> Person:
    """Whose e-mail and password these are. Tries count by e-mail and by address.

    Raises WrongPassword, TooManyTries; neither tells whether there is such a person.
    """
    keys = [f"email:{email.strip().casefold()[:200]}", f"address:{address}"]
    wait = store.throttle.enter(keys)
    if wait:
        raise TooManyTries(wait)
    person = store.people.by_email(email)
    if not is_right(person, password) or person is None:
        raise WrongPassword(
            "E-mail and password do not belong together.", "Try again, or ask an admin for a link."
        )
    store.throttle.succeeded(keys)
    return person


def _normal(password: str) -> str:
    """The same letters typed on different machines are the same password."""
    return unicodedata.normalize("NFKC", password)


def _is_own(password: str, person: Person) -> bool:
    return password.casefold().strip() in {person.name.casefold(), person.email or ""}
