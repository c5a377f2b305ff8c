"""The checks that every command begins with, in the order of CO-721."""

from __future__ import annotations

from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.reading import anybody_pending
from domain.games.chaos_order.state import Pending, State
from domain.kernel import check

IN_PLAY = ("set_prices", *ACTION_PHASES, "combat", "gain_income", "check_relics")


def not_ended(state: State) -> None:
    """(1) CO-611."""
    check(state.result is None, "CO-611", "The game is over.")


def seated(state: State, seat: str) -> None:
    """CO-101: the acting seat is one of the table's."""
    check(seat in state.seats, "CO-101", "Unknown seat.", "seat")


def not_in_phase(state: State) -> str:
    """Refuses what another phase is for, in words."""
    return f"You cannot do this in the {state.phase.replace('_', ' ').capitalize()} phase."


def in_phase(state: State, *phases: str) -> None:
    """(2) CO-201."""
    check(state.phase in phases, "CO-201", not_in_phase(state))


def in_setup(state: State, step: str) -> None:
    """(2) CO-201, for the steps of setup."""
    check(
        state.phase == "setup" and state.setup == step,
        "CO-201",
        "You cannot do this now: setup is at another step or over.",
    )


def may_go_on(state: State, seat: str) -> None:
    """(3) CO-506."""
    pending = state.seats[seat].pending
    check(
        not pending or pending[-1].effect.do != "discard",
        "CO-506",
        "Discard down to your hand limit first.",
    )


def nothing_pending(state: State) -> None:
    """(7) CO-722."""
    check(not anybody_pending(state), "CO-722", "Resolve or decline the pending effect first.")


def nothing_pending_for(state: State, seat: str) -> None:
    """(7) CO-722 in `gain_income`, where it binds the seat alone."""
    check(
        not state.seats[seat].pending,
        "CO-722",
        "Resolve or decline the pending effect first.",
    )


def head(state: State, seat: str, rule: str, *kinds: str) -> Pending:
    """(1) to (4) of a command that resolves a pending effect: the seat's head, of one of the kinds."""
    not_ended(state)
    seated(state, seat)
    pending = state.seats[seat].pending
    check(
        state.phase in IN_PLAY or bool(pending),
        "CO-201",
        not_in_phase(state),
    )
    if "discard" not in kinds:
        may_go_on(state, seat)
    check(bool(pending), rule, "You have no such pending effect.")
    check(
        pending[-1].effect.do in kinds,
        "CO-722",
        f"Resolve another effect first: {pending[-1].effect.do}.",
    )
    return pending[-1]


def turn(state: State, seat: str) -> None:
    """(1), (2), (3) and (5) of a command of an action phase (CO-233)."""
    not_ended(state)
    seated(state, seat)
    in_phase(state, *ACTION_PHASES)
    may_go_on(state, seat)
    check(
        bool(state.next_seats) and state.next_seats[0] == seat,
        "CO-233",
        "Only on your own turn.",
        "seat",
    )


def acting(state: State, seat: str) -> None:
    """`turn`, and (6): the seat has chosen to act (CO-233)."""
    turn(state, seat)
    check(state.stage == "acting", "CO-233", "You have not chosen to act this turn.")


def combat(state: State, seat: str) -> None:
    """(1) to (3) of a command of `combat` (CO-402)."""
    not_ended(state)
    seated(state, seat)
    in_phase(state, "combat")
    may_go_on(state, seat)


def income(state: State, seat: str) -> None:
    """(1), (2), (3) and (5) of a command of `gain_income` (CO-472)."""
    not_ended(state)
    seated(state, seat)
    in_phase(state, "gain_income")
    may_go_on(state, seat)
    check(not state.seats[seat].income.finished, "CO-472", "You have finished your income.", "seat")
