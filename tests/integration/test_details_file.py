"""Unexpected errors are kept in the file of details, wherever in a process of ours they arise."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.logs import OURS
from tests.shared import ROOT

DOOR = """
import json
import time
from bot.http import create_http_app
from slack_sdk.signature import SignatureVerifier
def call(bolt):
    now = str(int(time.time()))
    body = json.dumps({
        "type": "event_callback",
        "event": {"type": "app_mention", "text": "<@U1> zebrafishword", "user": "U2", "channel": "C", "ts": "1"},
    })
    signature = SignatureVerifier("secret").generate_signature(timestamp=now, body=body)
    headers = {"X-Slack-Request-Timestamp": now, "X-Slack-Signature": signature}
    return create_http_app(bolt, "secret").test_client().post("/events", data=body, headers=headers).status_code
"""
PLACES = {
    "a page": """
from flask import Flask
from admin import errors
app = Flask("admin")
errors.install(app)
app.add_url_rule("/x.json", view_func=lambda: 1 / 0)
assert app.test_client().get("/x.json").status_code == 500
""",
    "the Slack door": f"""{DOOR}
class Bolt:
    def dispatch(self, _):
        1 / 0
assert call(Bolt()) == 500
""",
    "a Slack listener": f"""{DOOR}
from bot.app import create_bolt_app, slack_client
from bot.desk import FrontDesk
from engine.settings import Settings
class Store:
    def create_task(self, *_, **__):
        1 / 0
class Desk:
    store = Store()
settings = Settings(SLACK_BOT_TOKEN="xoxb-1", SLACK_SIGNING_SECRET="secret")
assert call(create_bolt_app(settings, FrontDesk(Desk(), slack_client(settings)))) == 503
""",
    **{
        f"a module of {package}": f"""
import logging
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("{package}.some.module").exception("It broke")
"""
        for package in OURS
    },
}


@pytest.mark.parametrize("place", PLACES)
def test_an_unexpected_error_is_in_the_file(tmp_path: Path, place: str) -> None:
    breaking = (
        f"import deploy.cli as cli\ndef broken():\n    exec({PLACES[place]!r}, {{}})\ncli.register = broken\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", f"{breaking}cli.main()", "--version"],
        cwd=ROOT,
        env={"GRAPHDESK_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    kept = (tmp_path / "graphdesk-errors.log").read_text()
    assert kept.count(" ERROR ") == 1
    assert "ZeroDivisionError" in kept
    assert "    at " in kept
    assert "zebrafishword" not in kept
