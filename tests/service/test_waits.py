"""Whom a table waits for, since when, and under which headings its log stands."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from service.api import nudges
from service.api.stream import Subscriber
from service.http.formats import EVENTS
from service.sessions.tokens import Principal
from service.sessions.waits import WaitingSeats
from tests.service.conftest import MakeApp, Table, place, problem
from tests.support.service.recorded_tables import AT_ONCE, name_of, opened_with

GAMES = ("time_of_chaos", "chaos_order", "chaosmos", "first_light", "order_vs_chaos")


def waits(table: Table, holder: str | None = "owner", path: str = "") -> list[dict[str, str]]:
    found: list[dict[str, str]] = table.get(path, holder).json["moment"]["waits"]
    return found


def recorded_at(table: Table, number: int) -> str:
    """The time of this entry."""
    (entry,) = table.get(f"/entries?from={number}&to={number}").json["items"]
    return str(entry["at"])


def test_the_wait_began_with_the_entry_that_made_the_seat_awaited(reef: Table) -> None:
    reef.acted(place("red"))
    assert [(one["seat"], one["since"]) for one in waits(reef)] == [("blue", recorded_at(reef, 2))]
    reef.post("/notes", {"text": "Tea first."}, "seat:red")
    assert waits(reef)[0]["since"] == recorded_at(reef, 2)
    reef.acted(place("blue"))
    assert [(one["seat"], one["since"]) for one in waits(reef)] == [("red", recorded_at(reef, 4))]
    assert waits(reef, path="?at=2") == []


def test_an_undo_begins_the_wait_again(reef: Table) -> None:
    reef.acted(place("red"), place("blue"))
    reef.post("/retractions", {"to": 2})
    assert [(one["seat"], one["since"]) for one in waits(reef)] == [("blue", recorded_at(reef, 4))]


def test_secret_plans_look_alike_and_the_same_to_everybody(app: Flask) -> None:
    """One seat has rolled and laid its dice, the others nothing: all of them plan, since the same entry."""
    opening, actions = opened_with("first_light", "demo-4p-003", visibility="public")
    at = next(at for at, action in enumerate(actions) if action["type"] == "roll_dice")
    table = Table(app, opening)
    assert table.act(actions[:at]).status_code == 201
    began = recorded_at(table, table.version)
    first = actions[at]["seat"]
    own = [
        one
        for one in actions[at:]
        if one.get("seat") == first and one["type"] in ("roll_dice", "assign_dice")
    ][:2]
    assert table.act(own).status_code == 201
    told = waits(table)
    assert {(one["since"], one["asks"]) for one in told} == {(began, "Plan")}
    assert [one["seat"] for one in told] == [seat["seat"] for seat in opening["seats"]]
    for holder in (*(f"seat:{one['seat']}" for one in told), "spectator", None):
        assert waits(table, holder) == told


@pytest.mark.parametrize("game", GAMES)
def test_a_service_that_starts_again_knows_it_as_well(make_app: MakeApp, game: str) -> None:
    """Found entry by entry, or from the log alone: it is the same, and it is whom the board marks."""
    app = make_app()
    opening, actions = opened_with(game, name_of(game))
    table = Table(app, opening)
    found = app.extensions["tablelog"]
    for at in range(0, min(len(actions), 60), 3):
        table.acted(actions[at : at + 3])
        shown = table.get("?with=board").json
        told = shown["moment"]["waits"]
        session = found.handler.look(table.id)
        anew = WaitingSeats(found.handler).of(session)
        assert [(one.seat, one.since, one.asks) for one in anew] == [
            (one["seat"], one["since"], one["asks"]) for one in told
        ]
        active = [seat["seat"] for seat in shown["board"]["seats"] if seat.get("active")]
        assert [one["seat"] for one in told] == active
        assert all(0 < len(one["asks"]) <= 24 for one in told), told


HEADINGS = {
    "time_of_chaos": ["Setup", "Round 1 · Turn 1"],
    "chaos_order": ["Setup", "Round 1 · Set prices", "Round 1 · Discover"],
    "chaosmos": ["Setup", "Round 1 · Turn 1"],
    "first_light": ["Setup", "Round 1 · Plan"],
    "order_vs_chaos": ["Setup", "Round 1 · Turn 1"],
}


@pytest.mark.parametrize("game", GAMES)
def test_entries_stand_under_their_round_and_turn_or_phase(app: Flask, game: str) -> None:
    opening, actions = opened_with(game, name_of(game))
    table = Table(app, opening)
    for at in range(0, min(len(actions), AT_ONCE), 50):
        table.acted(actions[at : at + 50])
    items = table.get("/entries?with=words&limit=500").json["items"]
    under = [entry["words"]["under"] for entry in items]
    chapters = list(dict.fromkeys(under))
    assert chapters[: len(HEADINGS[game])] == HEADINGS[game]
    parts = [
        table.get(f"/entries?with=words&from={entry['number']}&limit=1").json["items"][0]
        for entry in items[-3:]
    ]
    assert [part["words"]["under"] for part in parts] == under[-3:]


def test_the_printed_log_has_headings_times_of_the_table_and_marks(app: Flask) -> None:
    opening, actions = opened_with("time_of_chaos", "demo-2p-001", timezone="Asia/Tokyo")
    table = Table(app, opening)
    for action in actions[:10]:
        assert table.act(action).status_code == 201
    fact = {"fact": "cloak_used", "seat": "red", "action": "travel"}
    told = table.post("/corrections", {"facts": [fact], "reason": "it was worn", "about": 10})
    assert told.status_code == 201, told.text
    path, headers = f"/t/{table.id}/log", table.headers("seat:blue", Accept="text/html")
    page = html.unescape(table.client.get(path, headers=headers).text)
    assert re.findall("<h2>(.*?)</h2>", page) == ["Setup", "Round 1 · Turn 1", "Round 1 · Turn 2"]
    at = recorded_at(table, 10)
    assert f"{(int(at[11:13]) + 9) % 24:02}:{at[14:16]}" in page
    assert "<b>Corrected by № 12</b>" in page
    assert page.count("it was worn") == 1


def test_a_seat_is_nudged_once_the_table_has_waited_long(
    monkeypatch: pytest.MonkeyPatch, reef: Table
) -> None:
    """Who may record nudges whoever is awaited, never oneself, after a while, and then once a minute."""
    reef.acted(place("red"))
    early = problem(reef.post("/nudges", {}, "seat:red", None), 429, "too-many-requests")
    assert "three minutes" in early["detail"]
    monkeypatch.setattr(nudges, "PATIENCE_SECONDS", 0)
    assert reef.post("/nudges", {}, "seat:red", None).json == {"nudged": ["blue"]}
    again = reef.post("/nudges", {"seat": "blue"}, "scribe", None)
    problem(again, 429, "too-many-requests")
    assert 0 < int(again.headers["Retry-After"]) <= 60
    problem(reef.post("/nudges", {}, "seat:blue", None), 422, "invalid")
    problem(reef.post("/nudges", {"seat": "red"}, "scribe", None), 422, "invalid")
    problem(reef.post("/nudges", {}, "spectator", None), 403, "not-allowed")
    assert reef.version == 2


def test_a_nudge_reaches_the_streams_of_that_seat_alone(app: Flask, reef: Table) -> None:
    reef.acted(place("red"))
    found = app.extensions["tablelog"]
    heard = {}
    for name in ("seat:red", "seat:blue", "scribe"):
        role, _, seat = name.partition(":")
        with app.app_context():
            subscriber = Subscriber(
                found, reef.id, Principal(role, seat or None), EVENTS, frozenset(), lambda: None, None
            )
            list(subscriber.news())
            heard[name] = subscriber
    found.announcer.nudge(reef.id, "blue", "seat:red")
    with app.app_context():
        told = {name: b"".join(subscriber.news()).decode() for name, subscriber in heard.items()}
    assert "event: nudge" in told["seat:blue"]
    assert '"by":{"role":"seat","seat":"red"}' in told["seat:blue"]
    assert told["seat:red"] == told["scribe"] == ""
