"""What a seat can place by its own history is true, and follows from what it was shown."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.facts import CardMoved
from domain.games.chaosmos.reading import placed
from domain.games.chaosmos.state import State
from domain.kernel import Viewer
from domain.kernel.engine.playing import play
from domain.kernel.session.opening import load_components
from tests.games.chaosmos.table import DEMO, EAST, NORTH, SOUTH, act, document, table
from tests.support.given import Table

HIGH, LOW = [4, 4], [1, 1]


def contents(state: State, zone: str) -> Counter[str]:
    kind, _, name = zone.partition(":")
    if kind == "hand":
        return Counter(state.seats[name].hand)
    planet = state.planets[name]
    return Counter(planet.face_down) + Counter([planet.face_up] if planet.face_up else [])


def knows(played: Table, seat: str) -> Any:
    assert GAME.knowledge is not None
    return GAME.knowledge(played.state, Viewer(seat))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_placed_is_really_there_after_every_fact(seed: int):
    seats, options = GAME.sample_opening(DEMO, 2 + seed % 3, Random(seed))
    opening = msgspec.convert(seats, tuple[GAME.seat_type, ...])  # type: ignore[name-defined]
    state = GAME.initial(DEMO, opening, msgspec.convert(options, GAME.options_type))
    names = tuple(seat["seat"] for seat in seats)
    for sensibly in (True, False):
        for step in play(GAME, state, names, Random(seed), most_actions=400, sensibly=sensibly):
            now = step.before
            for fact in step.facts:
                now = GAME.evolve(now, fact)
                for seat in names:
                    for zone, cards in placed(now, seat).items():
                        assert not Counter(cards) - contents(now, zone), (seat, zone, fact)


def test_spoils_place_the_rest_of_the_hand_for_the_winner_alone():
    played = table(3, at={EAST: "ashkel"}, hands={EAST: ["ovoid", "coal_fist", "mire_hook"]}).play(
        act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}),
        act("pass_combat", EAST),
        act("pass_combat", NORTH),
        act("choose_resolution", NORTH, choice="spoils"),
    )
    assert knows(played, NORTH)["hand:east"] == ["coal_fist", "mire_hook", "ovoid"], "as shown"
    played.play(act("take_spoils", NORTH, card="coal_fist"))
    assert knows(played, NORTH)["hand:east"] == ["mire_hook", "ovoid"]
    assert knows(played, EAST)["hand:north"] == ["coal_fist"]
    assert "hand:east" not in knows(played, SOUTH)
    assert "hand:north" not in knows(played, SOUTH)


def test_an_access_ends_what_others_knew_of_hand_and_envelope():
    played = table(hands={NORTH: ["mind_lens", "deep_scope"], EAST: ["ovoid"]}, controls={"brontide": EAST})
    played.play(
        act("play_card", NORTH, card="mind_lens", target=EAST),
        act("play_card", NORTH, card="deep_scope", planet="brontide"),
    )
    assert {"hand:east", "envelope:brontide"} <= knows(played, NORTH).keys()
    played.play(act("end_turn", NORTH), act("transfer_cards", EAST))
    assert not {"hand:east", "envelope:brontide"} & knows(played, NORTH).keys()


def test_under_a_vault_nothing_leaves_the_envelope():
    played = table(
        at={EAST: "guriwan"}, hands={NORTH: ["deep_scope"]}, face_up={"guriwan": ("iron_vault", None)}
    )
    played.play(act("play_card", NORTH, card="deep_scope", planet="guriwan"), act("end_turn", NORTH))
    played.play(act("begin_turn", EAST), act("control_planet", EAST), act("transfer_cards", EAST))
    assert "iron_vault" in knows(played, NORTH)["envelope:guriwan"]


def test_a_played_card_is_placed_by_all_and_a_sent_one_by_who_may_know():
    played = table(
        3,
        hands={NORTH: ["hypertube", "ovoid", "coal_fist"]},
        at={EAST: "guriwan"},
        controls={"guriwan": EAST},
    )
    played.play(act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="ovoid"))
    assert "ovoid" in knows(played, EAST)["envelope:guriwan"]
    assert knows(played, NORTH)["envelope:guriwan"] == ["ovoid"]
    assert "hand:north" not in knows(played, SOUTH), "it may have been the card played, if there were two"


def test_a_trade_places_a_card_in_a_hand():
    pool = ["hum_blade", "pulse_blaster", "pulse_blaster", "ion_cannon", "mind_lens", "mire_hook"]
    played = table(hands={NORTH: ["coal_fist"]}, pool=pool)
    played.play(act("trade_cosmic_pool", NORTH, give="coal_fist", take="hum_blade"))
    assert knows(played, EAST)["hand:north"] == ["hum_blade"]


def test_cm_808_an_announced_card_is_placed_by_all_and_one_laid_in_secret_by_nobody():
    for card, rule in (("warden_trap", "announced"), ("snare_trap", "in secret")):
        played = table(3, hands={NORTH: [card]}, envelopes={"ashkel": ["ovoid"]}, controls={"ashkel": NORTH})
        played.play(act("activate_flip", NORTH, card=card, from_="hand"))
        for seat in (EAST, SOUTH):
            assert knows(played, seat).get("envelope:ashkel", []) == [card] * (rule == "announced"), rule


def test_leaving_keeps_what_was_in_the_envelope():
    played = table(envelopes={"ashkel": ["ovoid"]}, controls={"ashkel": NORTH})
    played.play(act("move", NORTH, to="v1"))
    assert knows(played, NORTH)["envelope:ashkel"] == ["ovoid"]


def test_a_text_that_shows_a_card_places_it_for_who_sees():
    box = load_components(GAME, document())
    played = table(3, hands={EAST: ["ovoid"]}, box=box)
    played.given(CardMoved("ovoid", "hand:east", "hand:north", (EAST,)))
    assert knows(played, EAST)["hand:north"] == ["ovoid"]
    assert "hand:north" not in knows(played, SOUTH)
