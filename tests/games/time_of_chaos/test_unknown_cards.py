"""Cards drawn face down that nobody has named: TC-R39 … TC-R41, by the rules that they bend."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.state import deck_size
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, Offer, Viewer
from domain.kernel.chance import Undeclarable
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import bots_choice
from domain.kernel.game import decide
from domain.kernel.rejection import against_the_rules
from tests.games.time_of_chaos.table import ChaosTable, act, in_play

GRAB = act("grab", "red", card=UNKNOWN)
NAME = act("name_card", "red", card="NP-A")
DELIVER = act("deliver", "red", card="NP-A")


def holding(*eras: str, seats: tuple[str, ...] = ("red", "blue")) -> ChaosTable:
    """Red stands in past:A, where NP-A and FP-A belong, with unknown cards of these decks."""
    displays = {"present": ("NP-B", "NF-B", "NP-C"), "future": ("FP-B", "FN-B", "FP-C")}
    table = in_play(*seats)
    table.deck(**{era: cards_of(era, but=shown) for era, shown in displays.items()}).display(**displays)
    return table.pawns(red="past:A").acting("red").unknown("red", *eras)


def cards_of(era: str, *, but: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in in_play().state.box.decks[era] if card not in but)


def offer(table: ChaosTable, kind: str, viewer: Viewer = TRUTH, seat: str = "red") -> Offer | None:
    return next((one for one in GAME.offers(table.state, seat, viewer) if one.type == kind), None)


def nameable(table: ChaosTable, viewer: Viewer = TRUTH) -> set[str]:
    found = offer(table, "name_card", viewer)
    return set() if found is None else set(found.parameters["card"].values)  # type: ignore[union-attr]


def test_tc_511_a_card_drawn_face_down_may_be_declared_unknown():
    table = in_play().acting("red").when(GRAB)
    table.then(facts.ActionTaken("red", "grab"), facts.CardTaken("red", UNKNOWN, "present", "grab"))
    assert table.chance.outcomes[0].source == "declared"
    assert table.seen(TRUTH)["decks"]["present"] == 14
    assert nameable(table) == set(in_play().state.decks["present"])
    assert GAME.invariants(table.state) == []


def test_tc_511_it_is_offered_last_and_where_the_card_goes_face_down_alone():
    table = in_play().acting("red")
    for viewer in (TRUTH, PUBLIC, Viewer("red"), Viewer("blue")):
        grab, search = offer(table, "grab", viewer), offer(table, "search", viewer)
        assert grab is not None
        assert search is not None
        assert grab.parameters["card"].of.values.index(UNKNOWN) == 15  # type: ignore[union-attr]
        assert UNKNOWN not in search.parameters["refill"].of.values  # type: ignore[union-attr]
    table.when(act("search", "red", card="NP-C", refill=UNKNOWN)).then_rejected("TC-511")
    table.when(act("search", "red", card=UNKNOWN, refill="NP-D")).then_rejected("TC-322")


def test_tc_511_where_nobody_may_declare_nothing_is_unknown():
    table = in_play().acting("red")
    with pytest.raises(Undeclarable):
        decide(GAME, table.state, codec_of(GAME).action(GRAB), Chance(lambda n, _: 0, may_declare=False))


def test_tc_512_a_card_drawn_beside_an_unknown_one_is_any_that_is_seen_nowhere_else():
    table = in_play().acting("red").unknown("blue", "present")
    grab = codec_of(GAME).action(act("grab", "red"))
    drawn = {
        decide(GAME, table.state, grab, Chance(lambda n, _, index=index: index))[1].seats["red"].hand[0].card
        for index in range(15)
    }
    assert drawn == set(in_play().state.decks["present"])
    assert UNKNOWN not in drawn


def test_tc_312_an_unknown_card_is_in_no_deck():
    table = in_play().deck(present=("NP-D", "NP-E")).unknown("blue", "present", "present").acting("red")
    assert table.seen()["decks"]["present"] == 0
    table.when(GRAB).then_rejected("TC-312")
    assert offer(table, "grab") is None


def test_tc_504_nor_does_it_fill_a_display():
    table = in_play().deck(present=("NP-D",)).unknown("blue", "present").acting("red")
    search = offer(table, "search")
    assert search is not None
    assert "refill" not in search.parameters
    table.when(act("search", "red", card="NP-C", refill="NP-D")).then_rejected("TC-511", field="refill")
    table.play(act("search", "red", card="NP-C"))
    table.then_includes(facts.DisplayRefilled("present", 2, None))


def test_tc_505_unknown_cards_fill_a_hand():
    table = in_play().unknown("red", "past", "present", "future").acting("red")
    table.when(GRAB).then_rejected("TC-505")
    assert offer(table, "grab") is None


def test_tc_331_a_delivery_names_the_card():
    table = holding("present").when(DELIVER)
    table.then(
        facts.ActionTaken("red", "deliver"),
        facts.CardNamed("red", "NP-A"),
        facts.CardDelivered("red", "NP-A", 2, "grab"),
        facts.CubePlaced("red", "red", "past:A", "deliver"),
    )
    assert table.player("red").tableau == ("NP-A",)
    assert table.hand("red") == []
    assert "NP-A" not in table.state.decks["present"]
    assert deck_size(table.state, "present") == 14
    assert GAME.invariants(table.state) == []


def test_tc_331_a_card_that_is_known_names_no_other():
    table = holding("present").grabbed("red", "NP-A").when(DELIVER)
    assert facts.CardNamed("red", "NP-A") not in table.facts
    assert table.hand("red") == [UNKNOWN]


def test_tc_332_only_a_card_of_the_same_deck_can_be_named_so():
    holding("future").when(DELIVER).then_rejected("TC-332")
    holding("present").when(act("deliver", "red", card=UNKNOWN)).then_rejected("TC-332")
    holding("present").when(act("deliver", "red", card="NP-B")).then_rejected("TC-332")
    holding("present").when(act("deliver", "red", card="XX")).then_rejected("TC-332")


def test_tc_333_and_only_where_it_belongs():
    table = holding("present").when(act("deliver", "red", card="NP-D")).then_rejected("TC-333")
    delivery = offer(table, "deliver")
    assert delivery is not None
    assert delivery.parameters["card"].values == ("NP-A",)  # type: ignore[union-attr]


AT_ANY_TIME: dict[str, Callable[[ChaosTable], ChaosTable]] = {
    "in the own turn": lambda table: table,
    "in the send step": lambda table: table.turn_of("red"),
    "with no action left": lambda table: table.acting("red", used=3),
    "amid chaos": lambda table: table.chaos("past:A", "blue"),
    "in the turn of another": lambda table: table.acting("blue"),
    "in the last turns": lambda table: (
        table.delivered("red", "PN-D", "PN-E", "PN-F", "PN-G").triggered_by("red", "blue").acting("blue")
    ),
}


@pytest.mark.parametrize("moment", AT_ANY_TIME.values(), ids=AT_ANY_TIME)
def test_tc_222_a_card_is_named_at_any_time_and_nothing_is_done_by_it(
    moment: Callable[[ChaosTable], ChaosTable],
):
    table = moment(holding("present"))
    left, active = table.state.actions_left, table.state.active
    assert "NP-A" in nameable(table, Viewer("red"))
    table.when(NAME).then(facts.CardNamed("red", "NP-A"))
    assert table.hand("red") == ["NP-A"]
    assert (table.state.actions_left, table.state.active) == (left, active)
    assert GAME.invariants(table.state) == []
    assert nameable(table) == set()


def test_tc_119_and_606_not_before_and_not_after_the_game():
    ChaosTable().laid_out().when(NAME).then_rejected("TC-119")
    table = holding("present").triggered_by("blue").play(act("end_turn", "red"))
    table.when(NAME).then_rejected("TC-606")
    assert offer(table, "name_card") is None


@pytest.mark.parametrize("card", ["NP-B", "NP-E", "NF-A", "FP-A", "PN-A", UNKNOWN, "XX"])
def test_tc_511_what_is_seen_elsewhere_cannot_be_named(card: str):
    """On display, in the own hand, delivered; of a deck without an unknown card; no card at all."""
    table = holding("present").grabbed("red", "NP-E").delivered("blue", "NF-A")
    table.when(act("name_card", "red", card=card)).then_rejected("TC-511", field="card")
    assert table.rejection is not None
    assert not table.rejection.probes
    assert card not in nameable(table, Viewer("red"))
    table.when(act("name_card", "violet", card=card)).then_rejected("TC-511")
    table.when(act("name_card", "blue", card=card)).then_rejected("TC-511")


@pytest.mark.parametrize("action", [NAME, DELIVER])
def test_tc_511_what_another_grabbed_cannot_be_named_and_who_tries_it_probes(action: dict[str, Any]):
    table = holding("present").grabbed("blue", "NP-A")
    assert "NP-A" in nameable(table, Viewer("red"))
    assert "NP-A" not in nameable(table, TRUTH)
    table.when(action).then_rejected("TC-511", field="card")
    assert table.rejection is not None
    assert table.rejection.probes
    assert holding("present").when(action).chance.probed, "a yes tells as much"


@pytest.mark.parametrize("action", [NAME, DELIVER])
def test_tc_507_who_acts_for_the_seat_learns_of_its_hand(action: dict[str, Any]):
    for table in (holding("present"), holding().grabbed("red", "NP-A")):
        assert "red" in table.when(action).chance.asked_of


def test_of_two_unknown_cards_of_a_deck_one_is_named_after_the_other():
    table = holding("present", "past", "present").play(NAME)
    assert table.hand("red") == ["NP-A", UNKNOWN, UNKNOWN]
    table.when(NAME).then_rejected("TC-511")
    table.play(act("name_card", "red", card="NP-D"), act("name_card", "red", card="PN-D"))
    assert table.hand("red") == ["NP-A", "PN-D", "NP-D"]
    assert GAME.invariants(table.state) == []


def test_tc_507_its_holder_sees_that_it_is_unknown_and_others_its_deck():
    table = holding("present")
    for viewer in (TRUTH, Viewer("red")):
        assert table.seen(viewer)["seats"]["red"]["hand"] == [
            {"card": UNKNOWN, "deck": "present", "via": "grab"}
        ]
    for viewer in (PUBLIC, Viewer("blue")):
        assert table.seen(viewer) == holding().grabbed("red", "NP-D").seen(viewer)


def test_tc_507_others_are_not_told_that_a_delivered_card_was_unknown():
    named, known = holding("present").play(DELIVER), holding().grabbed("red", "NP-A").play(DELIVER)
    for viewer in (PUBLIC, Viewer("blue")):
        told = [
            [view for fact in table.facts if (view := GAME.fact_view(fact, viewer))]
            for table in (named, known)
        ]
        assert told[0] == told[1]
    named_openly = holding("present").play(NAME)
    assert GAME.action_view(codec_of(GAME).action(NAME), PUBLIC) == {"type": "name_card", "seat": "red"}
    assert [GAME.fact_view(fact, PUBLIC) for fact in named_openly.facts] == [None]
    assert not any(map(GAME.exposes, named_openly.facts))


def test_tc_612_an_unknown_card_scores_nothing_as_every_hand_does():
    table = in_play().unknown("red", "past", "present").triggered_by("blue").acting("red")
    table.play(act("end_turn", "red"))
    assert table.state.result.scores == {"red": 0, "blue": 0}
    assert [held["card"] for held in table.seen(TRUTH)["seats"]["red"]["hand"]] == [UNKNOWN, UNKNOWN]


def test_what_happened_anyway_is_recorded_where_the_cards_allow_it():
    table = holding("present").grabbed("blue", "NP-E")
    for card, broken in (("NP-D", ["TC-333"]), ("NP-E", ["TC-333", "TC-511"])):
        with against_the_rules() as noted:
            action = codec_of(GAME).action(act("deliver", "red", card=card))
            _, after = decide(GAME, table.state, action, Chance())
        assert [one.rule for one in noted] == broken
        assert bool(GAME.invariants(after)) == (card == "NP-E"), "a card twice at the table cannot be"


def test_a_correction_takes_and_names_unknown_cards():
    table = in_play().given(facts.CardTaken("red", UNKNOWN, "past", "grab"), facts.CardNamed("red", "PN-D"))
    assert table.hand("red") == ["PN-D"]
    assert deck_size(table.state, "past") == 14
    assert GAME.invariants(table.state) == []


def test_a_bot_names_what_it_holds_before_it_plans():
    table = in_play().unknown("red", "past", "present").grabbed("red", "NP-E").acting("red")
    chosen = bots_choice(GAME, table.state, table.seats, Random(1))
    assert chosen["type"] == "name_card"
    assert chosen["card"] in nameable(table)
    beside_people = bots_choice(GAME, table.state, table.seats, Random(1), people=frozenset({"red"}))
    assert beside_people is None, "what a person drew is theirs to name"
