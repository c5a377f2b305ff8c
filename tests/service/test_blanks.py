"""A table begins with blanks and enters each card of its box when it first sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel.messages import Json
from tests.service.conftest import LIBRARY, Table, problem
from tests.service.test_editions import Box
from tests.support.recorded import played_to_the_end
from tests.support.service.recorded_tables import AT_ONCE, opened_with

Names = dict[str, str]


def ids_in(value: Json) -> Iterator[str]:
    """Every text of an action."""
    if isinstance(value, dict):
        for part in value.values():
            yield from ids_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from ids_in(part)
    elif isinstance(value, str):
        yield value


def renamed(value: Json, names: Names) -> Json:
    if isinstance(value, dict):
        return {key: renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


class Evening:
    """A table that was opened with blanks, and the box that lies on it."""

    def __init__(self, app: Flask, game: str, name: str) -> None:
        self.opening, self.actions = opened_with(game, name)
        box = Box(app, {"game": game, "from": "demo", "name": "Our box", "blanks": True})
        published = box.publish()["hash"]
        self.opening["component_set"] = published
        self.table = Table(app, self.opening)
        on_the_table = REGISTRY[game].demo_sets()["demo"]
        document = self.table.client.get(f"/v1/component-sets/{published}").json["document"]
        self.entered = 0
        self.names: Names = {}
        self.rows: dict[str, tuple[str, dict[str, Any]]] = {}
        self.blanks: dict[str, list[str]] = {}
        editing = REGISTRY[game].editing
        assert editing is not None
        for deck in editing.decks:
            here = {row["id"] for row in document[deck]}
            self.rows |= {row["id"]: (deck, row) for row in on_the_table[deck] if row["id"] not in here}
            self.blanks[deck] = [id for id in sorted(here) if id.startswith("blank_")]

    def play(self) -> None:
        """Record every action; a card that it names first is entered before it."""
        waiting: list[dict[str, Any]] = []
        for action in self.actions:
            if cards := [id for id in ids_in(action) if id in self.rows and id not in self.names]:
                self.record(waiting)
                waiting = []
                self.enter(cards)
            waiting.append(renamed(action, self.names))
        self.record(waiting)

    def record(self, actions: list[dict[str, Any]]) -> None:
        if actions:
            self.table.acted(*(actions[at : at + AT_ONCE] for at in range(0, len(actions), AT_ONCE)))

    def enter(self, cards: list[str]) -> None:
        """Each takes the first blank of its deck that is left."""
        parts = {}
        for card in cards:
            deck, row = self.rows[card]
            self.names[card] = self.blanks[deck].pop(0)
            parts[f"{deck}/{self.names[card]}"] = row | {
                "id": self.names[card],
                "name": row.get("name", card),
            }
        told = self.table.post("/amendments", {"parts": parts})
        assert told.status_code == 201, told.text
        self.entered += 1


@pytest.mark.parametrize(
    ("game", "name"), [("first_light", "demo-1p-ai-004"), ("order_vs_chaos", "demo-2p-001")]
)
def test_a_table_with_blanks_records_a_whole_game_and_enters_each_card_as_it_appears(
    app: Flask, game: str, name: str
) -> None:
    evening = Evening(app, game, name)
    evening.play()
    ended = evening.table.get().json
    _, full, _ = played_to_the_end(REGISTRY[game], LIBRARY / game / f"{name}.jsonl")
    standing = REGISTRY[game].standing(full.position.state)
    assert ended["standing"] == json.loads(msgspec.json.encode(standing))
    assert ended["standing"]["finished"]
    audit = evening.table.get("/audit").json
    kinds = [one["kind"] for one in audit["findings"]]
    assert (audit["passed"], kinds.count("amended")) == (True, evening.entered)
    assert {*kinds} <= {"amended", "by_hand"}


def events(table: Table) -> dict[str, Any]:
    """The words of each Event that may be revealed next."""
    told = table.get("/offers?with=words").json["words"]
    found: dict[str, Any] = told["reveal_event/"]["parameters"]["event"]["values"]
    return found


def test_all_cards_that_nobody_has_entered_or_seen_are_one_choice(app: Flask) -> None:
    evening = Evening(app, "first_light", "demo-2p-001")
    table = evening.table
    first = next(at for at, action in enumerate(evening.actions) if action["type"] == "reveal_event")
    table.acted(evening.actions[:first])
    told = events(table)
    assert {one["blank"] for one in told.values()} == {"event"}
    card = evening.actions[first]["event"]
    evening.enter([card])
    entered = events(table)[evening.names[card]]
    assert "blank" not in entered
    assert entered["label"] == card
    later = "blank_event_7"
    parts = {f"events/{later}": {**evening.rows[card][1], "id": later, "name": "Dry Season"}}
    problem(table.post("/amendments", {"parts": parts}, holder="seat:blue"), 403, "not-allowed")
    table.acted({"type": "reveal_event", "event": later})
    parts[f"events/{later}"] |= {"timing": "round", "effect": {"kind": "none"}}
    entering = table.post("/amendments", {"parts": parts}, holder="seat:blue")
    assert entering.status_code == 201, entering.text
    assert "Dry Season" in str(table.get("/entries?limit=500&with=words").json["items"][-2]["words"])


def test_an_edition_of_a_game_without_such_cards_cannot_begin_with_blanks(app: Flask) -> None:
    client = app.test_client()
    body = {"game": "time_of_chaos", "from": "demo", "name": "Our box", "blanks": True}
    problem(client.post("/v1/editions", json=body), 422, "invalid")
