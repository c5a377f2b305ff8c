"""What is offered of abilities, points and dice: each choice once, none by which nothing can be gained."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import Plan
from domain.kernel import PUBLIC, TRUTH, Choice, Each, Offer, Optional, Outcome, Range, Viewer
from domain.kernel.engine.playing import bots_choice, play
from domain.kernel.offers import sample_action
from tests.games.chaos_order.table import (
    BLUE,
    PLACE,
    RED,
    ChaosTable,
    begun,
    faction_in,
    trance,
    with_box,
)

FACES = Choice(tuple(range(6)))


def offered(table: ChaosTable, kind: str, seat: str | None = RED, viewer: Viewer = TRUTH) -> list[Offer]:
    return [offer for offer in GAME.offers(table.state, seat, viewer) if offer.type == kind]


@pytest.mark.parametrize("gems", range(3))
def test_co_470_just_the_attributes_that_can_be_paid_and_turned_over_are_offered(gems: int):
    table = begun().board(RED, gems=gems).acting("move").pend(RED, Effect("upgrade_attribute", 2))
    offers, state, taken = offered(table, "upgrade_attribute"), table.state, []
    attributes = [name for faction in state.box.factions.values() for name in faction.attributes]
    for name in attributes:
        table.given_state(seats=state.seats, deck=state.deck, discard=state.discard)
        table.do("upgrade_attribute", attribute=name, drawn=True)
        if table.rejection is None:
            taken.append(name)
    assert [value for offer in offers for value in offer.parameters["attribute"].values] == taken
    assert 0 < len(taken) < len(attributes)


@pytest.mark.parametrize("energy", range(5))
def test_co_594_an_ability_that_cannot_be_paid_is_idle(energy: int):
    table = trance().board("jrayek", energy=energy)
    (offer,) = offered(table, "use_ability", "jrayek")
    assert bool(offer.idle) is (energy < 3)
    table.do("use_ability", "jrayek", ability="jrayek.trance").then_accepted()


def test_co_594_abilities_that_can_be_paid_stand_apart_from_idle_ones():
    table = begun(with_box(more_abilities)).acting("build").board(RED, energy=1)
    one, other = offered(table, "use_ability")
    assert (one.parameters["ability"], one.idle) == (Choice(("cheap",)), UNSET)
    assert (other.parameters["ability"], other.idle) == (Choice(("dear",)), True)
    for ability in ("cheap", "dear"):
        before = table.state
        table.do("use_ability", ability=ability).then_accepted()
        table.state = before


def more_abilities(document: dict[str, Any]) -> None:
    """The Circadians may pay one energy, or nine, for a gem at any time."""
    faction_in(document, "circadians")["abilities"] += [
        {
            "id": name,
            "trigger": "any_time",
            "optional": True,
            "effects": [{"do": "pay", "cost": {"energy": energy}, "then": [{"do": "gain_gems", "n": 1}]}],
        }
        for name, energy in (("cheap", 1), ("dear", 9))
    ]


def test_co_596_landing_fighters_that_are_not_there_is_idle():
    table = begun().acting("move").pend(RED, Effect("optional_ability", name="circadians.descent"))
    (offer,) = offered(table, "use_ability")
    assert offer.idle is True
    table.board(RED, drop_ship_fighters=1)
    (offer,) = offered(table, "use_ability")
    assert offer.idle is UNSET


def test_bots_leave_alone_what_comes_to_nothing():
    table = begun().acting("move").pend(RED, Effect("optional_ability", name="circadians.descent"))
    for number in range(20):
        for sensibly in (False, True):
            choice = bots_choice(GAME, table.state, (RED,), Random(number), sensibly=sensibly)
            assert choice["type"] == "decline_effect"


def test_co_346_how_many_fighters_advance_is_asked_where_there_is_a_choice():
    table = begun().acting("recruit").pend(RED, Effect("recruitment_points", 3))
    table.board(RED, recruitment=(4, 1, 0))
    counts = [offer.parameters["count"] for offer in offered(table, "advance_fighter")]
    assert counts == [Optional(Range(1, 3), usual=True), Optional(Range(1, 1))]


@pytest.mark.parametrize(
    ("viewer", "dice"),
    [
        (TRUTH, {RED: FACES}),
        (Viewer(RED), {RED: FACES, BLUE: Optional(FACES)}),
        (Viewer(BLUE), {RED: Optional(FACES)}),
        (PUBLIC, {RED: Optional(FACES), BLUE: Optional(FACES)}),
    ],
    ids=["truth", "who rolls", "who does not", "everybody"],
)
def test_co_420_a_die_for_each_side_that_may_roll(viewer: Viewer, dice: dict[str, Any]):
    table = begun().bare().region(PLACE, fighters={RED: 2, BLUE: 2})
    table.fighting(PLACE, {RED: Plan("die_a", "none"), BLUE: Plan("plain_a", "none")})
    (offer,) = offered(table, "reveal_plans", None, viewer)
    assert offer.parameters["dice"] == Outcome(Each(dice))


def test_co_410_trying_the_dice_asks_for_both_sealed_plans():
    table = begun().bare().region(PLACE, fighters={RED: 2, BLUE: 2})
    table.fighting(PLACE, {RED: Plan("die_a", "none"), BLUE: Plan("plain_a", "none")})
    table.do("reveal_plans", None).then_rejected("CO-420")
    assert table.chance.asked_of == {RED, BLUE}


@pytest.mark.parametrize(("seats", "offers"), [(2, 1), (3, 3), (4, 3), (5, 1)])
def test_co_122_an_offer_for_each_set_of_foundations_that_goes_back(seats: int, offers: int):
    factions = ("jrayek", "zcharo", "ai", "leyrien", "circadians")[:seats]
    table, random = ChaosTable(GAME, [{"seat": name, "faction": name} for name in factions]), Random(1)
    for step in play(GAME, table.state, factions, random, most_actions=20):
        if step.before.setup == "foundations":
            table.state = step.before
            break
    laying = offered(table, "lay_neutral_foundations", None)
    assert len(laying) == offers
    for offer in laying:
        before = table.state
        table.when(sample_action(offer, random, declare=True)).then_accepted()
        table.state = before
