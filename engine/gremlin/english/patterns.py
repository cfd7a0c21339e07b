"""Regular expressions in English, where they only search for text: ``contains 'vpn' in any case``."""

from __future__ import annotations

import re

_ANY_CASE = re.compile(r"\(\?(?:i|iu|ui)\)")
_SPECIAL = frozenset(".^$*+?{}[]|()")
_VERBS = {
    (False, False): ("contains", "does not contain"),
    (True, False): ("starts with", "does not start with"),
    (False, True): ("ends with", "does not end with"),
    (True, True): ("is", "is not"),
}


def pattern_phrase(pattern: str, *, negated: bool) -> str:
    """What ``regex`` asks of a text: it searches, so a pattern of plain text asks for a text that contains it."""
    flags = _ANY_CASE.match(pattern)
    body = pattern[flags.end() :] if flags else pattern
    case = " in any case" if flags else ""
    start, end = body.startswith("^"), body.endswith("$") and not body.endswith("\\$")
    inner = body[1 if start else 0 : len(body) - 1 if end else len(body)]
    if inner.startswith("(") and inner.endswith(")") and not inner.endswith("\\)"):
        texts = [_plain(part) for part in re.split(r"(?<!\\)\|", inner[1:-1])]
    else:
        texts = [_plain(inner)]
    if not inner or any(text is None for text in texts):
        verb = "does not match" if negated else "matches"
        return f"{verb} the pattern '{body}'{case}"
    verb = _VERBS[start, end][negated]
    quoted = [f"'{text}'" for text in texts]
    return f"{verb} {' or '.join(quoted)}{case}"


def _plain(pattern: str) -> str | None:
    """The text that a pattern without any special sign stands for, else None."""
    text, index = "", 0
    while index < len(pattern):
        sign = pattern[index]
        if sign == "\\":
            index += 1
            sign = pattern[index : index + 1]
            if not sign or sign.isalnum():
                return None
        elif sign in _SPECIAL:
            return None
        text, index = text + sign, index + 1
    return text
