"""A process that answers and delivers, to be killed."""

import threading
from multiprocessing.synchronize import Event
from pathlib import Path

from bot.app import slack_client
from bot.deliver import Deliverer
from bot.owed import Pace
from engine.settings import Settings
from tests.support.slack_desk import Engine
from tests.support.slack_server import BOT_TOKEN


def serve(folder: Path, api: str, ready: Event) -> None:
    """Answers and delivers until it is killed. ``folder``: that of its database; ``api``: the address of Slack."""
    engine = Engine(folder, lease=3.0)
    engine.owner = f"process-{threading.get_native_id()}"
    client = slack_client(Settings(SLACK_BOT_TOKEN=BOT_TOKEN, SLACK_API_URL=api), seconds=1)
    pace = Pace(tick=0.03, claim=0.1, status_after=0.1, status_every=0.1, backoff=0.1, backoff_most=0.3, lease=3.0)
    Deliverer(engine, client, pace=pace).start()
    ready.set()
    threading.Event().wait()
