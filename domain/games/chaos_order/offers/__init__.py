"""The offers of Chaos Order: everything that a seat, or the table, may do now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.offers.moves import may_draw, offer, relic_draws
from domain.games.chaos_order.offers.pending import combat_offers, head_offers, reveal_offer
from domain.games.chaos_order.offers.turns import (
    income_offers,
    price_offers,
    seat_setup_offers,
    table_setup_offers,
    turn_offers,
)
from domain.games.chaos_order.reading import anybody_pending, joined_leaders
from domain.games.chaos_order.rules.turns import only_main_is_left
from domain.games.chaos_order.state import State
from domain.kernel import Offer, Viewer


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """Everything that the seat (None: the table) may do now."""
    if state.result is not None:
        return ()
    return tuple(_table_offers(state, viewer) if seat is None else _seat_offers(state, seat, viewer))


def _table_offers(state: State, viewer: Viewer) -> Iterator[Offer]:
    if state.phase == "setup":
        yield from table_setup_offers(state)
    elif not anybody_pending(state):
        if state.phase == "combat":
            yield from reveal_offer(state, viewer)
        elif state.phase == "check_relics" and state.closing is None:
            yield offer("resolve_relics", draws=relic_draws(state))


def _seat_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    pending = state.seats[seat].pending
    if pending:
        yield from head_offers(state, seat, pending[-1], viewer)
    if state.phase == "setup":
        yield from seat_setup_offers(state, seat)
    elif state.phase == "gain_income":
        if not pending:
            yield from income_offers(state, seat, viewer)
    elif state.phase in ACTION_PHASES and state.next_seats[:1] == (seat,):
        if not anybody_pending(state):
            yield from turn_offers(state, seat, viewer)
        elif _may_end_main(state, seat):
            draws = may_draw(state, seat)
            yield offer("end_main_action", seat, draws=draws)
            yield offer("end_turn", seat, draws=draws)
    elif not anybody_pending(state):
        if state.phase == "set_prices":
            yield from price_offers(state, seat, viewer)
        elif state.phase == "combat":
            yield from combat_offers(state, seat, viewer)


def _may_end_main(state: State, seat: str) -> bool:
    """Whether only what the main action left is pending (CO-722, CO-368)."""
    return state.main == "running" and only_main_is_left(state, seat) and not joined_leaders(state, seat)
