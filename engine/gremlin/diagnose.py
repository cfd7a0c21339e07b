"""Says what is wrong with a text that the grammar does not accept, by what was met and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.gremlin.errors import ParseError, Source
from engine.gremlin.lexer import CLOSING, OPENING, Word, words

_OPEN, _CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
_OTHER_LANGUAGES = (
    (
        re.compile(r"\s*(?:optional\s+)?(?:match|unwind|merge|create)\s*\(|.*\breturn\s+\w+\s*\Z", re.I | re.S),
        "Cypher",
    ),
    (re.compile(r"\s*(?:select|with|insert|update|delete|explain)\s[^(]*", re.I), "SQL"),
    (re.compile(r"\s*(?:prefix|ask|construct|describe)\s", re.I), "SPARQL"),
)
_STATEMENTS = re.compile(r"\s*(?:def|var|val|let|const|final|if|for|while|try|import|class|function|from)\b")
_DECLARATION = re.compile(r"\s*[A-Z]\w*(?:<[^=()]*>)?\s+\w+\s*=\s*g\s*\.")
_QUERY = re.compile(r"(?:\bg|__|\bgraph)\s*\.|\A\s*[\w(]+\s*\(")
_OPERATORS = frozenset("<>!&|+-*/%^~?")
_START_HINT = "Send one Gremlin traversal that starts with g.V() or g.E(), and nothing else."

Finding = tuple[str, str, str, int, int]


def diagnose(word: Word, cleaned: str, source: Source) -> ParseError:
    """The refusal for a syntax error at ``word``."""
    all_words = list(_up_to(cleaned, word.end_pos if word.type != "$END" else len(cleaned)))
    finding = (
        _nothing(cleaned)
        or _program(word, cleaned)
        or _other_language(cleaned)
        or _second_statement(word, all_words)
        or _code(word, all_words, cleaned)
        or _no_query(cleaned)
        or _strings(word, all_words)
        or _brackets(word, all_words, cleaned)
        or _default(word, cleaned)
    )
    code, message, hint, start, end = finding
    return ParseError(message, hint, code=code, position=source.position(start, end), source=source.text)


def _up_to(cleaned: str, end: int) -> Iterator[Word]:
    for word in words(cleaned):
        if word.start_pos >= end:
            return
        yield word


def other_language(cleaned: str) -> str | None:
    """The language that a text is in when it is not Gremlin, as far as its first words tell."""
    if re.match(r"\s*g\s*\.", cleaned):
        return None
    return next((name for pattern, name in _OTHER_LANGUAGES if pattern.match(cleaned)), None)


def _nothing(cleaned: str) -> Finding | None:
    if cleaned.strip():
        return None
    return "empty", "there is no query", _START_HINT, 0, max(1, len(cleaned))


def _second_statement(word: Word, all_words: list[Word]) -> Finding | None:
    if word.type == "$END" or _depth(all_words, word.start_pos):
        return None
    before = [other for other in all_words if other.start_pos < word.start_pos]
    semicolon = any(other.type == "_SEMI" for other in before)
    ended = before and before[-1].type in ("RPAR", "_SEMI") and before[0].value == "g"
    if not (semicolon or (ended and word.type in ("NAME", "CALL") and word.value != "in")):
        return None
    return (
        "second_statement",
        "text follows after the end of the query" if not semicolon else "a second statement follows after ;",
        "Send exactly one traversal; ask for several results with project() or union().",
        word.start_pos,
        word.end_pos,
    )


def _code(word: Word, all_words: list[Word], cleaned: str) -> Finding | None:
    at = word.start_pos
    two = cleaned[at : at + 2]
    before = cleaned[:at]
    closure_hint = "Use Gremlin steps instead: filter(__.has(…)), map(__.values(…))."
    if (
        two in ("->", "=>")
        or cleaned[at - 1 : at + 1] == "=>"
        or word.type == "LBRACE"
        or re.search(r"\blambda\b", before[-80:])
    ):
        return "closure", "closures and lambdas are not allowed", closure_hint, at, at + len(two)
    if _open_brackets(all_words, at)[-1:] == ["{"] and word.type != "$END":
        return "closure", "a closure is not allowed", closure_hint, at, word.end_pos
    if two == "==" or (word.type == "OTHER" and word.value in _OPERATORS and _depth(all_words, at)):
        hint = "Compare with predicates, has('age', P.gt(3)), and calculate with math('a + b')."
        return "operator", f"the operator {two.strip()} is not part of Gremlin", hint, at, at + len(two.strip())
    if (word.type == "_EQUALS" and not _depth(all_words, at)) or _DECLARATION.match(cleaned):
        hint = "Send the traversal alone, without a variable."
        return "assignment", "assignments are not allowed", hint, 0, word.end_pos
    return None


def _program(word: Word, cleaned: str) -> Finding | None:
    if _STATEMENTS.match(cleaned) and word.type != "_EQUALS":
        return "code", "this is program code, not a traversal", _START_HINT, 0, word.end_pos
    return None


def _other_language(cleaned: str) -> Finding | None:
    language = other_language(cleaned)
    if not language:
        return None
    return "not_gremlin", f"this looks like {language}, not Gremlin", _START_HINT, 0, min(len(cleaned), 40)


def _no_query(cleaned: str) -> Finding | None:
    if _QUERY.search(cleaned):
        return None
    return "not_gremlin", "this is not a Gremlin traversal", _START_HINT, 0, min(len(cleaned), 40)


def _strings(word: Word, all_words: list[Word]) -> Finding | None:
    if word.type == "UNCLOSED":
        hint = "Close the string, and write a quote inside it as \\' or use the other kind of quotes."
        return "unterminated_string", "a string is not closed", hint, word.start_pos, word.start_pos + 1
    before = [other for other in all_words if other.end_pos <= word.start_pos]
    if (
        before
        and before[-1].type == "ATOM"
        and before[-1].value[0] in "'\""
        and word.type in ("NAME", "ATOM", "CALL")
    ):
        hint = "If the string holds a quote, write it as \\' ; else put a comma."
        return "syntax", "text stands right behind a string", hint, before[-1].start_pos, word.end_pos
    return None


def _brackets(word: Word, all_words: list[Word], cleaned: str) -> Finding | None:
    unclosed: list[Word] = []
    for other in all_words:
        if other.start_pos > word.start_pos and word.type != "$END":
            break
        last = other.value[-1]
        if other.type in OPENING:
            unclosed.append(other)
        elif other.type in CLOSING:
            if not unclosed or unclosed[-1].value[-1] != _CLOSE[last]:
                hint = f"Remove it, or open it with {_CLOSE[last]}."
                return "unbalanced", f"the {last} closes nothing", hint, other.start_pos, other.end_pos
            unclosed.pop()
    if word.type != "$END":
        return None
    if unclosed:
        opened = unclosed[-1]
        bracket = opened.value[-1]
        hint = f"Close it with {_OPEN[bracket]}."
        return "unbalanced", f"a {bracket} is not closed", hint, opened.end_pos - 1, opened.end_pos
    return "syntax", "the query ends too early", "Finish the last step.", len(cleaned) - 1, len(cleaned)


def _default(word: Word, cleaned: str) -> Finding:
    at = min(word.start_pos, len(cleaned) - 1)
    shown = word.value.strip()[:30]
    if shown == "." and at >= len(cleaned.rstrip()) - 1:
        return "syntax", "the query ends too early", "Finish the last step, or remove the dot.", at, at + 1
    if not shown or not shown.isprintable():
        return "syntax", "a character that cannot be read stands here", "Retype this part.", at, at + 1
    if word.type == "_DOTS":
        return "syntax", "two dots stand together", "Join steps with one dot.", at, at + 2
    if word.type in ("RPAR", "RSQB", "RBRACE", "_COMMA"):
        return "syntax", f"an argument is missing before {shown!r}", "Add the argument.", at, at + 1
    hint = "Steps are joined with dots, arguments with commas, and text stands in quotes."
    return "syntax", f"{shown!r} cannot stand here", hint, at, max(at + 1, word.end_pos)


def _open_brackets(all_words: list[Word], at: int) -> list[str]:
    stack: list[str] = []
    for word in all_words:
        if word.start_pos >= at:
            break
        last = word.value[-1]
        if word.type in OPENING:
            stack.append(last)
        elif word.type in CLOSING and stack:
            stack.pop()
    return stack


def _depth(all_words: list[Word], at: int) -> int:
    return len(_open_brackets(all_words, at))
