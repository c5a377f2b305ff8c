"""Offers of effects that the table settles by itself, and the form of what it did (CO-588)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.chaos_order.components.box import ACTION_PHASES, BUILDING_TYPES
from domain.games.chaos_order.offers.parameters import offer, one_of
from domain.games.chaos_order.reading.cards import possible_cards, shown_hand_size
from domain.games.chaos_order.rules.manual import LARGEST
from domain.games.chaos_order.state import State
from domain.kernel import UNKNOWN, Each, Json, Listed, Offer, Open, Range, Viewer
from domain.kernel.offers import Domain

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
    for seat in boards:
        for name, change in _changes(state, seat):
            yield _of((seat,), name, change)
    yield _of(boards, "draw_tactics", Range(0, state.deck + len(state.discard)))
    largest = max(shown_hand_size(state, seat) for seat in boards)
    yield _of(boards, "discard_tactics", Listed((one_of(_in_hands(state, viewer)),), 0, largest))
    yield _of(boards, "fighters", _fighters(state))
    leaders = one_of(leader for board in boards.values() for leader in board.leaders)
    yield Each({"seat": one_of(boards), "leader": leaders, "to": one_of(("supply", "base", *state.regions))})
    tiles = one_of(tile for region in state.regions.values() for tile in region.foundations)
    yield _of(boards, "building", Each({"type": one_of(BUILDING_TYPES), "to": tiles}))
    yield _of(boards, "research", one_of(ACTION_PHASES))
    if state.battle is not None:
        for name in ("strength", "attack", "shields"):
            yield _of(state.battle.sides, name, Range(-LARGEST, LARGEST))


def _changes(state: State, seat: str) -> Iterator[tuple[str, Range]]:
    """Amounts of the seat, from all it has to what there can be; energy and gems have no end (CO-205)."""
    board, faction = state.seats[seat], state.faction(seat)
    yield "energy", Range(-min(board.energy, LARGEST), LARGEST)
    yield "gems", Range(-min(board.gems, LARGEST), LARGEST)
    yield "fame", Range(-board.fame, faction.fame_length - board.fame)
    for name, has in board.counters.items():
        bounds = faction.counters[name]
        most = LARGEST if bounds.most is None else bounds.most - has
        yield name, Range(max(bounds.least - has, -LARGEST), min(most, LARGEST))


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
