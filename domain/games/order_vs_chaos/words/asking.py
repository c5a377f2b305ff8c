"""Prompts: what the game asks of the table and each seat now; and labels of free forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.order_vs_chaos.components.document import SEGMENTS
from domain.games.order_vs_chaos.state import hero_unit
from domain.games.order_vs_chaos.words.names import box_of
from domain.games.order_vs_chaos.words.table import foes_at, short_name
from domain.kernel import Json, Naming, Says, capitalized, counted, listed

# The current questions: to the table and seats in the setup, to each seat with a duty, to the active seat.

DUTIES = {
    "assign_xp": "Spend XP",
    "draw_event": "Draw an event card",
    "resolve_event": "Resolve an event card",
    "take_reward": "Take the reward",
    "resurrect": "Return to the map",
    "overflow_gain": "Take gains",
}
STEPS = {"ranged": "ranged attacks", "melee": "melee attacks", "curse": "curses"}


def asks(view: Json, naming: Naming) -> Mapping[str, Says]:
    """By seat, "" for the table."""
    told: dict[str, list[str]] = {}
    for seat, text in _all(view, naming):
        told.setdefault(seat, []).append(text)
    return {
        seat: (capitalized("; ".join(texts)) if not seat else "; ".join(texts),)
        for seat, texts in told.items()
    }


def acting(view: Json, naming: Naming) -> frozenset[str]:
    """The seats that act now by themselves; nobody, while the table rolls, blocks or settles something."""
    if view["pending"]:
        candidates = [seat for duty in view["pending"] for seat in duty.get("candidates", ())]
        return frozenset(seat for seat, _ in _duties(view, naming) if seat) | frozenset(candidates)
    if view["battle"] is not None:
        by_seats = view["battle"]["step"] in ("weapons", "retreat")
        return frozenset(seat for seat, _ in _of_seats(view, naming)) if by_seats else frozenset()
    if view["phase"] == "setup":
        return frozenset(seat for seat, _ in _setup(view) if seat)
    return frozenset(() if view["active"] is None else (view["active"],))


def waits(view: Json, naming: Naming) -> Mapping[str, str]:
    """The seats that act by themselves."""
    return {seat: _short(view, seat) for seat in acting(view, naming)}


def _short(view: Json, seat: str) -> str:
    owed = [
        duty["kind"] for duty in view["pending"] if seat in (duty.get("seat"), *duty.get("candidates", ()))
    ]
    if owed:
        return DUTIES.get(owed[0], "Choose")
    if view["battle"] is not None:
        return "Retreat or stay" if view["battle"]["step"] == "retreat" else "Select weapons"
    hero = view["seats"][seat]
    if view["phase"] == "setup":
        chosen = (
            "Draw a monster type"
            if hero["side"] == "chaos" and hero["monster_type"] is None
            else "Place the hero"
        )
        return "Choose a hero" if hero["hero"] is None else chosen
    if view["lost"]:
        return "End the turn"
    left = hero["move"] - view["moves_used"]
    return f"{left} of {counted(hero['move'], 'move')} left" if view["step"] == "move" else "Encounter"


def _all(view: Json, naming: Naming) -> Iterator[tuple[str, str]]:
    if view["pending"]:
        owed = list(_duties(view, naming))
        yield from owed
        others = [naming.seat(seat).text for seat in dict.fromkeys(seat for seat, _ in owed) if seat]
        if view["active"] is not None and view["active"] not in (seat for seat, _ in owed):
            yield view["active"], f"waits for {listed(others) or 'the table'}"
    elif view["phase"] == "setup":
        yield from _setup(view)
    elif view["battle"] is not None:
        yield from _battle(view, naming)
    elif view["active"] is not None:
        yield view["active"], _turn(view, naming)


def _setup(view: Json) -> Iterator[tuple[str, str]]:
    missing = []
    if view["map"] is None:
        missing.append("choose the map")
    if view["arch_enemy"] is None:
        missing.append("choose the arch enemy")
    if not view["display"]:
        missing.append("fill the quartermaster")
    if view["first_player"] is None:
        missing.append("choose the first player")
    if missing:
        yield "", listed(missing)
    waiting = False
    for seat, hero in view["seats"].items():
        if hero["hero"] is None:
            waiting = True
            yield seat, "chooses a hero"
        if hero["side"] == "chaos" and hero["monster_type"] is None:
            waiting = True
            yield seat, "draws a monster type"
    if not missing and not waiting:
        seats = list(view["seats"])
        first = seats.index(view["first_player"])
        for seat in (*seats[first:], *seats[:first]):
            if view["seats"][seat]["location"] is None:
                yield seat, "places the hero"
                return


def _turn(view: Json, naming: Naming) -> str:
    hero = view["seats"][view["active"]]
    if view["lost"]:
        return "ends the turn: nothing else to do"
    left = hero["move"] - view["moves_used"]
    parts = []
    if view["step"] == "move":
        parts.append(f"{left} of {counted(hero['move'], 'move')} left")
    if hero["location"] is not None:
        foes = foes_at(view, hero["location"], hero["side"], naming)
        place = view["locations"][hero["location"]]
        if foes:
            parts.append(f"blocked by {listed(foes)}")
        elif place["face"] == "down" and not view["opened"]:
            parts.append(f"{naming.name(hero['location'])} can be revealed")
    parts.append("location action used" if view["acted"] else "location action left")
    return ", ".join(parts)


def _duties(view: Json, naming: Naming) -> Iterator[tuple[str, str]]:
    """OC-211."""
    placing = True
    for duty in view["pending"]:
        seat = duty.get("seat") or ""
        match duty["kind"]:
            case "assign_xp":
                yield seat, f"spends {duty['n']} XP"
            case "place_monster" if placing:
                placing = False
                yield "", f"Chaos places a monster in {naming.name(duty['location'])}"
            case "surplus_monster":
                yield "", f"Order discards one of two monsters in {naming.name(duty['location'])}"
            case "draw_event":
                yield seat, f"draws {counted(duty['n'], 'event card')}"
            case "resolve_event":
                yield seat, f"resolves {naming.name(duty['card'])}"
            case "take_reward":
                killers = [naming.seat(one).text for one in duty["candidates"]]
                if len(killers) == 1:
                    yield duty["candidates"][0], "takes the reward for the kill"
                else:
                    yield "", f"{listed(killers, ' or ')} takes the reward for the kill"
            case "resurrect":
                yield seat, "returns on a start space"
            case "overflow_gain":
                yield seat, f"takes {counted(duty['n'], 'gain')} for full Order doom"
            case "allot_doom_damage":
                yield "", "Order divides its doom among Chaos heroes and monsters"


def _battle(view: Json, naming: Naming) -> Iterator[tuple[str, str]]:
    battle = view["battle"]
    where = f" in {naming.name(battle['location'])}" if battle["location"] else ""
    yield "", f"battle{where}, round {battle['round']}: {_step(view)}"
    asked = set()
    for seat, text in _of_seats(view, naming):
        asked.add(seat)
        yield seat, text
    if view["active"] is not None and view["active"] not in asked:
        yield view["active"], "waits for the others in the battle"


def _step(view: Json) -> str:
    battle = view["battle"]
    match battle["step"]:
        case "weapons":
            return "weapons"
        case "block":
            return "who blocks?"
        case "retreat":
            return "retreats"
    if battle["substep"] == "targets":
        return f"targets of {STEPS[battle['step']]}"
    due = sum(one.get("dice") is None and not one.get("flat") for one in battle["attacks"])
    return f"{STEPS[battle['step']]}, {f'{due} to roll' if due else 'all rolled'}"


def _of_seats(view: Json, naming: Naming) -> Iterator[tuple[str, str]]:
    battle = view["battle"]
    if battle["step"] == "weapons":
        for id, unit in battle["units"].items():
            if id == hero_unit(unit["seat"] or "") and not unit["selected"] and _selects(view, unit, naming):
                yield unit["seat"], "selects weapons"
    elif battle["step"] == "retreat":
        for seat in battle["retreat_queue"][:1]:
            yield seat, "retreats or stays"
    elif battle["step"] in SEGMENTS:
        for id, unit in battle["units"].items():
            if id != hero_unit(unit["seat"] or ""):
                continue
            own = [one for one in battle["attacks"] if one["unit"] == id]
            aims = any(one.get("target") is None for one in own)
            rolls = [one for one in own if one.get("dice") is None and not one.get("flat")]
            if battle["substep"] == "targets" and aims:
                yield unit["seat"], "declares targets"
            elif battle["substep"] == "rolls" and rolls:
                names = listed([naming.name(one["attack"]) for one in rolls])
                targets = dict.fromkeys(one.get("target") for one in rolls if one.get("target"))
                aim = listed([short_name(view, target, naming) for target in targets])
                yield unit["seat"], f"rolls {names}{f' at {aim}' if aim else ''}"


def _selects(view: Json, unit: Json, naming: Naming) -> bool:
    """OC-410, OC-412: Order heroes, and those who pick one attack."""
    sheet = box_of(naming).heroes[unit["type"]]
    return unit["side"] == "order" or sheet.picks_one_attack


# Free forms: what facts and actions, their members and values are called where somebody fills them in.

MESSAGES = {
    "allot_doom_damage": "Divide Order’s doom",
    "apply_effects": "Resolve a text",
    "attempt_retreat": "Retreat",
    "attack_rolled": "Attack rolled",
    "battle_caused": "Battle pending",
    "battle_dropped": "Pending battle dropped",
    "battle_stopped": "Battle ended by a card text",
    "block_settled": "Block paid",
    "block_step_began": "Blocks open",
    "card_opened": "Location card revealed",
    "card_removed": "Location card left the game",
    "cards_swapped": "Location cards swapped",
    "display_filled": "Quartermaster refilled",
    "display_items_discarded": "Quartermaster discarded items",
    "discard_display_item": "Discard an item of the quartermaster",
    "deeds_set": "Deeds of a hero corrected",
    "discard_surplus_monster": "Discard one of two monsters",
    "doom_changed": "Doom changed",
    "doom_damage_taken": "Lost to Order’s doom",
    "duty_done": "Pending choice made",
    "duty_raised": "Choice pending",
    "enemies_passed": "Enemies may be passed",
    "event_drawn": "Event card drawn",
    "event_named": "Event card named",
    "event_played": "Event card played",
    "event_resolved": "Event card resolved",
    "fill_display": "Fill the quartermaster",
    "final_began": "Final battle begins",
    "final_prepared": "Health before the final battle",
    "gains_taken": "Gains of dice",
    "game_won": "Game won",
    "item_moved": "Item put right",
    "location_acted": "Location action used",
    "location_card_put": "Location card put right",
    "manual_effects": "Text resolved by the players",
    "moves_used_set": "Moves used corrected",
    "name_event": "Name an event card",
    "rift_attacked": "Rift or shrine attacked",
    "stage_began": "Stage of the final battle",
    "take_overflow": "Gain for full Order doom",
    "token_instead": "Token instead of a monster",
    "token_moved": "Tokens moved",
    "turn_lost": "Only the end of turn is left",
    "unit_changed": "Fighter changed by a card text",
    "unit_killed": "Fighter killed",
    "xp_allotted": "XP spent",
    "xp_set": "XP put right",
    "xp_lost": "XP without a free box",
}
MEMBERS = {
    "a": "The card of",
    "absorb": "Absorbing chits",
    "absorbed": "Absorbed by chits",
    "after": "Doom after",
    "arch_health": "Health of the arch enemy",
    "attack": "Attack used",
    "attacks": "Attacks",
    "b": "And the card of",
    "before": "Doom before",
    "bonus": "Gets the attack dice",
    "by": "Done by",
    "cancelled_by": "Cancelled by",
    "candidates": "Who may take it",
    "card": "Card",
    "cascade": "Also revealed",
    "cause": "Why",
    "changes": "Changed dice",
    "chaos_left": "Left of Chaos",
    "chits": "Armor chits",
    "chosen_by": "Who chooses",
    "debt": "Still owed for the block",
    "debts": "Owed for blocks",
    "decided_by": "Who decided",
    "deed": "What",
    "delta": "By how much",
    "dice": "Dice",
    "die": "Die number",
    "discard": "Discarded for it",
    "face": "New face",
    "flat": "Printed damage instead of a roll",
    "forgone": "Given up for a block",
    "giver": "From seat",
    "how": "How",
    "into": "To",
    "item": "Item",
    "items": "Items",
    "joined": "Who joins",
    "keep": "Kept",
    "known_to": "Known to",
    "lapsed": "No effect",
    "losses": "Losses",
    "method": "How it was chosen",
    "n": "Number",
    "ok": "Success",
    "op": "What happens",
    "order": "Order of a fighter’s attacks",
    "order_left": "Left of Order",
    "origin": "From",
    "out_of": "From",
    "pending": "To spend",
    "phasing": "Active hero takes part",
    "pick_up": "Pick up tokens",
    "place": "Monster placed",
    "queue": "Who may retreat, in order",
    "refill": "New in the quartermaster",
    "reshuffled": "Discard shuffled first",
    "returns": "Returns",
    "rolled": "Damage rolled",
    "shove_to": "Monster shoved to",
    "slots": "On slots",
    "source": "By which text",
    "special_tokens": "Special tokens",
    "split": "The side did not agree",
    "stage": "Stage",
    "success": "Success",
    "taker": "To seat",
    "take": "Taken items",
    "target": "Target",
    "targets": "Target",
    "assign_xp.targets": "Tracks",
    "xp_allotted.targets": "Tracks",
    "rift_attacked.target": "Rift or shrine",
    "timeout": "Chaos took too long",
    "to": "To",
    "track": "Steps on the battle track",
    "turn": "Turn",
    "type": "Monster",
    "unanimous": "The side agreed",
    "unit": "Fighter",
    "units": "Fighters",
    "via": "How",
    "weapons": "Weapons",
    "converted": "Tokens instead",
    "xp": "On tracks",
}
VALUES = {
    "bonus=": "None",
    "by=": "Nobody",
    "card=": "Drawn by Tablelog",
    "cancelled_by=": "Nobody",
    "deed=delivered": "Tokens delivered",
    "deed=opened": "Cards revealed",
    "deed=rifts_closed": "Rifts closed",
    "deed=shrines_destroyed": "Shrines destroyed",
    "dice=": "Rolled by Tablelog",
    "discard=": "Nothing",
    "gain=xp": "XP",
    "giver=": "Nobody",
    "into=display": "The quartermaster",
    "into=hero": "A hero",
    "item=": "None",
    "location=": "Before the arch enemy",
    "method=agreed": "Agreed",
    "method=chosen": "Chosen",
    "method=random": "Drawn",
    "op=cancel": "Cancelled",
    "op=exchange": "Exchanged for damage",
    "op=reroll": "Rerolled",
    "op=set": "Turned to a face",
    "origin=": "Off the map",
    "out_of=display": "The quartermaster",
    "out_of=hero": "A hero",
    "place=": "No monster",
    "shove_to=": "Nowhere",
    "taker=": "Nobody",
    "to=": "Nowhere",
    "unit=": "A hero",
}
FORMS: Mapping[str, str] = {**MESSAGES, **MEMBERS, **VALUES}
"""Anything that is not listed here is called by its own name."""

POSITIONS = frozenset({"die"})
"""Members that hold a place in a row, from 0."""
