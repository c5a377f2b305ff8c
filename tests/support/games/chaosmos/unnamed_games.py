"""Games of Chaosmos as a recorder tells them who sees no card that lies face down (CM-R31)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from domain.games.chaosmos import GAME
from domain.games.chaosmos.state import State
from domain.kernel import UNKNOWN, Chance, Rejected
from domain.kernel.chance import as_json, put
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import Played, open_offers
from domain.kernel.game import decide
from domain.kernel.offers import sample_action
from tests.games.chaosmos.table import DEMO

HIDDEN = {
    "prepare_hand": ("cards",),
    "transfer_cards": ("to_hand", "to_envelope"),
    "take_spoils": ("card",),
    "give_back": ("card",),
    "play_card": ("sent_card",),
}
"""The members that name cards which not everybody sees to move."""


def unseen(action: Mapping[str, Any]) -> dict[str, Any]:
    """The action without the names of cards that move face down."""
    told = dict(action)
    if action["type"] == "deal_cards":
        told["envelopes"] = {planet: _unnamed(cards) for planet, cards in action["envelopes"].items()}
    if action["type"] == "deal_aliens" and all(len(dealt) > 1 for dealt in action["aliens"].values()):
        told["aliens"] = {seat: _unnamed(dealt) for seat, dealt in action["aliens"].items()}
    for member in HIDDEN.get(action["type"], ()):
        if member in action:
            told[member] = _unnamed(action[member])
    return told


def _unnamed(value: Any) -> Any:
    return UNKNOWN if isinstance(value, str) else [UNKNOWN] * len(value)


def told_by_who_sees_nothing(state: State, actions: Iterable[Mapping[str, Any]]) -> Iterator[Played]:
    """The same game: what moves face down is unknown, but for what lies named where it moves."""
    for action in actions:
        for told in (unseen(action), dict(action)):
            try:
                facts, after = decide(GAME, state, codec_of(GAME).action(told), Chance())
            except Rejected:
                if told == action:
                    raise
                continue
            yield Played(told, facts, state, after)
            state = after
            break


def begun(count: int, seed: int) -> tuple[tuple[str, ...], State]:
    """The seats and the state of a random opening."""
    seats, options = GAME.sample_opening(DEMO, count, Random(seed))
    opening = [msgspec.convert(seat, GAME.seat_type) for seat in seats]
    state = GAME.initial(DEMO, opening, msgspec.convert(options, GAME.options_type))
    return tuple(seat["seat"] for seat in seats), state


def played(
    seats: Sequence[str], state: State, random: Random, *, most: int, share: float, sensibly: bool = False
) -> Iterator[Played]:
    """A game through its offers, of whose dealt cards this share is unseen. Cards are seldom named alone."""
    codec = codec_of(GAME)
    for _ in range(most):
        if GAME.is_finished(state):
            return
        offers = open_offers(GAME, state, tuple(seats))
        if not sensibly:
            moves = [offer for offer in offers if offer.type != "name_cards"]
            offers = moves if moves and random.random() < 0.8 else offers
        assert GAME.bot is not None
        chosen = GAME.bot(state, offers, random) if sensibly else None
        tree: dict[str, Any] = chosen or sample_action(random.choice(offers), random)
        chance = Chance(lambda n, _: random.randrange(n))
        facts, after = decide(GAME, state, codec.action(tree), chance)
        complete = as_json(codec.action(tree))
        for path, value in chance.drawn.items():
            put(complete, path, value)
        if tree["type"] == "deal_cards":
            complete["envelopes"] = {
                planet: [UNKNOWN if random.random() < share else card for card in cards]
                for planet, cards in complete["envelopes"].items()
            }
            facts, after = decide(GAME, state, codec.action(complete), Chance())
        yield Played(complete, facts, state, after)
        state = after
