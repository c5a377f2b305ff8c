"""The Cosmic Pool and the envelopes, CM-112 … CM-118."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import BonusCardsSwapped, CardsDealt
from domain.games.chaosmos.reading.unnamed import named
from domain.games.chaosmos.state import POOL_SIZE, Cards, State, holds, less
from domain.kernel import (
    UNKNOWN,
    Chance,
    Choice,
    Domain,
    Facts,
    Passage,
    Several,
    Undeclared,
    Viewer,
    check,
)

Asks = Callable[[Viewer], Domain]

HOME_SIZES = {
    ("first_game", 4): 10,
    ("first_game", 3): 12,
    ("first_game", 2): 10,
    ("standard", 4): 10,
    ("standard", 3): 12,
    ("two_player", 2): 11,
}
"""CM-114: how many cards the envelope of a home is dealt, by mode and number of seats."""
OTHER_SIZES = {
    ("first_game", 4): 4,
    ("first_game", 3): 4,
    ("first_game", 2): 6,
    ("standard", 4): 4,
    ("standard", 3): 4,
    ("two_player", 2): 7,
}
"""CM-115: and that of any other planet."""


def deal_cards(state: State, action: actions.DealCards, chance: Chance) -> Facts[State]:
    """CM-112 … CM-118."""
    state = yield from _swap_bonus_cards(state)
    draws = _pool_draws(state, action, chance)
    put_back = state.box.ovoid in draws
    left = less(state.deck, [card for card in draws if card != state.box.ovoid])
    homes = {seat: state.alien_of(seat).home for seat in state.clockwise}
    sizes = envelope_sizes(state, homes)
    if action.envelopes is None and chance.draws:
        envelopes: Mapping[str, Sequence[str]] = chance.compose(
            "envelopes", "CM-116", lambda below: _filled(sizes, left, below)
        )
    else:
        chance.declare("envelopes")
        envelopes = action.envelopes or {}
        rule = "CM-116" if action.envelopes is None else "CM-115"
        _ask_for_the_next(envelopes, sizes, left, homes, rule)
        _check_envelopes(envelopes, sizes, left, homes.values())
    filled = {planet: tuple(sorted(envelopes[planet])) for planet in sorted(envelopes)}
    yield CardsDealt(draws, put_back, filled, homes)


def _swap_bonus_cards(state: State) -> Passage[State]:
    """CM-112, CM-507: useless gear, in the order of the component set, for the bonus cards (CM-R6).

    CM-714: gear is of use to its alien even where no toxic planet of that alien is on the board.
    """
    if state.options.mode == "first_game":
        return state
    useful = {state.alien_of(seat).gear for seat in state.clockwise}
    useless = [
        card for card in state.box.gears if card not in useful for _ in range(state.box.cards[card].count)
    ]
    swapped = tuple(zip(useless, state.box.bonus, strict=False))
    if not swapped:
        return state
    return (
        yield BonusCardsSwapped(
            tuple(sorted(gear for gear, _ in swapped)), tuple(sorted(bonus for _, bonus in swapped))
        )
    )


def _pool_draws(state: State, action: actions.DealCards, chance: Chance) -> tuple[str, ...]:
    """CM-113: six cards; if the Ovoid is among the first six, a seventh replaces it."""
    ovoid = state.box.ovoid
    if action.pool_draws is None:
        return chance.compose(
            "pool_draws",
            "CM-113",
            lambda below: _drawn(state.deck, ovoid, below),
            lambda viewer: Several(state.deck, POOL_SIZE, POOL_SIZE, ordered=True),
        )
    chance.declare("pool_draws")
    draws = tuple(action.pool_draws)
    if len(draws) == POOL_SIZE and ovoid in draws and holds(state.deck, draws):
        left = less(state.deck, draws)
        seventh = Choice(tuple(sorted(set(left))))
        raise _undeclared("CM-113", f"pool_draws/{POOL_SIZE}", lambda viewer: seventh)
    fits = holds(state.deck, draws) and len(draws) == POOL_SIZE + (ovoid in draws[:POOL_SIZE])
    no_late_ovoid = ovoid not in draws[POOL_SIZE:]
    check(
        fits and no_late_ovoid,
        "CM-113",
        "Draw six cards, and a seventh only if the Ovoid came up.",
        "pool_draws",
    )
    return draws


def _drawn(deck: Cards, ovoid: str, below: Callable[[int], int]) -> tuple[str, ...]:
    left, draws = list(deck), list[str]()
    while len(draws) - (ovoid in draws) < POOL_SIZE:
        draws.append(left.pop(below(len(left))))
    return tuple(draws)


def envelope_sizes(state: State, homes: Mapping[str, str]) -> dict[str, int]:
    """CM-114, CM-115: how many cards go into each envelope on the board."""
    key = (state.options.mode, len(state.clockwise))
    own = set(homes.values())
    return {planet: HOME_SIZES[key] if planet in own else OTHER_SIZES[key] for planet in state.planets}


def _filled(
    sizes: Mapping[str, int], cards: Cards, below: Callable[[int], int]
) -> dict[str, tuple[str, ...]]:
    left = list(cards)
    return {
        planet: tuple(sorted(left.pop(below(len(left))) for _ in range(size)))
        for planet, size in sizes.items()
    }


def _ask_for_the_next(
    envelopes: Mapping[str, Sequence[str]],
    sizes: Mapping[str, int],
    left: Cards,
    homes: Mapping[str, str],
    rule: str,
) -> None:
    """CM-114 … CM-116: the deal is declared one envelope after another, each out of what is left.

    Raises `Undeclared` where what is declared so far fits and an envelope is missing.
    """
    dealt = named(tuple(card for cards in envelopes.values() for card in cards))
    fits = all(len(cards) == sizes.get(planet) for planet, cards in envelopes.items())
    missing = [planet for planet in sorted(sizes) if planet not in envelopes]
    if missing and fits and holds(left, dealt):
        planet, size = missing[0], sizes[missing[0]]
        rest, unseen = less(left, dealt), (UNKNOWN,) * size

        def asks(viewer: Viewer) -> Domain:
            """CM-813: a seat sees its home envelope; all others lie face down for it."""
            sees = viewer.seat is None or homes.get(viewer.seat) == planet
            return Several((*rest, *unseen) if sees else unseen, size, size)

        raise _undeclared(rule, f"envelopes/{planet}", asks)


def _undeclared(rule: str, field: str, asks: Asks) -> Undeclared:
    """What comes next of a deal that is declared in part. It hangs on what all know and what is declared."""
    message = "The deal is not complete."
    return Undeclared(rule, field, asks, message, tries_nothing=True)


def _check_envelopes(
    envelopes: Mapping[str, Sequence[str]], sizes: Mapping[str, int], left: Cards, homes: Collection[str]
) -> None:
    """CM-115, CM-114, CM-115, CM-116, in this order."""
    own = set(homes)
    check(
        set(envelopes) == set(sizes), "CM-115", "Deal cards to exactly the planets on the board.", "envelopes"
    )
    for rule, planets in (("CM-114", sizes.keys() & own), ("CM-115", sizes.keys() - own)):
        for planet in sorted(planets):
            check(
                len(envelopes[planet]) == sizes[planet],
                rule,
                f"This envelope needs {sizes[planet]} cards.",
                f"envelopes/{planet}",
            )
    dealt = tuple(card for cards in envelopes.values() for card in cards)
    fits = len(dealt) == len(left) and Counter(named(dealt)) <= Counter(left)
    check(fits, "CM-116", "The deal must use the whole deck.", "envelopes")
