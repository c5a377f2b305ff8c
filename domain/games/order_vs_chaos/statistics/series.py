"""Curves along one session: both doom tracks, and what lies on the map."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.order_vs_chaos.facts import DoomChanged
from domain.games.order_vs_chaos.state import State
from domain.kernel import Fact, Point, Series

SIDES = ("order", "chaos")


def doom_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterable[Point]:
    """Both tracks at the opening, then each change with its cause, seat and turn."""
    if before is None:
        for side in SIDES:
            yield Point(side, after.doom(side), {"cause": "start", "turn": 0, "seat": None, "by": 0})
        return
    for fact in facts:
        if isinstance(fact, DoomChanged):
            detail = {
                "cause": fact.cause,
                "turn": after.turn,
                "seat": fact.seat,
                "by": fact.after - fact.before,
            }
            yield Point(fact.side, fact.after, detail)


def map_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterable[Point]:
    """Cards opened, monsters and tokens on the map, wherever one of them changed."""
    now = _on_the_map(after)
    then = {} if before is None else _on_the_map(before)
    for subject, number in now.items():
        if then.get(subject) != number:
            yield Point(subject, number, {"turn": after.turn})


def _on_the_map(state: State) -> dict[str, int]:
    places = state.places.values()
    return {
        "opened": len(state.box.cards) - len(state.unopened),
        "monsters": sum(len(place.monsters) for place in places),
        "tokens": sum(place.tokens for place in places),
        "rifts_open": sum(
            place.card is not None and state.box.cards[place.card].kind == "rift" for place in places
        ),
    }


SERIES = (
    Series(
        "doom-tracks",
        "Doom tracks",
        "Order and Chaos doom at the start and after each change: its cause, by how much, the seat whose "
        "deed or death it was, the turn.",
        "doom",
        doom_points,
    ),
    Series(
        "region-counts",
        "On the map",
        "Cards opened so far, rifts open, monsters and tokens on the map, after each entry that changed "
        "them: the turn.",
        "pieces",
        map_points,
    ),
)
