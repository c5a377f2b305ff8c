"""Deciding and folding: the two ways in which facts meet a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.game import Game
from domain.kernel.messages import Action, Fact

S = TypeVar("S")
E = TypeVar("E", bound=Callable[..., Any])


class Evolution(Generic[S]):
    """The table of a game's `evolve`: one small function a fact type.

    >>> evolve = Evolution[ReefState]()
    >>> @evolve.on(CubesPlaced)
    ... def _(state, fact): return replace(state, …)
    """

    def __init__(self) -> None:
        self.table: dict[type[Fact], Callable[[S, Any], S]] = {}

    def on(self, *kinds: type[Fact]) -> Callable[[E], E]:
        """The decorated function evolves a state over facts of these types."""

        def keep(function: E) -> E:
            self.table.update(dict.fromkeys(kinds, function))
            return function

        return keep

    def __call__(self, state: S, fact: Fact) -> S:
        return self.table[type(fact)](state, fact)


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
