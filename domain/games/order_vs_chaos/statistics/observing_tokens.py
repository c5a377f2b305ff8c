"""Counting tokens and monsters on the map."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.state import State, seat_of_hero_unit
from domain.games.order_vs_chaos.statistics.observing import observes
from domain.games.order_vs_chaos.statistics.tally import Tally


@observes(facts.TokensMoved)
def tokens(tally: Tally, before: State, fact: facts.TokensMoved, after: State) -> None:
    giver, taker = seat_of_hero_unit(fact.origin), seat_of_hero_unit(fact.to)
    if fact.origin == "supply":
        tally.add("tokens_placed", fact.n, cause=fact.cause)
    else:
        tally.add("tokens_moved", fact.n, how=fact.cause)
    if taker is not None:
        tally.carried[taker] += [after.turn] * fact.n
    if giver is not None:
        tally.add("deliveries", 1, giver)
        tally.add("tokens_per_delivery", fact.n, giver)
        for since in tally.carried.pop(giver, []):
            tally.add("delivery_time", after.turn - since, giver)


@observes(facts.MonsterPlaced)
def placed(tally: Tally, before: State, fact: facts.MonsterPlaced, after: State) -> None:
    tally.add("monsters_placed", 1, type=fact.type)
    if fact.timeout:
        tally.add("timeouts")
    tally.monsters[fact.location].append((fact.type, after.turn))
    held = sum(bool(place.monsters) for place in after.places.values())
    tally.most_monsters = max(tally.most_monsters, held)
    if tally.first_monster is None:
        tally.first_monster = after.turn


@observes(facts.TokenInstead)
def instead(tally: Tally, before: State, fact: facts.TokenInstead, after: State) -> None:
    tally.add("tokens_instead")


def _take(tally: Tally, kind: str, location: str) -> int | None:
    """The turn in which that monster came onto the map; of two of a type the last goes (OC-342)."""
    here = tally.monsters[location]
    for index in reversed(range(len(here))):
        if here[index][0] == kind:
            return here.pop(index)[1]
    return None


def monster_gone(tally: Tally, state: State, kind: str, location: str, how: str) -> None:
    """A monster left the map."""
    tally.add("monsters_gone", 1, type=kind, how=how)
    since = _take(tally, kind, location)
    if since is not None:
        tally.add("monster_lifetime", state.turn - since, type=kind, ended=how)


@observes(facts.MonsterMoved)
def shoved(tally: Tally, before: State, fact: facts.MonsterMoved, after: State) -> None:
    since = _take(tally, fact.type, fact.origin)
    tally.monsters[fact.to].append((fact.type, after.turn if since is None else since))


@observes(facts.MonsterDiscarded)
def discarded(tally: Tally, before: State, fact: facts.MonsterDiscarded, after: State) -> None:
    monster_gone(tally, after, fact.type, fact.location, "discarded")
