"""What has become true in the final battle."""

from __future__ import annotations

from domain.kernel import Fact


class FinalBegan(Fact, frozen=True, tag="final_began"):
    """Turns are over; all heroes stand before the arch enemy."""


class FinalPrepared(Fact, frozen=True, tag="final_prepared"):
    """Health at the start of the final battle (OC-611, OC-612, OC-614)."""

    heroes: dict[str, int]
    monsters: dict[str, int]
    arch_health: int


class DoomDamageTaken(Fact, frozen=True, tag="doom_damage_taken"):
    """What a pair lost to Order's doom; at 0 health a hero is dead, which counts as no death in a battle."""

    seat: str
    hero: int
    monster: int


class StageBegan(Fact, frozen=True, tag="stage_began"):
    """The next stage of the final battle."""

    stage: str


class GameWon(Fact, frozen=True, tag="game_won"):
    """The end."""

    side: str
    stage: str
    reason: str
