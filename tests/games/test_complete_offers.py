"""Offers are complete: around recorded actions, what the rules accept is what an offer of the actor holds.

Bots play what is offered, so that nothing else of the tests would miss an offer. Here each recorded action
is bent in one member (dropped, emptied, given another value of the table, given one that it had not), and
the rules are asked with outcomes drawn where they are left out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel import TRUTH, Chance, Game, Offer, Rejected
from domain.kernel.chance import as_json
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import covers, is_open
from domain.kernel.session import seats_of
from tests.support.as_offered import as_offered, unlisted
from tests.support.asked import is_as_asked, next_asked
from tests.support.recorded import library, opened

COMPLETE = ("chaos_order", "chaosmos", "first_light", "order_vs_chaos", "time_of_chaos")
MOMENTS = 25
"""Recorded actions of a type that are bent; of rarer ones all."""
OTHERS = 4
"""Other values that a member is given."""

HELD_ELSEWHERE: Mapping[str, frozenset[str]] = {
    "chaos_order": frozenset({"apply_manual_effect", "upgrade_attribute"}),
    "chaosmos": frozenset({"name_cards", "show_ovoid", "use_ability"}),
    "first_light": frozenset({"apply_effect", "ignore_setback"}),
    "order_vs_chaos": frozenset({"name_event"}),
    "time_of_chaos": frozenset({"name_card"}),
}
"""What no recorded game holds: a test of the game's own says that it is offered where the rules accept it."""

Moments = Mapping[str, Sequence[tuple[Any, tuple[str, ...], dict[str, Any]]]]
"""By the type of action: the table before, its seats, the recorded action."""


@cache
def recorded(key: str) -> Moments:
    """Every action of the recorded games."""
    game, found = REGISTRY[key], defaultdict(list)
    for path in library(key):
        opening, *actions = map(json.loads, path.read_text().splitlines())
        session, _ = opened(game, opening)
        state = session.state
        for recorded_action in actions:
            action = codec_of(game).action(recorded_action)
            found[recorded_action["type"]].append((state, seats_of(session.opened), as_json(action)))
            _, state = decide(game, state, action, Chance())
    return found


@pytest.mark.parametrize("key", COMPLETE)
def test_an_offer_holds_an_action_exactly_if_the_rules_accept_it(key: str):
    game, random = REGISTRY[key], Random(5)
    pool = values_by_member(recorded(key))
    agreed = {True: 0, False: 0}
    for moments in recorded(key).values():
        for state, seats, action in random.sample(moments, min(len(moments), MOMENTS)):
            for bent in (action, *bends(game, action, pool, seats, random)):
                is_accepted = accepts(game, state, bent, random)
                offer = offer_of(game, state, seats, bent)
                if offer is None or not any(map(is_open, offer.parameters.values())):
                    agrees = is_accepted == (offer is not None)
                    assert agrees or foresees_chance(game, state, seats, bent), bent
                agreed[is_accepted] += 1
    assert min(agreed.values()) > 100, agreed


@pytest.mark.parametrize("key", COMPLETE)
def test_whatever_is_not_held_here_has_been_thought_of(key: str):
    types = {str(kind.__struct_config__.tag) for kind in REGISTRY[key].actions}
    assert types - recorded(key).keys() == HELD_ELSEWHERE[key]


def values_by_member(moments: Moments) -> Mapping[str, list[Any]]:
    """Every value that a member has in a recorded action, under the member's name."""
    found = defaultdict(list)
    for _, _, action in (one for many in moments.values() for one in many):
        for name, value in action.items():
            if name != "type" and value not in found[name]:
                found[name].append(value)
    return found


def bends(
    game: Game[Any],
    action: dict[str, Any],
    pool: Mapping[str, list[Any]],
    seats: Sequence[str],
    random: Random,
) -> Iterator[dict[str, Any]]:
    """The action with one member bent, where it still has the shape of an action."""
    kind = codec_of(game).by_name[action["type"]]
    for name in kind.__struct_encode_fields__:
        values = [
            None,
            [],
            {},
            *bent_values(action.get(name), random),
            True,
            *random.sample(seats, min(2, len(seats))),
        ]
        known = pool.get(name, [])
        values += random.sample(known, min(len(known), OTHERS))
        for value in values:
            try:
                yield as_json(codec_of(game).action({**action, name: value}))
            except msgspec.ValidationError:
                continue


def bent_values(value: Any, random: Random) -> Iterator[Any]:
    """Values that are near this one: emptied, with a part less, with a part twice, with a part bent."""
    match value:
        case dict():
            yield {}
            for key, part in value.items():
                yield {other: of for other, of in value.items() if other != key}
                yield {**value, "nobody": part}
                for bent in bent_values(part, random):
                    yield {**value, key: bent}
        case list():
            yield []
            if value:
                at = random.randrange(len(value))
                yield [*value[:at], *value[at + 1 :]]
                yield [*value, value[at]]
                for bent in bent_values(value[at], random):
                    yield [*value[:at], bent, *value[at + 1 :]]
        case bool():
            yield not value
        case int():
            yield from (value - 1, value + 1, 0, 99)
        case str():
            yield from ("", "nonsense")


def foresees_chance(game: Game[Any], state: Any, seats: Sequence[str], action: Mapping[str, Any]) -> bool:
    """Whether it names cards that hang on dice which it leaves to be rolled: how they fall decides."""
    offers = [offer for seat in (None, *seats) for offer in game.offers(state, seat, TRUTH)]
    drawn = unlisted([offer for offer in offers if offer.type == action["type"]])
    if not drawn & action.keys():
        return False
    try:
        missing = next_asked(game, state, {name: of for name, of in action.items() if name not in drawn})
    except Rejected:
        return False
    return missing is not None and missing[0].partition("/")[0] not in drawn


def accepts(game: Game[Any], state: Any, action: Mapping[str, Any], random: Random) -> bool:
    """Whether the rules take the action, with what it leaves to chance drawn."""
    try:
        decide(game, state, codec_of(game).action(action), Chance(lambda n, _: random.randrange(n)))
    except Rejected:
        return False
    return True


def offer_of(game: Game[Any], state: Any, seats: Sequence[str], action: Mapping[str, Any]) -> Offer | None:
    """The offer of its actor that holds the action, as far as it lists what the action holds."""
    actor = game.actor(codec_of(game).action(action))
    named = as_offered(game, state, action)
    if actor is not None and actor not in seats:
        return None
    for offer in game.offers(state, actor, TRUTH):
        asked = unlisted([offer])
        is_asked_of = bool(asked & named.keys())
        if covers(offer, named) and (not is_asked_of or is_as_asked(game, state, named, asked)):
            return offer
    return None
