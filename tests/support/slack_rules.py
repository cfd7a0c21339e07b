"""Whether Slack would take a payload: Slack's types as JSON Schema, the SDK's own checks, and what neither knows.

The schema is made from ``@slack/types`` by slack_schema/generate. It knows types, keys and kinds of cell; the SDK
(``Block.parse(...).to_dict()``) knows lengths and counts; the rest is the list in this file, from shared facts.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match
from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block

SCHEMA = Path(__file__).parent / "slack_schema" / "message.schema.json"
MESSAGES = {"chat.postMessage": 40_000, "chat.update": 4_000, "chat.postEphemeral": 40_000, "response_url": 40_000}
LINK = re.compile(r"<(https?://[^\s<>|]+)(\|[^<>]+)?>")
UNICODE = 2  # UTF-16 units of the longest code point


def problems(method: str, payload: dict[str, Any]) -> list[str]:
    """What Slack would refuse, or show other than meant; empty when the payload is right."""
    if method == "assistant.threads.setStatus":
        return list(_status(payload))
    if method not in MESSAGES:
        return []
    blocks = payload.get("blocks") or []
    if isinstance(blocks, str):
        blocks = json.loads(blocks)
    return [
        *_text(payload, MESSAGES[method], blocks),
        *_schema(blocks),
        *_sdk(blocks),
        *_counts(blocks),
        *(found for block in blocks if block.get("type") == "table" for found in _table(block)),
        *_objects(blocks),
        *_metadata(payload),
    ]


def check(method: str, payload: dict[str, Any]) -> None:
    """Fails the test that sent the payload, naming everything that is wrong with it."""
    found = problems(method, payload)
    assert not found, f"{method}: " + "; ".join(found)


@functools.cache
def _validator() -> Draft7Validator:
    return Draft7Validator(json.loads(SCHEMA.read_text()))


def _status(payload: dict[str, Any]) -> Iterator[str]:
    for name in ("channel_id", "thread_ts"):
        if not payload.get(name):
            yield f"no {name}"
    if len(payload.get("loading_messages") or []) > 10:
        yield "more than 10 loading messages"
    yield from _mrkdwn(str(payload.get("status", "")), "status")


def _text(payload: dict[str, Any], most: int, blocks: list[Any]) -> Iterator[str]:
    text = payload.get("text")
    if not isinstance(text, str) or not text.strip():
        yield "no text: notifications and screen readers would have nothing"
        return
    if _units(text) > most:
        yield f"text of {_units(text)}, over {most}"
    yield from _mrkdwn(text, "text")
    if len(blocks) > 50:
        yield f"{len(blocks)} blocks, over 50"


def _schema(blocks: list[Any]) -> Iterator[str]:
    errors = list(_validator().iter_errors({"blocks": blocks}))
    if errors:
        worst = best_match(errors)
        yield f"schema: {worst.json_path}: {worst.message[:300]}"


def _sdk(blocks: list[Any]) -> Iterator[str]:
    for index, block in enumerate(blocks):
        try:
            parsed = Block.parse(json.loads(json.dumps(block)))
            if parsed is None:
                yield f"block {index}: the SDK knows no {block.get('type')}"
            else:
                parsed.to_dict()
        except (SlackObjectFormationError, TypeError) as error:
            yield f"block {index}: {error}"


def _counts(blocks: list[Any]) -> Iterator[str]:
    if sum(block.get("type") == "table" for block in blocks) > 1:
        yield "two tables in one message"
    if sum(_units(block["text"]) for block in blocks if block.get("type") == "markdown") > 12_000:
        yield "over 12,000 characters of markdown"
    if sum(_units(text) for text in _all_texts(blocks)) > 11_000:
        yield "over 11,000 characters in all blocks"
    for key in ("block_id", "action_id"):
        twice = [name for name, count in Counter(_values(blocks, key)).items() if count > 1]
        if twice:
            yield f"{key} twice: {twice}"
        if any(len(name) > 255 for name in _values(blocks, key)):
            yield f"{key} over 255"


def _table(block: dict[str, Any]) -> Iterator[str]:
    rows = block["rows"]
    widths = {len(row) for row in rows}
    if len(rows) > 100 or max(widths, default=0) > 20 or not rows or 0 in widths:
        yield f"table of {len(rows)} rows, {widths} columns"
    if len(widths) > 1:
        yield f"ragged table: {sorted(widths)}"
    if len(block.get("column_settings") or []) > 20:
        yield "over 20 column settings"
    texts = list(_all_texts(rows))
    if any(not text for text in texts):
        yield "an empty cell"
    if sum(map(_units, texts)) > 10_000:
        yield "over 10,000 characters in a table"


def _objects(node: Any) -> Iterator[str]:
    """Text objects, links and buttons wherever they stand."""
    if isinstance(node, list):
        for item in node:
            yield from _objects(item)
    if not isinstance(node, dict):
        return
    kind, text = node.get("type"), node.get("text")
    if kind in ("plain_text", "mrkdwn", "text", "raw_text") and not text:
        yield f"an empty {kind}"
    if kind in ("plain_text", "mrkdwn") and _units(str(text)) > 3_000:
        yield f"{kind} of {_units(str(text))}"
    if kind == "mrkdwn":
        yield from _mrkdwn(str(text), "mrkdwn")
    elif isinstance(text, str):
        yield from _literal(text, str(kind))
    if kind == "link" and not str(node.get("url", "")).startswith(("http://", "https://")):
        yield f"a link to {node.get('url')!r}"
    if kind in ("broadcast", "user", "usergroup", "channel", "team"):
        yield f"a mention: {node}"
    if kind == "button" and (_units(node["text"]["text"]) > 75 or len(node.get("value", "")) > 2_000):
        yield "a button's text over 75 or value over 2,000"
    for part in node.values():
        yield from _objects(part)


def _mrkdwn(text: str, where: str) -> Iterator[str]:
    """Only links with an http(s) address may stand between angle brackets."""
    rest = LINK.sub("", text)
    if re.search(r"[<>]", rest):
        yield f"{where}: a control sequence in {rest[:80]!r}"
    if re.search(r"&(?!(?:amp|lt|gt);)", rest):
        yield f"{where}: an ampersand that is not escaped"
    yield from _literal(rest, where)


def _literal(text: str, where: str) -> Iterator[str]:
    if re.search(r"<[!@#]|@(?:here|channel|everyone)\b", text, re.IGNORECASE):
        yield f"{where}: a mention in {text[:80]!r}"
    if re.search("[\x00-\x08\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]", text):
        yield f"{where}: a character that hides or reorders"


def _metadata(payload: dict[str, Any]) -> Iterator[str]:
    given = payload.get("metadata")
    given = json.loads(given) if isinstance(given, str) else given
    if given is not None and not (given.get("event_type") and isinstance(given.get("event_payload"), dict)):
        yield f"metadata without event_type and event_payload: {given}"


def _all_texts(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("text"), str):
            yield node["text"]
        for part in node.values():
            yield from _all_texts(part)
    elif isinstance(node, list):
        for part in node:
            yield from _all_texts(part)


def _values(node: Any, key: str) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get(key), str):
            yield node[key]
        for part in node.values():
            yield from _values(part, key)
    elif isinstance(node, list):
        for part in node:
            yield from _values(part, key)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // UNICODE
