"""What lies before each seat: its hero with health, stamina and tracks, its items, tokens and event cards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.components.document import STATS
from domain.games.order_vs_chaos.state import FIGURES_OF_A_TYPE
from domain.games.order_vs_chaos.words.names import SIDES, box_of, counted
from domain.games.order_vs_chaos.words.printed import ability_text
from domain.kernel import UNKNOWN, Card, Json, Line, Mark, Naming, SeatPanel, Track, Zone

NEAR_DEATH = 3


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise. Nobody has points: both sides win or lose together (OC-602, OC-603)."""
    winner = None if view["result"] is None else view["result"]["winner"]
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            lines=tuple(_lines(view, hero, naming)),
            cards=tuple(_cards(hero, naming)),
            active=seat == view["active"],
            winner=hero["side"] == winner,
        )
        for seat, hero in view["seats"].items()
    )


def _lines(view: Json, hero: Json, naming: Naming) -> Iterator[Line]:
    if hero["hero"] is None:
        yield Line("Side", SIDES[hero["side"]], "users", short=True)
        return
    health = f"{hero['health']}/{hero['max_health']}"
    yield Line("Health", health, "heart", alarm=hero["health"] <= NEAR_DEATH, short=True)
    yield Line("Stamina", str(hero["stamina"]), "zap", short=True)
    if hero["side"] == "chaos":
        yield Line("Tokens", str(hero["tokens"]), "gem", short=bool(hero["tokens"]))
    yield Line("Hero", f"{naming.name(hero['hero'])}, {SIDES[hero['side']]}", "user")
    if not hero["alive"]:
        yield Line("Fate", "dead", "skull", alarm=True)
    elif hero["location"] is not None:
        yield Line("Stands in", naming.name(hero["location"]), "map-pin")
    yield Line("Move, attack, armor", f"{hero['move']}, {hero['attack']}, {hero['armor']}", "shield")
    if hero["xp_pending"]:
        yield Line("XP to allot", str(hero["xp_pending"]), "sparkles", alarm=True)
    yield from _of_order(hero) if hero["side"] == "order" else _of_chaos(view, hero, naming)
    if hero["deaths"]:
        yield Line("Died", counted(hero["deaths"], "time"), "skull")


def _of_order(hero: Json) -> Iterator[Line]:
    used = f"{len(hero['equipment'])} of {hero['equipment_slots']}"
    yield Line("Equipment slots used", used, "box")
    yield Line("Rifts closed", str(hero["rifts_closed"]), "flame")


def _of_chaos(view: Json, hero: Json, naming: Naming) -> Iterator[Line]:
    type = hero["monster_type"]
    if type is not None:
        left = f"{figures_left(view, type)} of {FIGURES_OF_A_TYPE} off the map"
        yield Line("Monsters", f"{naming.name(type)}, {left}", "skull")
    if hero["special_tokens"]:
        yield Line("Special tokens", str(hero["special_tokens"]), "star")
    delivered, destroyed = hero["delivered"], hero["shrines_destroyed"]
    yield Line("Tokens delivered", str(delivered), "package-check")
    if destroyed:
        yield Line("Shrines destroyed", str(destroyed), "heart")


def figures_left(view: Json, type: str) -> int:
    """How many figures of a monster type are not on the map (OC-340, OC-344)."""
    return FIGURES_OF_A_TYPE - sum(
        place["monsters"].count(type) for place in view["locations"].values()
    )


def _cards(hero: Json, naming: Naming) -> Iterator[Card]:
    """The hero's sheet, what it fights with, what it carries, the event cards that it keeps."""
    if hero["hero"] is not None:
        sheet = box_of(naming).heroes[hero["hero"]]
        yield Card(sheet.id, sheet.name, text=". ".join(map(ability_text, sheet.abilities)).rstrip("."))
        yield from (face(attack.id, naming) for attack in sheet.attacks)
    for item in (*hero.get("weapons", ()), *hero.get("equipment", ())):
        yield face(item, naming)
    kept = hero.get("kept", ())
    for card in [None] * kept if isinstance(kept, int) else kept:
        if card is None:
            yield Card(None, "An event card", back=True)
        elif card == UNKNOWN:
            yield Card(None, "An event card, not named yet", back=True)
        else:
            yield face(card, naming)


def face(card: str, naming: Naming) -> Card:
    """A weapon with its dice, equipment or an event card, face up."""
    name = naming.components[card]
    return Card(card, name.name, name.value, name.text.rstrip("."), "dices" if name.value else None)


def mats(view: Json, naming: Naming) -> Iterator[Zone]:
    """The tracks of each hero's sheet: what the next XP brings (OC-350, OC-351)."""
    for rank, (seat, hero) in enumerate(view["seats"].items(), start=50):
        if hero["hero"] is not None:
            sheet = box_of(naming).heroes[hero["hero"]]
            yield Zone(
                f"sheet:{seat}",
                f"Tracks of {sheet.name}",
                "mat",
                rank,
                note=", ".join(f"{stat} {_value(hero, stat)}" for stat in STATS),
                of=seat,
                folded=not hero["xp_pending"],
                tracks=tuple(
                    _track(seat, stat, boxes, hero["xp"].get(stat, 0), naming)
                    for stat, boxes in sheet.tracks.items()
                ),
                lines=() if sheet.slots is None else (_slots(hero, sheet.slots.locked),),
            )


def _value(hero: Json, stat: str) -> str:
    return str(hero["max_health" if stat == "health" else stat])


def _track(seat: str, stat: str, boxes: tuple[int, ...], xp: int, naming: Naming) -> Track:
    return Track(
        f"{seat}:{stat}",
        stat.capitalize(),
        0,
        len(boxes) - 1,
        (Mark(xp, naming.seat(seat).text, seat),),
        {str(step): str(value) for step, value in enumerate(boxes)},
    )


def _slots(hero: Json, locked: int) -> Line:
    left = locked - hero["slots_unlocked"]
    return Line("Equipment slots", f"{hero['equipment_slots']} open, {left} locked: 1 XP each", "box")
