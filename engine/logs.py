"""Logs on stderr, as text or JSON lines, with the question's id on each line that belongs to a question.

What people ask and are answered is in the database, not here: no line holds a question's text, an answer's text or
the message of an exception (which may quote either) unless GRAPHDESK_LOG_TEXT or GRAPHDESK_DEBUG asks for it, and
none ever holds a secret. Libraries write what they like into their messages, so of theirs only the place and the
pattern of the message are kept.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import logging
import re
import traceback
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from engine.errors import GraphdeskError

if TYPE_CHECKING:
    from engine.settings import Settings

OURS = ("engine", "bot", "admin", "deploy")
LENT = ("bot.bolt", "bot.socket")  # loggers of ours that Slack's libraries write to
HIDDEN = "…"
WITHHELD = "message withheld: GRAPHDESK_LOG_TEXT=1 shows it"

_question: ContextVar[str] = ContextVar("question", default="")

# What is a secret by its looks, whoever wrote it: tokens, keys, passwords in addresses, links that sign in.
_LOOKS = re.compile(
    r"xox[a-z]-[\w-]+|xapp-[\w-]+|sk-ant-[\w-]+"
    r"|(?<=://)[^\s/@:]*:[^\s/@]*(?=@)|(?i:(?<=bearer )\S+)|(?<=/sign-in/)[\w-]+"
)


@contextlib.contextmanager
def about(task_id: str) -> Iterator[None]:
    """Inside the block, what this thread logs belongs to the question of that id; an empty one: to none."""
    before = _question.set(task_id)
    try:
        yield
    finally:
        _question.reset(before)


def follow(task_id: str) -> None:
    """From here on, what this thread logs belongs to that question; for threads that serve many requests."""
    _question.set(task_id)


def question() -> str:
    """The id of the question that this thread works on, or an empty text."""
    return _question.get()


class Scrub:
    """Takes secrets out of texts."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """``secrets``: those that are known; what looks like one is taken out too."""
        known = sorted({secret for secret in secrets if len(secret) >= 4}, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def __call__(self, text: str) -> str:
        """The text without them."""
        known = self._known.sub(HIDDEN, text) if self._known else text
        return _LOOKS.sub(HIDDEN, known)


def secrets_of(settings: Settings) -> Iterator[str]:
    """Every secret among the settings, passwords in addresses too."""
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        if "Secret" in str(field.annotation) and value is not None:
            yield value.get_secret_value()
        elif isinstance(value, str) and "://" in value:
            with contextlib.suppress(ValueError):
                password = urlsplit(value).password or ""
                yield from (password, unquote(password))


class Lines(logging.Formatter):
    """Log records as lines: of text, or one JSON object each."""

    def __init__(self, *, as_json: bool = False, text: bool = False, scrub: Scrub | None = None) -> None:
        """``text``: keep the messages of exceptions and libraries, which may quote questions and answers."""
        super().__init__()
        self._as_json, self._text, self._scrub = as_json, text, scrub or Scrub()

    def format(self, record: logging.LogRecord) -> str:
        """One line; as text, the places of an exception follow it."""
        fields = self._fields(record)
        if self._as_json:
            return json.dumps(fields, ensure_ascii=False)
        whose = f" [{fields['question']}]" if "question" in fields else ""
        line = f"{fields['time']} {fields['level'].upper()} {fields['logger']}{whose}: {fields['message']}"
        error = fields.get("error")
        if error is None:
            return line
        said = f"{error['type']}: {error['message']}" if "message" in error else error["type"]
        return "\n".join((line, f"  {said}", *(f"    at {place}" for place in error["at"])))

    def _fields(self, record: logging.LogRecord) -> dict[str, Any]:
        moment = dt.datetime.fromtimestamp(record.created, dt.UTC)
        fields: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._scrub(self._message(record)),
            "process": record.process,
            "thread": record.threadName,
        }
        if task_id := getattr(record, "question", None) or question():
            fields["question"] = task_id
        if record.exc_info and record.exc_info[1] is not None:
            fields["error"] = self._error(record.exc_info[1])
        return fields

    def _message(self, record: logging.LogRecord) -> str:
        try:
            if self._text:
                return record.getMessage()
            if _is_ours(record.name):
                return str(record.msg) % _safe(record.args) if record.args else str(record.msg)
        except (TypeError, ValueError):  # a pattern that does not fit its values
            return WITHHELD
        pattern = str(record.msg) if record.args and isinstance(record.msg, str) else WITHHELD
        return f"{record.module}:{record.lineno}: {pattern}"

    def _error(self, error: BaseException) -> dict[str, Any]:
        found: dict[str, Any] = {"type": " from ".join(_chain(error))}
        if self._text:
            found["message"] = self._scrub(str(error))
        frames = traceback.extract_tb(error.__traceback__)
        found["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return found


def lines_of(settings: Settings) -> Lines:
    """The form of log lines that the settings ask for."""
    text = settings.log_text or settings.debug
    return Lines(as_json=settings.log_format == "json", text=text, scrub=Scrub(secrets_of(settings)))


def install(settings: Settings) -> None:
    """Log to stderr, as the settings say, in the place of what was set up before."""
    handler = logging.StreamHandler()
    handler.setFormatter(lines_of(settings))
    level = "debug" if settings.debug else settings.log_level
    level = level or ("info" if settings.log_format == "json" else "warning")
    # What libraries tell beyond warnings is of use to nobody but who debugs.
    theirs = "DEBUG" if settings.debug else "WARNING"
    logging.basicConfig(level=theirs, handlers=[handler], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(level.upper())
    for name in LENT:
        logging.getLogger(name).setLevel(theirs)
    if not settings.debug:  # Bolt warns of our own set-up at each start, and of each event that is none of ours
        logging.getLogger("bot.bolt").setLevel(logging.ERROR)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # says nothing but how many wait


def _is_ours(name: str) -> bool:
    lent = any(name == one or name.startswith(f"{one}.") for one in LENT)
    return name.split(".")[0] in OURS and not lent


def _safe(given: Any) -> Any:
    """Values of a message; an exception among them becomes its kind."""
    if isinstance(given, tuple):
        return tuple(_kind(value) if isinstance(value, BaseException) else value for value in given)
    return given


def _chain(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        yield _kind(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _kind(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name} ({error.code})" if isinstance(error, GraphdeskError) else name
