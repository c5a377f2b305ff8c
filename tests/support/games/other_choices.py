"""Choices that nobody made: random answers to what is offered at random moments, decided but not recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from domain.games import REGISTRY
from domain.kernel import TRUTH, Chance, Game, Naming, Offer, offer_key
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import open_offers
from domain.kernel.game import decide
from domain.kernel.offers import is_open, sample_action
from tests.support.games.said_and_done import Said, Step, said_of, words_of
from tests.support.two_worlds import source_of

OF_EACH = 6
"""Moments at which a type of action is offered."""
ANSWERS = 4
"""Of each type at each of these moments."""


def choices_of(key: str) -> Iterator[tuple[Naming, Step, Said]]:
    """Completed choices at moments of one game of bots a number of seats, with what they say."""
    game, random = REGISTRY[key], Random(4)
    for count in {game.seat_counts[0], game.seat_counts[-1]}:
        source, seen = source_of(game, count), Counter[str]()
        for moment in random.sample(source.played, len(source.played)):
            offers = [
                offer
                for offer in open_offers(game, moment.before, source.seats)
                if not any(map(is_open, offer.parameters.values()))
            ]
            for kind in sorted({offer_key(offer) for offer in offers}):
                alike = [offer for offer in offers if offer_key(offer) == kind]
                seen[alike[0].type] += 1
                if seen[alike[0].type] <= OF_EACH:
                    for step, told in _answered(game, source.naming, moment.before, alike, random):
                        yield source.naming, step, told


def _answered(
    game: Game[Any], naming: Naming, before: Any, offers: Sequence[Offer], random: Random
) -> Iterator[tuple[Step, Said]]:
    words = words_of(game, naming, before, offers)[offer_key(offers[0])]
    for _ in range(ANSWERS):
        offer = random.choice(offers)
        action = sample_action(offer, random, declare=True)
        chance = Chance(lambda number, _: random.randrange(number))
        facts, after = decide(game, before, codec_of(game).action(action), chance)
        shown: list[Any] = [game.fact_view(fact, TRUTH) for fact in facts]
        yield Step(before, action, shown, after), said_of(words, offer, action)
