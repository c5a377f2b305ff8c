"""Outlooks: what an action would change, and words that are exact for what is chosen so far."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from domain.kernel.engine.entries import codec_of
from service.api import actions as routes
from tests.service.conftest import Table, place, problem
from tests.support.service.recorded_tables import AT_ONCE, name_of, opened_with

SPACING = 9
MOST_ASKED = 24
Json = dict[str, Any]


def seen_by(table: Table, holder: str, *actions: Json, steps: Any = ()) -> list[Json | None]:
    """The outlooks of these actions."""
    answer = table.post("/outlooks", {"steps": list(steps), "actions": list(actions)}, holder, if_match=None)
    assert answer.status_code == 200, answer.text
    found: list[Json | None] = answer.json["outlooks"]
    return found


def numbers(table: Table, holder: str, seat: str) -> dict[str, int]:
    """The numbers that lie before a seat and belong to it, by their lines."""
    board = table.get("?with=board", holder).json["board"]
    (panel,) = (one for one in board["seats"] if one["seat"] == seat)
    zones = [zone for zone in board["zones"] if zone.get("of") == seat]
    lines = [line for part in (panel, *zones) for line in part.get("lines", ())]
    found = {line.get("id", line["label"]): line["number"] for line in lines if "number" in line}
    score = panel.get("score")
    return found | ({} if score is None else {"score": int(score.replace("−", "-"))})


def words(
    table: Table, holder: str, kind: str, seat: str | None, given: Json, steps: Any = ()
) -> Json | None:
    """The words of an action that is being chosen."""
    body = {"type": kind, "seat": seat, "given": given, "steps": list(steps)}
    answer = table.post("/words", body, holder, if_match=None)
    assert answer.status_code == 200, answer.text
    told: Json | None = answer.json["words"]
    return told


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_an_outlook_is_what_the_seat_has_more_or_less_afterwards(app: Flask, game: Game[Any]) -> None:
    """Asking records nothing. An action after which none may be put together has no outlook."""
    opening, actions = opened_with(game.key, name_of(game.key))
    table = Table(app, opening)
    changed = told_of = asked = behind = 0
    for at, action in enumerate(actions):
        seat = game.actor(codec_of(game).action(action))
        if at % SPACING or asked == MOST_ASKED or seat is None:
            continue
        for first in range(behind, at, AT_ONCE):
            table.acted(actions[first : min(first + AT_ONCE, at)])
        behind = at + 1
        holder, asked = f"seat:{seat}", asked + 1
        before = numbers(table, holder, seat)
        (outlook,) = seen_by(table, holder, action)
        tried = table.post("/actions?dry_run=true&with=board", [action], holder)
        may_be_followed = tried.status_code == 200 and tried.json.get("after") is not None
        assert (outlook is not None) == may_be_followed, action
        assert table.version == at + 1
        table.acted(action)
        if outlook is None:
            continue
        after = numbers(table, holder, seat)
        told = {change["line"]: change["by"] for change in outlook["changes"]}
        assert told == {id: after[id] - was for id, was in before.items() if after.get(id, was) != was}, (
            action
        )
        assert all(change["says"].startswith(("+", "−")) for change in outlook["changes"])
        told_of += 1
        changed += bool(told)
    assert changed or not told_of, "of a game of draws alone there is no outlook"


def at_a_mining_camp(app: Flask) -> tuple[Table, Json]:
    """First Light, and yellow may use a die at the Mining Camp: as it was rolled, or as one more."""
    opening, actions = opened_with("first_light", "bots-1p-ai-105")
    at = next(at for at, action in enumerate(actions) if action["type"] == "place_mining_camp")
    return Table(app, opening).acted(*([one] for one in actions[:at])), actions[at]


def test_two_ways_to_the_same_table_are_one(app: Flask) -> None:
    table, camp = at_a_mining_camp(app)
    ways = [camp | {"value": value} for value in (1, 2)] + [camp, {**camp, "space": 2}]
    told = seen_by(table, "seat:yellow", *ways)
    assert [one and one["same_as"] for one in told] == [None, None, 0, None]
    assert [[change["says"] for change in one["changes"]] for one in told if one] == [
        ["−9 Water", "+1 Gem", "+1 ★"],
        ["−8 Water", "+1 Gem", "+1 ★"],
        ["−9 Water", "+1 Gem", "+1 ★"],
        ["−15 Water", "+2 Gems", "+2 ★"],
    ]


def test_what_takes_too_long_and_what_is_not_possible_has_no_outlook(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, camp = at_a_mining_camp(app)
    told = seen_by(table, "seat:yellow", camp, camp | {"space": 9}, camp)
    assert [one is not None for one in told] == [True, False, True]
    monkeypatch.setattr(routes, "OUTLOOK_SECONDS", 0.0)
    assert [one is not None for one in seen_by(table, "seat:yellow", camp, camp)] == [True, False]


def test_outlooks_follow_the_steps_of_a_draft(app: Flask) -> None:
    """Red acts only after its own step; after one that cannot be followed nothing is known."""
    opening, actions = opened_with("chaos_order", name_of("chaos_order"))
    at = next(at for at, action in enumerate(actions) if action["type"] == "begin_main_action")
    table = Table(app, opening).acted(*([one] for one in actions[: at - 1]))
    act, begin, *_ = actions[at - 1 :]
    holder = f"seat:{act['seat']}"
    assert seen_by(table, holder, begin) == [None]
    assert seen_by(table, holder, begin, steps=[act]) == [{"changes": [], "same_as": None}]
    assert words(table, holder, begin["type"], act["seat"], {}) is None
    assert words(table, holder, begin["type"], act["seat"], {}, [act])
    assert words(table, holder, begin["type"], act["seat"], {}, [begin]) is None


def test_the_words_of_a_choice_are_those_of_what_is_left(app: Flask) -> None:
    """Equipment asks what it does; each item does something else."""
    opening, actions = opened_with("order_vs_chaos", "bots-3p-022")
    at = next(
        at for at, one in enumerate(actions) if one.get("item") == "warding_charm_2" and "effects" in one
    )
    table = Table(app, opening).acted(*(actions[i : min(i + AT_ONCE, at)] for i in range(0, at, AT_ONCE)))
    use, holder = actions[at], f"seat:{actions[at]['seat']}"
    general = table.get("/offers?with=words", holder).json["words"][f"{use['type']}/{use['seat']}"]
    assert general["depends"]
    assert general["parameters"]["effects"]["asks"] == "What happens?"
    exact = words(table, holder, use["type"], use["seat"], {"item": use["item"]})
    assert exact
    assert exact["parameters"]["effects"]["asks"] == "In any battle: a unit gains 2 chits"
    for odd in ({"item": "nothing"}, {"item": ["a"]}, {"item": None}, {"item": {"a": 1}}, {"spell": 1}):
        assert words(table, holder, use["type"], use["seat"], odd) is None


def test_who_may_not_record_asks_in_vain(reef: Table) -> None:
    told = {"type": "place_cubes", "seat": "red"}
    problem(reef.post("/words", told, "spectator"), 403, "not-allowed")
    problem(reef.post("/outlooks", {"actions": [place("red")]}, "spectator"), 403, "not-allowed")
    problem(reef.post("/outlooks", {"actions": [place("red")]}, "seat:blue"), 403, "another-seat")
    assert problem(reef.post("/outlooks", {"actions": []}, "seat:red"), 422, "invalid")["errors"]
    assert problem(reef.post("/outlooks", {"actions": [place("red")] * 13}, "seat:red"), 422, "invalid")
    assert problem(reef.post("/outlooks", {"actions": [{"type": "fly"}]}, "seat:red"), 422, "invalid")
    assert problem(reef.post("/words", told | {"given": 3}, "seat:red"), 422, "invalid")["errors"]
    assert words(reef, "seat:blue", "place_cubes", "red", {}) is None
    assert words(reef, "seat:red", "place_cubes", "red", {"region": "north"})
