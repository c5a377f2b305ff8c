"""The worst legal tables: what is offered at them stays short."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.kernel import TRUTH, UNKNOWN, Chance
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import open_offers
from domain.kernel.game import decide
from domain.kernel.offers import sample_action
from domain.kernel.session.rendering import naming, offers_in_words
from tests.games.chaos_order.table import (
    BLUE,
    PLACE,
    RED,
    ChaosTable,
    begun,
    dealt,
    demo,
    faction_in,
    with_box,
)

FIVE = ("oxataya", "zcharo", "ai", "leyrien", "circadians")
MOST_BYTES = 32_000
MOST_BYTES_WITH_WORDS = 48_000
MOVING = Effect("movement_points", 4)


def lengths(table: ChaosTable) -> tuple[int, int, int]:
    """How many offers there are for everybody, and their bytes without and with words."""
    state, seats = table.state, table.state.clockwise
    offers = [offer for seat in (None, *seats) for offer in GAME.offers(state, seat, TRUTH)]
    view = json.loads(msgspec.json.encode(GAME.view(state, TRUTH)))
    names = naming(
        GAME, table.components, [{"seat": seat, "faction": state.seats[seat].faction} for seat in seats]
    )
    without = len(msgspec.json.encode(offers))
    words = len(msgspec.json.encode(offers_in_words(GAME, view, offers, names)))
    return len(offers), without, without + words


def must_be_short(table: ChaosTable, most_offers: int) -> None:
    offers, without, with_words = lengths(table)
    assert offers <= most_offers
    assert without <= MOST_BYTES
    assert with_words <= MOST_BYTES_WITH_WORDS
    must_be_accepted(table)


def must_be_accepted(table: ChaosTable) -> None:
    """What is offered there is legal."""
    random, state = Random(5), table.state
    for offer in open_offers(GAME, state, state.clockwise):
        for _ in range(3):
            action = codec_of(GAME).action(sample_action(offer, random, declare=True))
            decide(GAME, state, action, Chance(lambda n, _: random.randrange(n)))


def five() -> ChaosTable:
    return dealt(*FIVE, seed=3)


def everywhere(seat: str) -> ChaosTable:
    """The seat has a fighter wherever it may stand, and moves."""
    table = five().bare()
    for place in table.state.regions:
        if seat == "oxataya" or table.state.box.places[place].kind != "lake":
            table.region(place, fighters={seat: 2, "ai": 1})
    return (
        table.board(seat, base_fighters=4).acting("move", seat, main="running").pend(seat, MOVING, main=True)
    )


@pytest.mark.parametrize("seat", ["oxataya", "zcharo"])
def test_units_in_every_region_that_can_move_and_redeploy(seat: str):
    table = everywhere(seat)
    for leader, place in zip(table.state.seats[seat].leaders, table.state.regions, strict=False):
        table.region(place, leaders={seat: (leader,)})
    must_be_short(table, 60)


def test_co_368_two_leaders_together_between_two_moves():
    table, leaders = everywhere("zcharo"), ("zcharo.brood", "zcharo.herald")
    table.region(next(iter(table.state.regions)), leaders={"zcharo": leaders})
    must_be_short(table, 60)


def test_co_556_many_leaders_that_may_go_together():
    """Which of them go is chosen in one offer, not in one for each set of them."""

    def more_leaders(document: dict[str, Any]) -> None:
        leaders = faction_in(document, "oxataya")["leaders"]
        leaders += [without_abilities(leaders[0]) | {"id": f"more_{number}"} for number in range(8)]

    seats = [{"seat": RED, "faction": "oxataya"}, {"seat": BLUE, "faction": "leyrien"}]
    table = ChaosTable(GAME, seats, components=with_box(more_leaders))
    table.region(PLACE, leaders={RED: tuple(table.state.seats[RED].leaders)}, fighters={RED: 4, BLUE: 3})
    table.acting("move", main="running").pend(RED, MOVING, main=True)
    must_be_short(table, 20)


def without_abilities(leader: dict[str, Any]) -> dict[str, Any]:
    return {**leader, **{side: {**leader[side], "abilities": []} for side in ("basic", "upgraded")}}


def test_co_588_everybody_settles_an_effect_by_hand():
    table = five().at("gain_income")
    for seat in FIVE:
        table.pend(seat, Effect("manual", name=f"gift_{seat}"))
    must_be_short(table, 2 * len(FIVE))


def test_everybody_redeploys():
    table = five().bare().at("gain_income")
    for number, place in enumerate(table.state.regions):
        lake = table.state.box.places[place].kind == "lake"
        table.region(place, fighters={"oxataya" if lake else FIVE[number % len(FIVE)]: 2})
    for seat in FIVE:
        leaders = tuple(table.state.seats[seat].leaders)
        table.board(seat, base_leaders=leaders).pend(seat, Effect("redeploy", 1))
    must_be_short(table, 60)


def test_co_509_unknown_cards_of_a_set_with_many():
    """Cards that are played alike are one offer."""
    document = demo()
    first = next(card for card in document["tactics_cards"] if card["plays"])
    play = first["plays"][0] | {"phase": "harvest", "when": "either", "gem_lock": False, "effects": []}
    more = [first | {"id": f"more_{number}", "plays": [play] * 3} for number in range(60)]

    table = begun(with_box(lambda d: d["tactics_cards"].extend(more)))
    table.board(RED, hand={UNKNOWN: 5}).at("harvest", RED, stage="acting")
    must_be_short(table, 12)


@pytest.mark.parametrize("factions", [FIVE[:3], FIVE[:4], FIVE])
def test_setup_of_every_number_of_seats(factions: tuple[str, ...]):
    table = ChaosTable(GAME, [{"seat": name, "faction": name} for name in factions])
    must_be_short(table, 1)
    table.do("prepare_table", None, drawn=True)
    must_be_short(table, 12)
