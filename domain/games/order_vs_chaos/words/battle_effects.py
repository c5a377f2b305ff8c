"""The log: facts of battles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.order_vs_chaos.state import seat_of_hero_unit
from domain.games.order_vs_chaos.words.battle_entries import STAYS, change_of_a_die
from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message, fighter, fighters, gains
from domain.games.order_vs_chaos.words.final_effects import FINAL_FACTS
from domain.kernel import (
    FactWords,
    Json,
    Naming,
    Run,
    Says,
    Sentences,
    Told,
    by_value,
    counted,
    figure,
    listed,
    listed_runs,
)

CAUSES = {
    "retreat": " because its hero retreats",
    "effect": " because of a card text",
    "dropped": " because it is dropped",
    "final": " for the final battle",
}


def _side(side: str) -> Callable[[Naming, Sequence[Json]], Says]:
    """The units of a side with the chits that they are dealt (OC-404)."""

    def dealt(naming: Naming, units: Sequence[Json]) -> Says:
        own = [unit for unit in units if unit["side"] == side]
        says: list[str | Run] = []
        for number, unit in enumerate(own):
            if number:
                says.append(" and " if number == len(own) - 1 else ", ")
            says.append(fighter(naming, unit["id"], type=unit["type"]))
            says.append(f" ({counted(unit.get('chits', 0), 'chit')})")
        return tuple(says)

    return dealt


def _attacks(naming: Naming, attacks: Sequence[Json]) -> Says:
    runs = []
    for one in attacks:
        who = fighter(naming, one["unit"], attack=one["attack"])
        runs.append(Run(f"{naming.name(one['attack'])} of {who.text}", who.place, who.piece, who.seat))
    return listed_runs(runs)


def _taken(naming: Naming, fact: Message) -> str:
    return listed(
        [
            f"{figure(fact[member])} {thing if fact[member] == 1 else things}"
            for member, thing, things in (
                ("chits", "chit", "chits"),
                ("health", "health", "health"),
                ("track", "step on the battle track", "steps on the battle track"),
            )
            if fact.get(member)
        ]
    )


def _dealt(naming: Naming, fact: Message) -> str:
    """OC-435 … OC-437."""
    if not fact["rolled"]:
        return ""
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
    return listed(parts)


def _changes(naming: Naming, fact: Message) -> str:
    changes = [
        f"{gains(fact[member])} {thing}"
        for member, thing in (("chits", "chits"), ("health", "health"), ("track", "on the battle track"))
        if fact.get(member)
    ]
    return listed([text.replace(" 1 chits", " 1 chit") for text in changes])


def _paid(naming: Naming, fact: Message) -> str:
    """OC-423."""
    parts = [counted(fact["chits"], "chit")] if fact["chits"] else []
    return listed([*parts, f"{fact['health']} health"] if fact["health"] else parts)


def _left(naming: Naming, fact: Message) -> Says:
    left = fighters(naming, (*fact.get("order_left", ()), *fact.get("chaos_left", ())))
    return (*left, " is" if len(left) == 1 else " are") if left else ()


told = Sentences(
    {
        **SENTENCES.kinds,
        "order": _side("order"),
        "chaos": _side("chaos"),
        "attacks": _attacks,
        "targets": lambda naming, targets: fighters(naming, dict.fromkeys(targets.values())),
        "change": change_of_a_die,
        "taken": _taken,
        "dealt": _dealt,
        "changes": _changes,
        "paid": _paid,
        "units": lambda naming, units: fighters(naming, [unit["id"] for unit in units]),
        "rounds": lambda _, number: counted(number, "round"),
        "ending": lambda _, cause: CAUSES.get(cause, ""),
        "left": _left,
        "dead": lambda naming, fact: fighter(naming, fact["unit"], type=fact.get("type") or "", first=True),
    }
).fact

AGAINST = "[{units:order}|nobody] against [{units:chaos}|nobody]"
KILLED = "{:dead}[ in {location}] is killed[ by {by:fighters}]."
HERO_KILLED, MONSTER_KILLED = told(KILLED, "chaos"), told(KILLED, "score")


def _unit_killed(fact: Message, naming: Naming) -> Told:
    """OC-438."""
    is_hero = seat_of_hero_unit(fact["unit"]) is not None
    return (HERO_KILLED if is_hero else MONSTER_KILLED)(fact, naming)


BATTLE_FACTS: Mapping[str, FactWords] = {
    "battle_caused": told("A battle is pending in {location}."),
    "battle_dropped": told("The pending battle in {location} is dropped."),
    "battle_started": by_value(
        "kind",
        {
            "screen": told(f"The final battle begins: {AGAINST}.", "chaos"),
            "arch": told(f"The fight with the arch enemy begins: {AGAINST}.", "chaos"),
        },
        told(f"A battle begins[ in {{location}}]: {AGAINST}.", "chaos"),
    ),
    "weapons_selected": told("{seat} fights with [{weapons:cards}|nothing]."),
    "block_step_began": told("Fighters with fewer chits than armor may block."),
    "blocks_declared": told("Blocks are declared by [{debts:fighters}|nobody]."),
    "segment_began": told("{segment}: [{attacks}|no attack]."),
    "targets_declared": told("{:who acts} aims at {targets}."),
    "attack_rolled": told(
        "{:who acts} [{flat:if}deals the printed damage of {attack:card} without a roll"
        "|rolls {attack:card}: [{dice}|no dice]]."
    ),
    "die_changed": told("{:who acts}: {:change}."),
    "gains_taken": told("{:who acts} gains [{:taken}|nothing] with {attack:card}."),
    "damage_dealt": told(
        "{:who acts} deals [{rolled:if}{rolled}|no] damage to {target:fighter} with {attack:card}"
        "[: {:dealt}]."
    ),
    "segment_resolved": told("{segment} is resolved."),
    "unit_killed": _unit_killed,
    "unit_changed": told("{:who acts} [{:changes}|is the same][ by {cause}]."),
    "battle_stopped": told("The battle ends after this is resolved."),
    "block_settled": told("{:who acts} still owes {debt} for its block and loses [{:paid}|nothing]."),
    "retreat_began": told("[{queue:seats}|Nobody] may retreat."),
    "stayed": told(STAYS),
    "retreated": told("{seat} rolls {dice} and [{ok:if}escapes[ to {to:location}]|fails]."),
    "round_began": told("Round {round} of the battle begins[; now with {joined:units}]."),
    "battle_ended": told(
        "The battle[ in {location}] is over after {rounds}{cause:ending}; [{:left}|nobody is] left."
    ),
    **FINAL_FACTS,
}
