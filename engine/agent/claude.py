"""The Claude backbone: one streamed Messages API call per turn.

Our own loop calls it (engine/agent/loop.py): the SDK's tool runner keeps the conversation on the server, which
would leave budgets, checks and the trace without it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import anthropic
import httpx2
from pydantic import SecretStr

from engine.agent.backbone import BackboneUnavailable, Reply, Request
from engine.agent.claude_request import parameters
from engine.agent.claude_stream import StreamCut, StreamedMessage
from engine.agent.models import Model
from engine.answer import Usage

READ_SECONDS = 60.0  # the longest silence inside a stream
RETRIES = 2  # of a call that was not begun: 408, 409, 429, 5xx and connections, obeying retry-after
_LATER = frozenset({408, 409, 429})
_FIRST_WAIT = 0.5  # seconds; doubled each time, where the server names none


class Claude:
    """A model behind the Messages API. Thread-safe."""

    def __init__(self, model: Model, key: SecretStr, url: str | None = None) -> None:
        self._model = model
        self._key = key
        self._client = anthropic.Anthropic(api_key=key.get_secret_value(), base_url=url, max_retries=0)

    @property
    def name(self) -> str:
        """The model's id."""
        return self._model.id

    def call(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """One call. A stream that breaks off is tried once more. Raises BackboneUnavailable."""
        ends = time.monotonic() + (request.seconds if request.seconds is not None else 10 * READ_SECONDS)
        spent = Usage()
        for last in (False, True):
            message = StreamedMessage()
            with self._explained():
                try:
                    self._stream(message, request, on_text, ends)
                    reply = message.reply(self._model)
                    return replace(reply, usage=spent + reply.usage)
                except (StreamCut, httpx2.HTTPError) as error:
                    if last or time.monotonic() >= ends:
                        slow = isinstance(error, httpx2.TimeoutException)
                        said = "The model fell silent in its answer." if slow else "The model's answer broke off."
                        raise BackboneUnavailable(said, "Ask it again.") from error
                    spent += message.usage(self._model)  # what broke off is paid for, too
        raise AssertionError("the second try returns or raises")

    def _stream(
        self, message: StreamedMessage, request: Request, on_text: Callable[[str], None] | None, ends: float
    ) -> None:
        left = max(1.0, ends - time.monotonic())
        # Each try has a time-out of its own: together they must fit what is left.
        silence = min(READ_SECONDS, left / (RETRIES + 1))
        client = self._client.with_options(timeout=httpx2.Timeout(silence, connect=min(10.0, silence)))
        with self._begun(client, request, ends) as events:
            for event in events:
                text = message.add(event)
                if text and on_text:
                    on_text(text)
                if time.monotonic() > ends:
                    raise BackboneUnavailable("The model took longer than the time left.", "Ask for less at once.")

    def _begun(self, client: anthropic.Anthropic, request: Request, ends: float) -> Any:
        """The stream of events, tried again where that helps. Not by the SDK: it outsleeps the time left."""
        wait = _FIRST_WAIT
        for _ in range(RETRIES):
            try:
                return client.messages.create(**parameters(request, self._model), stream=True)
            except (anthropic.APIStatusError, anthropic.APIConnectionError) as error:
                pause = _pause(error, wait)
                if pause is None or time.monotonic() + pause >= ends:
                    raise
                time.sleep(pause)
                wait *= 2
        return client.messages.create(**parameters(request, self._model), stream=True)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say what each error means to whoever runs the system; the key is never in it."""
        try:
            yield
        except anthropic.APITimeoutError as error:
            message = "The model did not answer in time."
            raise BackboneUnavailable(message, "Ask again, or raise GRAPHDESK_MAX_SECONDS.") from error
        except anthropic.APIConnectionError as error:
            hint = "Check the network and ANTHROPIC_BASE_URL."
            raise BackboneUnavailable("The model cannot be reached.", hint) from error
        except anthropic.APIStatusError as error:
            message, hint = _status_said(error.status_code, self._shown(error))
            raise BackboneUnavailable(message, hint) from error
        except (anthropic.AnthropicError, ValueError) as error:
            message = "The model's answer could not be read."
            raise BackboneUnavailable(message, "Ask again; check ANTHROPIC_BASE_URL.") from error

    def _shown(self, error: anthropic.APIStatusError) -> str:
        body = error.body if isinstance(error.body, Mapping) else {}
        detail = body.get("error", body)
        said = str(detail.get("message", "")) if isinstance(detail, Mapping) else ""
        return said.replace(self._key.get_secret_value(), "***")[:300]


def _pause(error: anthropic.APIError, wait: float) -> float | None:
    """Seconds until the next try, as the server says or else ``wait``; None when another try is no use."""
    if not isinstance(error, anthropic.APIStatusError):
        return wait
    if error.status_code not in _LATER and error.status_code < 500:
        return None
    try:
        return max(0.0, float(error.response.headers.get("retry-after", wait)))
    except ValueError:
        return wait


def _status_said(status: int, said: str) -> tuple[str, str]:
    if status in (401, 403):
        return "The model refused the key.", "Check ANTHROPIC_API_KEY."
    if status == 404:
        return f"The model is not known there: {said}", "Check GRAPHDESK_MODELS and ANTHROPIC_BASE_URL."
    if status == 429:
        return "The model is asked too often (429).", "Wait a minute, then ask again."
    if status == 529 or status >= 500:
        return f"The model is overloaded or out of order ({status}).", "Wait a minute, then ask again."
    return f"The model refused the request ({status}): {said}", "Ask for less at once, or report this."
