"""Text from people, graphs and models, made harmless for Slack: what it says is shown, and does nothing.

Two forms. *Literal* is for where Slack interprets nothing (plain_text, raw_text, rich_text): control sequences are
broken all the same, since clients, exports and other apps read them again. *Escaped* is for mrkdwn.
Source: docs.slack.dev/messaging/formatting-message-text (escape ``&``, ``<``, ``>``; special mentions).
"""

from __future__ import annotations

import re

JOINER = "\u2060"  # WORD JOINER: shows nothing, and ends whatever Slack would have read across it
ELLIPSIS = "…"

# Invisible or reordering characters: they hide a mention from a filter, or make a text read as another.
_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
# Joiners have a use inside emoji and in scripts that join letters; between anything else they only hide.
_LOOSE_JOINER = re.compile("[\u200c\u200d](?=[\x00-\x7f]|$)|(?<=[\x00-\x7f])[\u200c\u200d]|^[\u200c\u200d]+")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SEQUENCE = re.compile(r"<(?=[!@#]|[A-Za-z][\w+.-]*:)")
_AT_ALL = re.compile(r"@(?=(?:here|channel|everyone|group)\b)", re.IGNORECASE)
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def clean(text: str) -> str:
    """The text without characters that hide, reorder, or are no characters; lines end in ``\\n``."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    text = _LONE_SURROGATE.sub("\ufffd", _HIDDEN.sub("", text))
    while (tidied := _LOOSE_JOINER.sub("", text)) != text:
        text = tidied
    return text


def literal(text: str) -> str:
    """Text for where Slack interprets nothing. ``literal(literal(t)) == literal(t)``."""
    return _AT_ALL.sub("@" + JOINER, _SEQUENCE.sub("<" + JOINER, clean(text)))


def one_line(text: str) -> str:
    """Literal text on one line."""
    return " ".join(literal(text).split())


def escaped(text: str, most: int) -> str:
    """Text for mrkdwn, at most ``most`` long once escaped. Code marks become quotes: they would swallow ours."""
    said = _AT_ALL.sub("@" + JOINER, clean(text).replace("`", "'"))
    pieces: list[str] = []
    room = most - len(ELLIPSIS)
    for index, character in enumerate(said):
        piece = _NAMED.get(character, character)
        if size(piece) > room + (len(ELLIPSIS) if index == len(said) - 1 else 0):
            return "".join(pieces).rstrip() + ELLIPSIS
        pieces.append(piece)
        room -= size(piece)
    return "".join(pieces)


def link(url: str, label: str) -> str:
    """A link of our own in mrkdwn; the label alone when the address would break out of it."""
    if not re.fullmatch(r"https?://[^\s<>|\"]+", url):
        return label
    return f"<{url.replace('&', '&amp;')}|{label}>"


def size(text: str) -> int:
    """The length in UTF-16 units."""
    return len(text) + sum(character > "\uffff" for character in text)


def cut(text: str, most: int) -> str:
    """At most ``most`` UTF-16 units, with an ellipsis where something is missing."""
    if size(text) <= most:
        return text
    kept, room = 0, most - len(ELLIPSIS)
    for character in text:
        room -= size(character)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS
