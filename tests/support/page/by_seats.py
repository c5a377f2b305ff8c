"""Recorded games as the phones of their seats record them: each names the cards that it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.games.chaosmos import GAME as CHAOSMOS
from domain.kernel import Chance
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from tests.support.games.chaosmos.unnamed_games import told_by_who_sees_nothing, unseen

Action = Mapping[str, Any]


def _as_told(state: Any, actions: Iterable[Action]) -> Iterator[Action]:
    return iter(actions)


def _winner(state: Any, actions: Iterable[Action]) -> str | None:
    for action in actions:
        _, state = decide(CHAOSMOS, state, codec_of(CHAOSMOS).action(action), Chance())
    winner: str | None = state.result.winner
    return winner


def _unseen(state: Any, actions: Iterable[Action]) -> Iterator[Action]:
    """The first seat deals, and names what lies in its own envelope; the rest is named when it is used.

    Who holds the Ovoid at the end shows it.
    """
    told = list(actions)
    holder = _winner(state, told)
    for action in told:
        if action["type"] == "deal_cards":
            home = state.alien_of(state.clockwise[0]).home
            dealt = unseen(action)
            dealt["envelopes"] |= {home: action["envelopes"][home]}
            _, state = decide(CHAOSMOS, state, codec_of(CHAOSMOS).action(dealt), Chance())
            yield dealt
            continue
        (step,) = told_by_who_sees_nothing(state, [action])
        yield step.action
        state = step.after
    if state.phase == "showing":
        yield {"type": "show_ovoid", "holder": holder}


def _dealt_face_down(state: Any, actions: Iterable[Action]) -> Iterator[Action]:
    """Items are dealt face down, and named by who holds them."""
    for action in actions:
        if action["type"] != "deal_items":
            yield action
            continue
        hands = action["hands"]
        yield {**action, "hands": {seat: [None] * len(hand) for seat, hand in hands.items()}}
        for seat, hand in hands.items():
            yield from ({"type": "name_item", "seat": seat, "item": card} for card in hand)


RETOLD: Mapping[str, Callable[[Any, Iterable[Action]], Iterator[Action]]] = {
    "chaosmos": _unseen,
    "first_light": _dealt_face_down,
}
"""By game, where its seats do not see all that is recorded: (state, actions) → what they record."""


def by_seats(game: str, state: Any, actions: Iterable[Action]) -> Iterator[Action]:
    """The actions as the phones of the seats tell them."""
    return RETOLD.get(game, _as_told)(state, actions)
