"""Clicks: a follow-up question, a reading chosen, ask again, stop."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from slack_bolt import Ack, App

from bot.desk import FrontDesk
from bot.intake import Heard
from bot.render.notices import FINISHED, GONE, NOT_YOURS, STOPPING, notice
from bot.render.parts import AGAIN, CHOICE, STOP, SUGGESTION
from engine.answer import Answer
from engine.store import Task, UnknownTask

ASKS = re.compile(rf"(?:{SUGGESTION}|{CHOICE})_\d+|{AGAIN}")


def register(app: App, front: FrontDesk, open_channels: frozenset[str]) -> None:
    """Add the listeners."""

    def known(body: dict[str, Any], heard: Heard, task_id: str) -> Task | None:
        """The task whose button was clicked, if the person may; else they are told."""
        if _outsider(body, heard.team) and heard.channel not in open_channels:
            front.say(heard, notice(NOT_YOURS), only_to_them=True)
            return None
        try:
            task = front.store.task(task_id)
        except UnknownTask:
            task = None
        delivery = front.store.delivery_of(task_id) if task else None
        if task is None or delivery is None or delivery.target.get("channel") != heard.channel:
            front.say(heard, notice(GONE), only_to_them=True)
            return None
        return task

    def ask(ack: Ack, body: dict[str, Any], action: dict[str, Any]) -> None:
        heard = _clicked(body)
        task = known(body, heard, str(action.get("value", "")))
        question = _question(task, str(action["action_id"])) if task else None
        if task and question:
            # A second click of the same person on the same button is the same question.
            key = f"{heard.key}:{action['action_id']}:{heard.user}"
            front.ask(replace(heard, question=question), question, key, echo=question)
        elif task:
            front.say(heard, notice(GONE), only_to_them=True)
        ack()

    def stop(ack: Ack, body: dict[str, Any], action: dict[str, Any]) -> None:
        heard = _clicked(body)
        task = known(body, heard, str(action.get("value", "")))
        if task:
            front.say(heard, notice(FINISHED if task.done else STOPPING), only_to_them=True)
            front.store.request_stop(task.id)
        ack()

    app.action(ASKS)(ask)
    app.action(STOP)(stop)


def _clicked(body: Mapping[str, Any]) -> Heard:
    """Where a click was made: in the thread of the message that bears the button."""
    container = body.get("container") or {}
    message = body.get("message") or {}
    team = body.get("team") or body["user"].get("team_id") or ""
    team_id = str(team.get("id", "")) if isinstance(team, Mapping) else str(team)
    channel = str((body.get("channel") or {}).get("id") or container.get("channel_id") or "")
    ts = str(container.get("message_ts") or message.get("ts") or "")
    thread = str(message.get("thread_ts") or container.get("thread_ts") or ts)
    return Heard("question", team_id, channel, str(body["user"]["id"]), ts, thread)


def _outsider(body: Mapping[str, Any], team: str) -> bool:
    home = body["user"].get("team_id")
    return bool(home and team and home not in (team, (body.get("enterprise") or {}).get("id")))


def _question(task: Task, action_id: str) -> str | None:
    """The question that a button stands for; None when the answer has no such."""
    if action_id == AGAIN:
        return task.question
    if task.answer is None:
        return None
    answer = Answer.from_dict(task.answer)
    kind, _, number = action_id.rpartition("_")
    offered = answer.choices if kind == CHOICE else answer.suggestions
    return offered[int(number)] if int(number) < len(offered) else None
