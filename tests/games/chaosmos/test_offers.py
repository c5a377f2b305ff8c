"""Offers are what the rules allow: an action is accepted exactly if an offer of its seat covers it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.state import State
from domain.kernel import PUBLIC, Chance, Choice, ComponentSet, Rejected, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import open_offers, play
from domain.kernel.game import decide
from domain.kernel.offers import covers, sample_action
from tests.games.chaosmos.table import DEMO, EAST, NORTH, act, card_of, components, opened, table
from tests.support.games.chaosmos.naming import by_own_names

GEARS = (None, "spore_mask", "frost_shell", "acid_coat", "ballast_suit", "light_veil")
STATES = 9
TRANSFERS = 12


def states(seed: int, *, sensibly: bool) -> tuple[tuple[str, ...], list[State]]:
    random = Random(seed)
    seats, options = GAME.sample_opening(DEMO, 2 + seed % 3, random)
    opening = [msgspec.convert(seat, GAME.seat_type) for seat in seats]
    begun = GAME.initial(DEMO, opening, msgspec.convert(options, GAME.options_type))
    names = tuple(seat["seat"] for seat in seats)
    steps = list(play(GAME, begun, names, random, most_actions=300, sensibly=sensibly))
    return names, [step.before for step in random.sample(steps, min(len(steps), STATES))]


def attempts(state: State, seat: str, random: Random) -> Iterator[dict[str, Any]]:
    """Actions of a seat that might be legal: every one where they are few, some where they are many."""
    places = [*(state.board.space_of if state.board else ()), "nowhere"]
    planets, others = [*state.planets, "nowhere"], [*state.clockwise, "stranger"]
    cards = sorted({*state.seats[seat].hand, *state.pool, "ovoid", "mind_lens", "nonsense"})
    for to in places:
        yield {"type": "move", "to": to}
        yield {"type": "hyperspace", "to": to}
    for gear in GEARS:
        yield {"type": "control_planet", "gear": gear}
        yield {"type": "take_envelope", "accept": True, "gear": gear}
        yield {"type": "take_envelope", "accept": False, "gear": gear}
        for target in others:
            yield {"type": "attack", "target": target, "gear": gear, "dice": {seat: [1, 2], target: [2, 3]}}
    for card in cards:
        yield {"type": "play_combat_card", "card": card}
        yield {"type": "take_spoils", "card": card}
        yield {"type": "give_back", "card": card}
        yield {"type": "play_card", "card": card}
        yield {"type": "trade_cosmic_pool", "give": card, "take": random.choice(cards)}
        for amount in (0, 1, 2, 9):
            yield {"type": "play_card", "card": card, "amount": amount}
        for target in others:
            yield {"type": "play_card", "card": card, "target": target}
        planet = random.choice(planets)
        yield {"type": "play_card", "card": card, "planet": planet}
        yield {"type": "play_card", "card": card, "planet": planet, "sent_card": random.choice(cards)}
    for planet in planets:
        yield {"type": "choose_resolution", "choice": "banish", "planet": planet}
    yield {"type": "choose_resolution", "choice": "spoils"}
    for kind in ("begin_turn", "end_turn", "return_envelope", "pass_combat"):
        yield {"type": kind}
    for choice in ("suffer", "void"):
        yield {"type": "resolve_own_trap", "choice": choice}
    for to in ("hand", "face_down"):
        yield {"type": "deactivate_flip", "to": to}
    yield from accesses(state, seat, random)
    for alien in state.box.aliens:
        yield {"type": "choose_alien", "alien": alien}


def accesses(state: State, seat: str, random: Random) -> Iterator[dict[str, Any]]:
    controlled = state.controlled_by(seat)
    inside = state.planets[controlled].face_down if controlled else ("coal_fist",)
    hand = state.seats[seat].hand
    for card in {*inside, *hand}:
        yield {"type": "activate_flip", "card": card, "from": "hand"}
        yield {"type": "activate_flip", "card": card, "from": "envelope"}
    for _ in range(TRANSFERS):
        to_hand = random.sample(inside, random.randint(0, len(inside)))
        to_envelope = random.sample(hand, random.randint(0, len(hand)))
        yield {"type": "transfer_cards", "to_hand": to_hand, "to_envelope": to_envelope}
        yield {"type": "prepare_hand", "cards": to_hand}


def accepted(state: State, action: dict[str, Any]) -> bool:
    try:
        decide(GAME, state, codec_of(GAME).action(action), Chance())
    except Rejected:
        return False
    return True


def test_a_merged_space_is_offered_once_and_the_view_tells_its_names():
    played = table(at={NORTH: "c0"})
    view = GAME.view(played.state, Viewer(NORTH))
    for kind in ("move", "hyperspace"):
        (offer,) = (one for one in GAME.offers(played.state, NORTH, Viewer(NORTH)) if one.type == kind)
        to = offer.parameters["to"]
        assert isinstance(to, Choice)
        assert set(to.values) <= set(view["spaces"])
        assert len(set(to.values)) == len(to.values)
    named = [name for names in view["spaces"].values() for name in names]
    assert sorted(named) == sorted(played.state.the_board.space_of)
    assert view["spaces"]["u1"] == ["u1", "u3", "wa1", "wa2"]


def test_the_view_tells_where_one_step_leads_as_moves_are_offered():
    for here in ("ashkel", "c0", "u1"):
        played = table(at={NORTH: here})
        (offer,) = (one for one in GAME.offers(played.state, NORTH, Viewer(NORTH)) if one.type == "move")
        to = offer.parameters["to"]
        assert isinstance(to, Choice)
        assert GAME.view(played.state, PUBLIC)["ways"][here] == list(to.values)
    ways = GAME.view(table().state, PUBLIC)["ways"]
    assert ways["c0"] == ["cindral", "tolwick"], "a field bars its other two planets"
    assert GAME.view(opened(2, mode="two_player", layout="duel").state, PUBLIC)["ways"] == {}


def test_a_merged_space_is_reached_by_any_of_its_names():
    for name in ("u1", "wa2"):
        played = table().play(act("hyperspace", NORTH, to=name))
        assert played.state.seats[NORTH].position == "u1"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sensibly", [True, False])
def test_an_action_is_accepted_exactly_if_it_is_offered(seed: int, sensibly: bool):
    seats, moments = states(seed, sensibly=sensibly)
    random, agreed = Random(seed), 0
    for state in moments:
        for seat in seats:
            offers = GAME.offers(state, seat, Viewer(seat))
            for tree in attempts(state, seat, random):
                action = {"seat": seat, **tree}
                is_offered = any(covers(offer, by_own_names(state, action)) for offer in offers)
                assert accepted(state, action) == is_offered, action
                agreed += is_offered
    assert agreed


@pytest.mark.parametrize("seed", range(4, 8))
def test_every_sample_of_an_offer_is_accepted(seed: int):
    seats, moments = states(seed, sensibly=False)
    random = Random(seed)
    for state in moments:
        for offer in open_offers(GAME, state, seats):
            for declare in (True, False, False):
                tree = sample_action(offer, random, declare=declare)
                chance = Chance(lambda n, _: random.randrange(n))
                decide(GAME, state, codec_of(GAME).action(tree), chance)


def manual() -> ComponentSet:
    def change(tree: dict[str, Any]) -> None:
        card_of(tree, "mind_lens").update(effects=[{"effect": "manual"}])
        tree["aliens"][0]["abilities"] = ["Walks through walls."]

    return components(change)


def test_texts_and_abilities_are_offered_as_open():
    played = table(box=manual(), hands={NORTH: ["mind_lens"]})
    offers = GAME.offers(played.state, NORTH, Viewer(NORTH))
    text = {"type": "play_card", "seat": NORTH, "card": "mind_lens", "deltas": []}
    ability = {"type": "use_ability", "seat": NORTH, "ability": "Walks through walls.", "cost": 1}
    assert any(covers(offer, text) for offer in offers)
    assert any(covers(offer, ability) for offer in offers)
    assert not any(covers(offer, {**ability, "cost": 2}) for offer in offers)
    assert not [
        offer for offer in GAME.offers(played.state, EAST, Viewer(EAST)) if offer.type == "use_ability"
    ]


def test_nothing_is_offered_after_the_end():
    played = table(clock=1, controls={"ashkel": NORTH}).play(act("end_turn", NORTH))
    assert [GAME.offers(played.state, seat, Viewer(seat or NORTH)) for seat in (None, NORTH, EAST)] == [
        []
    ] * 3
