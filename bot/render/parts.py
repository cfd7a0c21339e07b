"""The parts of a message about an answer, top to bottom."""

from __future__ import annotations

from collections.abc import Iterator

from bot.render.blocks import (
    Block,
    actions,
    button,
    context,
    emoji,
    mrkdwn,
    plain,
    preformatted,
    rich,
    section,
    words,
)
from bot.render.limits import BUTTON_TEXT, BUTTONS
from bot.render.said import said
from bot.render.sizes import Size
from bot.render.table import table_lines
from bot.render.text import clean, cut, escaped, link, one_line, size
from bot.render.values import money, plural, took
from bot.render.values import words as name_in_words
from engine.answer import Answer, Table

LOOKS = {"declined": "no_entry_sign", "clarify": "grey_question", "failed": "warning"}  # Slack's emoji names
SUGGESTION, CHOICE, AGAIN, STOP = "ask_suggestion", "ask_choice", "ask_again", "stop"  # action ids
WARNING_LENGTH = 300
BACKBONE = 60


def headline(answer: Answer, most: int) -> Block:
    """What the answer says; how it ended when it is no answer; the words that could not be placed."""
    made = said(answer, cut(clean(answer.text).strip(), most))
    look = LOOKS.get(answer.status)
    if look and made[0]["type"] == "rich_text_section":
        made[0]["elements"][:0] = [emoji(look), words(" ")]
    hint = str((answer.error or {}).get("hint") or "")
    if answer.status == "failed" and hint and hint not in answer.text:
        made.append(section(words(cut(one_line(hint), WARNING_LENGTH))))
    if answer.unplaced:
        listed = ", ".join(f"“{one_line(word)}”" for word in answer.unplaced)
        made.append(section(words(cut(f"Could not place: {listed}", WARNING_LENGTH), italic=True)))
    return rich(made)


def choices(answer: Answer, most: int) -> Iterator[Block]:
    """The readings in full, numbered as their buttons are, where a button is too short for one of them."""
    if any(size(_numbered(*item)) > BUTTON_TEXT for item in enumerate(answer.choices[:BUTTONS], 1)):
        items = [section(words(cut(one_line(choice), most))) for choice in answer.choices[:BUTTONS]]
        yield rich([{"type": "rich_text_list", "style": "ordered", "indent": 0, "elements": items}])


def warnings(answer: Answer, most: int) -> Iterator[Block]:
    """Open warnings, as many as fit, and how many there are besides."""
    shown = [
        section(emoji("warning"), words(f" {cut(one_line(w), WARNING_LENGTH)}")) for w in answer.warnings[:most]
    ]
    if len(answer.warnings) > most:
        shown.append(section(words(f"{plural(len(answer.warnings) - most, 'more warning')} on the trace page.")))
    if shown:
        yield rich(shown)


def evidence(answer: Answer, most: int, gremlin: int, read_back: int) -> Iterator[Block]:
    """Each query: what it does in English, and its Gremlin."""
    for query in answer.queries[:most]:
        yield rich(
            [
                section(words(cut(one_line(query.read_back), read_back) or "The query:", italic=True)),
                preformatted(cut(query.gremlin.strip(), gremlin)),
            ]
        )
    if len(answer.queries) > most:
        yield context(f"{plural(len(answer.queries) - most, 'more query', 'more queries')} on the trace page.")


def verified(answer: Answer) -> Iterator[Block]:
    """The verifier's result over all queries: how many checks passed, and what failed."""
    checks = [(name, check) for query in answer.queries for name, check in query.verifier.items()]
    if not checks:
        return
    failed = [(name, check.get("reason")) for name, check in checks if not check.get("pass")]
    mark = "✓" if not failed else "✗"
    line = f"{mark} Verifier: {len(checks) - len(failed)} of {plural(len(checks), 'check')} passed"
    reasons = [f"{name_in_words(name)}: {reason}" if reason else name_in_words(name) for name, reason in failed]
    yield context(line, *(cut(one_line(reason), WARNING_LENGTH) for reason in reasons[:3]))


def facts(answer: Answer, trace: str) -> Block:
    """Time, calls, cost, what answered, and the link to the trace."""
    usage = answer.usage
    line = " · ".join(
        [
            took(usage.seconds),
            plural(usage.calls, "call"),
            *([plural(usage.tokens, "token")] if usage.tokens else []),
            money(usage.dollars),
            cut(one_line(answer.backbone), BACKBONE),
        ]
    )
    linked = link(trace, "Open the trace")
    return {"type": "context", "elements": [plain(line), *([mrkdwn(linked)] if linked.startswith("<") else [])]}


def offers(answer: Answer) -> Iterator[Block]:
    """Buttons: the readings to choose from, what can be asked next, or to ask again."""
    task = answer.task_id
    made = [
        button(_numbered(number, choice), f"{CHOICE}_{number - 1}", task)
        for number, choice in enumerate(answer.choices[:BUTTONS], 1)
    ]
    if not made:
        made = [
            button(one_line(question), f"{SUGGESTION}_{number}", task)
            for number, question in enumerate(answer.suggestions[:BUTTONS])
        ]
    if answer.status == "failed" and len(made) < BUTTONS:
        made.append(button("Ask again", AGAIN, task))
    if made:
        yield actions(made)


def _numbered(number: int, choice: str) -> str:
    return f"{number}. {one_line(choice)}"


def fallback(answer: Answer, trace: str, most: int, shape: Size, table: Table | None) -> str:
    """The message as mrkdwn: for notifications and screen readers, or (with ``shape.blocks`` off) all of it."""
    lines = [clean(answer.text).strip() or "There is no text in this answer."]
    if not shape.blocks:
        lines += [f"{number}. {one_line(choice)}" for number, choice in enumerate(answer.choices[:BUTTONS], 1)]
        lines += [f"Warning: {one_line(warning)}" for warning in answer.warnings[:2]]
        lines += [table_lines(table, shape.rows, shape.text)] if table else []
        lines += [cut(query.gremlin.strip(), shape.gremlin) for query in answer.queries[:1]]
    linked = link(trace, "Open the trace")
    tail = f"\n{linked}" if linked.startswith("<") else ""
    if size(tail) > most // 2:  # no address of ours is that long
        tail = ""
    head = escaped(cut(lines[0], shape.text), min(shape.text, most - size(tail)))
    rest = escaped("\n" + "\n".join(lines[1:]), max(most - size(tail) - size(head), 0)) if lines[1:] else ""
    return head + rest + tail
