"""The chat page: ask, see progress, read the answer."""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse
from werkzeug.exceptions import NotFound

from admin import errors, once
from admin.ownership import insist, may_join
from admin.signing_in import current_person
from admin.views.shared import as_it_stands, desk, who
from engine.agent.backbone import ToolCall
from engine.agent.follow_ups import follow_ups
from engine.answer import LONGEST_QUESTION
from engine.catalog.catalog import Catalog
from engine.catalog.wording import noun
from engine.errors import GraphdeskError
from engine.store import ListFilter, TaskFilter

pages = Blueprint("chat", __name__)

RECENT_SHOWN = 6  # questions, below a new conversation
TURNS_SHOWN = 50  # of one conversation, the newest
_CONVERSATION = re.compile(r"[a-z0-9-]{8,64}")


@pages.context_processor
def _known() -> dict[str, object]:
    return {"longest_question": LONGEST_QUESTION, "has_model": desk().backbone.name != "offline"}


@pages.get("/")
def new() -> str:
    """A new conversation. Its id is made here, so that everything asked from this page belongs to it."""
    recent = desk().store.listed(ListFilter(), limit=RECENT_SHOWN).tasks
    return render_template(
        "chat.html", conversation=secrets.token_hex(8), tasks=[], recent=recent, examples=_examples()
    )


@pages.get("/conversations/<conversation>")
def conversation(conversation: str) -> str:
    """A conversation so far, oldest question first."""
    if not _CONVERSATION.fullmatch(conversation):
        raise NotFound
    page = desk().store.tasks(TaskFilter(conversation=conversation), limit=TURNS_SHOWN)
    if not page.tasks:
        raise NotFound
    return render_template(
        "chat.html",
        conversation=conversation,
        tasks=page.tasks[::-1],
        earlier=page.total - len(page.tasks),
        steps={task.id: desk().store.steps(task.id) for task in page.tasks if not task.done},
    )


@pages.post("/ask")
def ask() -> str | AnyResponse | tuple[str, int]:
    """Commit a question. With htmx: its turn, to stand below the others; else the conversation's page.

    The same question in the same form is the one that was asked: it is not asked again.

    Raises NotYours when a viewer would ask in somebody else's conversation.
    """
    question = " ".join(request.form.get("question", "").split())
    chosen = request.form.get("conversation", "")
    if not question:
        return errors.page(400, "There was no question.", "Write one and send it again.")
    if len(question) > LONGEST_QUESTION:
        return errors.page(413, f"A question has at most {LONGEST_QUESTION:,} characters.", "Shorten it.")
    if not _CONVERSATION.fullmatch(chosen):
        chosen = secrets.token_hex(8)
    insist(may_join(current_person(), desk().store, chosen))
    task_id = desk().submit(question, asked_by=who(), conversation=chosen, dedupe_key=once.key(question))
    current_app.extensions["on_submit"]()
    task = desk().store.task(task_id)
    address = url_for("chat.conversation", conversation=task.conversation)
    if not request.headers.get("HX-Request"):
        return redirect(f"{address}#turn-{task_id}", code=303)
    shown = render_template("_turn.html", task=task, steps=desk().store.steps(task_id))
    return Response(shown, headers={"HX-Push-Url": address})


@pages.get("/turns/<task_id>")
def turn(task_id: str) -> str | tuple[str, int]:
    """A turn as it stands."""
    return as_it_stands("_turn.html", task_id)


def _examples() -> list[str]:
    """Questions about what this graph is mostly of; none while the graph is away. Thought of once per catalog."""
    try:
        catalog = desk().catalogs.get()
    except GraphdeskError:
        return []
    known: tuple[Catalog, list[str]] | None = current_app.extensions.get("examples")
    if known is None or known[0] is not catalog:
        known = current_app.extensions["examples"] = (catalog, _examples_of(catalog))
    return known[1]


def _examples_of(catalog: Catalog) -> list[str]:
    labels = catalog.schema.vertices
    label = catalog.profile.case_label or max(labels, key=lambda name: labels[name].count, default="")
    if label not in labels:
        return []
    return [f"How many {noun(label)} are there?", *follow_ups([ToolCall("", "", {"label": label})], catalog)]
