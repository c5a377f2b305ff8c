"""Item Cards: drafted, drawn, discarded and acquired."""

from __future__ import annotations

from collections import Counter

from domain.games.first_light import facts
from domain.games.first_light.state import State
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact

UNSEEN = "unseen"
"""A card that the recorder did not see as it came (FL-718)."""


def _drafted(tally: Tally, before: State, fact: facts.ItemDrafted, after: State) -> None:
    base = before.seats[fact.seat]
    for card, copies in Counter(base.packet).items():
        if card is not None:
            step, kept = len(base.hand) + 1, card == fact.item
            tally.weigh("pick_rate", fact.seat, kept, copies, item=card, step=step)
    _kept(tally, fact.seat, (fact.item,))


def _solo_kept(tally: Tally, before: State, fact: facts.ItemsKept, after: State) -> None:
    _kept(tally, fact.seat, fact.items)


def _kept(tally: Tally, seat: str, items: tuple[str | None, ...]) -> None:
    for item in items:
        tally.count("item_drafted", seat, item=item or UNSEEN)


def _drawn(tally: Tally, before: State, fact: facts.ItemsDrawn, after: State) -> None:
    for item in fact.items:
        tally.count("item_drawn", fact.seat, item=item or UNSEEN, cause=fact.cause)


def _discarded(tally: Tally, before: State, fact: facts.ItemsDiscarded, after: State) -> None:
    tally.discarded[fact.seat].update(fact.items)
    for item in fact.items:
        tally.count("item_discarded", fact.seat, item=item, cause=fact.cause)


def _acquired(tally: Tally, before: State, fact: facts.ItemAcquired, after: State) -> None:
    tally.count("item_acquired", fact.seat, item=fact.item, round=before.round, row=fact.row)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.ItemDrafted: _drafted,
    facts.ItemsKept: _solo_kept,
    facts.ItemsDrawn: _drawn,
    facts.ItemsDiscarded: _discarded,
    facts.ItemAcquired: _acquired,
}
