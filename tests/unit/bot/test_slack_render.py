"""Messages: any Answer is a payload that Slack takes; parts say what they must; hostile text does nothing."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.render import FULL, PLAIN, SHORT, SIZES, Message, render
from bot.render.text import clean, cut, escaped, link, literal, size
from engine.answer import Answer, Table
from tests.support import slack_rules
from tests.support.console_desk import counted, declined, failed, hostile, listed, unclear
from tests.support.slack_answers import ATTACKS, answers, gallery, long_choices, wide, written

TRACE = "https://desk.example/questions/0123456789abcdef"


def payload(message: Message) -> dict[str, Any]:
    return {"text": message.text, "blocks": message.blocks}


def flat(message: Message) -> str:
    """All that the message shows, joined."""

    def texts(node: Any) -> list[str]:
        if isinstance(node, list):
            return [text for item in node for text in texts(item)]
        if isinstance(node, dict):
            own = [node["text"]] if isinstance(node.get("text"), str) else []
            return own + [text for part in node.values() for text in texts(part)]
        return []

    return "\n".join(texts(message.blocks))


def blocks(message: Message, kind: str) -> list[dict[str, Any]]:
    return [block for block in message.blocks if block["type"] == kind]


def buttons(message: Message) -> list[dict[str, Any]]:
    return [button for block in blocks(message, "actions") for button in block["elements"]]


@settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    max_examples=60,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    answers(), st.sampled_from(SIZES), st.sampled_from(["", TRACE, "javascript:x", "https://a.example/<!here>"])
)
def test_any_answer_is_a_message_that_slack_takes(answer: Answer, shape: Any, trace: str) -> None:
    message = render(answer, trace, shape)
    slack_rules.check("chat.update", payload(message))
    json.dumps(payload(message)).encode()  # what goes over the wire
    if message.csv is not None:
        message.csv.decode("utf-8")


@given(st.lists(st.sampled_from(ATTACKS) | st.text(max_size=20), max_size=6).map("".join))
def test_literal_text_is_stable_and_escaped_text_stays_in_its_limit(text: str) -> None:
    assert literal(literal(text)) == literal(text)
    for most in (1, 7, 50, 1_000):
        assert size(escaped(text, most)) <= max(most, 1)
        assert size(cut(text, most)) <= max(most, 1)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("shape", SIZES, ids=["full", "short", "plain"])
def test_hostile_text_does_nothing_wherever_it_stands(attack: str, shape: Any) -> None:
    answer = replace(
        hostile(),
        text=attack,
        warnings=[attack],
        tables=[Table(attack, [attack, "b"], [[attack, attack]], 9), Table(attack, ["a"], [[attack]], 1)],
        choices=[attack],
        unplaced=[attack],
        suggestions=[attack],
        backbone=attack,
        error={"hint": attack},
    )
    for status in ("answered", "declined", "clarify", "failed"):
        slack_rules.check("chat.postMessage", payload(render(replace(answer, status=status), TRACE, shape)))


def test_ordinary_text_is_not_changed() -> None:
    for text in (
        "a < b & c > d",
        "team@desk.example",
        "5 <6",
        "naïve 日本語 👩‍👩‍👧‍👦 می‌خواهم",
        "g.V().has('a', gt(1))",
    ):
        assert literal(text) == clean(text) == text
    assert escaped("a < b & c", 100) == "a &lt; b &amp; c"


def test_links_of_ours_are_kept_and_others_are_not_made() -> None:
    assert link("https://desk.example/q?a=1&b=2", "Trace") == "<https://desk.example/q?a=1&amp;b=2|Trace>"
    for address in ("", "javascript:alert(1)", "https://a.example/|x", "https://a.example/>"):
        assert link(address, "Trace") == "Trace"
    message = render(counted(), TRACE)
    assert f"<{TRACE}|Open the trace>" in flat(message)
    assert f"<{TRACE}|Open the trace>" in message.text
    assert "Open the trace" not in flat(render(counted()))


def test_a_counted_answer_shows_everything_it_must() -> None:
    message = render(replace(counted(), task_id="0123456789abcdef"), TRACE)
    assert message.blocks[0]["elements"][0]["elements"][1] == {
        "type": "text",
        "text": "312",
        "style": {"bold": True},
    }
    code = [part for block in blocks(message, "rich_text") for part in block["elements"]]
    assert [c["elements"][0]["text"] for c in code if c["type"] == "rich_text_preformatted"] == [
        counted().queries[0].gremlin
    ]
    shown = flat(message)
    assert counted().queries[0].read_back in shown
    assert "✓ Verifier: 4 of 4 checks passed" in shown
    assert "41 ms · 2 calls · $0.00 · offline" in shown
    assert [b["text"]["text"] for b in buttons(message)] == counted().suggestions
    assert {b["value"] for b in buttons(message)} == {"0123456789abcdef"}
    assert message.csv is None
    assert not blocks(message, "table")


def test_a_table_says_what_is_missing_and_the_file_has_it() -> None:
    message = render(wide(), TRACE)
    [table] = blocks(message, "table")
    assert len(table["rows"]) == FULL.rows + 1
    assert [cell["text"] for cell in table["rows"][0]] == wide().tables[0].columns[: FULL.columns]
    assert [setting["align"] for setting in table["column_settings"]][4] == "right"
    shown = flat(message)
    assert "228 more rows and 2 more columns." in shown
    assert "The CSV file has the first 60 of 240." in shown
    assert "1 more table on the trace page." in shown
    assert message.csv is not None
    rows = list(csv.reader(io.StringIO(message.csv.decode("utf-8-sig"))))
    assert len(rows) == 61
    assert rows[1][0] == "CASE-00001"


def test_where_no_file_can_be_sent_none_is_promised() -> None:
    message = render(wide(), TRACE, attach=False)
    assert message.csv is None
    assert "CSV" not in flat(message)
    assert "Everything is on the trace page." in flat(message)


def test_a_table_shown_whole_needs_no_file() -> None:
    whole = replace(listed(), tables=[replace(listed().tables[0], total_rows=3)])
    assert render(whole).csv is None
    assert "more row" not in flat(render(whole))
    assert render(listed()).csv is not None
    assert "2 more rows." in flat(render(listed()))
    assert render(whole, shape=PLAIN).csv is not None


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-cmd", "'-cmd"),
        ("@SUM(1)", "'@SUM(1)"),
        ("\t=1", "'\t=1"),
        (" =1", "' =1"),
        (-5, "-5"),
        (1.5, "1.5"),
        ("a=1", "a=1"),
        (None, ""),
        (True, "yes"),
        ('a,"b"\nc', 'a,"b"\nc'),
    ],
)
def test_csv_cells_cannot_become_formulas(cell: object, expected: str) -> None:
    table = Table("t", ["=head", "n"], [[cell, 1]] * 30, 30)
    made = render(Answer("answered", "x", tables=[table])).csv
    assert made is not None
    rows = list(csv.reader(io.StringIO(made.decode("utf-8-sig"), newline="")))
    assert rows[0][0] == "'=head"
    assert rows[1][0] == expected


@pytest.mark.parametrize(
    ("columns", "rows", "cell"),
    [
        (1, 101, "x"),
        (20, 99, "x"),
        (21, 5, "x"),
        (40, 200, "y" * 500),
        (3, 3, ""),
        (2, 4, "z" * 9_000),
        (0, 3, "x"),
    ],
)
def test_tables_of_any_shape_keep_to_the_limits(columns: int, rows: int, cell: str) -> None:
    table = Table("t", [f"c{n}" for n in range(columns)], [[cell] * columns] * rows, rows)
    for shape in SIZES:
        slack_rules.check("chat.postMessage", payload(render(Answer("answered", "x", tables=[table]), "", shape)))


def test_choices_are_buttons_and_long_ones_are_told_in_full() -> None:
    message = render(unclear())
    assert [b["action_id"] for b in buttons(message)] == ["ask_choice_0", "ask_choice_1"]
    assert "rich_text_list" not in str(message.blocks)  # the buttons say it all
    long = render(long_choices())
    assert all(choice in flat(long) for choice in long_choices().choices)
    assert all(size(b["text"]["text"]) <= 75 for b in buttons(long))


def test_an_answer_that_is_none_says_why_and_offers_a_way_on() -> None:
    shown = flat(render(declined()))
    assert "Could not place: “usually”, “frustrating”" in shown
    assert [b["text"]["text"] for b in buttons(render(declined()))] == declined().suggestions
    assert [b["action_id"] for b in buttons(render(failed()))] == ["ask_again"]
    assert render(failed()).blocks[0]["elements"][0]["elements"][0] == {"type": "emoji", "name": "warning"}


def test_markdown_keeps_its_form_and_loses_its_links() -> None:
    message = render(written())
    kinds = [part["type"] for part in message.blocks[0]["elements"]]
    assert kinds.count("rich_text_list") == 3
    assert "rich_text_quote" in kinds
    assert kinds.count("rich_text_preformatted") == 2
    assert "[the report](https://evil.example)" in flat(message)
    assert '"link"' not in json.dumps(message.blocks)
    assert "✗ Verifier: 3 of 4 checks passed" in flat(message)
    assert "Window on destination: No window." in flat(message)


@pytest.mark.parametrize("text", ["", " ", "\x1b", "\u200b\n", "\u202e"])
def test_text_that_shows_nothing_says_so(text: str) -> None:
    for backbone in ("offline", "claude-test"):
        message = render(Answer("answered", text, backbone=backbone))
        assert "There is no text" in message.text
        assert "There is no text" in flat(message)


def test_sizes_get_smaller() -> None:
    for answer in gallery().values():
        lengths = [len(flat(render(answer, TRACE, shape))) for shape in (FULL, SHORT)]
        assert lengths[0] >= lengths[1]
        plain = render(answer, TRACE, PLAIN)
        assert plain.blocks == []
        assert plain.text.endswith(f"<{TRACE}|Open the trace>")
        assert size(plain.text) <= 3_000
