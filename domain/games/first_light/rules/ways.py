"""The ways to place a die: as which values, treated as which, and what comes to the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from domain.games.first_light.rules.dice import ActingDie, treatments
from domain.games.first_light.state import State
from domain.kernel import Choice, Optional
from domain.kernel.offers import Domain

Parameters = dict[str, Domain]
K = TypeVar("K", bound=Hashable)


class Ways(NamedTuple):
    """A die with the values that it can show, those of them that may be treated as others, and as which."""

    die: ActingDie
    wild: tuple[int, ...]
    to: tuple[int, ...]


def ways_of(state: State, seat: str, die: ActingDie) -> Ways:
    """FL-240, FL-241, FL-541: how this die of the seat may be placed."""
    wild = tuple(value for value in die.values if treatments(state, seat, value))
    return Ways(die, wild, treatments(state, seat, wild[0]) if wild else ())


def shown(die: ActingDie, values: tuple[int, ...]) -> Domain:
    """The altered value; it may be left out where the die's own is among them.

    Pages ask for it wherever there is a choice.
    """
    choice = Choice(values)
    return Optional(choice, usual=len(values) > 1) if die.face in values else choice


def alike(
    ways: Ways, comes_to: Callable[[int], K | None], prefix: str = ""
) -> Iterator[tuple[K, Parameters]]:
    """The ways in groups that come to the same; `comes_to`: of what the die counts as, None if it cannot."""
    for same, values in _grouped(ways.die.values, comes_to):
        yield same, {f"{prefix}value": shown(ways.die, values)}
    for same, treated in _grouped(ways.to, comes_to):
        parameters: Parameters = {f"{prefix}value": shown(ways.die, ways.wild)}
        yield same, parameters | {f"{prefix}treated_as": Choice(treated)}


def fitting(ways: Ways, values: Collection[int]) -> Iterator[Parameters]:
    """The ways in which the die counts as one of these values."""
    for _, way in alike(ways, lambda counts_as: True if counts_as in values else None):
        yield way


def _grouped(
    values: Iterable[int], comes_to: Callable[[int], K | None]
) -> Iterator[tuple[K, tuple[int, ...]]]:
    groups: dict[K, list[int]] = {}
    for value in dict.fromkeys(values):
        same = comes_to(value)
        if same is not None:
            groups.setdefault(same, []).append(value)
    for same, members in groups.items():
        yield same, tuple(members)
