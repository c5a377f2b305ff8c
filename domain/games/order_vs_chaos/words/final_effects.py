"""The log: facts of the final battle and of the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.words.fighters import Message
from domain.games.order_vs_chaos.words.names import SIDES
from domain.kernel import FactWords, Naming, Told, listed


def _final_began(fact: Message, naming: Naming) -> Told:
    return Told(("Chaos doom is full. Turns end and the final battle begins.",), "chaos")


def _final_prepared(fact: Message, naming: Naming) -> Told:
    """OC-611, OC-612, OC-614."""
    heroes = listed([f"{naming.seat(seat).text} {health}" for seat, health in fact["heroes"].items()])
    monsters = listed(
        [f"{naming.seat(seat).text}’s monster {health}" for seat, health in fact["monsters"].items()]
    )
    text = f"Health before the final battle: {heroes}; {monsters}; the arch enemy {fact['arch_health']}."
    return Told((text,))


def _doom_damage_taken(fact: Message, naming: Naming) -> Told:
    seat, hero, monster = naming.seat(fact["seat"]), fact["hero"], fact["monster"]
    if not monster:
        return Told((seat, f" loses {hero} health to Order’s doom."))
    if not hero:
        return Told((seat, f"’s monster loses {monster} health to Order’s doom."))
    return Told((seat, f" loses {hero} and the monster {monster} health to Order’s doom."))


def _stage_began(fact: Message, naming: Naming) -> Told:
    if fact["stage"] == "arch":
        return Told(("The arch enemy fights next.",))
    return Told(("Chaos heroes and monsters fight before the arch enemy.",))


def _game_won(fact: Message, naming: Naming) -> Told:
    why = {"arch_enemy_dead": "the arch enemy is dead", "order_dead": "every Order hero is dead"}
    return Told((f"{SIDES[fact['side']]} wins: {why.get(fact['reason'], 'the game is over')}.",), "score")


FINAL_FACTS: Mapping[str, FactWords] = {
    "final_began": _final_began,
    "final_prepared": _final_prepared,
    "doom_damage_taken": _doom_damage_taken,
    "stage_began": _stage_began,
    "game_won": _game_won,
}
