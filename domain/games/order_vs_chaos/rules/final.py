"""The end: OC-601 … OC-621. How turns stop, how the final battle is prepared and decided."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading.duties import duties
from domain.games.order_vs_chaos.reading.ending import outcome
from domain.games.order_vs_chaos.reading.fighters import arch_full_health
from domain.games.order_vs_chaos.reading.heroes import living, seats_of
from domain.games.order_vs_chaos.rules.battle import close, discard_thrown, final_units
from domain.games.order_vs_chaos.state import Duty, State
from domain.kernel import Chance, Passage, check

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
