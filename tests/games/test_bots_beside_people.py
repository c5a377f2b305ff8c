"""Bots play on beside a person: they leave the person's seat alone, and never wait for one who cannot act."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import Chance, Game, Json, Offer
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import actor_of, bots_choice, open_offers
from domain.kernel.game import decide
from domain.kernel.offers import sample_action
from domain.kernel.session import seats_of
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.games.test_every_game import STAMP

GAMES = (*REGISTRY.values(), TEMPLATE)
MOST_ACTIONS = 6000


def by_person(game: Game[Any], state: Any, mine: list[Offer], random: Random) -> Json:
    """What a person does who knows the game as its bot does."""
    chosen = game.bot(state, mine, random) if game.bot is not None else None
    return chosen if chosen is not None else sample_action(random.choice(mine), random)


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_goes_to_its_end_though_people_play_along(game: Game[Any], people: int):
    components = load_components(game, game.demo_sets()["demo"])
    random = Random(people)
    seats, options = game.sample_opening(components, game.seat_counts[1], random)
    request = OpeningRequest(seats=tuple(seats), options=options)
    session = open_session(game, components, request, "session", bytes(32), STAMP)[0]
    around = seats_of(session.opened)
    taken = frozenset(around[:people])
    state, by_people = session.state, 0
    for _ in range(MOST_ACTIONS):
        if game.is_finished(state):
            break
        tree = bots_choice(game, state, around, random, people=taken)
        if tree is None:
            mine = [offer for offer in open_offers(game, state, around) if actor_of(game, offer) in taken]
            assert mine, "everybody waits for somebody who cannot act"
            tree = by_person(game, state, mine, random)
            by_people += 1
        else:
            assert game.actor(codec_of(game).action(tree)) not in taken
        _, state = decide(game, state, codec_of(game).action(tree), Chance(lambda n, _: random.randrange(n)))
    assert game.is_finished(state)
    assert by_people
