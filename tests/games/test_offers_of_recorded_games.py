"""At recorded tables, what is offered is small, and few choices stand on a phone at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel import TRUTH, Assign, Choice, Domain, Offer, Optional, Outcome, Several
from domain.kernel.engine.entries import codec_of
from domain.kernel.session.rendering import naming, offers_in_words
from tests.support.recorded import STAMP, library, opened

EVERY = 6
"""Every sixth step is looked at; the largest tables, built for it, stand in each game's own tests."""
MOST_BYTES, MOST_WITH_WORDS = 32 * 1024, 48 * 1024
MOST_VISIBLE, PART_OF_STEPS = 12, 0.95


@pytest.mark.parametrize("key", REGISTRY)
def test_offers_are_small_and_leave_few_choices_at_a_time(key: str) -> None:
    game, steps = REGISTRY[key], []
    for recorded in library(key):
        opening, *actions = map(json.loads, recorded.read_text("utf-8").splitlines())
        session, draft = opened(game, opening)
        seats = [str(seat["seat"]) for seat in session.opened.seats]
        names = naming(game, session.components, session.opened.seats)
        for number, action in enumerate(actions):
            if number % EVERY == 0:
                state = draft.position.state
                offers = [of for seat in (None, *seats) for of in game.offers(state, seat, TRUTH)]
                view = json.loads(msgspec.json.encode(game.view(state, TRUTH)))
                size = len(msgspec.json.encode(offers))
                assert size <= MOST_BYTES, (recorded.stem, number)
                words = msgspec.json.encode(offers_in_words(game, view, offers, names))
                assert size + len(words) <= MOST_WITH_WORDS, (recorded.stem, number)
                steps += visible(offers, action, game.actor(codec_of(game).action(action)))
            draft.record(action, STAMP, None)
    assert sum(count <= MOST_VISIBLE for count in steps) / len(steps) >= PART_OF_STEPS


def visible(offers: Sequence[Offer], action: dict[str, Any], actor: str | None) -> list[int]:
    """How many choices stand there at each step of the action: the verbs, then values of each question."""
    verbs = {offer.type for offer in offers if offer.seat in (actor, None)}
    mine = [offer for offer in offers if offer.type == action["type"]]
    names = {name for offer in mine for name in offer.parameters}
    asked = [
        values_of_all(offer.parameters[name] for offer in mine if name in offer.parameters) for name in names
    ]
    return [len(verbs), *(len(values) for values in asked if len(values) > 1)]


def values_of_all(domains: Iterable[Domain]) -> set[bytes]:
    """The values that stand there at once, equal ones once; what is rolled or drawn is not chosen."""
    found: set[bytes] = set()
    for domain in domains:
        of = domain.of if isinstance(domain, Optional) else domain
        if isinstance(of, Choice | Several):
            found |= {msgspec.json.encode(value, order="sorted") for value in of.values}
        elif isinstance(of, Assign):
            found |= {key.encode() for key in of.keys}
        elif isinstance(of, Outcome):
            return set()
    return found
