"""Reads the figures and names that a text states: numbers, percentages, durations, dates, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
_UNITS = {
    **{form: unit for unit in SECONDS for form in (unit, f"{unit}s")},
    **{"sec": "second", "secs": "second", "s": "second", "min": "minute", "mins": "minute"},
    **{"h": "hour", "hr": "hour", "hrs": "hour", "d": "day"},
}
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_SMALL = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|some|circa|"
    r"(?:more|less|fewer) than|at (?:least|most)|up to)|[~≈])\s*\$?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as stated. ``tolerance``: half of its last digit. ``unit`` of time when one follows, else empty."""

    text: str
    start: int
    end: int
    value: float
    tolerance: float
    percent: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Date:
    """A date as stated: the parts that were said; the others are None."""

    text: str
    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A name as stated: quoted, set off, an identifier, or capitalised inside a sentence."""

    text: str
    start: int
    end: int


Figure = Number | Date | Name
_MONTH = r"(?P<{0}>" + "|".join(f"{m[:3]}(?:{m[3:]})?" if m != "september" else "sept?(?:ember)?" for m in _MONTHS)
_MONTH += r")\b\.?"
_DATES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?P<year>[12]\d{3})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?"
        r"(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])",
        r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? " + _MONTH.format("name") + r"(?:,? (?P<year>[12]\d{3})\b)?",
        r"\b"
        + _MONTH.format("name")
        + r" (?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?!\d|:)(?:,? (?P<year>[12]\d{3})\b)?",
        r"\b" + _MONTH.format("name") + r",? (?P<year>[12]\d{3})\b",
        r"\bQ(?P<quarter>[1-4])(?:[ /-](?P<year>[12]\d{3}))?\b",
        r"\b(?P<year>[12]\d{3})[ -]?Q(?P<quarter>[1-4])\b",
        r"\b(?P<day>\d{1,2})[/.](?P<month>\d{1,2})[/.](?P<year>[12]\d{3})\b",
    )
]
_DIGITS = r"(?:\d{1,3}(?:[,'’\u00a0\u202f\u2009]\d{3})+|\d+)(?:\.\d+)?"
_NUMBER = re.compile(
    rf"(?<![\w.,/:#-])(?P<sign>[-−])?(?P<digits>{_DIGITS})(?:st|nd|rd|th)?"
    r"(?:[\s\u00a0\u202f-]?(?P<suffix>%|[A-Za-z]+))?(?![\d])"
)
_WORDS = re.compile(
    rf"\b(?:(?:{_SMALL}|one(?= hundred| thousand| million))(?:[ -](?:and )?)?"
    rf"|(?<=[a-z][ -])(?:hundred|thousand|million)(?:[ -](?:and )?)?|(?<=[a-z]-)(?:one)\b)+(?<![ -])\b",
    re.IGNORECASE,
)
_ONLY_ONE = re.compile(r"\b(?:is|was|only|exactly|just|found)\s+(?P<one>one)\b(?!\s+of\b)", re.IGNORECASE)
_LIST_MARKER = re.compile(r"^[ \t]*(?:[-*+] )?\(?\d{1,3}[.)](?=\s)", re.MULTILINE)
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_TABLE_HEAD = re.compile(r"^.*\n(?=[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|)", re.MULTILINE)
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b(?! [A-Z][a-z]{2,8}\b)")
_SET_OFF = re.compile(r'"([^"\n]{1,120})"|“([^”\n]{1,120})”|`([^`\n]{1,120})`|\*\*([^*\n]{1,120})\*\*')
# Digits that are no amount: the numbers of telephones, accounts, versions.
_SPELLED = re.compile(r"(?=\+|(?:\D*\d+){3}|\d+[^\d.,'’]\d)[\d\s()+./-]+")
_METHOD = re.compile(r"\bcount as 0\b")  # how it was counted: no finding
_IDENTIFIER = re.compile(r"\b(?=[\w-]*[A-Za-z])(?=[\w-]*\d)[A-Za-z\d]+(?:[-_][A-Za-z\d]+)*\b")
_NO_IDENTIFIER = re.compile(r"\d+-[a-z]+|\d+(?:st|nd|rd|th|s|h|d|k|m|bn|min|x)|q[1-4]|h[12]|p[1-4]", re.IGNORECASE)
_CAPITAL = r"[A-Z][\w&’'-]*"
_CAPITALISED = re.compile(rf"{_CAPITAL}(?:(?: (?:of|the|de|for))? (?:{_CAPITAL}|\d+\b))*")
# Capitalised, and yet no names: starts of clauses, heads of tables, days.
_COMMON = frozenset((
    "i", "gremlin", "no", "none", "yes", "utc", "id", "ids", "n/a", "the", "a", "an", "in", "on", "of", "for",
    "and", "or", "but", "it", "they", "this", "that", "these", "those", "there", "here", "all", "most", "some",
    "total", "both", "each", "every", "only", "note", "count", "counts", "share", "average", "median", "minimum",
    "maximum", "sum", "other", "others", "unknown", "overall", "rank", "result", "results", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "sunday", *_MONTHS,
))  # fmt: skip


def figures_in(text: str, names: Iterable[str] = ()) -> list[Figure]:
    """Every figure and name, in text order, none inside another. Code blocks are left out.

    ``names``: values that are names wherever the text has them, figures inside them included.
    """
    taken = bytearray(len(text))
    for pattern in (_CODE, _LIST_MARKER, _TABLE_HEAD, _ORDINAL, _METHOD):
        for block in pattern.finditer(text):
            _take(taken, *block.span())
    found: list[Figure] = []
    readers: list[Callable[[str], Iterable[Figure]]] = [lambda text: _given(text, names)]
    for reader in (*readers, _set_off, _dates, _identifiers, _durations, _capitalised, _numbers, _number_words):
        for figure in reader(text):
            if not any(taken[figure.start : figure.end]):
                _take(taken, figure.start, figure.end)
                found.append(figure)
    return sorted(found, key=lambda figure: figure.start)


def dates_in(text: str) -> list[Date]:
    """The dates a text states."""
    return list(_dates(text))


def numbers_in(text: str) -> list[Number]:
    """The numbers a text states, in digits or words."""
    return [*_numbers(text), *_number_words(text)]


def _take(taken: bytearray, start: int, end: int) -> None:
    taken[start:end] = b"\1" * (end - start)


def _given(text: str, names: Iterable[str]) -> Iterator[Name]:
    folded = text.casefold()
    if len(folded) != len(text):  # a letter that folds to two: positions would shift
        folded = text
    for name in sorted({name.strip() for name in names}, key=len, reverse=True):
        if len(name) < 2 or not (re.search(r"[^\W\d]", name) or _SPELLED.fullmatch(name)):
            continue
        # Names of one word are words like any other unless they are written as the graph writes them.
        several = bool(re.search(r"[\s\d-]", name))
        if not several and name.islower():
            continue
        where, wanted = (folded, name.casefold()) if several else (text, name)
        start = where.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
                yield Name(text[start:end], start, end)
            start = where.find(wanted, end)


def _set_off(text: str) -> Iterator[Name]:
    for match in _SET_OFF.finditer(text):
        group = match.lastindex or 0
        inner = match.group(group)
        # What is set off may be a figure or a whole clause: then what is inside is read instead.
        if len(inner.split()) <= 6 and not inner.rstrip().endswith((".", ":", ")")) and not _states_figure(inner):
            yield Name(inner.strip(), match.start(group), match.end(group))


def _states_figure(text: str) -> bool:
    return bool(re.match(rf"\s*[$~]?{_DIGITS}\b", text)) or any(True for _ in _dates(text))


def _dates(text: str) -> Iterator[Date]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            month = parts.get("month")
            if parts.get("name"):
                month = str(1 + next(i for i, m in enumerate(_MONTHS) if m.startswith(parts["name"][:3].lower())))
            year, day, quarter = (
                int(parts[key]) if parts.get(key) else None for key in ("year", "day", "quarter")
            )
            yield Date(match[0], *match.span(), year, int(month) if month else None, day, quarter)


def _identifiers(text: str) -> Iterator[Name]:
    for match in _IDENTIFIER.finditer(text):
        if not _NO_IDENTIFIER.fullmatch(match[0]):
            yield Name(match[0], *match.span())


def _durations(text: str) -> Iterator[Number]:
    """Two amounts of time that are one: "2 hours 30 minutes", "1 day and 4 hours"."""
    part = r"(\d+(?:\.\d+)?)\s?([a-z]+)"
    for match in re.finditer(rf"(?<![\w.]){part},?(?: and)? {part}\b", text, re.IGNORECASE):
        large, small = _UNITS.get(match[2].lower()), _UNITS.get(match[4].lower())
        if large and small and SECONDS[small] < SECONDS[large]:
            seconds = float(match[1]) * SECONDS[large] + float(match[3]) * SECONDS[small]
            yield Number(match[0], *match.span(), seconds, SECONDS[small] / 2, unit="second")


def _numbers(text: str) -> Iterator[Number]:
    for match in _NUMBER.finditer(text):
        digits = re.sub(r"[^\d.]", "", match["digits"])
        suffix = (match["suffix"] or "").lower()
        scale = _SCALES.get(suffix, 1.0)
        tolerance = 0.5 * 10.0 ** -len(digits.partition(".")[2]) * scale
        if _ABOUT.search(text[: match.start()]):
            zeros = len(digits) - len(digits.rstrip("0"))
            last = 0.5 * 10.0**zeros * scale if zeros and "." not in digits else 0.0
            tolerance = max(tolerance, last, 0.05 * float(digits) * scale)
        known = suffix in ("%", "percent", "pct") or suffix in _SCALES or suffix in _UNITS
        yield Number(
            match[0] if known else match[0].removesuffix(match["suffix"] or "").rstrip(" -\u00a0\u202f"),
            match.start(),
            match.end() if known else match.end("digits"),
            float(digits) * scale * (-1 if match["sign"] else 1),
            tolerance,
            suffix in ("%", "percent", "pct"),
            _UNITS.get(suffix, "") if scale == 1.0 else "",
        )


def _number_words(text: str) -> Iterator[Number]:
    from text_to_num import text2num  # late: most texts have no number words

    for match in _WORDS.finditer(text):
        try:
            value = float(text2num(match[0].replace("-", " "), "en"))
        except ValueError:
            continue
        yield Number(match[0], *match.span(), value, 0.0)
    for match in _ONLY_ONE.finditer(text):
        yield Number(match["one"], *match.span("one"), 1.0, 0.0)


def _capitalised(text: str) -> Iterator[Name]:
    for match in _CAPITALISED.finditer(text):
        words = match[0].split()
        start = match.start()
        if _begins_sentence(text, start):
            # The first word of a sentence is capitalised anyway: what follows it may still be a name.
            words = words[:1] if all(word.isdigit() for word in words[1:]) else words
            alone = len(words) == 1 and not _NAMES_ITEM.match(text, start + len(words[0]))
            if alone or words[0].lower() in _COMMON:
                start += len(words[0]) + 1
                words = words[1:]
        while words and words[0].lower() in _COMMON:
            start += len(words[0]) + 1
            words = words[1:]
        if words:
            name = " ".join(words)
            yield Name(re.sub(r"[’']s$", "", name), start, start + len(name))


_NAMES_ITEM = re.compile(
    r"\*{0,2}(?::| \(| ?\||[ ]?[–—])"
)  # what follows the name that a list item or cell is about


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(' \t*_>"“(')
    return not before or before[-1] in ".!?:\n•-|"
