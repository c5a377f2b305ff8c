"""What the dice of a segment come to, worked out from the table before it is resolved (OC-430 … OC-438)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording


@dataclass(frozen=True)
class Hit:
    """What became of one attack's damage."""

    unit: str
    attack: str
    target: str
    segment: str
    rolled: int
    forgone: int
    absorbed: int
    health: int

    @property
    def parts(self) -> dict[str, int]:
        """Where the damage went; what is left over is overkill."""
        spent = {"forgone": self.forgone, "absorbed": self.absorbed, "health": self.health}
        return {**spent, "overkill": self.rolled - sum(spent.values())}


@dataclass(frozen=True)
class Segment:
    """A resolved segment: its hits, chits that came from dice, and everybody's health after it."""

    line: Line
    hits: list[Hit]
    chits: Counter[str]
    health: dict[str, int]


def segments(game: Recording) -> Iterator[Segment]:
    """Every segment that was resolved."""
    return (segment(line) for line in game.of("resolve_segment"))


def worth(card: Any, attack: Any) -> Counter[str]:
    """Damage, armor and healing of an attack: its numbers, then what its specials give (OC-434, OC-435)."""
    if attack.flat:
        [flat] = [special.damage for special in card.specials if hasattr(special, "damage")]
        return Counter(damage=flat)
    faces = Counter(face for place, face in enumerate(attack.dice) if place not in attack.cancelled)
    sums = Counter(damage=attack.exchanged + faces["1"] + 2 * faces["2"] + 3 * faces["3"])
    for special in card.specials:
        gain = getattr(special, "gain", {})
        times = faces[special.face] if gain else 0
        if hasattr(special, "over"):
            times = int(times > faces[special.over])
        for what, number in gain.items():
            sums[what] += times * number
    return sums


def fullest(state: Any, unit: Any) -> int:
    """The most health that the unit can have."""
    if unit.id.startswith("hero:"):
        return int(state.stat(unit.seat, "health"))
    if unit.id == "arch_enemy":
        order = sum(hero.side == "order" for hero in state.seats.values())
        return int(state.box.arch_enemies[unit.type].health_against(order))
    return int(state.box.monsters[unit.type].health)


def health_of(state: Any) -> dict[str, int]:
    """The present health of everybody in the battle; a hero's stands on its sheet."""
    return {
        name: state.seats[unit.seat].health if name.startswith("hero:") else unit.health
        for name, unit in state.battle.units.items()
    }


def segment(line: Line) -> Segment:
    """Gains first, then all damage at the same time, in the order of the attacks."""
    state, battle = line.before, line.before.battle
    order = line.action.get("order") or {}
    units = list(dict.fromkeys(attack.unit for attack in battle.attacks))
    attacks = sorted(
        battle.attacks,
        key=lambda one: (
            units.index(one.unit),
            order[one.unit].index(one.attack) if one.unit in order else 0,
        ),
    )
    health, chits = health_of(state), Counter[str]()
    damage = {}
    for one in attacks:
        sums = worth(state.box.attacks[one.attack], one)
        damage[one.unit, one.attack] = sums["damage"]
        chits[one.unit] += sums["armor"]
        if sums["heal"]:
            full = fullest(state, battle.units[one.unit])
            health[one.unit] = min(full, health[one.unit] + sums["heal"])
    debts = {name: unit.debt for name, unit in battle.units.items()}
    willing = {name: unit.chits + chits[name] for name, unit in battle.units.items()}
    willing |= line.action.get("absorb") or {}
    hits = []
    for one in attacks:
        rolled = damage[one.unit, one.attack]
        forgone = min(rolled, debts[one.unit])
        debts[one.unit] -= forgone
        absorbed = min(rolled - forgone, willing[one.target])
        willing[one.target] -= absorbed
        hurt = min(rolled - forgone - absorbed, health[one.target])
        health[one.target] -= hurt
        hits.append(Hit(one.unit, one.attack, one.target, battle.step, rolled, forgone, absorbed, hurt))
    return Segment(line, hits, chits, health)


def owner(line: Line, unit: str) -> str | None:
    """Whose unit it is; the arch enemy is nobody's."""
    seat: str | None = line.before.battle.units[unit].seat
    return seat


def kind(unit: str) -> str:
    """Hero, monster or arch enemy."""
    return unit.partition(":")[0]
