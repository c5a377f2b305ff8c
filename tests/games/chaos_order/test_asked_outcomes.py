"""Outcomes that the table declares are asked for one after another, as far as the principal can tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import State
from domain.kernel import TRUTH, UNKNOWN, Chance, Choice, Viewer
from domain.kernel.chance import Undeclared, as_json
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import asked_outcome
from domain.kernel.game import decide
from domain.kernel.offers import Domain, admits, covers
from tests.games.chaos_order.table import BLUE, RED, ChaosTable, begun
from tests.support.recorded import STAMP, library, opened

OUTCOMES = ("draws", "dice", "land_tiles", "starting_foundations", "returned", "layout")


def missing(state: State, action: dict[str, Any], viewer: Viewer = TRUTH) -> tuple[str, Domain] | None:
    """Where the next outcome stands, and what it may be; None: the action is complete."""
    try:
        decide(GAME, state, codec_of(GAME).action(action), Chance())
    except Undeclared as undeclared:
        return undeclared.field or "", asked_outcome(GAME, state, action, undeclared, viewer)
    return None


def declared(action: dict[str, Any], path: str, seen: Any) -> Any:
    """Put what the table saw at the path; lists grow at their end."""
    name, _, place = path.partition("/")
    if not place:
        action[name] = seen
    elif place.isdigit():
        action[name] = [*action.get(name, ()), seen]
        assert len(action[name]) == int(place) + 1
    else:
        action[name] = {**action.get(name, {}), place: seen}


def at(action: dict[str, Any], path: str) -> Any:
    name, _, place = path.partition("/")
    whole = action[name]
    if not place:
        return whole
    return whole[int(place)] if place.isdigit() else whole[place]


@pytest.mark.parametrize("recorded", library("chaos_order"), ids=lambda path: path.stem)
def test_every_recorded_action_is_offered_and_what_it_saw_asked_for(recorded: Path):
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(GAME, opening)
    for action in actions:
        state, actor = draft.position.state, action.get("seat")
        seen = as_json(codec_of(GAME).action(action))
        assert any(covers(offer, seen) for offer in GAME.offers(state, actor, TRUTH)), action
        for viewer in (TRUTH, Viewer(actor)) if seen.keys() & set(OUTCOMES) else (TRUTH,):
            rebuilt = {name: value for name, value in seen.items() if name not in OUTCOMES}
            while (found := missing(state, rebuilt, viewer)) is not None:
                path, domain = found
                assert admits(domain, at(seen, path)), (seen, path, domain)
                declared(rebuilt, path, at(seen, path))
            assert rebuilt == {name: of for name, of in seen.items() if of or name not in OUTCOMES}
        draft.record(action, STAMP, None)


def drawing(cards: int) -> ChaosTable:
    """Red may draw so many cards by a choice."""
    table = begun().acting("build")
    return table.pend(RED, Effect("choice", branches=((Effect("draw_tactics", cards),),)))


DRAW = {"type": "choose_branch", "seat": RED, "index": 0}


def cards(table: ChaosTable, viewer: Viewer = TRUTH, **declared: Any) -> set[str]:
    found = missing(table.state, DRAW | declared, viewer)
    assert found is not None
    _, domain = found
    assert isinstance(domain, Choice)
    return set(domain.values)


def test_co_509_cards_are_asked_for_one_after_another():
    table = drawing(2)
    assert missing(table.state, DRAW)[0] == "draws/0"
    assert missing(table.state, DRAW | {"draws": ["feint"]})[0] == "draws/1"
    assert missing(table.state, DRAW | {"draws": ["feint", UNKNOWN]}) is None


def test_co_509_a_card_of_which_no_copy_is_left_is_not_asked_for():
    copies = begun().state.box.cards["feint"].count
    table = drawing(2).board(RED, hand={"feint": copies - 1})
    assert "feint" in cards(table)
    assert "feint" not in cards(table, draws=["feint"])
    assert "feint" not in cards(drawing(1).given_state(discard=("feint",) * copies))


def test_co_509_an_unknown_card_may_always_be_drawn():
    every = {card: kind.count for card, kind in begun().state.box.cards.items()}
    table = drawing(1).board(BLUE, hand=every)
    assert cards(table) == {UNKNOWN}
    assert cards(table, Viewer(RED)) == {UNKNOWN, *every}


def test_co_508_what_others_hold_is_not_told_by_what_is_asked():
    copies = begun().state.box.cards["ambush"].count
    table = drawing(1).board(BLUE, hand={"ambush": copies})
    other = drawing(1).board(BLUE, hand={"feint": copies})
    assert "ambush" not in cards(table)
    assert cards(table, Viewer(RED)) == cards(other, Viewer(RED))
    assert cards(table, Viewer(BLUE)) == cards(table)


def test_co_509_what_the_asker_has_named_for_another_seat_is_not_asked_for_again():
    copies = begun().state.box.cards["ambush"].count
    manual = drawing(1).pend(RED, Effect("manual", name="gift"))
    gift = [{"seat": BLUE, "draw_tactics": copies}, {"seat": RED, "draw_tactics": 1}]
    action = {"type": "apply_manual_effect", "seat": RED, "text_id": "gift", "adjustments": gift}
    found = missing(manual.state, action | {"draws": ["ambush"] * copies}, Viewer(RED))
    assert found is not None
    assert not admits(found[1], "ambush")
    assert admits(found[1], "feint")


def test_co_114_the_tiles_of_several_sets_are_asked_for_one_after_another():
    factions = ("jrayek", "zcharo", "ai", "leyrien")
    table = ChaosTable(GAME, [{"seat": name, "faction": name} for name in factions])
    action: dict[str, Any] = {"type": "prepare_table"}
    while (found := missing(table.state, action)) is not None:
        path, domain = found
        assert isinstance(domain, Choice)
        declared(action, path, domain.values[-1])
    assert len(action["land_tiles"]) == 6
    table.when(action).then_accepted()


def test_draws_are_asked_for_where_cards_may_be_drawn():
    def asking(table: ChaosTable, seat: str) -> dict[str, bool]:
        return {offer.type: "draws" in offer.parameters for offer in GAME.offers(table.state, seat, TRUTH)}

    table = begun().acting("build")
    assert asking(table, RED)["end_turn"] is False
    table.pend(RED, Effect("build_points", 1), Effect("draw_tactics", 1), main=True)
    table.given_state(main="running")
    assert asking(table, RED)["decline_effect"] is True
    assert asking(table, RED)["end_turn"] is True
    income = begun().at("gain_income")
    assert asking(income, RED)["finish_income"] is False
    assert asking(income, RED)["take_region_income"] is False
    assert asking(income.bare(), RED)["take_region_income"] is True
