"""What has become true in the final battle."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.order_vs_chaos.changes import with_hero
from domain.games.order_vs_chaos.reading.heroes import seats_of
from domain.games.order_vs_chaos.state import Final, Result, State
from domain.kernel import PublicFact


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
    """What a pair lost to Order's doom; at 0 health a hero is dead, which counts as no death in a battle."""

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
