"""Offers of effects that the table settles by itself, and the form of what it did (CO-588)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES
from domain.games.chaos_order.offers.parameters import offer, one_of
from domain.games.chaos_order.reading.cards import possible_cards
from domain.games.chaos_order.state import UNKNOWN, State
from domain.kernel import Each, Json, Listed, Offer, Open, Range, Viewer
from domain.kernel.offers import Domain

MOST_ADJUSTED = 50
"""The largest change that the form asks for; the rules take any, and more can be made of several."""
MOST_ADJUSTMENTS = 20
HINT = "what the table did: none or more of the adjustments of CO-588, one after another"


def manual_offer(state: State, seat: str, texts: Iterable[Json], viewer: Viewer) -> Offer:
    """One of the texts, with what the table did because of it."""
    form = Listed(tuple(_adjustments(state, viewer)), 0, MOST_ADJUSTMENTS)
    return offer(
        "apply_manual_effect", seat, draws=True, text_id=one_of(texts), adjustments=Open(HINT, form=form)
    )


def _adjustments(state: State, viewer: Viewer) -> Iterator[Each]:
    """The closed set, with what the table holds; what fits together is the rules' to judge."""
    boards = state.seats
    for name in ("energy", "gems", "fame"):
        yield _of(boards, name, _CHANGE)
    for name in dict.fromkeys(name for board in boards.values() for name in board.counters):
        yield _of((s for s, board in boards.items() if name in board.counters), name, _CHANGE)
    yield _of(boards, "draw_tactics", Range(0, min(MOST_ADJUSTED, state.box.cards_in_all)))
    yield _of(boards, "discard_tactics", Listed((one_of(_in_hands(state, viewer)),), 0, MOST_ADJUSTMENTS))
    yield _of(boards, "fighters", _fighters(state))
    leaders = one_of(leader for board in boards.values() for leader in board.leaders)
    yield Each({"seat": one_of(boards), "leader": leaders, "to": one_of(("supply", "base", *state.regions))})
    tiles = one_of(tile for region in state.regions.values() for tile in region.foundations)
    yield _of(boards, "building", Each({"type": one_of(BUILDING_TYPES), "to": tiles}))
    yield _of(boards, "research", one_of(ACTION_PHASES))
    if state.battle is not None:
        for name in ("strength", "attack", "shields"):
            yield _of(state.battle.sides, name, _CHANGE)


_CHANGE = Range(-MOST_ADJUSTED, MOST_ADJUSTED)


def _of(seats: Iterable[str], name: str, domain: Domain) -> Each:
    """One adjustment of one of the seats."""
    return Each({"seat": one_of(seats), name: domain})


def _fighters(state: State) -> Each:
    sectors = max(len(board.recruitment) for board in state.seats.values())
    spots = one_of(("base", "drop_ship", *range(1, sectors + 1), *state.regions))
    most = max(state.faction(seat).fighters for seat in state.seats)
    return Each({"from": spots, "to": spots, "n": Range(1, most)})


def _in_hands(state: State, viewer: Viewer) -> list[str]:
    """Cards that somebody may hold, or draw by this, as far as the viewer can tell (CO-508)."""
    cards = {card for card, number in possible_cards(state, viewer).items() if number > 0}
    for seat, board in state.seats.items():
        if viewer.knows(seat):
            cards |= board.hand.keys() - {UNKNOWN}
    return sorted(cards)
