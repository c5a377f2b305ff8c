"""Seats' phones are enough: a recorded game without scribe or recorder, and what a phone may not record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games import REGISTRY
from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.recorders import recorders
from domain.games.order_vs_chaos.state import State, Unit
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import offers_to_seat, recorders_of
from domain.kernel.messages import Viewer
from domain.kernel.offers import covers
from service.app import create_app
from tests.games.order_vs_chaos.table import OrderTable, final_battle
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import OPENING, STAMP, library, opened, played_to_the_end

RECORDED = {path.stem: path for path in library("order_vs_chaos")}


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    """The recorded game: its opening, then its actions."""
    return [json.loads(line) for line in RECORDED["demo-3p-002"].read_text().splitlines()]


@pytest.fixture
def table(tmp_path: Path, lines: list[dict[str, Any]]) -> Iterator[Table]:
    """The session that it opens, over HTTP."""
    app = create_app(settings_at(tmp_path), REGISTRY)
    opening = {name: of for name, of in lines[0].items() if name in (*OPENING, "component_set")}
    yield Table(app, {"game": GAME.key, **opening})
    app.extensions["tablelog"].close()


def actor_of(action: dict[str, Any]) -> str | None:
    return GAME.actor(codec_of(GAME).action(action))


def act_as_a_seat(table: Table, action: dict[str, Any], seats: list[str]) -> str:
    """Record it with the first seat's token that may: its actor's, if it has one. The seat."""
    actor = actor_of(action)
    for seat in sorted(seats, key=lambda one: one != actor):
        answer = table.act(action, f"seat:{seat}")
        if answer.status_code == 201:
            return seat
        assert answer.status_code == 403, (action, answer.text)
    raise AssertionError(f"no seat's phone may record {action}")


def test_a_recorded_game_is_recorded_by_its_seats_alone(table: Table, lines: list[dict[str, Any]]):
    seats = [one["seat"] for one in lines[0]["seats"]]
    by = dict.fromkeys(seats, 0)
    for action in lines[1:]:
        by[act_as_a_seat(table, action, seats)] += 1
    assert min(by.values()) > 100
    _, draft, _ = played_to_the_end(GAME, RECORDED["demo-3p-002"])
    shown = table.get(holder=f"seat:{seats[0]}").json
    standing = msgspec.json.decode(msgspec.json.encode(GAME.standing(draft.position.state)))
    assert shown["standing"] == standing
    expected = json.loads(RECORDED["demo-3p-002"].with_suffix(".expected.json").read_text())
    assert {"actions": len(lines) - 1, **shown["view"]["table"]} == expected


def test_a_seat_that_should_not_is_refused(table: Table, lines: list[dict[str, Any]]):
    """Each action before the first turns that have an actor: another seat's phone may not."""
    seats = [one["seat"] for one in lines[0]["seats"]]
    refused = set()
    for action in lines[1:80]:
        actor = actor_of(action)
        if actor is not None:
            other = next(seat for seat in seats if seat != actor)
            problem(table.act(action, f"seat:{other}"), 403, "another-seat")
            refused.add(action["type"])
        act_as_a_seat(table, action, seats)
    assert {"move", "assign_xp", "choose_hero", "open_location"} <= refused


def who(state: State, **action: Any) -> set[str]:
    unit = action.get("unit", "")
    actor = unit.removeprefix("hero:") if unit.startswith("hero:") else action.get("seat")
    return set(recorders_of(GAME, state, action, actor))


def test_oc_108_a_monster_is_its_owners_to_roll_aim_and_use():
    table = OrderTable(4).fighting("charhound")
    name = "monster:huntington"
    for kind in ("roll_attack", "declare_targets", "change_dice", "use_ability"):
        assert who(table.state, type=kind, unit=name) == {"white"}


def test_a_hero_fights_by_its_own_phone():
    table = OrderTable(4).fighting("charhound")
    assert who(table.state, type="roll_attack", unit="hero:red", attack="wakizashi") == {"red"}
    assert who(table.state, type="select_weapons", seat="red") == {"red"}
    assert who(table.state, type="change_dice", seat="red", source="wakizashi") == {"red"}


@pytest.mark.parametrize(("unit", "seat"), [("hero:red", "red"), ("monster:huntington", "white")])
def test_oc_420_blocks_are_declared_by_whoever_may_block(unit: str, seat: str):
    table = OrderTable(4).fighting("charhound")
    battle = table.state.battle
    assert battle is not None
    spent = {**battle.units, unit: replace(battle.units[unit], chits=0)}
    table.given_state(battle=replace(battle, units=spent))
    assert who(table.state, type="declare_blocks") == {seat}


def test_oc_437_results_are_recorded_by_whoever_is_hit_or_hits():
    table = OrderTable(4).fighting("charhound")
    assert who(table.state, type="resolve_segment") == {"red", "white"}


def test_oc_618_the_chaos_seats_act_for_the_arch_enemy():
    table = final_battle(4)
    battle = table.state.battle
    assert battle is not None
    assert who(table.state, type="roll_attack", unit="hero:black", attack="goat_horns") == {"black"}
    assert who(table.state, type="roll_attack", unit="monster:white", attack="charhound_breath") == {"white"}
    arch = Unit("arch_enemy", "chaos", None, "old_one", 30)
    table.given_state(battle=replace(battle, kind="arch", units={**battle.units, arch.id: arch}))
    for kind in ("roll_attack", "declare_targets", "use_ability", "change_dice"):
        assert who(table.state, type=kind, unit="arch_enemy") == {"black", "white"}


@pytest.mark.parametrize("kind", ["discard_surplus_monster", "allot_doom_damage"])
def test_oc_342_oc_613_what_order_decides_any_order_seat_records(kind: str):
    assert who(OrderTable(4).state, type=kind) == {"red", "blue"}


@pytest.mark.parametrize("kind", ["choose_map", "set_arch_enemy", "fill_display", "choose_first_player"])
def test_steps_of_the_setup_that_show_nothing_are_anybodys(kind: str):
    table = OrderTable(4, set_up=False)
    assert who(table.state, type=kind) == set(table.seats)


def test_what_nobody_acts_alone_is_offered_to_those_who_may_record_it():
    """Along a recorded game: to exactly the seats whose phones may."""
    opening, *actions = map(json.loads, RECORDED["demo-4p-003"].read_text().splitlines())
    session, draft = opened(GAME, opening)
    seats = [seat["seat"] for seat in session.opened.seats]
    seen = set()
    for action in actions:
        state, given = draft.position.state, {key: of for key, of in action.items() if of is not None}
        if actor_of(action) is None:
            offered = {
                seat
                for seat in seats
                for offer in offers_to_seat(GAME, state, seats, seat, Viewer(seat=seat))
                if covers(offer, given)
            }
            assert offered == set(recorders_of(GAME, state, action, None)), action
            seen.add(action["type"])
        draft.record(action, STAMP, None)
    assert {"roll_attack", "declare_blocks", "declare_targets", "resolve_segment", "choose_map"} <= seen


def test_who_records_is_told_of_an_action_that_names_nothing_yet():
    for table in (OrderTable(4), OrderTable(4).fighting(), final_battle(4), OrderTable(4, set_up=False)):
        for kind in GAME.actions:
            told = recorders(table.state, {"type": kind.__struct_config__.tag})
            assert told is None or set(told) <= set(table.seats)
