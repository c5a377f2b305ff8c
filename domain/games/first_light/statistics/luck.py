"""How likely a seat's rolls were, under fair dice."""

from __future__ import annotations

from functools import cache

FACES = 6


@cache
def ways(dice: int) -> tuple[float, ...]:
    """The probability of each total of so many fair dice, from the total `dice` upwards."""
    totals = [1.0]
    for _ in range(dice):
        totals = [
            sum(totals[max(0, place - FACES + 1) : place + 1]) / FACES
            for place in range(len(totals) + FACES - 1)
        ]
    return tuple(totals)


def as_low(rolls: list[int]) -> float:
    """The chance of a total this low or lower."""
    return sum(ways(len(rolls))[: sum(rolls) - len(rolls) + 1])


def as_high(rolls: list[int]) -> float:
    """The chance of a total this high or higher."""
    return sum(ways(len(rolls))[sum(rolls) - len(rolls) :])
