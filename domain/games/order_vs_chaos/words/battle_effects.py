"""The log: facts of battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.order_vs_chaos.state import seat_of_hero_unit
from domain.games.order_vs_chaos.words.battle_entries import change_of_a_die
from domain.games.order_vs_chaos.words.fighters import (
    Message,
    fighter,
    fighters,
    seats,
    shown,
    somewhere,
)
from domain.games.order_vs_chaos.words.final_effects import FINAL_FACTS
from domain.games.order_vs_chaos.words.names import piece, pieces, place
from domain.kernel import FactWords, Json, Naming, Run, Says, Told, counted, figure, listed, listed_runs

SEGMENTS = {"ranged": "Ranged", "melee": "Melee", "curse": "Curse"}


def _battle_caused(fact: Message, naming: Naming) -> Told:
    return Told(("A battle is pending in ", place(naming, fact["location"]), "."))


def _battle_dropped(fact: Message, naming: Naming) -> Told:
    return Told(("The pending battle in ", place(naming, fact["location"]), " is dropped."))


def _battle_started(fact: Message, naming: Naming) -> Told:
    """OC-404: the chits are dealt."""
    units = fact["units"]
    order = _dealt(naming, [unit for unit in units if unit["side"] == "order"])
    chaos = _dealt(naming, [unit for unit in units if unit["side"] == "chaos"])
    match fact["kind"]:
        case "screen":
            begins: Says = ("The final battle begins",)
        case "arch":
            begins = ("The fight with the arch enemy begins",)
        case _:
            begins = ("A battle begins", *somewhere(naming, fact.get("location")))
    return Told((*begins, ": ", *order, " against ", *chaos, "."), "chaos")


def _dealt(naming: Naming, units: Sequence[Json]) -> Says:
    says: list[str | Run] = []
    for number, unit in enumerate(units):
        if number:
            says.append(" and " if number == len(units) - 1 else ", ")
        says.append(fighter(naming, unit["id"], type=unit["type"]))
        says.append(f" ({counted(unit.get('chits', 0), 'chit')})")
    return tuple(says) or ("nobody",)


def _weapons_selected(fact: Message, naming: Naming) -> Told:
    weapons = pieces(naming, fact["weapons"]) or ("nothing",)
    return Told((naming.seat(fact["seat"]), " fights with ", *weapons, "."))


def _block_step_began(fact: Message, naming: Naming) -> Told:
    return Told(("Fighters with fewer chits than armor may block.",))


def _blocks_declared(fact: Message, naming: Naming) -> Told:
    blockers = fighters(naming, tuple(fact["debts"])) or ("nobody",)
    return Told(("Blocks are declared by ", *blockers, "."))


def _segment_began(fact: Message, naming: Naming) -> Told:
    attacks = []
    for one in fact["attacks"]:
        who = fighter(naming, one["unit"], attack=one["attack"])
        attacks.append(Run(f"{naming.name(one['attack'])} of {who.text}", who.place, who.piece, who.seat))
    return Told((f"{SEGMENTS[fact['segment']]}: ", *(listed_runs(attacks) or ("no attack",)), "."))


def _targets_declared(fact: Message, naming: Naming) -> Told:
    targets = fact["targets"]
    attack = next(iter(targets), "")
    who = fighter(naming, fact["unit"], attack=attack, first=True)
    return Told((who, " aims at ", *fighters(naming, tuple(dict.fromkeys(targets.values()))), "."))


def _attack_rolled(fact: Message, naming: Naming) -> Told:
    who = fighter(naming, fact["unit"], attack=fact["attack"], first=True)
    weapon = piece(naming, fact["attack"])
    if fact.get("flat"):
        return Told((who, " deals the printed damage of ", weapon, " without a roll."))
    return Told((who, " rolls ", weapon, f": {shown(fact.get('dice', ()))}."))


def _die_changed(fact: Message, naming: Naming) -> Told:
    who = fighter(naming, fact["unit"], attack=fact["attack"], first=True)
    return Told((who, f": {change_of_a_die(naming, fact)}."))


def _gains_taken(fact: Message, naming: Naming) -> Told:
    gains = [
        f"{figure(fact[member])} {thing if fact[member] == 1 else things}"
        for member, thing, things in (
            ("chits", "chit", "chits"),
            ("health", "health", "health"),
            ("track", "step on the battle track", "steps on the battle track"),
        )
        if fact.get(member)
    ]
    who = fighter(naming, fact["unit"], attack=fact["attack"], first=True)
    return Told((who, f" gains {listed(gains) or 'nothing'} with ", piece(naming, fact["attack"]), "."))


def _damage_dealt(fact: Message, naming: Naming) -> Told:
    """OC-435 … OC-437."""
    who = fighter(naming, fact["unit"], attack=fact["attack"], first=True)
    target = fighter(naming, fact["target"])
    weapon = piece(naming, fact["attack"])
    if not fact["rolled"]:
        return Told((who, " deals no damage to ", target, " with ", weapon, "."))
    parts = [
        f"{fact[member]} {what}"
        for member, what in (
            ("forgone", "given up for the block"),
            ("absorbed", "absorbed by chits"),
            ("health", "health lost"),
        )
        if fact.get(member)
    ]
    over = fact["rolled"] - fact["forgone"] - fact["absorbed"] - fact["health"]
    if over > 0:
        parts.append(f"{over} excess")
    told = f": {listed(parts)}." if parts else "."
    return Told((who, f" deals {fact['rolled']} damage to ", target, " with ", weapon, told))


def _segment_resolved(fact: Message, naming: Naming) -> Told:
    return Told((f"{SEGMENTS[fact['segment']]} is resolved.",))


def _unit_killed(fact: Message, naming: Naming) -> Told:
    """OC-438."""
    unit = fact["unit"]
    dead = fighter(naming, unit, type=fact.get("type") or "", first=True)
    by = fighters(naming, fact.get("by", ()))
    says = (dead, *(somewhere(naming, fact.get("location")) if fact.get("location") else ()))
    return Told(
        (*says, " is killed", *((" by ", *by) if by else ()), "."),
        "chaos" if seat_of_hero_unit(unit) is not None else "score",
    )


def _unit_changed(fact: Message, naming: Naming) -> Told:
    changes = [
        f"{'gains' if fact[member] > 0 else 'loses'} {abs(fact[member])} {thing}"
        for member, thing in (("chits", "chits"), ("health", "health"), ("track", "on the battle track"))
        if fact.get(member)
    ]
    changes = [text.replace(" 1 chits", " 1 chit") for text in changes]
    known = naming.components.get(fact.get("cause", ""))
    cause: Says = (" by ", Run(known.name, piece=fact["cause"])) if known is not None else ()
    return Told(
        (fighter(naming, fact["unit"], first=True), f" {listed(changes) or 'is the same'}", *cause, ".")
    )


def _battle_stopped(fact: Message, naming: Naming) -> Told:
    return Told(("The battle ends after this is resolved.",))


def _block_settled(fact: Message, naming: Naming) -> Told:
    """OC-423."""
    paid = [
        f"{number} {what}"
        for number, what in (
            (fact["chits"], "chit" if fact["chits"] == 1 else "chits"),
            (fact["health"], "health"),
        )
        if number
    ]
    blocker = fighter(naming, fact["unit"], first=True)
    return Told((blocker, f" still owes {fact['debt']} for its block and loses {listed(paid) or 'nothing'}."))


def _retreat_began(fact: Message, naming: Naming) -> Told:
    queue = seats(naming, fact["queue"]) or ("Nobody",)
    return Told((*queue, " may retreat."))


def _stayed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " stays in the battle."))


def _retreated(fact: Message, naming: Naming) -> Told:
    ends = " and escapes" if fact["ok"] else " and fails"
    to: Says = (" to ", place(naming, fact["to"])) if fact["ok"] and fact.get("to") else ()
    return Told((naming.seat(fact["seat"]), f" rolls {shown(fact.get('dice', ()))}{ends}", *to, "."))


def _round_began(fact: Message, naming: Naming) -> Told:
    joined = fighters(naming, [unit["id"] for unit in fact.get("joined", ())])
    return Told(
        (f"Round {fact['round']} of the battle begins", *(("; now with ", *joined) if joined else ()), ".")
    )


def _battle_ended(fact: Message, naming: Naming) -> Told:
    where = somewhere(naming, fact.get("location"))
    left = fighters(naming, (*fact.get("order_left", ()), *fact.get("chaos_left", ())))
    rounds = counted(fact["rounds"], "round")
    why = {
        "retreat": " because its hero retreats",
        "effect": " because of a card text",
        "dropped": " because it is dropped",
        "final": " for the final battle",
    }.get(fact["cause"], "")
    stand = ("; ", *left, " is left." if len(left) == 1 else " are left.") if left else ("; nobody is left.",)
    return Told(("The battle", *where, f" is over after {rounds}{why}", *stand))


BATTLE_FACTS: Mapping[str, FactWords] = {
    "battle_caused": _battle_caused,
    "battle_dropped": _battle_dropped,
    "battle_started": _battle_started,
    "weapons_selected": _weapons_selected,
    "block_step_began": _block_step_began,
    "blocks_declared": _blocks_declared,
    "segment_began": _segment_began,
    "targets_declared": _targets_declared,
    "attack_rolled": _attack_rolled,
    "die_changed": _die_changed,
    "gains_taken": _gains_taken,
    "damage_dealt": _damage_dealt,
    "segment_resolved": _segment_resolved,
    "unit_killed": _unit_killed,
    "unit_changed": _unit_changed,
    "battle_stopped": _battle_stopped,
    "block_settled": _block_settled,
    "retreat_began": _retreat_began,
    "stayed": _stayed,
    "retreated": _retreated,
    "round_began": _round_began,
    "battle_ended": _battle_ended,
    **FINAL_FACTS,
}
