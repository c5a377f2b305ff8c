"""What has become true in battles."""

from __future__ import annotations

from domain.games.order_vs_chaos.state import Attack, Unit
from domain.kernel import Fact


class BattleCaused(Fact, frozen=True, tag="battle_caused"):
    """A battle waits for its time at that location (OC-345)."""

    location: str
    cause: str


class BattleDropped(Fact, frozen=True, tag="battle_dropped"):
    """A waiting battle has become idle (OC-215), or its enemies joined the running one (OC-712)."""

    location: str


class BattleStarted(Fact, frozen=True, tag="battle_started"):
    """A battle begins; the units have been dealt their chits (OC-404)."""

    location: str | None
    kind: str
    units: tuple[Unit, ...]
    cause: str
    phasing: bool = False


class WeaponsSelected(Fact, frozen=True, tag="weapons_selected"):
    """A hero's weapons of the round."""

    seat: str
    weapons: tuple[str, ...]
    bonus: str | None = None


class BlockStepBegan(Fact, frozen=True, tag="block_step_began"):
    """Somebody may block."""


class BlocksDeclared(Fact, frozen=True, tag="blocks_declared"):
    """These units block; each gains as many chits as it takes debt."""

    debts: dict[str, int]


class SegmentBegan(Fact, frozen=True, tag="segment_began"):
    """The attacks of a segment; targets without a choice are filled in."""

    segment: str
    attacks: tuple[Attack, ...]


class TargetsDeclared(Fact, frozen=True, tag="targets_declared"):
    """Whom a unit's attacks are aimed at."""

    unit: str
    targets: dict[str, str]


class AttackRolled(Fact, frozen=True, tag="attack_rolled"):
    """An attack's dice, or its flat damage."""

    unit: str
    attack: str
    dice: tuple[str, ...] = ()
    flat: bool = False
    seat: str | None = None


class DieChanged(Fact, frozen=True, tag="die_changed"):
    """One die was changed; `face` is what it shows now, `damage` what an exchange adds."""

    unit: str
    attack: str
    die: int
    op: str
    source: str
    face: str | None = None
    damage: int = 0


class GainsTaken(Fact, frozen=True, tag="gains_taken"):
    """What an attack's dice gave its owner (OC-434)."""

    unit: str
    attack: str
    chits: int = 0
    health: int = 0
    track: int = 0


class DamageDealt(Fact, frozen=True, tag="damage_dealt"):
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


class SegmentResolved(Fact, frozen=True, tag="segment_resolved"):
    """The segment is over."""

    segment: str


class UnitKilled(Fact, frozen=True, tag="unit_killed"):
    """A unit of a battle is dead. `by`: who damaged it in that segment; a monster's `location` on the map."""

    unit: str
    by: tuple[str, ...] = ()
    location: str | None = None
    type: str | None = None


class UnitChanged(Fact, frozen=True, tag="unit_changed"):
    """An effect changed a unit's chits, health or battle track."""

    unit: str
    chits: int = 0
    health: int = 0
    track: int = 0
    cause: str = ""


class BattleStopped(Fact, frozen=True, tag="battle_stopped"):
    """An effect ends the battle once this is settled (OC-491)."""


class BlockSettled(Fact, frozen=True, tag="block_settled"):
    """A blocker's remaining debt was paid with chits, and with health for what was missing (OC-423)."""

    unit: str
    debt: int
    chits: int
    health: int


class RetreatBegan(Fact, frozen=True, tag="retreat_began"):
    """Who may try to retreat, in order (OC-470)."""

    queue: tuple[str, ...]


class Stayed(Fact, frozen=True, tag="stayed"):
    """A hero did not try to retreat."""

    seat: str


class Retreated(Fact, frozen=True, tag="retreated"):
    """A hero tried to retreat."""

    seat: str
    dice: tuple[str, ...]
    ok: bool
    to: str | None = None


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """The next round; `joined` came into the battle by effects (OC-712)."""

    round: int
    joined: tuple[Unit, ...] = ()


class BattleEnded(Fact, frozen=True, tag="battle_ended"):
    """The battle is over after so many rounds. `cause`: won, retreat, effect, dropped, final."""

    location: str | None
    rounds: int
    cause: str
    order_left: tuple[str, ...] = ()
    chaos_left: tuple[str, ...] = ()
