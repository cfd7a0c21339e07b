"""Conversations with the Claude backbone over real HTTP against llmock, a stand-in that others wrote."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from llmock.scenarios import Reply, ToolCall
from llmock.testing import LLMockServer

from engine.answer import Answer
from engine.desk import Desk
from tests.support.model_desk import OPEN, claude, count, desk

RIGHT = Reply(f"There are {OPEN} open cases.")
ASKS = Reply(tool_calls=(ToolCall("aggregate", count("Open")),))


@contextlib.contextmanager
def asking(server: LLMockServer, home: Path) -> Iterator[Callable[..., tuple[Answer, Desk]]]:
    """Asks one question of a Desk whose model follows the behaviours given; the Desks are closed at the end."""
    with contextlib.ExitStack() as opened:

        def asked(*behaviours: Any, tier: str = "medium", **settings: object) -> tuple[Answer, Desk]:
            server.state.scenarios.clear()
            server.state.scenarios.add(*behaviours)
            server.state.journal.clear()
            made = desk(home, claude(server.base_url("anthropic"), tier), **settings)
            opened.callback(made.close)
            return made.ask("How many cases are open?"), made

        yield asked
