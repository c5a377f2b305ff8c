"""What lies before each seat: its hero with health, stamina and tracks, its items, tokens and event cards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos.components.document import HeroSheet
from domain.games.order_vs_chaos.state import FIGURES_OF_A_TYPE
from domain.games.order_vs_chaos.words.asking import acting
from domain.games.order_vs_chaos.words.names import SIDES, box_of
from domain.games.order_vs_chaos.words.printed import ability_text
from domain.kernel import UNKNOWN, Card, Json, Line, Naming, SeatPanel, counted

NEAR_DEATH = 3
DEEDS = (
    ("opened", "Cards revealed", "map"),
    ("rifts_closed", "Rifts closed", "flame"),
    ("delivered", "Tokens delivered", "package-check"),
    ("shrines_destroyed", "Shrines destroyed", "heart"),
)
ICONS = {"move": "footprints", "attack": "swords", "armor": "shield", "health": "heart"}


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise. Nobody has points: both sides win or lose together (OC-602, OC-603)."""
    acts = acting(view, naming)
    winner = None if view["result"] is None else view["result"]["winner"]
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            lines=tuple(_lines(view, hero, naming)),
            cards=tuple(_cards(hero, naming)),
            active=seat in acts,
            winner=hero["side"] == winner,
            role=None if hero["hero"] is None else naming.name(hero["hero"]),
        )
        for seat, hero in view["seats"].items()
    )


def _lines(view: Json, hero: Json, naming: Naming) -> Iterator[Line]:
    if hero["hero"] is None:
        sign = "shield" if hero["side"] == "order" else "skull"
        yield Line("Side", SIDES[hero["side"]], sign, short=True)
        return
    health = hero["health"]
    yield Line("Health", str(health), "heart", alarm=health <= NEAR_DEATH, short=True)
    if hero["side"] == "chaos":
        yield Line("Tokens", str(hero["tokens"]), "gem", short=True)
    else:
        yield Line("Stamina", str(hero["stamina"]), "zap", short=True)
    yield Line("Hero", f"{naming.name(hero['hero'])}, {SIDES[hero['side']]}", "user")
    if not hero["alive"]:
        yield Line("Fate", "dead", "skull", alarm=True)
    if view["result"] is None:
        yield from _able(view, hero, naming)
    yield from _done(hero)


def _able(view: Json, hero: Json, naming: Naming) -> Iterator[Line]:
    """Where the hero stands and what it can do, as long as the game goes on."""
    if hero["location"] is not None:
        yield Line("Position", naming.name(hero["location"]), "map-pin")
    if hero["xp_pending"]:
        yield Line("XP to spend", str(hero["xp_pending"]), "sparkles", alarm=True)
    yield from _tracks(hero, box_of(naming).heroes[hero["hero"]])
    if hero["side"] == "order":
        return
    yield Line("Stamina", str(hero["stamina"]), "zap")
    type = hero["monster_type"]
    if type is not None:
        left = f"{figures_left(view, type)} of {FIGURES_OF_A_TYPE} off the map"
        yield Line("Monsters", f"{naming.name(type)}, {left}", "skull")
    if hero["special_tokens"]:
        yield Line("Special tokens", str(hero["special_tokens"]), "star")


def _done(hero: Json) -> Iterator[Line]:
    """What the hero has done, as far as it has done anything."""
    for member, label, icon in DEEDS:
        if hero.get(member):
            yield Line(label, str(hero[member]), icon)
    if hero["deaths"]:
        yield Line("Died", counted(hero["deaths"], "time"), "skull")


def figures_left(view: Json, type: str) -> int:
    """How many figures of a monster type are not on the map (OC-340, OC-344)."""
    used: int = sum(place["monsters"].count(type) for place in view["locations"].values())
    return FIGURES_OF_A_TYPE - used


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
            yield Card(None, "An unknown event card", back=True)
        else:
            yield face(card, naming)


def face(card: str, naming: Naming) -> Card:
    """A weapon with its dice, equipment or an event card, face up."""
    name = naming.components[card]
    return Card(card, name.name, name.value, name.text.rstrip("."), "dices" if name.value else None)


def _tracks(hero: Json, sheet: HeroSheet) -> Iterator[Line]:
    """The tracks of the hero's sheet: what it is worth now, and what the next XP bring (OC-350 … OC-352)."""
    for track, boxes in sheet.tracks.items():
        name = "Full health" if track == "health" else track.capitalize()
        yield Line(name, _track(boxes, hero["xp"].get(track, 0)), ICONS.get(track))
    if sheet.slots is not None:
        left = sheet.slots.locked - hero["slots_unlocked"]
        used = f"{len(hero['equipment'])} of {hero['equipment_slots']}"
        yield Line("Equipment slots", f"{used} used{f', {left} locked' if left else ''}", "box")


def _track(boxes: tuple[int, ...], xp: int) -> str:
    """`2; 3 with 1 XP, 4 with 3 XP`: the box that is uncovered, and those that would be."""
    steps = [
        f"{boxes[at]} with {at - xp} XP" for at in range(xp + 1, len(boxes)) if boxes[at] > boxes[at - 1]
    ]
    room = len(boxes) - 1 - xp
    return f"{boxes[xp]}; {', '.join(steps) or (f'nothing more in {room} XP' if room else 'full')}"
