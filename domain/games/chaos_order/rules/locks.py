"""Gem locks, CO-252, CO-521, CO-724."""

from __future__ import annotations

from domain.games.chaos_order.actions import PayLock
from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.rules.effects import change_energy, change_gems
from domain.games.chaos_order.state import State
from domain.kernel import Passage, check

LOCK_GEMS = 1
LOCK_ENERGY = 2


def check_lock(state: State, seat: str, locked: bool, pay: PayLock | None, rule: str) -> None:
    """CO-724: paid just where a lock stands, with energy only by CO-521, and in full."""
    check((pay is not None) == locked, rule, "Only pay a gem lock when you pass one.", "pay_lock")
    if pay == "gem":
        check(state.seats[seat].gems >= LOCK_GEMS, rule, "The lock costs 1 gem.", "pay_lock")
    elif pay == "energy":
        check(
            has_ability(state, seat, "gem_lock_for_energy"),
            rule,
            "You cannot pay gem locks with energy.",
            "pay_lock",
        )
        check(state.seats[seat].energy >= LOCK_ENERGY, rule, "The lock costs 2 energy.", "pay_lock")


def pay_lock(state: State, seat: str, pay: PayLock | None) -> Passage[State]:
    """Pay the lock, where there is one."""
    if pay == "gem":
        return (yield from change_gems(state, seat, -LOCK_GEMS, "gem_lock"))
    if pay == "energy":
        return (yield from change_energy(state, seat, -LOCK_ENERGY, "gem_lock"))
    return state


def ways_to_pay(state: State, seat: str) -> list[PayLock]:
    """How the seat could pay a lock now."""
    ways: list[PayLock] = []
    board = state.seats[seat]
    if board.gems >= LOCK_GEMS:
        ways.append("gem")
    if board.energy >= LOCK_ENERGY and has_ability(state, seat, "gem_lock_for_energy"):
        ways.append("energy")
    return ways
