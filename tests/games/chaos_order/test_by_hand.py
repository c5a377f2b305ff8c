"""What the table did because of a text is put together from the closed set of CO-588."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME, facts
from domain.games.chaos_order.components.box import Effect
from domain.kernel import TRUTH, Chance, Choice, Open, Rejected, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import Domain, admits, sample
from tests.games.chaos_order.table import BLUE, PLACE, RED, ChaosTable, begun

ADJUSTMENTS: tuple[dict[str, Any], ...] = (
    {"seat": RED, "energy": 2},
    {"seat": BLUE, "gems": -1},
    {"seat": RED, "fame": 2},
    {"seat": RED, "intel": -1},
    {"seat": BLUE, "morale": 1},
    {"seat": RED, "draw_tactics": 1},
    {"seat": RED, "discard_tactics": ["feint"]},
    {"seat": RED, "fighters": {"from": "black_sedge", "to": "base", "n": 2}},
    {"seat": RED, "fighters": {"from": "stone_ladder", "to": 1, "n": 1}},
    {"seat": RED, "leader": "circadians.pilot", "to": "base"},
    {"seat": RED, "building": {"type": "foundry", "to": "circadians.start_1"}},
    {"seat": RED, "research": "build"},
)


def manual() -> ChaosTable:
    table = begun().acting("build").board(RED, hand={"feint": 1}).given_state(deck=37)
    return table.pend(RED, Effect("manual", name="omen"))


def form(table: ChaosTable, viewer: Viewer = TRUTH) -> Domain:
    (offer,) = (
        offer for offer in GAME.offers(table.state, RED, viewer) if offer.type == "apply_manual_effect"
    )
    free = offer.parameters["adjustments"]
    assert isinstance(free, Open)
    assert free.form is not None
    return free.form


def action(*adjustments: dict[str, Any]) -> dict[str, Any]:
    return {"type": "apply_manual_effect", "seat": RED, "text_id": "omen", "adjustments": [*adjustments]}


def test_co_588_the_text_that_is_due_is_the_one_that_is_offered():
    offers = [one for one in GAME.offers(manual().state, RED, TRUTH) if one.type == "apply_manual_effect"]
    assert [offer.parameters["text_id"] for offer in offers] == [Choice(("omen",))]


def test_co_588_one_use_of_the_text_is_over_when_it_was_carried_out():
    manual().when(action()).then_includes(facts.EffectTaken(RED, 1))


@pytest.mark.parametrize("adjustment", ADJUSTMENTS, ids=lambda adjustment: str(sorted(adjustment)[0]))
def test_co_588_the_form_holds_every_kind_of_adjustment(adjustment: dict[str, Any]):
    table = manual()
    assert admits(form(table), [adjustment])
    table.when(action(adjustment) | ({"draws": ["ambush"]} if "draw_tactics" in adjustment else {}))
    table.then_accepted()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("energy", -4, 999), ("gems", -1, 999), ("fame", -5, 12 - 5), ("intel", -2, 1), ("thresholds", 0, 4)],
)
def test_co_588_amounts_end_where_the_seat_has_no_more(name: str, least: int, most: int):
    table = manual().board(RED, energy=4, gems=1, fame=5, counters={"intel": 2, "thresholds": 0})
    known, taken = form(table), []
    for number in range(-1001, 1002):
        adjustment = {"seat": RED, name: number}
        if admits(known, [adjustment]):
            taken.append(number)
    assert (taken[0], taken[-1], len(taken)) == (least, most, most - least + 1)
    for number in (least, most):
        before = table.state
        table.when(action({"seat": RED, name: number})).then_accepted()
        table.state = before
    table.when(action({"seat": RED, name: least - 1})).then_rejected("CO-588")


def test_co_507_no_more_cards_are_drawn_by_hand_than_there_are():
    table = manual().given_state(deck=3, discard=("feint", "ambush"))
    assert admits(form(table), [{"seat": RED, "draw_tactics": 5}])
    assert not admits(form(table), [{"seat": RED, "draw_tactics": 6}])


def test_co_588_values_of_a_battle_are_adjusted_in_battle_alone():
    stronger = [{"seat": RED, "attack": 2}]
    assert not admits(form(manual()), stronger)
    assert admits(form(manual().region(PLACE, fighters={RED: 2, BLUE: 2}).fighting(PLACE)), stronger)


def test_what_the_form_gives_is_accepted_or_refused_by_its_rules():
    table, random, refused = manual(), Random(2), list[str]()
    for _ in range(400):
        tried = action() | {"adjustments": sample(form(table), random, declare=True)}
        try:
            decide(GAME, table.state, codec_of(GAME).action(tried), Chance(lambda n, _: random.randrange(n)))
        except Rejected as rejection:
            refused.append(rejection.rule)
    assert {*refused} <= {"CO-588", "CO-508", "CO-509"}
    assert len(refused) < 400


def test_co_508_the_form_tells_nothing_of_hands_that_the_viewer_cannot_see():
    copies = begun().state.box.cards["ambush"].count
    forms = [
        msgspec.json.encode(form(manual().board(BLUE, hand=hand), Viewer(RED)))
        for hand in ({"ambush": copies}, {"last_stand": copies})
    ]
    assert forms[0] == forms[1]


def test_co_508_naming_cards_of_another_hand_asks_for_what_that_seat_alone_knows():
    table = manual().when(action({"seat": BLUE, "discard_tactics": ["feint"]})).then_rejected("CO-508")
    assert table.chance.asked_of == {BLUE}
