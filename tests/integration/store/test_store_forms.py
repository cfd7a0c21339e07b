"""Forms that are sent again: whatever they ask for is kept once, on both databases, by threads at once too."""

import datetime as dt
import threading

import pytest
import sqlalchemy as sa
from sqlmodel import col

from engine.store import Actor
from engine.store.people_tables import SentForm

BY = Actor("command")


def names(store):
    return [person.name for person in store.people.all()]


def add(store, name, then="/people"):
    def work():
        store.people.add(name, "viewer", BY)
        return then

    return work


def test_the_same_key_works_once(store):
    assert store.forms.led_to("k") is None
    assert store.forms.once("k", add(store, "a")) == "/people"
    assert store.forms.once("k", add(store, "b")) is None
    assert store.forms.once("other", add(store, "c", then="")) == ""
    assert (store.forms.led_to("k"), store.forms.led_to("other")) == ("/people", "")
    assert names(store) == ["a", "c"]


def test_work_that_fails_leaves_nothing_and_may_be_tried_again(store):
    def broken():
        store.people.add("a", "viewer", BY)
        raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        store.forms.once("k", broken)
    assert (names(store), store.forms.led_to("k")) == ([], None)
    assert store.forms.once("k", add(store, "a")) == "/people"


@pytest.mark.parametrize("fails", [False, True])
def test_of_two_at_once_the_second_waits_for_the_first(store, fails):
    inside, go_on, outcomes = threading.Event(), threading.Event(), []

    def slow():
        inside.set()
        assert go_on.wait(30)
        if fails:
            raise RuntimeError("the power is gone")
        return add(store, "first")()

    def send(work):
        try:
            outcomes.append(store.forms.once("k", work))
        except RuntimeError:
            outcomes.append("broken")

    first = threading.Thread(target=send, args=(slow,))
    second = threading.Thread(target=send, args=(add(store, "second"),))
    first.start()
    assert inside.wait(30)
    second.start()
    go_on.set()
    first.join(30)
    second.join(30)
    assert sorted(map(str, outcomes)) == (["/people", "broken"] if fails else ["/people", "None"])
    assert names(store) == (["second"] if fails else ["first"])


def test_keys_are_forgotten_after_a_week_only(store):
    for key in ("old", "young"):
        store.forms.once(key, lambda: "/")
    with store._database.write() as session:
        for key, days in (("old", 8), ("young", 6)):
            at = dt.datetime.now(dt.UTC) - dt.timedelta(days=days)
            session.connection().execute(sa.update(SentForm).where(col(SentForm.key) == key).values(at=at))
    store.forms.once("new", lambda: "/")
    assert [store.forms.led_to(key) for key in ("old", "young", "new")] == [None, "/", "/"]
