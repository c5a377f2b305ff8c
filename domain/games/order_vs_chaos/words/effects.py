"""The log: each fact as a sentence, as it follows from an action or is part of a correction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.order_vs_chaos.state import MOST_DOOM, seat_of_hero_unit
from domain.games.order_vs_chaos.words.entries import MOVES, NAMES_EVENT, STARTS, STAYS, change_of_a_die
from domain.games.order_vs_chaos.words.names import (
    SENTENCES,
    SIDES,
    Message,
    fighter,
    fighters,
    gains,
    piece,
    place,
    track_name,
)
from domain.kernel import (
    FactWords,
    Json,
    Naming,
    Run,
    Says,
    Sentences,
    Told,
    by_value,
    capitalized,
    counted,
    figure,
    listed,
    listed_runs,
)

# The log: facts of the final battle and of the end.


def _healths(naming: Naming, healths: Mapping[str, int]) -> str:
    return listed([f"{naming.seat(seat).text} {health}" for seat, health in healths.items()])


def _monsters(naming: Naming, healths: Mapping[str, int]) -> str:
    return listed([f"{naming.seat(seat).text}’s monster {health}" for seat, health in healths.items()])


told_of_final = Sentences({**SENTENCES.kinds, "healths": _healths, "monsters": _monsters}).fact

FINAL_FACTS: Mapping[str, FactWords] = {
    "final_began": told_of_final("Chaos doom is full. Turns end and the final battle begins.", "chaos"),
    "final_prepared": told_of_final(
        "Health before the final battle: {heroes:healths}; {monsters}; the arch enemy {arch_health}."
    ),
    "doom_damage_taken": told_of_final(
        "{seat}[{hero:if}{monster:if} loses {hero} and the monster {monster}"
        "|{monster:if}’s monster loses {monster}| loses {hero}] health to Order’s doom."
    ),
    "stage_began": by_value(
        "stage",
        {"arch": told_of_final("The arch enemy fights next.")},
        told_of_final("Chaos heroes and monsters fight before the arch enemy."),
    ),
    "game_won": by_value(
        "reason",
        {
            "arch_enemy_dead": told_of_final("{side} wins: the arch enemy is dead.", "score"),
            "order_dead": told_of_final("{side} wins: every Order hero is dead.", "score"),
        },
        told_of_final("{side} wins: the game is over.", "score"),
    ),
}
"""OC-611 … OC-614."""


# The log: facts of battles.

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


told_of_battle = Sentences(
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
HERO_KILLED, MONSTER_KILLED = told_of_battle(KILLED, "chaos"), told_of_battle(KILLED, "score")


def _unit_killed(fact: Message, naming: Naming) -> Told:
    """OC-438."""
    is_hero = seat_of_hero_unit(fact["unit"]) is not None
    return (HERO_KILLED if is_hero else MONSTER_KILLED)(fact, naming)


BATTLE_FACTS: Mapping[str, FactWords] = {
    "battle_caused": told_of_battle("A battle is pending in {location}."),
    "battle_dropped": told_of_battle("The pending battle in {location} is dropped."),
    "battle_started": by_value(
        "kind",
        {
            "screen": told_of_battle(f"The final battle begins: {AGAINST}.", "chaos"),
            "arch": told_of_battle(f"The fight with the arch enemy begins: {AGAINST}.", "chaos"),
        },
        told_of_battle(f"A battle begins[ in {{location}}]: {AGAINST}.", "chaos"),
    ),
    "weapons_selected": told_of_battle("{seat} fights with [{weapons:cards}|nothing]."),
    "block_step_began": told_of_battle("Fighters with fewer chits than armor may block."),
    "blocks_declared": told_of_battle("Blocks are declared by [{debts:fighters}|nobody]."),
    "segment_began": told_of_battle("{segment}: [{attacks}|no attack]."),
    "targets_declared": told_of_battle("{:who acts} aims at {targets}."),
    "attack_rolled": told_of_battle(
        "{:who acts} [{flat:if}deals the printed damage of {attack:card} without a roll"
        "|rolls {attack:card}: [{dice}|no dice]]."
    ),
    "die_changed": told_of_battle("{:who acts}: {:change}."),
    "gains_taken": told_of_battle("{:who acts} gains [{:taken}|nothing] with {attack:card}."),
    "damage_dealt": told_of_battle(
        "{:who acts} deals [{rolled:if}{rolled}|no] damage to {target:fighter} with {attack:card}"
        "[: {:dealt}]."
    ),
    "segment_resolved": told_of_battle("{segment} is resolved."),
    "unit_killed": _unit_killed,
    "unit_changed": told_of_battle("{:who acts} [{:changes}|is the same][ by {cause}]."),
    "battle_stopped": told_of_battle("The battle ends after this is resolved."),
    "block_settled": told_of_battle(
        "{:who acts} still owes {debt} for its block and loses [{:paid}|nothing]."
    ),
    "retreat_began": told_of_battle("[{queue:seats}|Nobody] may retreat."),
    "stayed": told_of_battle(STAYS),
    "retreated": told_of_battle("{seat} rolls {dice} and [{ok:if}escapes[ to {to:location}]|fails]."),
    "round_began": told_of_battle("Round {round} of the battle begins[; now with {joined:units}]."),
    "battle_ended": told_of_battle(
        "The battle[ in {location}] is over after {rounds}{cause:ending}; [{:left}|nobody is] left."
    ),
    **FINAL_FACTS,
}


# The log: facts about items, event cards, duties and texts.

VIAS = {"reward": " as a reward", "visit": " from the quartermaster", "overflow": " for full Order doom"}
DISCARDS = {
    "used": ", used up",
    "room": " to make room",
    "thrown": ", thrown",
}

PILES = {"deck": "the deck", "display": "the quartermaster", "discard": "the discard"}


def _item_moved(fact: Message, naming: Naming) -> Told:
    giver, taker = fact.get("giver"), fact.get("taker")
    out_of = PILES[fact["out_of"]] if giver is None else naming.seat(giver)
    into = PILES[fact["into"]] if taker is None else naming.seat(taker)
    return Told((piece(naming, fact["item"]), " goes from ", out_of, " to ", into, "."))


owed = Sentences(
    {
        **SENTENCES.kinds,
        "event cards": lambda _, number: counted(number, "event card"),
        "gains": lambda _, number: counted(number, "gain"),
    }
).fact

DUTIES = by_value(
    "kind",
    {
        "place_monster": owed("a monster must be placed[ in {location}]"),
        "surplus_monster": owed("two monsters are[ in {location}]; Order discards one"),
        "draw_event": owed("[{seat}|a seat] must draw [{n:event cards}|0 event cards]"),
        "resolve_event": owed("[{seat}|a seat] resolves [{card}|an event card]"),
        "take_reward": owed("[{candidates:seats}|nobody] may take an item for the kill"),
        "resurrect": owed("[{seat}|a seat] chooses a start space to return on"),
        "overflow_gain": owed("[{seat}|a seat] may take [{n:gains}|0 gains] for full Order doom"),
    },
    owed("Order divides its doom among Chaos heroes and monsters"),
)
"""OC-211: who owes what, of a duty."""


def _owed(naming: Naming, duty: Json) -> Says:
    return DUTIES(duty, naming).says


def _begun(naming: Naming, duty: Json) -> Says:
    first, *others = (run for run in _owed(naming, duty) if run)
    return (first if isinstance(first, Run) else capitalized(first), *others)


told_of_cards = Sentences(
    {
        **SENTENCES.kinds,
        "via": lambda _, via: VIAS.get(via, ""),
        "discarded": lambda _, cause: DISCARDS.get(cause, ""),
        "owed": _owed,
        "Owed": _begun,
    }
).fact

SPLIT = "[{split:if}; its side did not agree]"
"""OC-213."""

CARD_FACTS: Mapping[str, FactWords] = {
    "item_gained": told_of_cards("{seat} takes {item:card}{via}."),
    "item_discarded": told_of_cards("{seat} discards {item:card}{cause:discarded}."),
    "item_moved": _item_moved,
    "display_items_discarded": told_of_cards("The quartermaster discards [{items:cards}|nothing]."),
    "event_drawn": told_of_cards(
        "{seat} draws [{card:event}|an event card]"
        "[{reshuffled:if} from the reshuffled discard][{keep:if} and keeps it]."
    ),
    "event_named": told_of_cards(NAMES_EVENT),
    "event_resolved": told_of_cards(f"{{card}} is discarded{SPLIT}."),
    "event_played": told_of_cards(f"{{seat}} plays [{{card}}|an event card]{SPLIT}."),
    "manual_effects": told_of_cards("Resolved by the players: {source}.", "flag"),
    "duty_raised": told_of_cards("{duty:Owed}."),
    "duty_done": told_of_cards("[{lapsed:if}No effect|Done]: {duty:owed}."),
}
"""OC-803: a kept card is named to who may know it."""


# The log: facts of heroes.


def _special_tokens(naming: Naming, number: int) -> str:
    return f"{'gets back' if number >= 0 else 'spends'} {counted(abs(number), 'special token')}"


def _pays(naming: Naming, fact: Message) -> str:
    """`pays 1 stamina`, where an ability costs it."""
    known = naming.components.get(fact["cause"])
    pays = fact["delta"] < 0 and known is not None and known.of == "ability"
    return f"pays {-fact['delta']} stamina" if pays else ""


def _xp_set(fact: Message, naming: Naming) -> Told:
    """Each track that XP lies on, the slots, and what is left to spend."""
    placed = {track_name(track): number for track, number in fact["xp"].items()}
    if fact.get("slots"):
        placed["equipment slots"] = fact["slots"]
    lie = listed([f"{number} on {name}" for name, number in placed.items()]) or "none on any track"
    return Told((naming.seat(fact["seat"]), f" has {fact['pending']} XP to spend and {lie}."))


told_of_heroes = Sentences(
    {
        **SENTENCES.kinds,
        "tracks": lambda _, tracks: listed([*map(track_name, tracks)]),
        "special tokens": _special_tokens,
        "pays": _pays,
        "moves": lambda _, number: counted(number, "move") if number else "no moves",
        "cards": lambda _, number: counted(number, "card") if number else "no card",
        "rifts": lambda _, number: counted(number, "rift") if number else "no rift",
        "shrines": lambda _, number: counted(number, "shrine") if number else "no shrine",
    }
).fact

HERO_FACTS: Mapping[str, FactWords] = {
    "xp_gained": told_of_heroes("{seat} gains {n} XP."),
    "xp_lost": told_of_heroes(
        "{seat} loses {n} XP"
        " [{converted:if}for which there is no box: tokens come for it|without a box for it]."
    ),
    "xp_allotted": told_of_heroes("{seat} spends {targets:number} XP on {targets:tracks}."),
    "xp_set": _xp_set,
    "deeds_set": by_value(
        "deed",
        {
            "opened": told_of_heroes("{seat} has revealed {n:cards}."),
            "rifts_closed": told_of_heroes("{seat} has closed {n:rifts}."),
            "delivered": told_of_heroes("{seat} has delivered {n:tokens}."),
        },
        told_of_heroes("{seat} has destroyed {n:shrines}."),
    ),
    "moves_used_set": told_of_heroes("{seat} has used {n:moves} this turn."),
    "hero_moved": by_value(
        "how",
        {
            "retreat": told_of_heroes("{seat} retreats to {to:location}."),
            "effect": told_of_heroes("{seat} is moved to {to:location}."),
        },
        told_of_heroes(MOVES),
    ),
    "enemies_passed": told_of_heroes("{seat} may pass the enemies in {location} this turn."),
    "turn_lost": told_of_heroes("Nothing is left to {seat} but to end the turn."),
    "health_changed": told_of_heroes("{seat} {delta:gains} health[ by {cause}]."),
    "stamina_changed": told_of_heroes("{seat} [{:pays}|{delta:gains} stamina[ by {cause}]]."),
    "special_tokens_changed": told_of_heroes("{seat} {delta:special tokens}."),
    "hero_died": told_of_heroes(
        "{seat}’s hero is dead[{returns:if}; it returns on a start| for good].", "chaos"
    ),
    "hero_resurrected": told_of_heroes(
        "{seat} returns [on {location}|before the arch enemy] with {health} health."
    ),
}


# The log: each fact of setup and map, as it follows from an action or stands in a correction.

told = SENTENCES.fact

SUPPLY = "supply"
DOOM_CAUSES = {
    "delivery": "for a delivery",
    "shrine": "for the destroyed shrine",
    "death": "for a death of Order",
    "rift": "for the closed rift",
}


def _token_moved(fact: Message, naming: Naming) -> Told:
    tokens = counted(fact["n"], "token")
    goes = "goes" if fact["n"] == 1 else "go"
    giver, taker = seat_of_hero_unit(fact["origin"]), seat_of_hero_unit(fact["to"])
    origin: Says = ()
    if giver is not None:
        origin = (" of ", naming.seat(giver))
    elif fact["origin"] != SUPPLY:
        origin = (" in ", place(naming, fact["origin"]))
    if taker is not None:
        verb = " gains " if fact["origin"] == SUPPLY else " takes "
        return Told((naming.seat(taker), verb, tokens, *origin, "."))
    if fact["to"] == SUPPLY:
        return Told((tokens, *origin, f" {goes} to the supply."))
    come = "comes" if fact["n"] == 1 else "come"
    verb = f" {come} to " if fact["origin"] == SUPPLY else f" {goes} to "
    return Told((tokens, *origin, verb, place(naming, fact["to"]), "."))


def _doom_changed(fact: Message, naming: Naming) -> Told:
    """OC-601: the final battle begins where Chaos doom is full."""
    side, after = fact["side"], fact["after"]
    verb = "rises" if after >= fact["before"] else "falls"
    why = DOOM_CAUSES.get(fact["cause"], "")
    text = f"{SIDES[side]} doom {verb} to {figure(after)} of {MOST_DOOM}{f' {why}' if why else ''}."
    return Told((text,), "chaos" if (side == "chaos") == (verb == "rises") else "score")


FACTS: Mapping[str, FactWords] = {
    "map_chosen": told("The map is {map:name}."),
    "arch_enemy_set": told("The arch enemy is {arch_enemy:name}."),
    "hero_chosen": told("{seat} plays {hero:name}, {health} health."),
    "monster_type_drawn": told("{seat} rolls for every {monster:name}."),
    "display_filled": told(
        "The quartermaster offers [{items:cards}|nothing][{reshuffled:if}, from the reshuffled discard]."
    ),
    "first_player_chosen": told("{seat} begins."),
    "hero_placed": told(STARTS),
    "turn_began": told("{seat}’s turn begins."),
    "card_opened": told("{location} is revealed: {card:name}."),
    "cards_swapped": told("The cards of {a:location} and {b:location} swap places."),
    "location_card_put": by_value(
        "face",
        {"up": told("{card:name} lies face up in {location}.")},
        told("{card:name} in {location} is turned face down again."),
    ),
    "card_removed": by_value(
        "how",
        {
            "closed": told("{card:name} in {location} is closed.", "score"),
            "destroyed": told("{card:name} in {location} is destroyed.", "chaos"),
        },
        told("{card:name} in {location} leaves the game.", "chaos"),
    ),
    "location_acted": told("{seat} uses the location action in {location}."),
    "rift_attacked": told("{seat} rolls {dice} in {location} and [{success:if}succeeds|fails]."),
    "token_moved": _token_moved,
    "doom_changed": _doom_changed,
    "monster_placed": told("A {type:name} appears in {location}."),
    "token_instead": told("No monster figure is left for {location}: place a token instead."),
    "monster_moved": told("The {type:name} moves from {origin:location} to {to:location}."),
    "monster_discarded": by_value(
        "cause",
        {"surplus": told("The {type:name} in {location} is discarded: only one may stay.")},
        told("The {type:name} in {location} is discarded."),
    ),
    **HERO_FACTS,
    **CARD_FACTS,
    **BATTLE_FACTS,
}
