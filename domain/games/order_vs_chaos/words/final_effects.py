"""The log: facts of the final battle and of the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.words.fighters import SENTENCES
from domain.kernel import FactWords, Naming, Sentences, by_value, listed


def _healths(naming: Naming, healths: Mapping[str, int]) -> str:
    return listed([f"{naming.seat(seat).text} {health}" for seat, health in healths.items()])


def _monsters(naming: Naming, healths: Mapping[str, int]) -> str:
    return listed([f"{naming.seat(seat).text}’s monster {health}" for seat, health in healths.items()])


told = Sentences({**SENTENCES.kinds, "healths": _healths, "monsters": _monsters}).fact

FINAL_FACTS: Mapping[str, FactWords] = {
    "final_began": told("Chaos doom is full. Turns end and the final battle begins.", "chaos"),
    "final_prepared": told(
        "Health before the final battle: {heroes:healths}; {monsters}; the arch enemy {arch_health}."
    ),
    "doom_damage_taken": told(
        "{seat}[{hero:if}{monster:if} loses {hero} and the monster {monster}"
        "|{monster:if}’s monster loses {monster}| loses {hero}] health to Order’s doom."
    ),
    "stage_began": by_value(
        "stage",
        {"arch": told("The arch enemy fights next.")},
        told("Chaos heroes and monsters fight before the arch enemy."),
    ),
    "game_won": by_value(
        "reason",
        {
            "arch_enemy_dead": told("{side} wins: the arch enemy is dead.", "score"),
            "order_dead": told("{side} wins: every Order hero is dead.", "score"),
        },
        told("{side} wins: the game is over.", "score"),
    ),
}
"""OC-611 … OC-614."""
