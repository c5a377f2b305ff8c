"""Webhooks of clubs: one for all sessions, in order for each of them, and nothing of those that left."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from service.sessions.webhooks import RESTORED, disable_restored
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.service.test_clubs import Group
from tests.service.test_statistics import follow
from tests.service.webhooks.conftest import NOON, Clock
from tests.support.receivers import Receiver, Taken
from tests.support.service.answers import Answer
from workers.forgetting import forget_in_registers
from workers.webhooks import dispatching
from workers.webhooks.deliveries import (
    CLUB_EVENTS,
    CLUB_PROGRESS,
    CLUB_WEBHOOKS,
    HELD,
    PAUSES,
    begin,
    counts_of_webhooks,
    due,
    settle,
)
from workers.webhooks.sending import DeliveryOutcome

LEFT = {"options": {"rounds": 50}}


class ClubHook:
    """A club with a webhook, and the worker that sends to it."""

    def __init__(self, app: Flask, receiver: Receiver, *events: str, group: Group | None = None) -> None:
        self.app, self.receiver, self.clock = app, receiver, Clock()
        self.group = Group(app) if group is None else group
        self.engine: sa.Engine = app.extensions["tablelog"].engine
        body = {"url": receiver.url} | ({"events": events} if events else {})
        added = self.group.send("POST", "/webhooks", body, "organiser")
        assert added.status_code == 201, added.text
        self.id, self.secret = added.json["id"], added.json["secret"]

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.group.get(f"/webhooks/{self.id}", "organiser"))

    def opened(self, **more: Any) -> Table:
        table = self.group.opened(**(LEFT | more))
        follow(self.app)
        return table

    def record(self, table: Table, *actions: dict[str, Any]) -> None:
        table.acted(*actions)
        follow(self.app)

    def again(self, **body: Any) -> Answer:
        return self.group.send("POST", f"/webhooks/{self.id}/deliveries", body, "organiser")

    def due(self) -> list[str]:
        return [one.webhook for one in due(self.engine, self.clock.now, 10)]

    def tell(self) -> DeliveryOutcome | None:
        return dispatching.tell(self.engine, self.id, "anywhere", "Tablelog/test", self.clock)

    def tell_all(self) -> list[Taken]:
        """What the receiver is sent until nothing waits."""
        before = len(self.receiver.taken)
        while self.tell() is not None:
            pass
        assert self.due() == []
        return self.receiver.taken[before:]


@pytest.fixture
def hook(make_app: MakeApp, log_url: str, tables_url: str, receiver: Receiver) -> ClubHook:
    """A webhook on both databases."""
    return ClubHook(make_app(log_url=log_url, tables_url=tables_url, webhooks="anywhere"), receiver)


@pytest.fixture
def small(make_app: MakeApp, receiver: Receiver) -> ClubHook:
    """A webhook on SQLite."""
    return ClubHook(make_app(webhooks="anywhere"), receiver)


def kinds(taken: list[Taken]) -> list[tuple[str, str, int | None]]:
    return [(one.told["type"], one.told["session"], one.told.get("to")) for one in taken]


def test_one_webhook_is_notified_of_all_sessions_also_of_later_ones(hook: ClubHook) -> None:
    assert (hook.due(), hook.tell()) == ([], None)
    first = hook.opened()
    assert hook.due() == [hook.id]
    came, opened = hook.tell_all()
    assert came.told == {
        "type": "club.session",
        "club": hook.group.id,
        "session": first.id,
        "number": 1,
        "at": came.told["at"],
        "url": f"/v1/sessions/{first.id}",
    }
    assert opened.told == {
        "type": "session.entries",
        "club": hook.group.id,
        "session": first.id,
        "from": 1,
        "to": 1,
        "digest": first.get().json["digest"],
        "at": "2031-05-01T12:00:00.000Z",
        "finished": False,
        "url": f"/v1/sessions/{first.id}/entries?from=1&to=1",
    }
    assert came.is_signed_with(hook.secret)
    assert came.id != opened.id
    second = hook.opened()
    hook.record(first, place("red"), place("blue"))
    taken = hook.tell_all()
    assert kinds(taken) == [
        ("club.session", second.id, None),
        ("session.entries", first.id, 3),
        ("session.entries", second.id, 1),
    ]
    assert taken[1].entries == (2, 3)
    assert hook.state["tried_at"] == "2031-05-01T12:00:00.000Z"


def test_nothing_of_an_entry_and_no_name_leaves_the_house(small: ClubHook) -> None:
    table = small.opened()
    person = {"name": "Ruby", "player": "p-ruby"}
    assert (
        table.client.put(f"{table.url}/people/red", json=person, headers=table.headers("owner")).status_code
        == 200
    )
    small.record(table, place("red", 3, "north"))
    table.post("/notes", {"text": "a secret note", "visible_to": ["red"]}, "seat:red")
    follow(small.app)
    for taken in small.tell_all():
        sent = f"{taken.path} {taken.headers} {taken.body.decode()}"
        keys = (*table.tokens.values(), *small.group.tokens.values())
        for hidden in (
            "north",
            "cubes",
            "red",
            "secret",
            "note",
            "reef",
            "Ruby",
            "p-ruby",
            "Thursday",
            *keys,
        ):
            assert hidden not in sent
    entries = small.group.get(small.receiver.taken[-1].told["url"])
    assert (
        entries
        == table.client.get(small.receiver.taken[-1].told["url"], headers=table.headers("spectator")).json
    )


def test_a_busy_session_takes_no_turn_from_the_others(small: ClubHook) -> None:
    busy, other = small.opened(), small.opened()
    small.tell_all()
    told = []
    for seat, next_seat in (("red", "blue"),) * 3:
        small.record(busy, place(seat))
        small.record(other, place(seat), place(next_seat))
        small.clock.now += timedelta(seconds=1)
        small.tell()
        small.record(busy, place(next_seat))
        small.clock.now += timedelta(seconds=1)
        small.tell()
        told += kinds(small.receiver.taken[-2:])
    assert [session for _, session, _ in told] == [busy.id, other.id] * 3


def test_sessions_that_the_club_had_before_are_told_of_from_now_on(
    make_app: MakeApp, receiver: Receiver
) -> None:
    app = make_app(webhooks="anywhere")
    group = Group(app)
    table = group.opened(**LEFT).acted(place("red"))
    follow(app)
    hook = ClubHook(app, receiver, group=group)
    assert hook.tell_all() == []
    hook.record(table, place("blue"))
    (taken,) = hook.tell_all()
    assert taken.entries == (3, 3)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (("session.finished",), [("session.finished", (1, 4))]),
        (
            ("session.entries",),
            [("session.entries", (1, 2)), ("session.entries", (3, 3)), ("session.entries", (4, 4))],
        ),
        (("club.session",), [("club.session", None)]),
        (("session.closed",), []),
        (
            CLUB_EVENTS,
            [
                ("club.session", None),
                ("session.entries", (1, 2)),
                ("session.finished", (3, 3)),
                ("session.entries", (4, 4)),
            ],
        ),
    ],
)
def test_only_the_chosen_types_are_sent(
    make_app: MakeApp, receiver: Receiver, events: tuple[str, ...], expected: list[Any]
) -> None:
    hook = ClubHook(make_app(webhooks="anywhere"), receiver, *events)
    assert hook.state["events"] == [one for one in CLUB_EVENTS if one in events]
    table = hook.opened(options={"rounds": 1}).acted(place("red"))
    follow(hook.app)
    hook.tell_all()
    hook.record(table, place("blue"))
    if events == ("session.finished",):
        table.post("/notes", {"text": "well played"})
        follow(hook.app)
    hook.tell_all()
    if events != ("session.finished",):
        table.post("/notes", {"text": "well played"})
        follow(hook.app)
    hook.tell_all()
    told = [(one.told["type"], one.entries if "from" in one.told else None) for one in receiver.taken]
    assert told == expected


def test_a_game_that_ends_again_after_it_was_reopened_is_told_of_again(
    make_app: MakeApp, receiver: Receiver
) -> None:
    hook = ClubHook(make_app(webhooks="anywhere"), receiver, "session.closed")
    table = hook.opened()
    for _ in range(2):
        assert table.post("/close", {"outcome": "abandoned"}).status_code == 201
        follow(hook.app)
        hook.tell_all()
        assert table.post("/reopen", {"reason": "too early"}, "owner").status_code == 201
        follow(hook.app)
        assert hook.tell_all() == []
    assert [one.told["type"] for one in receiver.taken] == ["session.closed"] * 2


def test_a_session_that_leaves_the_club_is_told_of_no_more(hook: ClubHook) -> None:
    table, other = hook.opened(), hook.opened()
    hook.tell_all()
    hook.receiver.answers = [500, 204]
    hook.record(table, place("red"))
    hook.tell()
    assert hook.state["session"] == table.id
    assert hook.group.send("DELETE", f"/sessions/{table.id}", key="organiser").status_code == 200
    assert (hook.state["session"], hook.state["attempts"]) == (None, 0)
    hook.record(table, place("blue"))
    hook.record(other, place("red"))
    assert kinds(hook.tell_all()) == [("session.entries", other.id, 2)]
    hook.group.take_in(table)
    assert kinds(hook.tell_all()) == [("club.session", table.id, None), ("session.entries", table.id, 3)]


def test_a_delivery_that_was_begun_while_its_session_left_is_dropped(hook: ClubHook) -> None:
    """The worker read who belongs to the club just before somebody changed it."""
    table = hook.opened()
    hook.tell_all()
    hook.record(table, place("red"))
    held = begin(hook.engine, hook.id, NOON)
    assert held is not None
    with hook.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM club_sessions"))
    hook.clock.now += HELD
    assert (hook.due(), hook.tell(), hook.state["session"]) == ([hook.id], None, None)
    settle(hook.engine, held, DeliveryOutcome(204, None), NOON)
    assert (hook.due(), hook.state["tried_at"]) == ([], "2031-05-01T12:00:00.000Z")


def test_what_failed_is_sent_again_first_then_disabled_until_somebody_asks(hook: ClubHook) -> None:
    hook.receiver.answers = [503]
    first, second = hook.opened(), hook.opened()
    for attempt, pause in enumerate(PAUSES, 1):
        hook.tell()
        assert (hook.state["attempts"], hook.state["session"]) == (attempt, first.id)
        hook.record(second, place("red" if attempt % 2 else "blue"))
        hook.clock.now += pause
    hook.tell()
    assert hook.state["disabled"] == "It was tried 9 times in vain, at last: It was answered with 503."
    assert len({(one.id, one.body) for one in hook.receiver.taken}) == 1
    hook.clock.now += timedelta(days=365)
    assert (hook.due(), hook.tell()) == ([], None)
    with hook.engine.connect() as connection:
        assert counts_of_webhooks(connection) == (1, 1, 0)
    hook.receiver.answers = [204]
    assert hook.again().json["disabled"] is None
    taken = hook.tell_all()
    assert taken[0].id == hook.receiver.taken[0].id
    assert kinds(taken) == [
        ("club.session", first.id, None),
        ("club.session", second.id, None),
        ("session.entries", first.id, 1),
        ("session.entries", second.id, 9),
    ]


def test_a_worker_that_is_killed_leaves_its_delivery_to_the_next_and_nothing_is_out_of_order(
    hook: ClubHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after each sending, before it could be stored: each delivery comes twice, under the same id."""
    tables = [hook.opened(), hook.opened()]
    for seat in ("red", "blue"):
        for table in tables:
            hook.record(table, place(seat))

        def killed(*_: Any) -> None:
            raise KeyboardInterrupt

        while hook.due():
            with monkeypatch.context() as patched:
                patched.setattr(dispatching, "settle", killed)
                with pytest.raises(KeyboardInterrupt):
                    hook.tell()
            assert (hook.due(), hook.tell()) == ([], None)
            hook.clock.now += HELD
            assert hook.tell() == DeliveryOutcome(204, None)
    taken = hook.receiver.taken
    assert [one.id for one in taken[::2]] == [one.id for one in taken[1::2]]
    assert len({one.id for one in taken}) == len(taken) / 2
    for table in tables:
        told = [one.entries for one in taken[::2] if one.told["session"] == table.id and "from" in one.told]
        assert told == [(1, 2), (3, 3)]


def test_everything_of_a_session_can_be_sent_again(hook: ClubHook) -> None:
    table, other = hook.opened(), hook.opened()
    hook.record(table, place("red"))
    hook.tell_all()
    assert hook.again(session=table.id).status_code == 202
    (taken,) = hook.tell_all()
    assert taken.entries == (1, 2)
    body = {"session": table.id, "from": 2, "action_id": "a" * 16}
    assert hook.again(**body).status_code == 202
    assert hook.tell_all()[0].entries == (2, 2)
    repeated = hook.again(**body)
    assert (repeated.headers["Idempotent-Replayed"], hook.due()) == ("true", [])
    assert hook.again(**(body | {"session": other.id, "from": 1})).status_code == 422
    alone = Table(hook.app, REEF_OPENING)
    for wrong in ({"from": 1}, {"session": alone.id}, {"session": table.id, "from": 3}, {"session": "x"}):
        assert hook.again(**wrong).status_code == 422


def test_what_an_expired_session_leaves_goes_with_it(hook: ClubHook) -> None:
    table = hook.opened()
    hook.receiver.answers = [500]
    hook.tell()
    with hook.engine.begin() as connection:
        forget_in_registers(connection, [table.id])
        assert connection.execute(sa.select(CLUB_PROGRESS)).all() == []
        (row,) = connection.execute(sa.select(CLUB_WEBHOOKS)).all()
        assert (row.session, row.body, row.delivery) == (None, None, None)


def test_a_restored_webhook_waits_until_somebody_asks_and_forgets_what_the_log_lost(small: ClubHook) -> None:
    table = small.opened()
    small.tell_all()
    with small.engine.begin() as connection:
        disable_restored(connection)
        connection.execute(sa.update(CLUB_PROGRESS).values(delivered=9))
    small.record(table, place("red"))
    assert (small.due(), small.state["disabled"]) == ([], RESTORED)
    small.again()
    small.record(table, place("blue"))
    assert small.tell_all()[-1].entries == (3, 3)


def test_who_may_not_organise_sees_no_webhooks(small: ClubHook) -> None:
    group, reads = small.group, small.group.key("read", "record", "open", "export")
    stranger = Group(small.app)
    asked = {"url": small.receiver.url}
    for key, status in (("member", 403), (reads, 403)):
        for method, path in (
            ("GET", "/webhooks"),
            ("POST", "/webhooks"),
            ("GET", f"/webhooks/{small.id}"),
            ("DELETE", f"/webhooks/{small.id}"),
            ("POST", f"/webhooks/{small.id}/deliveries"),
        ):
            body = asked if method == "POST" else None
            assert group.send(method, path, body, key).status_code == status
            assert group.send(method, path, body, None).status_code == 404
            wrong = stranger.send(method, group.url + path, body, "keeper")
            assert wrong.status_code == 404
    assert [one["id"] for one in group.get("/webhooks", "keeper")["items"]] == [small.id]


def test_a_webhook_is_added_once_and_its_secret_is_shown_to_who_asks_again(small: ClubHook) -> None:
    group, body = small.group, {"url": small.receiver.url, "events": ["club.session"]}
    one, other = (group.send("POST", "/webhooks", body, Idempotency_Key="w" * 16) for _ in range(2))
    assert one.json == other.json
    assert other.headers["Idempotent-Replayed"] == "true"
    assert other.headers["Location"] == f"{group.url}/webhooks/{one.json['id']}"
    again = group.send("POST", "/webhooks", body | {"events": ["session.closed"]}, Idempotency_Key="w" * 16)
    assert again.status_code == 422
    assert "secret" not in json.dumps(group.get("/webhooks", "keeper"))
    for wrong in ([], ["session.opened"], "session.closed"):
        assert group.send("POST", "/webhooks", body | {"events": wrong}).status_code == 422
    assert group.send("POST", "/webhooks", {"url": "ftp://example.org"}).status_code == 422
    removed = group.send("DELETE", f"/webhooks/{one.json['id']}")
    assert [left["id"] for left in removed.json["items"]] == [small.id]
    assert group.send("DELETE", f"/webhooks/{one.json['id']}").status_code == 404
    assert group.send("GET", f"/webhooks/{one.json['id']}").status_code == 404


def test_a_club_has_so_many_webhooks_and_no_more(make_app: MakeApp, receiver: Receiver) -> None:
    hook = ClubHook(make_app(webhooks="anywhere", webhooks_of_a_session=1), receiver)
    refused = hook.group.send("POST", "/webhooks", {"url": receiver.url})
    assert (refused.status_code, refused.json["used"], refused.json["most"]) == (409, 1, 1)
    assert "This club" in refused.json["detail"]


def test_webhooks_of_clubs_and_of_sessions_take_turns(small: ClubHook) -> None:
    table = small.opened()
    added = table.post("/webhooks", {"url": small.receiver.url}, "owner").json
    small.record(table, place("red"))
    assert sorted(small.due()) == sorted([small.id, added["id"]])
    assert len(due(small.engine, small.clock.now, 1)) == 1
    clubs = {one.webhook: one.session for one in due(small.engine, small.clock.now, 10)}
    assert clubs == {small.id: small.group.id, added["id"]: table.id}


def test_where_webhooks_are_off_none_is_added_to_a_club(make_app: MakeApp, receiver: Receiver) -> None:
    group = Group(make_app(webhooks="off"))
    assert group.send("POST", "/webhooks", {"url": receiver.url}).status_code == 403
