"""A worker told to stop finishes what it does, or hands it back; a database that is away costs no answer."""

import threading

import pytest

from engine.store import LeaseLost, StoreUnavailable
from engine.worker import Worker
from tests.support.model_scripted import says, scripted_desk
from tests.support.stores import wait_until

SLOW = says("The answer.")


class Gate:
    """A backbone's reply that is held until the gate opens."""

    def __init__(self):
        self.going, self.open = threading.Event(), threading.Event()

    def __call__(self, _request):
        self.going.set()
        assert self.open.wait(30)
        return SLOW


@pytest.fixture
def gate():
    made = Gate()
    yield made
    made.open.set()


def test_what_is_finished_in_time_counts(tmp_path, gate):
    desk = scripted_desk(tmp_path, gate)
    worker, stopped = Worker(desk, threads=1), []
    task_id, waits = desk.submit("Slow?"), desk.submit("Next?")
    worker.start()
    assert gate.going.wait(30)
    stopping = threading.Thread(target=lambda: stopped.append(worker.stop(30)))
    stopping.start()
    gate.open.set()
    stopping.join()
    assert stopped == [True]
    assert (desk.store.task(task_id).status, desk.store.task(waits).status) == ("answered", "queued")
    desk.close()


def test_what_takes_longer_is_handed_back_and_its_late_answer_thrown_away(tmp_path, gate):
    desk = scripted_desk(tmp_path, gate)
    worker = Worker(desk, threads=2)
    task_id = desk.submit("Slow?")
    worker.start()
    assert gate.going.wait(30)
    assert not worker.stop(0)
    back = desk.store.task(task_id)
    assert (back.status, back.attempt, back.lease_owner) == ("queued", 0, None)
    other = scripted_desk(tmp_path, says("The other answer."))
    assert other.answer_next().text == "The other answer."
    gate.open.set()
    wait_until(lambda: not any(thread.is_alive() for thread in worker._threads))
    assert desk.store.task(task_id).answer_text == "The other answer."
    for opened in (desk, other):
        opened.close()


def test_a_claim_under_way_is_handed_back_too(tmp_path, gate, monkeypatch):
    desk = scripted_desk(tmp_path, gate)
    task_id, claim = desk.submit("Slow?"), desk.store.claim
    handed, waited = [], []
    handing = threading.Thread(target=lambda: handed.append(desk.hand_back()))

    def handed_back_meanwhile(*args, **more):
        claimed = claim(*args, **more)
        handing.start()
        handing.join(0.2)
        waited.append(handing.is_alive())  # for what is claimed and not yet held
        return claimed

    monkeypatch.setattr(desk.store, "claim", handed_back_meanwhile)

    def work():
        with pytest.raises(LeaseLost):
            desk.answer_next()

    working = threading.Thread(target=work)
    working.start()
    wait_until(lambda: handed)
    assert (handed, waited) == ([1], [True])
    back = desk.store.task(task_id)
    assert (back.status, back.attempt, back.lease_owner) == ("queued", 0, None)
    gate.open.set()
    working.join()
    assert desk.store.task(task_id).status == "queued"
    desk.close()


def test_nothing_is_claimed_by_who_has_handed_back(tmp_path, monkeypatch):
    desk = scripted_desk(tmp_path, SLOW)
    desk.submit("Slow?")
    assert desk.hand_back() == 0
    monkeypatch.setattr(desk.store, "claim", _away)
    assert desk.answer_next() is None
    desk.close()


def test_an_answer_waits_for_a_database_that_is_away(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.recording.RETRY_SECONDS", 0.01)
    desk = scripted_desk(tmp_path, SLOW)
    finish, troubles = desk.store.finish, [StoreUnavailable("away", "wait")] * 3

    def troubled(lease, answer):
        if troubles:
            raise troubles.pop()
        return finish(lease, answer)

    monkeypatch.setattr(desk.store, "finish", troubled)
    assert desk.ask("Well?").text == "The answer."
    assert troubles == []
    assert len(desk.backbone.requests) == 1
    desk.close()


def test_a_database_that_stays_away_is_said_and_the_question_taken_up_later(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.recording.RETRY_SECONDS", 0.01)
    desk = scripted_desk(tmp_path, SLOW)
    desk._leases.seconds = 0.3
    task_id = desk.submit("Well?")
    with monkeypatch.context() as away:
        for name in ("finish", "heartbeat"):
            away.setattr(desk.store, name, _away)
        away.setattr(desk._leases, "_extend", _away)
        with pytest.raises(StoreUnavailable):
            desk.answer_next()
    wait_until(lambda: desk.answer_next())
    assert desk.store.task(task_id).status == "answered"
    desk.close()


def test_a_database_that_is_away_at_a_step_fails_no_question(tmp_path, monkeypatch):
    """The agent ends with what it was told by the store; that is no answer to the question."""
    monkeypatch.setattr("engine.recording.RETRY_SECONDS", 0.01)
    desk = scripted_desk(tmp_path, SLOW, SLOW)
    desk._leases.seconds = 0.3
    task_id = desk.submit("Well?")
    with monkeypatch.context() as away:
        away.setattr(desk.store, "add_step", _away)
        away.setattr(desk._leases, "_extend", _away)
        with pytest.raises(StoreUnavailable):
            desk.answer_next()
    assert desk.store.task(task_id).status == "running"
    wait_until(lambda: desk.answer_next())
    assert desk.store.task(task_id).answer_text == "The answer."
    desk.close()


def _away(*_args, **_more):
    raise StoreUnavailable("The database does not answer.", "Start it.")


def test_a_stop_asked_for_ends_the_question_at_its_next_step(tmp_path, gate):
    desk = scripted_desk(tmp_path, gate)
    worker = Worker(desk, threads=1)
    task_id = desk.submit("Slow?")
    worker.start()
    assert gate.going.wait(30)
    desk.stop(task_id)
    gate.open.set()
    wait_until(lambda: desk.store.task(task_id).done)
    task = desk.store.task(task_id)
    assert (task.status, task.answer["error"]["code"]) == ("failed", "interrupted")
    assert worker.stop(30)
    desk.close()
