"""Signals are heard wherever the main thread is, whichever thread they are given to."""

import subprocess
import sys

import pytest

from deploy.cli.exits import INTERRUPTED
from tests.shared import ROOT

# The main thread sleeps on: as it does when a signal of its own comes just before it goes to sleep.
GIVEN_TO_ANOTHER = """
import signal, sys, threading, time
from deploy.cli.worker import stopped_by_signals

def give(times):
    while not stop._cond._waiters:
        time.sleep(0)
    for _ in range(times):
        signal.pthread_kill(threading.get_ident(), getattr(signal, sys.argv[1]))
        while not stop.is_set():
            time.sleep(0)

stop = stopped_by_signals()
threading.Thread(target=give, args=(int(sys.argv[2]),), daemon=True).start()
sys.exit(0 if stop.wait(20) and (sys.argv[2] == "1" or threading.Event().wait(20)) else "not heard")
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
@pytest.mark.parametrize(("times", "code"), [(1, 0), (2, INTERRUPTED)])
def test_a_signal_that_another_thread_is_given_is_heard(name: str, times: int, code: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", GIVEN_TO_ANOTHER, name, str(times)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (code, "")
