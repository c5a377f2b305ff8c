"""The final battle, counted from the line that prepares it, its rounds and its segments."""

from __future__ import annotations

from typing import Any

from tests.support.games.order_vs_chaos.counted_by_hand.fights import fights, goes_on
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.segments import kind, owner, segments


def prepared(game: Recording) -> Line | None:
    """The line by which everything that was due before the final battle had been done (OC-604)."""
    ready = (line for line in game.lines if line.after.final and line.after.final.arch_health is not None)
    return next(ready, None)


def pairs(game: Recording, state: Any) -> dict[str, tuple[int, int]]:
    """Full health of every Chaos hero and of its monster (OC-612)."""
    return {
        seat: (state.stat(seat, "health"), game.box.monsters[state.seats[seat].monster_type].health)
        for seat, side in game.sides.items()
        if side == "chaos"
    }


@by_hand("final_health")
def _final_health(game: Recording, sums: Sums) -> None:
    """Order's stands on the table: doom damage hits Chaos alone (OC-613). The rest is printed."""
    if (line := prepared(game)) is None:
        return
    order = [seat for seat, side in game.sides.items() if side == "order"]
    for seat in order:
        health, most = line.after.seats[seat].health, line.after.stat(seat, "health")
        if line.kind in ("deliver_tokens", "attack_healing_shrine"):
            assert health == min(line.before.seats[seat].health + 5, most)
        sums.add(None, health, unit="order_hero")
    for hero, monster in pairs(game, line.after).values():
        sums.add(None, hero, unit="chaos_hero")
        sums.add(None, monster, unit="monster")
    enemy = game.box.arch_enemies[line.after.arch_enemy]
    sums.add(None, enemy.health_against(len(order)), unit="arch_enemy")


@by_hand("doom_damage")
def _doom_damage(game: Recording, sums: Sums) -> None:
    """What Order divides, what each Chaos hero loses first, and what a pair has no choice about."""
    losses = [
        (one["hero"], one["monster"])
        for line in game.of("allot_doom_damage")
        for one in line.action["losses"]
    ]
    if (line := prepared(game)) and (doom := line.after.order):
        for hero, monster in pairs(game, line.after).values():
            if game.options["final_battle_losses"] == "printed":
                losses.append((min(doom, hero), 0))
                hero -= min(doom, hero)
            if hero + monster <= doom:
                losses.append((hero, monster))
            elif hero == 0:
                losses.append((0, min(doom, monster)))
    for hero, monster in losses:
        sums.count(None, hero, unit="chaos_hero")
        sums.count(None, monster, unit="monster")


@by_hand("final_rounds")
def _final_rounds(game: Recording, sums: Sums) -> None:
    for fight in fights(game):
        if fight.kind != "field" and fight.lines and not goes_on(fight.lines[-1]):
            sums.add(None, fight.rounds, stage=fight.kind)


@by_hand("final_damage")
def _final_damage(game: Recording, sums: Sums) -> None:
    for done in segments(game):
        for hit in done.hits if done.line.before.phase == "final" else ():
            seat = owner(done.line, hit.unit)
            if seat is not None:
                sums.count(seat, hit.absorbed + hit.health, by=kind(hit.unit))


@by_hand("final_lead")
def _final_lead(game: Recording, sums: Sums) -> None:
    """Everybody's health after the line by which a round begins."""
    seen = set()
    for line in game.lines:
        state, battle = line.after, line.after.battle
        if battle is None or battle.kind == "field" or (battle.kind, battle.round) in seen:
            continue
        seen.add((battle.kind, battle.round))
        lead = sum(hero.health if hero.side == "order" else -hero.health for hero in state.seats.values())
        lead -= sum(state.final.monsters.values()) + state.final.arch_health
        sums.add(None, lead, stage=battle.kind, round=battle.round)
