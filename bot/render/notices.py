"""What the bot says besides answers: greeting, refusals, what became of a click, what is being done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.render.blocks import actions, button, context, emoji, rich, section, words
from bot.render.limits import STATUS_TEXT
from bot.render.message import Message
from bot.render.parts import STOP
from bot.render.text import cut, escaped, one_line
from engine.answer import LONGEST_QUESTION
from engine.store import Step, Task

COMMAND = "/graphdesk ask"
GREETING = (
    "Hello! Ask me about the support graph in plain words, for example “How many cases were opened last month?”. "
    f"Mention me with the question, write to me directly, or use {COMMAND}."
)
OUTSIDER = "I answer only people of the workspace that I was installed in. Ask someone there to ask for you."
TOO_LONG = f"I read at most {LONGEST_QUESTION:,} characters of a question, and cut none off. Ask it shorter."
GONE = "I no longer know that question. Ask it again, by mentioning me with it."
NOT_YOURS = "Only people of the workspace that I was installed in can do that."
STOPPING = "I am stopping it."
FINISHED = "That question is already finished."
USAGE = f"Write the question behind the command: {COMMAND} How many cases are open?"
REPEATED = "Slack did not say whether this answer reached the channel, so here it is again, only for you."
DOING = {  # kind of the last step -> what is being done now, as it reads behind the bot's name
    "ground": "is choosing what to ask the graph",
    "model_call": "is running what it takes to answer",
    "tool_call": "is reading the results",
    "query": "is reading the results",
    "grounding_check": "is checking the figures",
    "answer": "is writing the answer",
}


def notice(text: str) -> dict[str, Any]:
    """A sentence of our own as a message."""
    return {"text": escaped(text, 3_000), "blocks": [rich([section(words(text))])]}


def doing(task: Task, steps: list[Step]) -> str:
    """What is being done for a task."""
    if task.stop_requested is not None:
        return "is stopping"
    if task.status == "queued":
        return "is answering others first"
    return DOING.get(steps[-1].kind, "is working") if steps else "is reading the question"


def status_message(task: Task, said: str) -> dict[str, Any]:
    """The message that stands in for the answer until it is there, with a button to stop."""
    line = cut(one_line(said[:1].upper() + said[1:]).removeprefix("Is "), STATUS_TEXT)
    line = f"{line[:1].upper()}{line[1:]} …"
    blocks = [
        rich([section(emoji("hourglass_flowing_sand"), words(f" {line}"))]),
        actions([button("Stop", STOP, task.id, "danger")]),
    ]
    return {"text": escaped(line, STATUS_TEXT), "blocks": blocks}


def working_on(question: str) -> str:
    """What a slash command is told at once."""
    return f"Working on “{cut(one_line(question), 300)}” …"


def echoed(message: Message, question: str) -> Message:
    """The message with the question above it, for where the question itself stands nowhere in the thread."""
    if not question or not message.blocks:
        return message
    return replace(message, blocks=[context(f"Asked: {cut(one_line(question), 300)}"), *message.blocks])


def repeated(message: Message) -> Message:
    """The message with a line above it, for where it may stand already and nobody can look."""
    blocks = [context(REPEATED), *message.blocks] if message.blocks else []
    return replace(message, text=f"{REPEATED}\n{message.text}", blocks=blocks)
