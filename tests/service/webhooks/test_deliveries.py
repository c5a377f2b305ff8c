"""Deliveries of webhooks: what a receiver is sent, how often, in which order, and when it is given up."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.service.test_statistics import follow
from tests.service.webhooks.conftest import NOON, Hook
from tests.support.receivers import Receiver
from workers.webhooks import dispatching
from workers.webhooks.deliveries import HELD, PAUSES, WEBHOOKS, begin, settle
from workers.webhooks.sending import DeliveryOutcome


def test_entries_that_wait_are_told_in_one_signed_delivery(hook: Hook) -> None:
    assert (hook.due(), hook.tell()) == ([], None)
    hook.record(place("red"), place("blue"), place("red"))
    assert hook.due() == [hook.id]
    assert hook.tell() == DeliveryOutcome(204, None)
    (taken,) = hook.receiver.taken
    session = hook.table.id
    assert taken.told == {
        "type": "session.entries",
        "session": session,
        "from": 2,
        "to": 4,
        "digest": hook.table.get().json["digest"],
        "at": "2031-05-01T12:00:00.000Z",
        "finished": False,
        "url": f"/v1/sessions/{session}/entries?from=2&to=4",
    }
    assert taken.path == "/hook?to=us"
    assert taken.is_signed_with(hook.secret)
    assert taken.headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    assert taken.headers["content-type"] == "application/json"
    assert taken.headers["user-agent"] == "Tablelog/test"
    assert taken.headers["host"] == f"127.0.0.1:{hook.receiver.server_port}"
    entries = hook.table.client.get(taken.told["url"], headers=hook.table.headers("spectator"))
    assert [item["number"] for item in json.loads(entries.data)["items"]] == [2, 3, 4]
    assert (hook.due(), hook.tell()) == ([], None)
    state = hook.state
    assert (state["delivered"], state["attempts"], state["answer"]) == (4, 0, 204)
    assert (state["tried_at"], state["failure"], state["next_at"]) == ("2031-05-01T12:00:00.000Z", None, None)


def test_nothing_of_an_entry_leaves_the_house(small: Hook) -> None:
    """Where, by whom and how many cubes were laid, which note was written: none of it is in what is sent."""
    small.record(place("red", 3, "north"))
    small.table.post("/notes", {"text": "a secret note", "visible_to": ["red"]}, "seat:red")
    follow(small.table.app)
    small.tell()
    (taken,) = small.receiver.taken
    sent = f"{taken.path} {taken.headers} {taken.body.decode()}"
    for hidden in ("north", "cubes", "red", "secret", "note", "reef", *small.table.tokens.values()):
        assert hidden not in sent
    assert taken.told.keys() == {"type", "session", "from", "to", "digest", "at", "finished", "url"}


def test_the_end_of_a_game_has_a_type_of_its_own(make_app: MakeApp, receiver: Receiver) -> None:
    hook = Hook(Table(make_app(webhooks="anywhere"), REEF_OPENING | {"options": {"rounds": 1}}), receiver)
    hook.record(place("red"))
    hook.tell()
    hook.record(place("blue"))
    assert hook.table.get().json["status"] == "finished"
    hook.tell()
    hook.table.post("/notes", {"text": "well played"})
    follow(hook.table.app)
    hook.tell()
    told = [(taken.told["type"], taken.told["finished"], taken.entries) for taken in receiver.taken]
    assert told == [
        ("session.entries", False, (2, 2)),
        ("session.finished", True, (3, 3)),
        ("session.entries", True, (4, 4)),
    ]
    hook.again(**{"from": 1})
    hook.tell()
    assert (receiver.taken[-1].told["type"], receiver.taken[-1].entries) == ("session.finished", (1, 4))


def test_a_session_that_is_given_up_says_so(small: Hook) -> None:
    assert small.table.post("/close", {"outcome": "abandoned"}).status_code == 201
    follow(small.table.app)
    small.tell()
    assert small.receiver.taken[0].told["type"] == "session.closed"
    assert small.receiver.taken[0].told["finished"] is False


def test_what_failed_is_sent_again_after_longer_and_longer_pauses_then_never(hook: Hook) -> None:
    hook.receiver.answers = [500]
    hook.record(place("red"))
    for attempt, pause in enumerate(PAUSES, 1):
        assert hook.tell() == DeliveryOutcome(500, "It was answered with 500.")
        state = hook.state
        assert (state["attempts"], state["answer"], state["disabled"]) == (attempt, 500, None)
        assert datetime.fromisoformat(state["next_at"]) == hook.clock.now + pause
        hook.clock.now += pause - timedelta(milliseconds=1)
        assert (hook.due(), hook.tell()) == ([], None)
        hook.clock.now += timedelta(milliseconds=1)
        assert hook.due() == [hook.id]
    hook.tell()
    state = hook.state
    assert (state["attempts"], state["next_at"], state["delivered"]) == (9, None, 1)
    assert state["disabled"] == "It was tried 9 times in vain, at last: It was answered with 500."
    assert datetime.fromisoformat(state["disabled_at"]) == hook.clock.now
    hook.clock.now += timedelta(days=365)
    assert (hook.due(), hook.tell()) == ([], None)
    same = {(taken.id, taken.body) for taken in hook.receiver.taken}
    assert (len(hook.receiver.taken), len(same)) == (9, 1)
    assert all(taken.is_signed_with(hook.secret) for taken in hook.receiver.taken)
    assert len({taken.headers["webhook-timestamp"] for taken in hook.receiver.taken}) == 9


def test_the_pauses_are_those_that_are_documented() -> None:
    assert [pause.total_seconds() for pause in PAUSES] == [5, 30, 120, 900, 3_600, 21_600, 43_200, 86_400]


def test_after_a_failure_the_same_comes_first_and_what_was_recorded_since_after_it(hook: Hook) -> None:
    hook.receiver.answers = [503, 200]
    hook.record(place("red"))
    hook.tell()
    hook.record(place("blue"), place("red"))
    assert hook.tell() is None
    hook.clock.now += PAUSES[0]
    hook.tell()
    hook.tell()
    assert [taken.entries for taken in hook.receiver.taken] == [(2, 2), (2, 2), (3, 4)]
    first, again, later = (taken.id for taken in hook.receiver.taken)
    assert first == again != later
    assert hook.state["delivered"] == 4


def test_a_receiver_that_is_gone_is_left_alone_at_once(small: Hook) -> None:
    small.receiver.answers = [410]
    small.record(place("red"))
    small.tell()
    assert small.state["disabled"] == "Its receiver says that it is gone for good (410)."
    small.clock.now += timedelta(days=1)
    assert (small.due(), small.tell()) == ([], None)


def test_a_disabled_one_is_sent_to_again_when_somebody_asks(hook: Hook) -> None:
    hook.receiver.answers = [410, 200]
    hook.record(place("red"))
    hook.tell()
    hook.record(place("blue"))
    hook.again()
    assert (hook.state["disabled"], hook.state["attempts"]) == (None, 0)
    hook.tell()
    hook.tell()
    assert [taken.entries for taken in hook.receiver.taken] == [(2, 2), (2, 2), (3, 3)]
    assert hook.receiver.taken[0].id == hook.receiver.taken[1].id
    hook.again(**{"from": 2})
    hook.tell()
    assert hook.receiver.taken[-1].entries == (2, 3)
    assert len({taken.id for taken in hook.receiver.taken}) == 3


def test_a_worker_that_is_killed_on_the_way_leaves_it_to_the_next_under_the_same_id(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was sent, and nobody came back to say so."""
    hook.record(place("red"))

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(dispatching, "settle", killed)
        with pytest.raises(KeyboardInterrupt):
            hook.tell()
    assert hook.state["delivered"] == 1
    hook.record(place("blue"))
    hook.clock.now += HELD - timedelta(milliseconds=1)
    assert (hook.due(), hook.tell()) == ([], None)
    hook.clock.now += timedelta(milliseconds=1)
    assert hook.due() == [hook.id]
    hook.tell()
    first, again = hook.receiver.taken
    assert (first.id, first.body) == (again.id, again.body)
    assert (hook.state["delivered"], hook.due()) == (2, [hook.id])


def test_two_workers_never_send_the_same_webhook_at_once(hook: Hook) -> None:
    hook.record(place("red"))
    held = begin(hook.engine, hook.id, NOON)
    assert held is not None
    assert (hook.due(), hook.tell(), begin(hook.engine, hook.id, NOON)) == ([], None, None)
    hook.again()
    assert hook.tell() is None
    hook.again(**{"from": 1})
    assert hook.tell() is None
    settle(hook.engine, held, DeliveryOutcome(200, None), NOON)
    assert hook.state["delivered"] == 0
    hook.tell()
    (taken,) = hook.receiver.taken
    assert taken.entries == (1, 2)
    assert taken.id != held.id


def test_what_is_removed_meanwhile_stays_removed(small: Hook) -> None:
    small.record(place("red"))
    held = begin(small.engine, small.id, NOON)
    headers = small.table.headers("owner")
    small.table.client.delete(f"{small.table.url}/webhooks/{small.id}", headers=headers)
    settle(small.engine, held, DeliveryOutcome(500, "no"), NOON)
    assert small.table.get("/webhooks").json == {"items": []}
    assert small.due() == []


def test_a_log_that_was_put_back_is_told_of_again_from_where_it_ends(small: Hook) -> None:
    """After a restore the register may know more than the log."""
    with small.engine.begin() as connection:
        connection.execute(sa.update(WEBHOOKS).values(delivered=9, disabled="It was restored."))
    small.again()
    assert small.state["delivered"] == 1
    small.record(place("red"))
    small.tell()
    assert small.receiver.taken[0].entries == (2, 2)


def test_where_webhooks_are_off_nothing_is_sent(small: Hook) -> None:
    small.record(place("red"))
    assert dispatching.tell(small.engine, small.id, "off", "Tablelog/test", small.clock) is None
    assert small.receiver.taken == []
    assert small.state["attempts"] == 0
