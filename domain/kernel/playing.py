"""Playing a game out through its offers: what bots, property tests and benchmarks share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.entries import codec_of
from domain.kernel.fold import decide
from domain.kernel.game import Game
from domain.kernel.messages import TRUTH, Fact, Json
from domain.kernel.offers import Offer, is_open, sample_action
from domain.kernel.outcomes import as_json, put


class Played(Struct, frozen=True):
    """One action of a played game: complete with its outcomes, its facts, and the states around it."""

    action: dict[str, Json]
    facts: tuple[Fact, ...]
    before: Any
    after: Any


def open_offers(game: Game[Any], state: Any, seats: tuple[str, ...]) -> list[Offer]:
    """All that anybody, the table included, may do now and a bot can choose from."""
    return [
        offer
        for seat in (None, *seats)
        for offer in game.offers(state, seat, TRUTH)
        if not any(is_open(domain) for domain in offer.parameters.values())
    ]


def bots_choice(
    game: Game[Any],
    state: Any,
    seats: tuple[str, ...],
    random: Random,
    *,
    sensibly: bool = True,
    people: frozenset[str] = frozenset(),
) -> Json | None:
    """What bots do next, as its JSON object; None: nothing is left to do, or somebody else is awaited.

    sensibly: as the game's own bot chooses, where it has one. people: the seats that are played by others;
    while these alone are awaited and can act, bots wait.
    """
    if game.is_finished(state):
        return None
    offers = _come_to_something(open_offers(game, state, seats))
    if people:
        offers = _left_to_bots(game, state, offers, people)
    if not offers:
        return None
    chosen = game.bot(state, offers, random) if game.bot is not None and sensibly else None
    tree = chosen if chosen is not None else sample_action(random.choice(offers), random)
    return None if people and game.actor(codec_of(game).action(tree)) in people else tree


def _come_to_something(offers: Sequence[Offer]) -> Sequence[Offer]:
    """Without those that are idle, unless there are no others."""
    return [offer for offer in offers if not offer.idle] or offers


def _left_to_bots(
    game: Game[Any], state: Any, offers: Sequence[Offer], people: frozenset[str]
) -> Sequence[Offer]:
    actors = [actor_of(game, offer) for offer in offers]
    awaited = {actor for actor in actors if actor in game.moment(state).active}
    if awaited and awaited <= people:
        return []
    return [offer for offer, actor in zip(offers, actors, strict=True) if actor not in people]


def actor_of(game: Game[Any], offer: Offer) -> str | None:
    """Whose offer it is: of some, the game knows it by what is chosen in them."""
    if offer.seat is not None:
        return offer.seat
    return game.actor(codec_of(game).action(sample_action(offer, Random(0))))


def play(
    game: Game[Any],
    state: Any,
    seats: tuple[str, ...],
    random: Random,
    *,
    most_actions: int,
    sensibly: bool = True,
) -> Iterator[Played]:
    """Play from `state` until the game is finished, nothing is offered, or `most_actions` are taken.

    Outcomes are drawn with `random`. With `sensibly` the game's own bot chooses, where it has one.
    """
    codec = codec_of(game)
    for _ in range(most_actions):
        tree = bots_choice(game, state, seats, random, sensibly=sensibly)
        if tree is None:
            return
        chance = Chance(lambda n, _: random.randrange(n))
        action = codec.action(tree)
        facts, after = decide(game, state, action, chance)
        complete = as_json(action)
        for path, value in chance.drawn.items():
            put(complete, path, value)
        yield Played(complete, facts, state, after)
        state = after
