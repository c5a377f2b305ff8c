"""Whom a table waits for, since when, and under which headings its log stands."""

from __future__ import annotations

import pytest
from flask import Flask

from service.sessions.waits import WaitingSeats
from tests.service.conftest import MakeApp, Table, place
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
