"""Log lines: whose they are, and what they never hold."""

import json
import logging
import threading
from collections.abc import Iterator

import pytest

from engine.errors import OperatorMustAct
from engine.logs import Lines, Scrub, about, install, secrets_of
from engine.settings import Settings

WORD = "zebrafishword"


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    root, names = logging.getLogger(), ("engine", "bot", "admin", "deploy", "bot.bolt", "bot.socket")
    before, level = list(root.handlers), root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    for name in names:
        logging.getLogger(name).setLevel(logging.NOTSET)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def settings(**given: str) -> Settings:
    return Settings(GRAPHDESK_LOG="json", **given)


def broken() -> None:
    try:
        {}[WORD]
    except KeyError as error:
        raise OperatorMustAct(f"What is {WORD}?", code="broken") from error


def write_all() -> None:
    for name in ("engine.desk", "bot.bolt", "slack_bolt", "sqlalchemy.engine"):
        log = logging.getLogger(name)
        try:
            broken()
        except OperatorMustAct as error:
            log.exception("Task %s failed", "t1")
            log.warning("It failed: %s", error)
    for foreign in ("bot.bolt", "urllib3.connectionpool", "waitress"):
        logging.getLogger(foreign).warning(f"Unhandled request ({{'text': '{WORD}'}})")
        logging.getLogger(foreign).warning("It said %s", WORD)


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_word_of_a_question_gets_out_by_exceptions_or_libraries(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install(Settings(GRAPHDESK_LOG=form))
    write_all()
    said = capsys.readouterr().err
    assert WORD not in said
    assert "Task t1 failed" in said
    assert "OperatorMustAct (broken) from KeyError" in said
    assert "test_logs.py" in said


@pytest.mark.parametrize("setting", ["GRAPHDESK_LOG_TEXT", "GRAPHDESK_DEBUG"])
def test_they_do_when_asked_for(setting: str, capsys: pytest.CaptureFixture[str]) -> None:
    install(settings(**{setting: "1"}))
    write_all()
    assert capsys.readouterr().err.count(WORD) > 8


SECRETS = {
    "ANTHROPIC_API_KEY": "model-marker-key",
    "SLACK_BOT_TOKEN": "xoxb-1-marker",
    "SLACK_SIGNING_SECRET": "signing-marker",
    "GREMLIN_PASSWORD": "gremlin-marker",
    "GRAPHDESK_METRICS_TOKEN": "metrics-marker",
    "DATABASE_URL": "postgresql://desk:pass%2Fmarker@db.example/desk",
    "QDRANT_URL": "https://:qdrant-marker@q.example",
}
BARE = [*list(SECRETS.values())[:5], "pass%2Fmarker", "pass/marker", "qdrant-marker"]


@pytest.mark.parametrize("text", ["0", "1"])
def test_secrets_never_get_out(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    install(settings(GRAPHDESK_LOG_TEXT=text, **SECRETS))
    for secret in (*BARE, *SECRETS.values()):
        logging.getLogger("engine.x").warning("It is %s!", secret)
        try:
            raise ValueError(f"no {secret} here")
        except ValueError:
            logging.getLogger("lib").exception("broken %r", secret)
    said = capsys.readouterr().err
    assert [secret for secret in BARE if secret in said] == []


@pytest.mark.parametrize(
    "said",
    [
        "xoxb-12-ab", "xoxe.xoxp-1-ab", "xapp-1-ab", "sk-ant-api03-ab_c", "postgresql://a:bcd@host/x",
        "Authorization: Bearer ab.cd", "GET /sign-in/ab-cd_ef",
    ],
)  # fmt: skip
def test_what_looks_like_a_secret_is_one(said: str) -> None:
    assert "ab" not in Scrub()(said) or "host" in Scrub()(said)
    assert "bcd" not in Scrub()(said)
    assert "…" in Scrub()(said)


def test_lines_bear_the_question_of_their_thread(capsys: pytest.CaptureFixture[str]) -> None:
    install(settings())
    log = logging.getLogger("engine.desk")

    def work(task_id: str) -> None:
        with about(task_id):
            log.info("working")
            with about(""):
                log.info("something else")
            log.info("done")
        log.info("idle")

    threads = [threading.Thread(target=work, args=(f"task-{number}",), name=f"n{number}") for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(3):
        mine = lines_by(capsys, f"n{number}")
        assert [line.get("question") for line in mine] == [f"task-{number}", None, f"task-{number}", None]


_seen: list[dict[str, object]] = []


def lines_by(capsys: pytest.CaptureFixture[str], thread: str) -> list[dict[str, object]]:
    _seen.extend(lines(capsys))
    return [line for line in _seen if line["thread"] == thread]


@pytest.mark.parametrize(
    ("given", "levels"),
    [
        ({"GRAPHDESK_LOG": "text"}, 2),
        ({"GRAPHDESK_LOG": "json"}, 3),
        ({"GRAPHDESK_LOG": "json", "GRAPHDESK_LOG_LEVEL": "error"}, 1),
        ({"GRAPHDESK_LOG": "text", "GRAPHDESK_LOG_LEVEL": "debug"}, 4),
    ],
)
def test_levels(given: dict[str, str], levels: int, capsys: pytest.CaptureFixture[str]) -> None:
    install(Settings(**given))
    log = logging.getLogger("engine.x")
    for level in ("debug", "info", "warning", "error"):
        getattr(log, level)("said")
    assert len(capsys.readouterr().err.splitlines()) == levels


def test_a_pattern_that_does_not_fit_breaks_nothing() -> None:
    record = logging.LogRecord("engine.x", logging.WARNING, __file__, 1, "%d things", ("many",), None)
    assert "withheld" in Lines().format(record)


def test_every_secret_setting_is_known() -> None:
    given = {
        field.alias: "marker-value"
        for field in Settings.model_fields.values()
        if "Secret" in str(field.annotation)
    }
    assert len(given) >= 6
    assert list(secrets_of(Settings(**given))).count("marker-value") == len(given)
