"""Combats fought again from the lines of a recording, by CM-401..CM-431 and CM-520..522."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.support.games.chaosmos.counted_by_hand.recording import Recording


@dataclass
class Played:
    """A card on the table."""

    seat: str
    card: str
    active: bool = True


@dataclass
class Fight:
    """One combat: the dice, the cards on the table, and who led after the dice and after each card."""

    recording: Recording
    attacker: str
    defender: str
    dice: dict[str, list[int | str]]
    table: list[Played] = field(default_factory=list)
    leaders: list[str | None] = field(default_factory=list)
    passes: int = 0

    @property
    def infinite(self) -> list[str]:
        """Who rolled infinity."""
        return [seat for seat, faces in self.dice.items() if "infinity" in faces]

    @property
    def outcome(self) -> str:
        """How it ended: by cards or dice, or not at all."""
        if self.infinite:
            return "infinity" if len(self.infinite) == 1 else "cancelled"
        return "score" if self.leader is not None else "draw"

    @property
    def winner(self) -> str | None:
        """Who won."""
        if self.outcome == "infinity":
            return self.infinite[0]
        return self.leader if self.outcome == "score" else None

    def other(self, seat: str) -> str:
        """The opponent."""
        return self.defender if seat == self.attacker else self.attacker

    def rolled(self, seat: str) -> int:
        """CM-403: the sum; a mirror is the other die, two are nothing."""
        one, other = (face if isinstance(face, int) else None for face in self.dice[seat])
        return 2 * (one or other or 0) if None in (one, other) else int(one or 0) + int(other or 0)

    def effects(self, played: Played, effect: str) -> list[dict[str, Any]]:
        """The effects of this kind on a card."""
        found = self.recording.cards[played.card]["effects"]
        return [one for one in found if one["effect"] == effect]

    def score(self, seat: str) -> int:
        """CM-420, CM-421."""
        total = self.rolled(seat)
        for played in self.table:
            if played.active:
                own = "score" if played.seat == seat else "opponent_score"
                total += sum(one["n"] for one in self.effects(played, own))
        opponent = self.recording.aliens[self.other(seat)]["id"]
        natives = {
            self.recording.cards[played.card]["native_of"] for played in self.table if played.seat == seat
        }
        return total - (self.recording.opening["options"]["native_weapons"] and opponent in natives)

    @property
    def leader(self) -> str | None:
        """Who is ahead."""
        mine, theirs = self.score(self.attacker), self.score(self.defender)
        return None if mine == theirs else self.attacker if mine > theirs else self.defender

    def cancels(self, one: Played, other: Played) -> bool:
        """CM-522: whether an active card makes another inactive."""
        card = self.recording.cards[other.card]
        return (
            one.active
            and one.seat != other.seat
            and any(
                card["name"] in effect.get("names", ())
                or not {*card["types"]}.isdisjoint(effect.get("types", ()))
                for effect in self.effects(one, "cancel")
            )
        )

    def play(self, seat: str, card: str) -> None:
        """A card comes onto the table."""
        coming = Played(seat, card)
        coming.active = not any(self.cancels(lying, coming) for lying in self.table)
        for lying in self.table:
            lying.active = lying.active and not self.cancels(coming, lying)
        self.table.append(coming)
        self.leaders.append(self.leader)


def fights(recording: Recording) -> Iterator[Fight]:
    """Every combat of the game."""
    fight: Fight | None = None
    for line in recording.lines:
        action = line.action
        match line.kind:
            case "attack":
                fight = Fight(recording, line.seat, action["target"], action["dice"])
                fight.leaders = [fight.leader]
            case "play_combat_card" if fight is not None:
                fight.passes = 0
                fight.play(line.seat, action["card"])
            case "pass_combat" if fight is not None:
                fight.passes += 1
        if fight is not None and (fight.infinite or fight.passes == 2):
            yield fight
            fight = None
