"""Which passwords are too easy to guess: the common ones, names that everybody knows, runs and repetitions.

After NIST SP 800-63B-4, section 3.1.1.2: whole passwords are held against a blocklist of common and expected ones,
and of what is derived from them; no rule asks for kinds of characters. The list: vendor/common_passwords.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

SHORTEST, LONGEST = 12, 200  # characters
HINT = "Take a few words that have nothing to do with one another; blanks are welcome."
PRODUCT = "graphdesk"
LEAST_OF_ITS_OWN = 4  # letters that must be left without the names that everybody knows
LEAST_OF_A_RUN = 5
LEAST_DISTINCT = 5  # characters
_LIST = Path(__file__).parent / "vendor" / "common_passwords" / "passwords.txt"
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz" * 2,
    "1234567890" * (LONGEST // 10),
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
)
_OUTER_SIGNS = re.compile(r"^[\W_]+|[\W_]+$")
_OUTER = re.compile(r"^[\W\d_]+|[\W\d_]+$")


def fault(password: str, names: Iterable[str] = ()) -> tuple[str, str] | None:
    """What is wrong with a password, and what to do; None: it will do. ``names``: of person, company, address."""
    if len(password) < SHORTEST:
        return f"A password has at least {SHORTEST} characters.", "A few words in a row are easy to keep in mind."
    if len(password) > LONGEST:
        return f"A password has at most {LONGEST} characters.", "Shorten it."
    text = "".join(password.casefold().split())
    repeated = _unit(text)
    if (repeated != text and len(repeated) < SHORTEST) or len(set(text)) < LEAST_DISTINCT:
        return "This password repeats itself.", HINT
    if any(_is_run(form) for form in _forms(text)):
        return "This password only follows the keyboard, the alphabet or the digits.", HINT
    if any(form in _common() for form in _forms(text)):
        return "This password is one of the most common ones, or one of them with a few signs more.", HINT
    if _is_of_names(text, names):
        return "This password is made of names that others know: yours, your company's or graphdesk's.", HINT
    return None


def _forms(text: str) -> set[str]:
    """A password as it is, without signs at either end, without digits there too; each unrepeated as well."""
    forms = {text, _OUTER_SIGNS.sub("", text), _OUTER.sub("", text)} - {""}
    return forms | set(map(_unit, forms))


def _unit(text: str) -> str:
    """What a text is a repetition of; a text that repeats nothing is its own."""
    return text[: (text + text).find(text, 1)]


def _is_run(text: str) -> bool:
    return len(text) >= LEAST_OF_A_RUN and any(text in run or text[::-1] in run for run in _RUNS)


def _is_of_names(text: str, names: Iterable[str]) -> bool:
    """Whether hardly a letter is left when the names are taken out."""
    words = {word for name in (PRODUCT, *names) for word in re.findall(r"[^\W\d_]{3,}", name.casefold())}
    left = "".join(letter for letter in text if letter.isalpha())
    for word in sorted(words, key=len, reverse=True):
        left = left.replace(word, "")
    return len(left) < LEAST_OF_ITS_OWN and len(left) < sum(map(str.isalpha, text))


@cache
def _common() -> frozenset[str]:
    return frozenset(_LIST.read_text(encoding="ascii").split())
