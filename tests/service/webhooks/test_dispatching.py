"""Dispatching: a receiver that hangs takes its own few places, and deliveries of everybody else go out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from queue import Queue
from typing import Any

import pytest
import sqlalchemy as sa

from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.service.test_statistics import follow
from tests.service.webhooks.conftest import NOON, ROUNDS_LEFT, Clock, Hook
from tests.support.receivers import Receiver, Taken, receiving
from workers.webhooks import sending
from workers.webhooks.deliveries import WEBHOOKS, Due
from workers.webhooks.deliveries import due as what_is_due
from workers.webhooks.dispatching import (
    CROWDED_PAUSE,
    FIRST_REST_SECONDS,
    LONGEST_REST_SECONDS,
    MOST,
    MOST_OF_A_RECEIVER,
    MOST_OF_A_SESSION,
    MOST_TO_AN_ADDRESS,
    SLOW_BEFORE_REST,
    SLOW_SECONDS,
    Crowded,
    Dispatcher,
    Flights,
    in_turn,
    tell,
)

PATIENCE_SECONDS = 120.0


class Requests(list[Any]):
    """Requests that came. Those of a receiver that hangs are answered once `answering` is set."""

    def __init__(self, *, hangs: bool) -> None:
        super().__init__()
        self.came: Queue[Taken] = Queue()
        self.answering = threading.Event()
        self._hangs = hangs

    def append(self, taken: Taken) -> None:
        super().append(taken)
        self.came.put(taken)
        if self._hangs:
            self.answering.wait(PATIENCE_SECONDS)

    def first(self) -> Taken:
        return self.came.get(timeout=PATIENCE_SECONDS)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A receiver that hangs does so for as long as the test wants."""
    monkeypatch.setattr("workers.webhooks.dispatching.SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(sending, "SECONDS", PATIENCE_SECONDS)


@pytest.fixture
def hanging() -> Iterator[list[Receiver]]:
    with ExitStack() as stack:
        found = [stack.enter_context(receiving()) for _ in range(3)]
        for receiver in found:
            receiver.taken = Requests(hangs=True)
        yield found
        for receiver in found:
            requests_of(receiver).answering.set()


@pytest.fixture
def well() -> Iterator[Receiver]:
    with receiving() as receiver:
        receiver.taken = Requests(hangs=False)
        yield receiver


def requests_of(receiver: Receiver) -> Requests:
    assert isinstance(receiver.taken, Requests)
    return receiver.taken


def add(table: Table, url: str) -> str:
    answer = table.post("/webhooks", {"url": url})
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def dispatcher_of(table: Table) -> Dispatcher:
    return Dispatcher(table.app.extensions["tablelog"].engine, "anywhere", "Tablelog/test", Clock())


def delivered(table: Table, webhook: str) -> int:
    return int(table.get(f"/webhooks/{webhook}").json["delivered"])


def wait_until_delivered(table: Table, webhook: str, version: int) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while delivered(table, webhook) < version:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_an_innocent_webhook_is_told_while_all_deliveries_to_receivers_that_hang_are_under_way(
    make_app: MakeApp, hanging: list[Receiver], well: Receiver
) -> None:
    """Forty webhooks of ten sessions at three receivers that hang, and one more."""
    app = make_app(webhooks="anywhere")
    for _ in range(10):
        bad = Table(app, ROUNDS_LEFT)
        for number in range(4):
            add(bad, hanging[number % 3].url)
        bad.acted(place("red"))
    innocent = Table(app, ROUNDS_LEFT)
    webhook = add(innocent, well.url)
    innocent.acted(place("red"))
    follow(app)
    dispatcher = dispatcher_of(innocent)
    assert dispatcher.look() == 3 * MOST_OF_A_RECEIVER + 1
    assert requests_of(well).first().entries == (2, 2)
    wait_until_delivered(innocent, webhook, 2)
    for receiver in hanging:
        for _ in range(MOST_OF_A_RECEIVER):
            assert requests_of(receiver).first().entries == (2, 2)
    innocent.acted(place("blue"))
    follow(app)
    assert dispatcher.look() == 1
    assert requests_of(well).first().entries == (3, 3)
    assert [len(receiver.taken) for receiver in hanging] == [MOST_OF_A_RECEIVER] * 3


def test_one_session_holds_no_other_back_at_the_receiver_that_both_tell(
    make_app: MakeApp, well: Receiver
) -> None:
    app = make_app(webhooks="anywhere")
    busy, quiet = Table(app, ROUNDS_LEFT), Table(app, ROUNDS_LEFT)
    for _ in range(6):
        add(busy, well.url)
    webhook = add(quiet, well.url)
    busy.acted(place("red"))
    quiet.acted(place("red"))
    follow(app)
    dispatcher = dispatcher_of(quiet)
    dispatcher.look()
    wait_until_delivered(quiet, webhook, 2)


def test_who_waits_for_a_place_goes_as_soon_as_one_is_free(
    make_app: MakeApp, hanging: list[Receiver]
) -> None:
    table, receiver = Table(make_app(webhooks="anywhere"), ROUNDS_LEFT), hanging[0]
    for _ in range(5):
        add(table, receiver.url)
    table.acted(place("red"))
    follow(table.app)
    dispatcher = dispatcher_of(table)
    assert dispatcher.look() == MOST_OF_A_RECEIVER
    requests_of(receiver).answering.set()
    assert dispatcher.bell.wait(PATIENCE_SECONDS)
    end = time.monotonic() + PATIENCE_SECONDS
    while len(receiver.taken) < 5:
        assert time.monotonic() < end
        dispatcher.look()
        dispatcher.bell.wait(0.01)
    assert len({taken.id for taken in receiver.taken}) == 5


def test_what_is_under_way_is_not_begun_again(small: Hook) -> None:
    flights, one = Flights(), due(small.id, "a", "x")
    assert flights.begin(one)
    assert not flights.begin(one)
    flights.end(one)
    assert flights.begin(one)


def test_a_full_address_puts_a_delivery_off_and_no_attempt_counts(small: Hook) -> None:
    small.record(place("red"))
    flights = Flights()
    with ExitStack() as held:
        for _ in range(MOST_TO_AN_ADDRESS):
            held.enter_context(flights.to("127.0.0.1"))
        told = tell(small.engine, small.id, "anywhere", "Tablelog/test", small.clock, flights)
        assert told is None
        assert small.receiver.taken == []
        assert (small.state["attempts"], small.due()) == (0, [])
    small.clock.now += CROWDED_PAUSE
    assert small.due() == [small.id]
    tell(small.engine, small.id, "anywhere", "Tablelog/test", small.clock, flights)
    assert small.state["delivered"] == 2


def due(webhook: str, session: str, receiver: str) -> Due:
    return Due(webhook, session, receiver)


def test_receivers_and_sessions_take_turns() -> None:
    waiting = [due("1", "a", "x"), due("2", "a", "x"), due("3", "b", "x"), due("4", "c", "y")]
    assert [one.webhook for one in in_turn(waiting)] == ["1", "4", "2", "3"]
    waiting = [due("1", "a", "x"), due("2", "a", "y"), due("3", "a", "z"), due("4", "b", "v")]
    assert [one.webhook for one in in_turn(waiting)] == ["1", "4", "2", "3"]


def test_no_more_are_under_way_than_may_be() -> None:
    flights = Flights()
    of_one = [due(str(number), str(number), "x") for number in range(MOST_OF_A_RECEIVER + 1)]
    assert [flights.begin(one) for one in of_one] == [True] * MOST_OF_A_RECEIVER + [False]
    flights.end(of_one[0])
    assert flights.begin(of_one[-1])
    flights = Flights()
    of_one = [due(str(number), "a", str(number)) for number in range(MOST_OF_A_SESSION + 1)]
    assert [flights.begin(one) for one in of_one] == [True] * MOST_OF_A_SESSION + [False]
    flights = Flights()
    all_ = [due(str(number), str(number), str(number)) for number in range(MOST + 1)]
    assert [flights.begin(one) for one in all_] == [True] * MOST + [False]
    with ExitStack() as held:
        for _ in range(MOST_TO_AN_ADDRESS):
            held.enter_context(flights.to("192.0.2.1"))
        with pytest.raises(Crowded):
            held.enter_context(flights.to("192.0.2.1"))
        with flights.to("192.0.2.2"):
            pass


def test_a_slow_receiver_rests_longer_and_longer_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    flights, slow, other = Flights(), due("1", "a", "slow"), due("2", "b", "other")

    def goes(one: Due) -> bool:
        if flights.begin(one):
            flights.end(one)
            return True
        return False

    for _ in range(SLOW_BEFORE_REST - 1):
        flights.took("slow", SLOW_SECONDS)
    assert goes(slow)
    rest = FIRST_REST_SECONDS
    for _ in range(10):
        flights.took("slow", SLOW_SECONDS)
        assert (goes(slow), goes(other)) == (False, True)
        now[0] += rest - 0.001
        assert not goes(slow)
        now[0] += 0.001
        assert flights.begin(slow)
        assert not flights.begin(slow)  # a single one shows whether it is well again
        flights.end(slow)
        rest = min(2 * rest, LONGEST_REST_SECONDS)
    assert rest == LONGEST_REST_SECONDS
    flights.took("slow", 0.1)
    flights.took("slow", SLOW_SECONDS)
    assert goes(slow)


def test_a_host_is_one_receiver_however_its_url_is_written(small: Hook) -> None:
    table = Table(small.table.app, REEF_OPENING)
    for url in ("http://Hook.example/a", "http://hook.example:80/b", "http://hook.example./c?d"):
        add(table, url)
    table.acted(place("red"))
    follow(table.app)
    assert {one.receiver for one in what_is_due(small.engine, NOON)} == {"hook.example:80"}


def test_a_session_with_many_webhooks_does_not_fill_what_is_looked_at(small: Hook) -> None:
    """Where more is due than one look takes, each session has its first webhook in it."""
    crowd = Table(small.table.app, ROUNDS_LEFT)
    for number in range(8):
        add(crowd, f"http://127.0.0.1:9/{number}")
    crowd.acted(place("red"))
    small.record(place("red"))
    with small.engine.begin() as connection:
        early, late = "2031-05-01T10:00:00.000Z", "2031-05-01T11:00:00.000Z"
        connection.execute(sa.update(WEBHOOKS).values(tried_at=early))
        connection.execute(sa.update(WEBHOOKS).where(WEBHOOKS.c.id == small.id).values(tried_at=late))
    small.clock.now += timedelta(seconds=1)
    assert small.id in [one.webhook for one in what_is_due(small.engine, small.clock.now, 2)]
