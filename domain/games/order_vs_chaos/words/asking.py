"""What is asked now: of the table and seats in the setup, of whoever owes something, of the seat in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.order_vs_chaos.components.document import SEGMENTS
from domain.games.order_vs_chaos.state import hero_unit
from domain.games.order_vs_chaos.words.names import box_of
from domain.games.order_vs_chaos.words.table import foes_at, short_name
from domain.kernel import Json, Naming, Says, capitalized, counted, listed

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
    return frozenset(() if view["active"] is None else (view["active"],))


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
