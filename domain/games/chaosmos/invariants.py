"""The statements that always hold: I1 … I11 of the rules file, as far as one state shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from domain.games.chaosmos.reading import named, unnamed
from domain.games.chaosmos.state import HYPERTOKENS, POOL_SIZE, State
from domain.kernel import UNKNOWN


def invariants(state: State) -> Sequence[str]:
    """The names of the broken ones."""
    return [name for name, holds in _checks(state) if not holds]


def _checks(state: State) -> Iterator[tuple[str, bool]]:
    dealt = not state.deck
    planets = state.planets
    controllers = [planet.controller for planet in planets.values() if planet.controller is not None]
    yield "I1: every card is in one place", _each_in_one_place(state)
    yield "I2: the deck is dealt and the Pool holds six", not dealt or len(state.pool) == POOL_SIZE
    yield "I3: hands keep their limit", _hands_fit(state)
    yield (
        "I4: every envelope holds a face-down card, and face-up only a flip card",
        not dealt
        or all(
            planet.face_down and (planet.face_up is None or state.box.cards[planet.face_up].flip)
            for planet in planets.values()
        ),
    )
    yield (
        "I5: who controls a planet stands on it, and controls no other",
        len(set(controllers)) == len(controllers)
        and all(
            planet.controller is None or state.seats[planet.controller].position == name
            for name, planet in planets.items()
        ),
    )
    yield (
        "I6: the game is over exactly at clock 0",
        0 <= state.clock <= state.clock_start
        and (state.phase in ("showing", "finished")) == (state.clock == 0),
    )
    tokens = [player.hypertokens for player in state.seats.values()]
    yield (
        "I7: there are 18 hypertokens",
        sum(tokens) + state.supply == HYPERTOKENS and min(*tokens, state.supply) >= 0,
    )
    yield "I8: there is one Ovoid", _ovoids(state) == 1
    yield "I9: attacks and table fit the turn", _combat_fits(state)
    yield (
        "I10: a Vault binds only who controls it",
        all(planet.controller is not None or not planet.no_take for planet in planets.values()),
    )
    yield (
        "I11: the clock counts turns and cuts",
        state.clock_start - state.clock == state.turns_ended + state.clock_cut,
    )


def _each_in_one_place(state: State) -> bool:
    """CM-R31: as many cards lie unnamed as are missing, none of them open to all."""
    cards, box = _every_card(state), state.box.every_card
    if UNKNOWN not in cards:
        return cards == list(box)
    hidden = [*(player.hand for player in state.seats.values())]
    hidden += [planet.face_down for planet in state.planets.values()]
    return (
        len(cards) == len(box)
        and Counter(named(tuple(cards))) <= Counter(box)
        and cards.count(UNKNOWN) == sum(map(unnamed, hidden))
    )


def _ovoids(state: State) -> int:
    cards = _every_card(state)
    return cards.count(state.box.ovoid) or int(UNKNOWN in cards)


def _every_card(state: State) -> list[str]:
    face_up = (planet.face_up for planet in state.planets.values() if planet.face_up is not None)
    table = (played.card for played in state.combat.table) if state.combat is not None else ()
    return sorted(
        chain(
            state.deck,
            state.pool,
            state.void,
            state.removed,
            face_up,
            table,
            *(planet.face_down for planet in state.planets.values()),
            *(player.hand for player in state.seats.values()),
        )
    )


def _hands_fit(state: State) -> bool:
    for seat, player in state.seats.items():
        if not player.hand:
            continue
        table = state.combat.table if state.combat is not None else ()
        held = len(player.hand) + sum(played.seat == seat for played in table)
        giving = (
            state.pending is not None and state.pending.kind == "give_back" and state.pending.seat == seat
        )
        if held > state.alien_of(seat).hand_limit + giving:
            return False
    return True


def _combat_fits(state: State) -> bool:
    turn, combat = state.turn, state.combat
    attacked = turn.attacked if turn is not None else ()
    if combat is not None and (turn is None or combat.attacker != turn.active):
        return False
    return turn is None or (
        len(set(attacked)) == len(attacked)
        and set(attacked) <= set(state.clockwise) - {turn.active}
        and turn.actions_left >= 0
    )
