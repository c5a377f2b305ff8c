"""Facts of battles and of the final battle."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.order_vs_chaos.reading import seats_of
from domain.games.order_vs_chaos.state import (
    Attack,
    Battle,
    Final,
    Result,
    State,
    Unit,
    hero_unit,
    hurt,
    leaves_battle,
    off_the_map,
    with_hero,
    with_unit,
)
from domain.kernel import PublicFact

# The facts of battles.


class BattleCaused(PublicFact, frozen=True, tag="battle_caused"):
    """A battle waits for its time at that location (OC-345)."""

    location: str
    cause: str

    def applied(self, state: State) -> State:
        return replace(state, waiting=(*state.waiting, (self.location, self.cause)))


class BattleDropped(PublicFact, frozen=True, tag="battle_dropped"):
    """A waiting battle has become idle (OC-215), or its enemies joined the running one (OC-712)."""

    location: str

    def applied(self, state: State) -> State:
        return replace(state, waiting=tuple(one for one in state.waiting if one[0] != self.location))


class BattleStarted(PublicFact, frozen=True, tag="battle_started"):
    """A battle begins; the units have been dealt their chits (OC-404)."""

    location: str | None
    kind: str
    units: tuple[Unit, ...]
    cause: str
    phasing: bool = False

    def applied(self, state: State) -> State:
        battle = Battle(
            location=self.location,
            kind=self.kind,  # type: ignore[arg-type]
            cause=self.cause,
            units={unit.id: unit for unit in self.units},
            phasing=self.phasing,
        )
        totals = state.totals
        if self.kind == "field":
            totals = replace(totals, battles=totals.battles + 1)
        waiting = tuple(one for one in state.waiting if one[0] != self.location)
        state = replace(state, battle=battle, waiting=waiting, totals=totals)
        return replace(state, fought=True, step="encounter") if self.phasing else state


class WeaponsSelected(PublicFact, frozen=True, tag="weapons_selected"):
    """A hero's weapons of the round."""

    seat: str
    weapons: tuple[str, ...]
    bonus: str | None = None

    def applied(self, state: State) -> State:
        assert state.battle is not None
        unit = hero_unit(self.seat)
        weapons = tuple(state.box.attacks[weapon].id for weapon in self.weapons)
        return replace(state, battle=with_unit(state.battle, unit, selected=weapons, bonus=self.bonus))


class BlockStepBegan(PublicFact, frozen=True, tag="block_step_began"):
    """Somebody may block."""

    def applied(self, state: State) -> State:
        assert state.battle is not None
        return replace(state, battle=replace(state.battle, step="block", substep="declare"))


class BlocksDeclared(PublicFact, frozen=True, tag="blocks_declared"):
    """These units block; each gains as many chits as it takes debt."""

    debts: dict[str, int]

    def applied(self, state: State) -> State:
        assert state.battle is not None
        battle = replace(state.battle, step="block", substep=None)
        for unit, debt in self.debts.items():
            battle = with_unit(battle, unit, debt=debt, chits=battle.units[unit].chits + debt)
        return replace(state, battle=battle)


class SegmentBegan(PublicFact, frozen=True, tag="segment_began"):
    """The attacks of a segment; targets without a choice are filled in."""

    segment: str
    attacks: tuple[Attack, ...]

    def applied(self, state: State) -> State:
        assert state.battle is not None
        substep = "rolls" if all(attack.target for attack in self.attacks) else "targets"
        battle = replace(state.battle, step=self.segment, substep=substep, attacks=self.attacks)
        return replace(state, battle=battle)


class TargetsDeclared(PublicFact, frozen=True, tag="targets_declared"):
    """Whom a unit's attacks are aimed at."""

    unit: str
    targets: dict[str, str]

    def applied(self, state: State) -> State:
        battle = state.battle
        assert battle is not None
        attacks = tuple(
            replace(attack, target=self.targets[attack.attack])
            if attack.unit == self.unit and attack.attack in self.targets
            else attack
            for attack in battle.attacks
        )
        substep = "rolls" if all(attack.target for attack in attacks) else "targets"
        return replace(state, battle=replace(battle, attacks=attacks, substep=substep))


class AttackRolled(PublicFact, frozen=True, tag="attack_rolled"):
    """An attack's dice, or its flat damage."""

    unit: str
    attack: str
    dice: tuple[str, ...] = ()
    flat: bool = False
    seat: str | None = None

    def applied(self, state: State) -> State:
        if self.flat:
            return _attack(state, self.unit, self.attack, flat=True)
        return _attack(state, self.unit, self.attack, dice=self.dice)


class DieChanged(PublicFact, frozen=True, tag="die_changed"):
    """One die was changed; `face` is what it shows now, `damage` what an exchange adds."""

    unit: str
    attack: str
    die: int
    op: str
    source: str
    face: str | None = None
    damage: int = 0

    def applied(self, state: State) -> State:
        assert state.battle is not None
        one = next(
            attack
            for attack in state.battle.attacks
            if attack.unit == self.unit and attack.attack == self.attack
        )
        if self.op in ("cancel", "exchange"):
            return _attack(
                state,
                self.unit,
                self.attack,
                cancelled=(*one.cancelled, self.die),
                exchanged=one.exchanged + self.damage,
            )
        dice = list(one.dice or ())
        dice[self.die] = self.face or dice[self.die]
        rerolled = (*one.rerolled, self.die) if self.op == "reroll" else one.rerolled
        return _attack(state, self.unit, self.attack, dice=tuple(dice), rerolled=rerolled)


class GainsTaken(PublicFact, frozen=True, tag="gains_taken"):
    """The gains that an attack's dice gave its owner (OC-434)."""

    unit: str
    attack: str
    chits: int = 0
    health: int = 0
    track: int = 0

    def applied(self, state: State) -> State:
        return _changed(state, self.unit, self.chits, self.health, self.track)


class DamageDealt(PublicFact, frozen=True, tag="damage_dealt"):
    """One attack's result: rolled, forgone for a block, absorbed by chits, taken from health.

    What is left of `rolled` is overkill. The segment's damage lands at the same time.
    """

    unit: str
    attack: str
    target: str
    segment: str
    rolled: int
    forgone: int
    absorbed: int
    health: int

    def applied(self, state: State) -> State:
        battle = state.battle
        assert battle is not None
        if self.forgone:
            attacker = battle.units[self.unit]
            battle = with_unit(battle, self.unit, debt=attacker.debt - self.forgone)
            state = replace(state, battle=battle)
        if not self.absorbed and not self.health:
            return state
        chits = battle.units[self.target].chits - self.absorbed
        return hurt(state, self.target, self.health, chits=chits)


class SegmentResolved(PublicFact, frozen=True, tag="segment_resolved"):
    """The segment is over."""

    segment: str

    def applied(self, state: State) -> State:
        assert state.battle is not None
        return replace(state, battle=replace(state.battle, substep=None, attacks=()))


class UnitKilled(PublicFact, frozen=True, tag="unit_killed"):
    """A unit of a battle is dead. `by`: who damaged it in that segment; a monster's `location` on the map."""

    unit: str
    by: tuple[str, ...] = ()
    location: str | None = None
    type: str | None = None

    def applied(self, state: State) -> State:
        if self.type is not None:
            totals = replace(state.totals, monsters_killed=state.totals.monsters_killed + 1)
            state = replace(state, totals=totals)
        if self.location is not None and self.type is not None:
            state = off_the_map(state, self.type, self.location)
        return replace(state, battle=leaves_battle(state.battle, self.unit))


class UnitChanged(PublicFact, frozen=True, tag="unit_changed"):
    """An effect changed a unit's chits, health or battle track."""

    unit: str
    chits: int = 0
    health: int = 0
    track: int = 0
    cause: str = ""

    def applied(self, state: State) -> State:
        return _changed(state, self.unit, self.chits, self.health, self.track)


class BattleStopped(PublicFact, frozen=True, tag="battle_stopped"):
    """An effect ends the battle once this is settled (OC-491)."""

    def applied(self, state: State) -> State:
        if state.battle is None:
            return state
        return replace(state, battle=replace(state.battle, stopped=True))


class BlockSettled(PublicFact, frozen=True, tag="block_settled"):
    """A blocker's remaining debt was paid with chits, and with health for what was missing (OC-423)."""

    unit: str
    debt: int
    chits: int
    health: int

    def applied(self, state: State) -> State:
        assert state.battle is not None
        unit = state.battle.units[self.unit]
        return hurt(state, self.unit, self.health, chits=unit.chits - self.chits, debt=0)


class RetreatBegan(PublicFact, frozen=True, tag="retreat_began"):
    """The seats that may try to retreat, in order (OC-470)."""

    queue: tuple[str, ...]

    def applied(self, state: State) -> State:
        assert state.battle is not None
        battle = replace(state.battle, step="retreat", substep=None, retreat_queue=self.queue)
        return replace(state, battle=battle)


class Stayed(PublicFact, frozen=True, tag="stayed"):
    """A hero did not try to retreat."""

    seat: str

    def applied(self, state: State) -> State:
        return _next_in_queue(state, self.seat)


class Retreated(PublicFact, frozen=True, tag="retreated"):
    """A hero tried to retreat."""

    seat: str
    dice: tuple[str, ...]
    ok: bool
    to: str | None = None

    def applied(self, state: State) -> State:
        state = _next_in_queue(state, self.seat)
        if not self.ok:
            return state
        return replace(state, totals=replace(state.totals, retreats=state.totals.retreats + 1))


class RoundBegan(PublicFact, frozen=True, tag="round_began"):
    """The next round; `joined` came into the battle by effects (OC-712)."""

    round: int
    joined: tuple[Unit, ...] = ()

    def applied(self, state: State) -> State:
        battle = state.battle
        assert battle is not None
        units = {
            name: unit if unit.selected is None else replace(unit, selected=None, bonus=None)
            for name, unit in battle.units.items()
        }
        units |= {unit.id: unit for unit in self.joined}
        phasing = state.active is not None and hero_unit(state.active) in units
        state = replace(
            state,
            battle=replace(
                battle,
                round=self.round,
                step="weapons",
                substep=None,
                units=units,
                retreat_queue=(),
                phasing=battle.phasing or phasing,
            ),
        )
        return replace(state, fought=True, step="encounter") if phasing else state


class BattleEnded(PublicFact, frozen=True, tag="battle_ended"):
    """The battle is over after so many rounds. `cause`: won, retreat, effect, dropped, final."""

    location: str | None
    rounds: int
    cause: str
    order_left: tuple[str, ...] = ()
    chaos_left: tuple[str, ...] = ()

    def applied(self, state: State) -> State:
        totals = replace(state.totals, battle_rounds=state.totals.battle_rounds + self.rounds)
        return replace(state, battle=None, totals=totals)


def _attack(state: State, unit: str, attack: str, **changes: Any) -> State:
    battle = state.battle
    assert battle is not None
    attacks = tuple(
        replace(one, **changes) if one.attack == attack and one.unit == unit else one
        for one in battle.attacks
    )
    return replace(state, battle=replace(battle, attacks=attacks))


def _changed(state: State, unit: str, chits: int, health: int, track: int) -> State:
    battle = state.battle
    if battle is None or unit not in battle.units:
        return state
    one = battle.units[unit]
    return hurt(state, unit, -health, chits=one.chits + chits, track=one.track + track)


def _next_in_queue(state: State, seat: str) -> State:
    assert state.battle is not None
    queue = tuple(name for name in state.battle.retreat_queue if name != seat)
    return replace(state, battle=replace(state.battle, retreat_queue=queue))


# The facts of the final battle.


class FinalBegan(PublicFact, frozen=True, tag="final_began"):
    """Turns are over; all heroes stand before the arch enemy."""

    def applied(self, state: State) -> State:
        seats = {seat: replace(hero, location=None) for seat, hero in state.seats.items()}
        return replace(state, phase="final", active=None, waiting=(), battle=None, seats=seats, final=Final())


class FinalPrepared(PublicFact, frozen=True, tag="final_prepared"):
    """Health at the start of the final battle (OC-611, OC-612, OC-614)."""

    heroes: dict[str, int]
    monsters: dict[str, int]
    arch_health: int

    def applied(self, state: State) -> State:
        seats = {
            seat: replace(hero, health=self.heroes.get(seat, hero.health))
            for seat, hero in state.seats.items()
        }
        final = Final(
            "prep", self.arch_health, {seat: self.monsters[seat] for seat in seats_of(state, "chaos")}
        )
        return replace(state, seats=seats, final=final)


class DoomDamageTaken(PublicFact, frozen=True, tag="doom_damage_taken"):
    """The health that a pair lost to Order's doom; a hero at 0 health dies, but not in a battle."""

    seat: str
    hero: int
    monster: int

    def applied(self, state: State) -> State:
        assert state.final is not None
        left = max(0, state.seats[self.seat].health - self.hero)
        monster = max(0, state.final.monsters.get(self.seat, 0) - self.monster)
        return replace(
            state,
            seats=with_hero(state, self.seat, health=left, alive=left > 0),
            final=replace(state.final, monsters={**state.final.monsters, self.seat: monster}),
        )


class StageBegan(PublicFact, frozen=True, tag="stage_began"):
    """The next stage of the final battle."""

    stage: str

    def applied(self, state: State) -> State:
        assert state.final is not None
        return replace(state, final=replace(state.final, stage=self.stage))


class GameWon(PublicFact, frozen=True, tag="game_won"):
    """The end."""

    side: str
    stage: str
    reason: str

    def applied(self, state: State) -> State:
        result = Result(self.side, self.stage, self.reason)  # type: ignore[arg-type]
        return replace(state, phase="finished", active=None, battle=None, pending=(), result=result)
