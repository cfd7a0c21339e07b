"""Text that a database cannot hold is kept and looked for alike: nothing asked of the store breaks it."""

import pytest

from engine.store import Actor, ListFilter, TaskFilter, UnknownPerson, UnknownTask

BY = Actor("command")
STRANGE = ["\0", "a\0b", "\ud800", "ä\udfff", "\x7f\x1b[31m", "\U0010ffff", "'\"%_\\"]


@pytest.mark.parametrize("text", STRANGE)
def test_it_is_looked_for_and_not_found(store, text):
    store.create_task("How many cases?", asked_by="person:1")
    with pytest.raises(UnknownTask):
        store.task(text)
    with pytest.raises(UnknownTask):
        store.listed(ListFilter(), older_than=text)
    with pytest.raises(UnknownPerson):
        store.people.get(text)
    for wanted in (ListFilter(words=(text,)), ListFilter(error=text), ListFilter(asked_by=text)):
        assert store.listed(wanted).tasks == []
        assert store.facets(wanted).total == 0
    assert store.tasks(TaskFilter(conversation=text)).total == 0
    assert store.people.by_email(text) is None
    assert store.people.by_slack(text, text) is None
    assert store.sessions.find(text) is None
    assert store.tokens.find(text) is None
    assert store.links.look(text) is None
    assert store.audit.entries(actor=text, action=text, subject=text).total == 0
    assert store.views.of(text, text) == []
    assert not store.tokens.revoke(text, BY)
    assert not store.sessions.end(text, BY)
    assert store.forms.led_to(text) is None


@pytest.mark.parametrize("text", STRANGE)
def test_it_is_kept_and_found_by_itself(store, text):
    said = f"before {text} after"
    person = store.people.add(said, "viewer", BY, email=f"{text}@example.org")
    task = store.create_task(said, asked_by=text, conversation=text, dedupe_key=text)
    assert store.people.by_email(f"{text}@example.org").id == person.id
    assert store.listed(ListFilter(words=(said,))).tasks[0].id == task.id
    assert store.listed(ListFilter(asked_by=text)).tasks[0].id == task.id
    assert store.tasks(TaskFilter(conversation=text)).total == 1
    assert store.create_task("another", dedupe_key=text).id == task.id
    store.views.save(text, "questions", said, text)
    assert len(store.views.of(text, "questions")) == 1
