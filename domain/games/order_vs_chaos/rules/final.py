"""The end of the game (OC-601 … OC-621), and how play proceeds by itself after each command."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading import (
    arch_full_health,
    deck_size,
    duties,
    has_duty,
    living,
    outcome,
    seats_of,
    types_left,
)
from domain.games.order_vs_chaos.rules.battle import (
    advance,
    close,
    discard_thrown,
    final_units,
    start_waiting,
)
from domain.games.order_vs_chaos.rules.turn import token_instead
from domain.games.order_vs_chaos.state import MOST_DOOM, Duty, State
from domain.kernel import Chance, Passage, check

# The end: OC-601 … OC-621. How turns stop, how the final battle is prepared and decided.

PREP_HEALTH = 5
DROPPED = frozenset({"place_monster", "surplus_monster", "draw_event"})


def begin_final(state: State) -> Passage[State]:
    """OC-604, OC-714: everything stops; what was earned stays due, the dead are reset."""
    if state.battle is not None:
        state = yield from discard_thrown(state, state.battle.attacks)
        state = yield from close(state, "final")
    for duty in state.pending:
        if duty.kind in DROPPED:
            state = yield facts.DutyDone(duty, lapsed=True)
        elif duty.kind == "resolve_event":
            state = yield facts.EventResolved(duty.seat or "", duty.card or "")
        elif duty.kind == "resurrect":
            seat = duty.seat or ""
            state = yield facts.HeroResurrected(seat, None, state.stat(seat, "health"))
    return (yield facts.FinalBegan())


def prepare(state: State) -> Passage[State]:
    """OC-610 … OC-614: health, monsters, what each Chaos hero loses, and each pair without a choice."""
    heroes = {
        seat: min(state.seats[seat].health + PREP_HEALTH, state.stat(seat, "health"))
        for seat in seats_of(state, "order")
    }
    heroes |= {seat: state.stat(seat, "health") for seat in seats_of(state, "chaos")}
    monsters = {
        seat: state.box.monsters[state.seats[seat].monster_type or ""].health
        for seat in seats_of(state, "chaos")
    }
    state = yield facts.FinalPrepared(heroes, monsters, arch_full_health(state))
    if state.final_battle_losses == "printed" and state.order:
        for seat in seats_of(state, "chaos"):
            state = yield facts.DoomDamageTaken(seat, min(state.order, heroes[seat]), 0)
    choices = pairs_to_divide(state)
    for seat, monster in monsters.items():
        if state.order and seat not in choices:
            hero = state.seats[seat].health
            state = yield facts.DoomDamageTaken(seat, hero, min(monster, state.order - hero))
    if choices:
        state = yield facts.DutyRaised(Duty("allot_doom_damage"))
    return state


def pairs_to_divide(state: State) -> dict[str, tuple[int, int]]:
    """The pairs in which Order has a choice, with the hero's and the monster's health (OC-613)."""
    if state.final is None or state.order == 0:
        return {}
    pairs = {
        seat: (state.seats[seat].health, state.final.monsters[seat]) for seat in seats_of(state, "chaos")
    }
    return {seat: pair for seat, pair in pairs.items() if all(pair) and state.order < sum(pair)}


def allot_doom_damage(state: State, action: actions.AllotDoomDamage, chance: Chance) -> Passage[State]:
    """OC-613: exactly Order's doom from each pair that has a choice, none more than it has."""
    duty = next(duties(state, "allot_doom_damage"), None)
    check(duty is not None, "OC-211", "There is no doom damage to divide.")
    pairs = pairs_to_divide(state)
    seats = [loss.seat for loss in action.losses]
    check(sorted(seats) == sorted(pairs), "OC-613", "Name each pair with a choice once.", "losses")
    for index, loss in enumerate(action.losses):
        hero, monster = pairs[loss.seat]
        fits = loss.hero + loss.monster == state.order and loss.hero <= hero and loss.monster <= monster
        check(fits, "OC-613", f"Each pair loses {state.order} in total.", f"losses/{index}")
    if duty is not None:
        state = yield facts.DutyDone(duty)
    for loss in action.losses:
        state = yield facts.DoomDamageTaken(loss.seat, loss.hero, loss.monster)
    return state


def next_stage(state: State) -> Passage[State]:
    """OC-610 … OC-616: prep, then the screen if any of it lives, then the arch enemy."""
    final = state.final
    assert final is not None
    if final.arch_health is None:
        return (yield from prepare(state))
    if final.stage == "prep":
        screen = living(state, "chaos") or any(health > 0 for health in final.monsters.values())
        state = yield facts.StageBegan("screen" if screen else "arch")
    elif final.stage == "screen":
        state = yield facts.StageBegan("arch")
    stage = "arch" if state.final is None else state.final.stage
    return (yield facts.BattleStarted(None, stage, final_units(state), "final"))


def winner(state: State) -> tuple[str, str] | None:
    """OC-602, OC-603, OC-620: the arch enemy's death is looked at first. Side and reason."""
    result = outcome(state) if state.phase == "final" else None
    return None if result is None else (result.winner, result.reason)


def win(state: State, side: str, reason: str) -> Passage[State]:
    """The game is over."""
    stage = "arch" if state.final is None else state.final.stage
    if state.battle is not None:
        state = yield from discard_thrown(state, state.battle.attacks)
        state = yield from close(state, "won")
    return (yield facts.GameWon(side, stage, reason))


# The steps that the engine takes by itself after a command.


def proceed(state: State) -> Passage[State]:
    """Continue to the next choice that somebody has: lapsing duties, battles, the final battle and its end.

    OC-212, OC-214, OC-322.
    """
    while state.phase in ("turn", "final"):
        before = state
        if state.phase == "turn" and state.chaos >= MOST_DOOM:
            state = yield from begin_final(state)
        elif state.phase == "final" and (won := winner(state)) is not None:
            state = yield from win(state, *won)
        else:
            if state.pending:
                state = yield from lapse(state)
            if state is before and not has_duty(state):
                state = yield from _go_on(state)
        if state is before:
            return state
    return state


def _go_on(state: State) -> Passage[State]:
    if state.battle is not None:
        return (yield from advance(state))
    if state.waiting:
        return (yield from start_waiting(state))
    if state.phase == "final":
        return (yield from next_stage(state))
    return state


def lapse(state: State) -> Passage[State]:
    """Duties without a choice: no figure left (OC-341), empty display (OC-483), no event card (OC-507)."""
    placement = next(duties(state, "place_monster"), None)
    if placement is not None and not types_left(state):
        state = yield facts.DutyDone(placement, lapsed=True)
        return (yield from token_instead(state, placement.location or ""))
    reward = next(duties(state, "take_reward"), None)
    if reward is not None and not state.display:
        return (yield facts.DutyDone(reward, lapsed=True))
    draw = next(duties(state, "draw_event"), None)
    resolving = next(duties(state, "resolve_event"), None)
    if draw is not None and resolving is None and not deck_size(state) and not state.event_discard:
        return (yield facts.DutyDone(draw, lapsed=True))
    return state
