"""Takes the query out of what models and people wrap it in, and makes its characters plain outside of strings."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache

from engine.gremlin.errors import ParseError, Source
from engine.gremlin.tree import Position

_LABEL = r"[*_#>\s]*[A-Za-z][^\n'\"`(){}.;=]{0,80}:[*_]*(?=[\s*_`]*g\s*\.)"
_LEAD = re.compile(
    rf"(?:[\s\ufeff\u200b-\u200f\u2060]+|<\|[^|\n]{{1,40}}\|>(?:assistant|final|analysis|commentary)?|</?s>"
    rf"|\[/?INST\]|<[A-Za-z_]{{1,20}}>|(?:\d{{1,2}}[.)]|[-*•])\s+(?=`?g\s*\.)|(?:gremlin|groovy)\s*\n|>>>|(?:gremlin)?:?>|%%?gremlin[^\n]*\n|return\s+(?=g\s*\.)|{_LABEL})+"
)
_TRAIL = re.compile(r"(?:<\|[^|\n]{1,40}\|>|</?s>|\[/?INST\]|</[A-Za-z_]{1,20}>|(?<=\s)```|(?<=`)[.,])\Z")
_SPACE = " \t\r\n\f\v\u00a0\ufeff\u200b\u200c\u200d\u200e\u200f\u2060"
_THINKING = re.compile(r"\s*<(think|thinking|reasoning|thought|analysis|scratchpad)>", re.IGNORECASE)
_BODY = (  # closed at a line of its own; within one line, at the last mark
    r"[ \t]*\r?\n.*?(?:\n[ \t]*(?=(?P=mark)[ \t]*(?:\r?\n|\Z))|(?=(?P=mark)\s*\Z)|\Z)"
    r"|[^\n]*(?=(?P=mark))|[^\n]*"
)
_FENCE = re.compile(
    r"(?P<mark>```+|~~~+)[ \t]*(?:(?!g\s*\.)(?:[\w+# -]+(?=\r?\n)|[\w+#-]+(?=\s)))?"
    rf"(?P<body>{_BODY})(?:(?P=mark))?",
    re.DOTALL,
)
_QUERY_START = re.compile(r"(?<![\w.'\"`$])g\s*\.\s*[A-Za-z_]\w*\s*\(")
_PROSE_BEFORE = re.compile(r"[^(){}\[\];=]*\n[ \t]*\Z")
_PLAIN = r"[^\n(){}\[\];=]*"
_PROSE_AFTER = re.compile(rf"\)[ \t;]*\r?\n\s*\n(?=[A-Z*#>_-]{_PLAIN} {_PLAIN} [^;={{}}]*\Z)")
_WITHIN_PROSE = re.compile(r"\s*[A-Z][^(){}\[\];=`]*`(?P<query>g\s*\.[^`]*)`[^(){}\[\];=`]*\Z")
_JSON_KEYS = ("gremlin", "query", "traversal", "code")

_SPECIAL = re.compile(r"//|/\*|#|\\[\r\nnrt]")
_OVER_ESCAPED = re.compile(r"[^'\"`\\]*\\[\"']")
_PIECES = re.compile(
    r"(?P<string>'''(?:[^'\\]|\\.|'(?!''))*'''|\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*\"\"\""
    r"|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`(?:[^`\\]|\\.)*`)"
    r"|(?P<comment>//[^\r\n]*|/\*.*?\*/|(?:(?<=\s)|\A)#[^\r\n]*|\\\r?\n|\\[nrt])"
    r"|(?P<rest>['\"`].*)"
    r"|(?P<smart>[“„‟«″](?P<double>[^“”„‟«»″\n]*)[”“‟»″](?=\s*[,)\]:}])|[‘‚‛](?P<single>[^‘‚‛\n]*?)[’′](?=\s*[,)\]:}]))"
    r"|(?P<foreign>[^\x00-\x7f])",
    re.DOTALL,
)
_LOOKALIKES = {
    "。": ".",
    "、": ",",
    "–": "-",
    "—": "-",
    "−": "-",
    "‐": "-",
    "‑": "-",
    "’": "'",
    "‘": "'",
    "”": '"',
    "“": '"',
}


def clean(text: str) -> tuple[str, Source]:
    """The bare query, and a Source that maps its offsets back to the text as given.

    Taken off: thinking, code fences, chat tokens, labels such as "Answer:", prose around, comments. Made plain
    outside of strings: full-width and look-alike characters, typographic quotes, invisible characters.
    """
    start, end = _unwrap(text)
    query = text[start:end]
    if query.startswith("{") and (inner := _from_json(query)) is not None:
        return clean(inner)
    offsets: list[int] | None = None
    if _OVER_ESCAPED.match(query):
        query, offsets = _unescape(query)
    if not query.isascii() or _SPECIAL.search(query):
        plain, offsets = _plain(query, offsets)
        if not plain.strip() and (swallowed := _QUERY_START.search(query)):
            return _swallowed(text, start, swallowed.start(), query)
        query = plain
    return query, Source(text, start, offsets)


def _swallowed(text: str, base: int, at: int, query: str) -> tuple[str, Source]:
    """A comment and the query on one line: the line break between them was lost, so take the query from there."""
    plain, offsets = _plain(query[at:], None)
    return plain, Source(text, base + at, offsets)


def _unwrap(text: str) -> tuple[int, int]:
    start, end = _after_thinking(text), len(text)
    start, end = _trimmed(text, start, end)
    if not text.startswith("g", start) or "```" in text[start : start + 4]:
        start, end = _unfenced(text, start, end)
        start, end = _trimmed(text, start, end)
    if not text.startswith("g", start):
        if quoted := _WITHIN_PROSE.match(text, start, end):
            return quoted.span("query")
        start = _after_prose(text, start, end)
    start, end = _unquoted(text, start, end)
    after = _PROSE_AFTER.search(text, start, end)
    if after and not _QUERY_START.search(text, after.end(), end):
        end = after.end()
    return start, end


def _after_thinking(text: str) -> int:
    opened = _THINKING.match(text)
    if opened:
        close = re.compile(rf"</{opened.group(1)}>", re.IGNORECASE).search(text, opened.end())
        if not close:
            raise ParseError(
                "the text ends inside its thinking; there is no query",
                "Send the Gremlin traversal itself.",
                code="not_gremlin",
                position=Position(1, 1, 0, opened.end()),
                source=text,
            )
        return close.end()
    if "</think>" in text and not text.lstrip().startswith("g"):
        return text.rindex("</think>") + len("</think>")
    return 0


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    lead = _LEAD.match(text, start, end)
    if lead:
        start = lead.end()
    while True:
        while end > start and text[end - 1] in _SPACE:
            end -= 1
        trail = _TRAIL.search(text, max(start, end - 48), end)
        if not trail:
            return start, end
        end = trail.start()


def _unfenced(text: str, start: int, end: int) -> tuple[int, int]:
    if "```" not in text and "~~~" not in text:
        return start, end
    blocks = [found.span("body") for found in _FENCE.finditer(text, start, end)]
    queries = [span for span in blocks if _QUERY_START.search(text, *span)]
    if len(queries) > 1:
        first, last = queries[1]
        raise ParseError(
            f"the text holds {len(queries)} queries in code blocks",
            "Send exactly one traversal.",
            code="second_statement",
            position=Source(text).position(first, last),
            source=text,
        )
    return (queries or blocks or [(start, end)])[0]


def _after_prose(text: str, start: int, end: int) -> int:
    found = _QUERY_START.search(text, start, end)
    if found and _PROSE_BEFORE.fullmatch(text, start, found.start()):
        return found.start()
    return start


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    """The inside of a query that stands in quotes or backticks as a whole."""
    while end - start > 2 and text[start] in "'\"`" and text[end - 1] == text[start]:
        inner = text[start + 1 : end - 1].lstrip()
        if not inner.startswith("g") and text[start] != "`":
            break
        start, end = start + 1, end - 1
    return _trimmed(text, start, end)


def _from_json(text: str) -> str | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    values = [found[key] for key in _JSON_KEYS if isinstance(found, dict) and isinstance(found.get(key), str)]
    return values[0] if len(values) == 1 else None


def _unescape(query: str) -> tuple[str, list[int]]:
    """One level of backslashes off a query whose every quote carries one (it was escaped once too often)."""
    simple = {"n": "\n", "r": "\r", "t": "\t"}
    out: list[str] = []
    offsets: list[int] = []
    at = 0
    while at < len(query):
        offsets.append(at)
        if query[at] == "\\" and at + 1 < len(query):
            at += 1
            out.append(simple.get(query[at], query[at]))
        else:
            out.append(query[at])
        at += 1
    return "".join(out), [*offsets, len(query)]


def _plain(query: str, before: list[int] | None) -> tuple[str, list[int]]:
    out: list[str] = []
    offsets: list[int] = []
    at = 0

    def put(characters: str, places: range) -> None:
        out.append(characters)
        offsets.extend(places)

    for found in _PIECES.finditer(query):
        start, end = found.span()
        put(query[at:start], range(at, start))
        if found["string"] is not None or found["rest"] is not None:
            put(found.group(), range(start, end))
        elif found["comment"] is not None:
            put(" ", range(start, start + 1))
        elif found["smart"] is not None:
            for index, character in enumerate(_requoted(found["double"] or found["single"] or "")):
                put(character, range(min(start + index, end - 1), min(start + index, end - 1) + 1))
        elif character := _plain_character(found.group()):
            put(character, range(start, start + 1))
        at = end
    put(query[at:], range(at, len(query) + 1))
    return "".join(out), offsets if before is None else [before[place] for place in offsets]


def _requoted(content: str) -> str:
    return "'" + re.sub(r"(?<!\\)'", r"\\'", content) + "'"


@lru_cache(maxsize=4096)
def _plain_character(character: str) -> str:
    """The ASCII character meant, the character itself when it has none, or nothing when it cannot be seen."""
    if character in _LOOKALIKES:
        return _LOOKALIKES[character]
    if unicodedata.category(character) in ("Cf", "Mn"):
        return ""
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 and plain.isascii() else character
