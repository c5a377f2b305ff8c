"""What lies before each seat: resources, dice to place, Items, the character; what was dealt to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from domain.games.first_light.board_bases import farm_dice, garage_dice
from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.words.counting import RESOURCE_NAMES
from domain.games.first_light.words.names import tile_name
from domain.kernel import Card, Json, Line, Naming, SeatPanel, Zone, capitalized

RESOURCE_ICONS = {"water": "waves", "algae": "sprout", "power": "zap", "gems": "gem"}


class Faces:
    """Cards of one board: a second copy of an Item has an id of its own, so that none is there twice."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.copies: Counter[str] = Counter()

    def face(self, id: str, before: str = "", icon: str | None = None) -> Card:
        """A card, face up. before: what is told of it before its own text."""
        known = self.naming.components.get(id)
        self.copies[id] += 1
        told = "; ".join(part for part in (before, known.text if known else "") if part)
        return Card(
            id if self.copies[id] == 1 else f"{id}:{self.copies[id]}",
            self.naming.name(id),
            value=known.value if known else "",
            text=told,
            icon="star" if known and known.value else icon,
        )

    def in_force(self, id: str, what: str) -> Card:
        """A card that lies open before a seat: what it cost does not count any more."""
        card = self.face(id)
        told = card.text.partition("; ")[2] if card.text.startswith("costs ") else card.text
        return replace(card, text=f"{what}: {told}" if told else what)

    def held(self, cards: Iterable[str | None]) -> tuple[Card, ...]:
        """FL-718: cards that were not seen lie face down before their holder, too."""
        return tuple(
            Card(None, "An unnamed Item", back=True) if card is None else self.face(card) for card in cards
        )


def panels(view: Json, awaited: Callable[[str], bool], faces: Faces, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise; at the end with the sources of their scores."""
    over = view["phase"] == "finished"
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            score=str(view["result"]["scores"][seat]["total"]),
            lines=tuple(_sources(view, seat) if over else _lines(view, seat, naming)),
            cards=tuple(_cards(base, faces)),
            active=awaited(seat),
            winner=seat in view["result"]["winners"],
            role=naming.name(base["character"]) if base["character"] is not None else None,
        )
        for seat, base in view["seats"].items()
    )


def _lines(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    base = view["seats"][seat]
    if base["resources"] is not None:
        for what in RESOURCES:
            number = base["resources"][what]
            yield Line(
                RESOURCE_NAMES[what] + ("s" if what == "gems" else ""), str(number), RESOURCE_ICONS[what]
            )
    yield _dice(view, base)
    yield Line("Items in hand", str(base["hand_size"]), "gallery-horizontal-end", short=True)
    yield Line("Dice in the supply", str(base["dice_supply"]))
    farms = [str(value) for value in farm_dice(base) if value is not None]
    if farms:
        yield Line("Dice on Farms", " ".join(farms))
    for kind, title, tiles in (
        ("farm", "Farm Tiles", base["farm_tiles"]),
        ("upgrade", "Upgrade Tiles", base["upgrades"]),
    ):
        if tiles:
            names = (tile_name(naming, kind, tile).removesuffix(" tile") for tile in tiles)
            yield Line(title, ", ".join(names))
    yield Line("Harvester", naming.name(base["harvester"]), "map-pin")
    if base["character"] is None and base["character_chosen"]:
        yield Line("Character", "chosen, not revealed yet", "user")


def _sources(view: Json, seat: str) -> Iterator[Line]:
    """FL-602 … FL-606."""
    for name, points in sources(view["result"]["scores"][seat]).items():
        yield Line(name, str(points))


def sources(score: Json) -> dict[str, int]:
    """What a seat's score is made of."""
    return {
        "Negotiation": sum(score["negotiation"].values()),
        "Items": score["items_printed"] + score["items_bonus"],
        "Harvester": score["harvester"],
        "Research Base": score["garages"] + score["farms"],
        "Gems": score["gems"],
    }


def _dice(view: Json, base: Json) -> Line:
    """The dice that count in this phase."""
    waiting = [str(value) for value in garage_dice(base) if value is not None]
    if view["phase"] == "plan" and base["ready"]:
        return Line("Plan", "ready", "check", short=True)
    if waiting:
        return Line("Dice in Garages", " ".join(waiting), "dices", short=True)
    if base["has_rolled"]:
        return Line("Dice rolled", str(base["rolled"]), "dices", short=True)
    return Line("Dice in reserve", str(base["reserve"]), "dices", short=True)


def _cards(base: Json, faces: Faces) -> Iterator[Card]:
    """The hand, for who knows it (of others its size stands in the lines); then what is in force (FL-314)."""
    yield from faces.held(base.get("hand", ()))
    if base["character"] is not None:
        yield faces.in_force(base["character"], "character")
    for acquired in base["acquired"]:
        yield faces.in_force(acquired["item"], "acquired")


def dealt_zones(view: Json, rank: int, faces: Faces, naming: Naming) -> Iterator[Zone]:
    """FL-114 … FL-118: what a seat chooses from, for who knows it; of others how many cards there are."""
    for seat, base in view["seats"].items():
        name = naming.seat(seat).text
        characters = base.get("dealt_characters", ()) if base["character"] is None else ()
        if characters:
            cards = tuple(faces.face(card) for card in characters)
            yield Zone(
                f"characters:{seat}", f"Characters dealt to {name}", "cards", rank, of=seat, cards=cards
            )
        if base.get("packet"):
            cards = faces.held(base["packet"])
            yield Zone(f"packet:{seat}", f"Items passed to {name}", "cards", rank, of=seat, cards=cards)


def phase_name(phase: str) -> str:
    """`plan_event` → `Plan`."""
    return PHASES.get(phase, capitalized(phase.replace("_", " ")))


PHASES = {
    "setup_stacks": "Setup",
    "setup_characters": "Setup",
    "setup_items": "Setup",
    "setup_start_player": "Setup",
    "plan_event": "Plan",
    "plan": "Plan",
    "headquarters": "Headquarters",
    "schemes": "Schemes",
    "garages": "Execute",
    "harvest": "Harvest",
    "rest": "Rest",
    "scoring": "Scoring",
}
