"""The queue: people take turns, workers get each task once, a question handed in twice is one, stopping."""

import multiprocessing
import threading

import pytest
import sqlalchemy as sa
from sqlmodel import select

import engine.store.database as database_module
from engine.answer import Answer
from engine.store import LeaseLost, StepTaken, StopRequested, Store, Task, UnknownTask
from engine.store.database import Database
from engine.store.heartbeat import Heartbeat
from tests.support.stores import NOW, wait_until

ANSWER = Answer("answered", "There are 42.")

# who asks in which order -> who is served in which order, one after the other
TURNS = {
    "ten do not hold up one": ("aaaaaaaaaab", "abaaaaaaaaa"),
    "three in turn": ("aabbcc", "abcabc"),
    "one alone": ("aaa", "aaa"),
    "nobody known is one person too": ("  a", " a "),
}


@pytest.mark.parametrize(("asked", "served"), TURNS.values(), ids=TURNS)
def test_people_take_turns(store, asked, served):
    for person in asked:
        store.create_task("How many?", asked_by=person.strip())
    claimed = [store.claim("me", 60)[0].asked_by or " " for _ in asked]
    assert "".join(claimed) == served


def test_who_was_never_served_goes_before_who_was(store):
    _, lease = store.create_claimed("Answered at once.", "me", 60, asked_by="a")
    store.finish(lease, ANSWER)
    for person in "aab":
        store.create_task("How many?", asked_by=person)
    assert [store.claim("me", 60)[0].asked_by for _ in range(3)] == ["b", "a", "a"]


def test_a_task_whose_worker_died_waits_for_its_persons_turn(store):
    store.create_claimed("lost", "dead", -1, asked_by="a")
    store.create_task("waits", asked_by="b")
    assert [store.claim("me", 60)[0].question for _ in range(2)] == ["waits", "lost"]


# --- several workers


@pytest.mark.parametrize("workers", [1, 4])
def test_threads_get_each_task_once(store, workers):
    ids = [store.create_task("How many?", asked_by=f"p{number % 3}").id for number in range(30)]
    taken, lock = [], threading.Lock()

    def work(name):
        while claimed := store.claim(name, 60):
            with lock:
                taken.append(claimed[0].id)
            store.add_step(claimed[1], StepTaken("query", "counted", {}, NOW, 1.0))
            store.finish(claimed[1], ANSWER)

    threads = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(ids)
    assert store.counts() == {"answered": 30}


@pytest.mark.parametrize("workers", [1, 4])
def test_processes_get_each_task_once(store, url, workers):
    ids = [store.create_task("How many?", asked_by=f"p{number % 3}").id for number in range(30)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        taken = pool.starmap(_work, [(url, f"w{number}") for number in range(workers)])
    assert sorted(task_id for tasks in taken for task_id in tasks) == sorted(ids)
    assert {(task.status, task.attempt) for task in store.tasks().tasks} == {("answered", 1)}


def _work(url, name):
    store = Store.open(url)
    taken = []
    while claimed := store.claim(name, 60):
        store.finish(claimed[1], ANSWER)
        taken.append(claimed[0].id)
    store.close()
    return taken


def test_a_claim_passes_over_what_another_is_just_claiming(postgres_url):
    store, another = Store.open(postgres_url), Database(postgres_url)
    first, second = (store.create_task("How many?", asked_by=person) for person in "ab")
    with another.write() as session:
        assert session.exec(select(Task).where(Task.id == first.id).with_for_update()).one()
        assert store.claim("me", 60)[0].id == second.id  # it does not wait for the first
        assert store.claim("me", 60) is None
    assert store.claim("me", 60)[0].id == first.id
    another.close()
    store.close()


def test_leases_go_by_the_clock_of_the_database(postgres_url, monkeypatch):
    store = Store.open(postgres_url)
    store.create_claimed("How many?", "me", 60)
    fast = database_module.dt

    class Tomorrow(fast.datetime):
        @classmethod
        def now(cls, tz=None):
            return super().now(tz) + fast.timedelta(days=1)

    monkeypatch.setattr(fast, "datetime", Tomorrow)
    assert store.claim("a machine with a wrong clock", 60) is None
    store.close()


# --- handed in more than once


def test_a_key_that_is_there_gives_its_task(store):
    first = store.create_task("How many?", dedupe_key="slack:T:C:1", source="slack", delivery={"channel": "C"})
    again = store.create_task("How many?", dedupe_key="slack:T:C:1", source="slack", delivery={"channel": "C"})
    other = store.create_task("How many?", dedupe_key="slack:T:C:2")
    assert again.id == first.id != other.id
    assert store.tasks().total == 2
    _, lease = store.claim("me", 60)
    store.finish(lease, ANSWER)
    late = store.create_task("How many?", dedupe_key="slack:T:C:1")
    assert (late.id, late.status, late.source) == (first.id, "answered", "slack")


def test_tasks_without_a_key_are_never_the_same(store):
    assert len({store.create_task("How many?").id for _ in range(3)}) == 3


def test_a_key_handed_in_at_the_same_time_is_one_task(url):
    """By six connections at once, five times over: some of them look before another commits."""
    stores = [Store.open(url) for _ in range(6)]
    for turn in range(5):
        barrier, found = threading.Barrier(len(stores)), []

        def hand_in(store, key=f"key-{turn}", barrier=barrier, found=found):
            barrier.wait()
            task = store.create_task("How many?", dedupe_key=key, delivery={"channel": key})
            found.append(task.id)

        threads = [threading.Thread(target=hand_in, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == len(stores)
        assert len(set(found)) == 1
        assert stores[0].delivery_of(found[0]).target == {"channel": f"key-{turn}"}
    assert stores[0].tasks().total == 5
    assert stores[0].delivery_counts() == {"waiting": 5}
    for store in stores:
        store.close()


def test_a_key_committed_between_look_and_write_is_found(postgres_url):
    """What two processes on PostgreSQL can do to one another, step by step."""
    database = Database(postgres_url)
    store, other = Store(database), Store.open(postgres_url)
    looked = threading.Event()

    @sa.event.listens_for(database.engine, "before_cursor_execute")
    def before(_connection, _cursor, statement, *_):
        if statement.startswith("INSERT INTO task") and not looked.is_set():
            looked.set()
            other.create_task("from the other", dedupe_key="k", delivery={"n": 1})

    task = store.create_task("from us", dedupe_key="k", delivery={"n": 2})
    assert looked.is_set()
    assert task.question == "from the other"
    assert store.tasks().total == 1
    assert store.delivery_of(task.id).target == {"n": 1}
    store.close()
    other.close()


# --- stopping


def test_a_waiting_task_is_stopped_at_once(store):
    task = store.create_task("How many?")
    stopped = store.request_stop(task.id)
    assert (stopped.status, stopped.answer["error"]["code"]) == ("failed", "interrupted")
    assert stopped.stop_requested
    assert store.claim("me", 60) is None


def test_a_running_task_is_stopped_at_its_next_step(store):
    task, lease = store.create_claimed("How many?", "me", 60)
    assert store.request_stop(task.id).status == "running"
    with pytest.raises(StopRequested):
        store.add_step(lease, StepTaken("query", "counted", {}, NOW, 1.0))
    assert [step.title for step in store.steps(task.id)] == ["counted"]
    store.finish(lease, ANSWER)  # an answer that was ready all the same counts
    assert store.task(task.id).status == "answered"


@pytest.mark.parametrize("end", ["died", "handed back"])
def test_a_task_to_be_stopped_is_not_taken_up_again(store, end):
    task, lease = store.create_claimed("How many?", "me", -1 if end == "died" else 60)
    store.request_stop(task.id)
    if end == "handed back":
        store.release(lease)
    assert store.claim("you", 60) is None
    assert store.task(task.id).answer["error"]["code"] == "interrupted"


def test_stopping_a_finished_task_changes_nothing(store):
    task, lease = store.create_claimed("How many?", "me", 60)
    store.finish(lease, ANSWER)
    before = store.task(task.id).model_dump()
    store.request_stop(task.id)
    assert store.task(task.id).model_dump() == before
    with pytest.raises(UnknownTask):
        store.request_stop("nope")


# --- keeping leases


def test_leases_are_kept_alive_while_they_are_held(store):
    """A lease of 0.3 s, held for as long as it takes to be extended three times over."""
    _, lease = store.create_claimed("How many?", "me", 0.3)
    leases = Heartbeat(store.heartbeat, 0.3)
    with leases.held(lease):
        first = store.task(lease.task_id).lease_until
        wait_until(lambda: (store.task(lease.task_id).lease_until - first).total_seconds() > 0.6)
        assert 0 < leases.left(lease) <= 0.3
        assert store.claim("you", 60) is None
    assert leases.left(lease) == 0
    leases.close()


def test_a_lost_lease_has_no_time_left(store):
    _, lease = store.create_claimed("How many?", "me", -1)
    leases = Heartbeat(store.heartbeat, 0.2)
    assert store.claim("you", 60)
    with leases.held(lease):
        wait_until(lambda: leases.left(lease) == 0)
        with pytest.raises(LeaseLost):
            store.finish(lease, ANSWER)
    leases.close()
