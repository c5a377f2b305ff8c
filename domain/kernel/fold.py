"""Deciding and folding: the two ways in which facts meet a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from domain.kernel.chance import Chance
from domain.kernel.game import Game
from domain.kernel.messages import Action, Fact

S = TypeVar("S")


def decide(game: Game[S], state: S, action: Action, chance: Chance) -> tuple[tuple[Fact, ...], S]:
    """Let the rules tell the story of `action`: its facts and the state after them.

    Raises `Rejected` under the first rule in the game's fixed order that forbids it; nothing has
    happened then.
    """
    story = game.decide(state, action, chance)
    facts: list[Fact] = []
    try:
        fact = next(story)
        while True:
            facts.append(fact)
            state = game.evolve(state, fact)
            fact = story.send(state)
    except StopIteration:
        return tuple(facts), state


def fold(game: Game[S], state: S, facts: Iterable[Fact]) -> S:
    """The state after recorded facts. Judges nothing."""
    evolve = game.evolve
    for fact in facts:
        state = evolve(state, fact)
    return state
