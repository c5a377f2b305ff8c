"""Opening location cards (OC-320 … OC-325, OC-701) and revealing what is under them (OC-540)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.effects import CascadeCard, OpenedCard
from domain.games.order_vs_chaos.reading import called, heroes_at
from domain.games.order_vs_chaos.rules.growth import gain_xp_as_side, lay_tokens
from domain.games.order_vs_chaos.rules.turn import check_here, monster_due
from domain.games.order_vs_chaos.state import State
from domain.kernel import Chance, Choice, Domain, Each, Passage, Rejected, Undeclared, Viewer, check

# What lies under face-down cards: OC-325 and OC-540, as the table names it or as it is drawn.

CHAOS_RIFT = "chaos_rift"

Choose = Callable[[str, Sequence[str]], str]
"""`choose(location, cards)`: the card that lies there, one of these."""


def is_closed(state: State, location: str) -> bool:
    """Whether the card there is face-down and may be opened: no monster stands on it (OC-320)."""
    place = state.places.get(location)
    return place is not None and place.face == "down" and not place.monsters


def may_be_opened(state: State, location: str) -> bool:
    """Whether an effect may open the card there: not with heroes of both sides on it (OC-540)."""
    return is_closed(state, location) and not (
        heroes_at(state, location, "order") and heroes_at(state, location, "chaos")
    )


def reveal(
    state: State,
    location: str,
    card: str | None,
    cascade: Sequence[CascadeCard] | None,
    chance: Chance,
    path: str,
) -> list[CascadeCard]:
    """The card at the location and those that it opens, in the order of OC-325; first the card itself.

    An empty cascade counts as left out. One that is named needs its card: no refusal may tell what was drawn.
    """
    if cascade and card is None and chance.draws:
        chance.must_be_declarable(f"{path}cascade")
        raise Rejected("OC-325", "Name a cascade with the card that reveals it.", f"{path}card")
    pool = sorted(state.unopened)
    first = chance.pick(
        card, pool, field=f"{path}card", rule="OC-321", message="This card is already revealed."
    )
    if first is None:
        raise Rejected("OC-321", "This card is already revealed.", f"{path}card")
    left = [one for one in pool if one != first]
    if cascade:
        chance.declare(f"{path}cascade")
        given = iter(cascade)
        found = _cascade(state, location, first, left, _named(state, given, f"{path}cascade"))
        check(next(given, None) is None, "OC-325", "This is not the cascade of this rift.", f"{path}cascade")
    elif not chance.draws:
        found = _cascade(state, location, first, left, _named(state, iter(()), f"{path}cascade"))
    elif _next_cards(state, location, first, {location}):
        tree = chance.compose(
            f"{path}cascade",
            "OC-325",
            lambda below: _as_json(
                _cascade(state, location, first, left, lambda _, cards: cards[below(len(cards))])
            ),
        )
        found = [CascadeCard(**one) for one in tree]
    else:
        found = []
    return [CascadeCard(location, first), *found]


def _named(state: State, given: Iterator[CascadeCard], path: str) -> Choose:
    """A choice of the cards that the table named, in order; it asks for the first one that is not named."""
    found = count()

    def choose(place: str, cards: Sequence[str]) -> str:
        return _declared(state, next(given, None), place, cards, path, next(found))

    return choose


def _declared(
    state: State,
    one: CascadeCard | OpenedCard | None,
    place: str,
    cards: Sequence[str],
    path: str,
    number: int,
) -> str:
    """The card of the next place. `path`: of the list that holds it; `number`: its index there."""
    message = f"{called(state, place, 'Another card')} is revealed next."
    if one is None:
        left = tuple(cards)

        def asks(viewer: Viewer) -> Domain:
            return Each({"location": Choice((place,)), "card": Choice(left)})

        raise Undeclared("OC-325", f"{path}/{number}", asks, message)
    if one.location != place:
        raise Rejected("OC-325", message, path)
    return one.card


def _as_json(cards: Sequence[CascadeCard]) -> list[dict[str, str]]:
    return [{"location": one.location, "card": one.card} for one in cards]


def _next_cards(state: State, location: str, card: str, opened: set[str]) -> list[str]:
    """The neighbours that this card opens if it is a Chaos rift: face-down, without a monster."""
    if state.box.cards[card].kind != CHAOS_RIFT:
        return []
    return [
        place for place in state.map.neighbours[location] if place not in opened and is_closed(state, place)
    ]


def _cascade(state: State, location: str, card: str, left: list[str], choose: Choose) -> list[CascadeCard]:
    """The cards that a card opens, depth first in location order. `left` loses the cards that are found."""
    found: list[CascadeCard] = []
    opened = {location}

    def visit(here: str, card: str) -> None:
        for place in _next_cards(state, here, card, opened):
            if place in opened:
                continue
            chosen = choose(place, left)
            if chosen not in left:
                raise Rejected("OC-321", "This card is already revealed.", "cascade")
            left.remove(chosen)
            opened.add(place)
            found.append(CascadeCard(place, chosen))
            visit(place, chosen)

    visit(location, card)
    return found


def reveal_under_heroes(
    state: State, places: Sequence[str], declared: Sequence[OpenedCard] | None, chance: Chance, field: str
) -> list[list[CascadeCard]]:
    """The openings that a swap causes, each with its cascade, as one outcome (OC-540)."""
    if not places:
        check(not declared, "OC-325", "The swap reveals no card.", field)
        return []
    if declared is not None or not chance.draws:
        chance.declare(field)
        given = iter(declared or ())
        left = sorted(state.unopened)
        result: list[list[CascadeCard]] = []
        done: set[str] = set()
        for place in places:
            if place in done:
                continue
            one = next(given, None)
            _declared(state, one, place, left, field, len(result))
            if one is not None:
                result.append(_swapped(state, one, left, done, f"{field}/{len(result)}"))
        check(next(given, None) is None, "OC-325", "The swap does not reveal that many cards.", field)
        return result
    tree = chance.compose(field, "OC-321", lambda below: _drawn_swap(state, places, below))
    return [
        [CascadeCard(one["location"], one["card"]), *(CascadeCard(**card) for card in one["cascade"])]
        for one in tree
    ]


def _swapped(state: State, one: OpenedCard, left: list[str], done: set[str], path: str) -> list[CascadeCard]:
    if one.card not in left:
        raise Rejected("OC-321", "This card is already revealed.", path)
    left.remove(one.card)
    cards = iter(one.cascade)
    after = _without_places(state, done)
    found = _cascade(after, one.location, one.card, left, _named(state, cards, f"{path}/cascade"))
    check(next(cards, None) is None, "OC-325", "This is not the cascade of this rift.", path)
    done |= {one.location} | {card.location for card in found}
    return [CascadeCard(one.location, one.card), *found]


def _drawn_swap(state: State, places: Sequence[str], below: Callable[[int], int]) -> list[dict[str, Any]]:
    left = sorted(state.unopened)
    done: set[str] = set()
    tree: list[dict[str, Any]] = []
    for place in places:
        if place in done:
            continue
        card = left.pop(below(len(left)))
        found = _cascade(
            _without_places(state, done), place, card, left, lambda _, cards: cards[below(len(cards))]
        )
        done |= {place} | {one.location for one in found}
        tree.append({"location": place, "card": card, "cascade": _as_json(found)})
    return tree


def _without_places(state: State, done: set[str]) -> State:
    """The state in which those locations lie open already."""
    if not done:
        return state
    places = {
        name: replace(place, face="up") if name in done else place for name, place in state.places.items()
    }
    return replace(state, places=places)


# Opening location cards: OC-320 … OC-325, OC-701.

FEEDS_CHAOS = frozenset({"rift", "wandering_monster", CHAOS_RIFT})
"""OC-323: 21 of the cards; the nine others feed Order."""

TOKEN_CARDS = frozenset({"rift", CHAOS_RIFT})
MONSTER_CARDS = frozenset({"wandering_monster", CHAOS_RIFT})


def open_location(state: State, action: actions.OpenLocation, chance: Chance) -> Passage[State]:
    """OC-320 … OC-325: the active hero opens the card under it, once a turn."""
    check_here(state, action.seat)
    check(not state.opened, "OC-206", "Reveal one location per turn.")
    location = state.seats[action.seat].location or ""
    check(is_closed(state, location), "OC-320", "There is no face-down card here, or a monster is on it.")
    opened = reveal(state, location, action.card, action.cascade, chance, "")
    return (yield from open_cards(state, opened, action.seat, "explore"))


def open_cards(state: State, cards: Sequence[CascadeCard], by: str | None, how: str) -> Passage[State]:
    """OC-321, OC-701: turn the cards up, each with its "when opened" part, depth first."""
    order = {one.location: one.card for one in cards}
    return (yield from _open(state, cards[0].location, order, by, how))


def _open(state: State, location: str, order: dict[str, str], by: str | None, how: str) -> Passage[State]:
    card = order[location]
    kind = state.box.cards[card].kind
    state = yield facts.CardOpened(location, card, by, how)
    if kind == CHAOS_RIFT:
        deeper = "cascade" if how == "explore" else how
        for place in state.map.neighbours[location]:
            if place in order and is_closed(state, place):
                state = yield from _open(state, place, order, by, deeper)
    if kind in TOKEN_CARDS:
        state = yield from lay_tokens(state, location, 1, kind)
    if kind in MONSTER_CARDS:
        state = yield from monster_due(state, location)
    side = "chaos" if kind in FEEDS_CHAOS else "order"
    return (yield from gain_xp_as_side(state, side, 1, kind))
