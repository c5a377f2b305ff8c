"""What lies before each seat: resources, dice to place, Items, the character; what was dealt to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from domain.games.first_light.board_bases import garage_dice
from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.words.counting import RESOURCE_NAMES, counted, sentence
from domain.kernel import Card, Json, Line, Naming, SeatPanel, Zone

RESOURCE_ICONS = {"water": "waves", "algae": "sprout", "power": "zap", "gems": "gem"}
PLAN_PHASES = ("plan_event", "plan")


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

    def held(self, cards: Iterable[str | None]) -> tuple[Card, ...]:
        """FL-718: cards that were not seen lie face down before their holder, too."""
        return tuple(
            Card(None, "An Item, not named yet", back=True) if card is None else self.face(card)
            for card in cards
        )


def panels(view: Json, awaited: Callable[[str], bool], faces: Faces, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise."""
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            score=str(view["result"]["scores"][seat]["total"]),
            lines=tuple(_lines(view, seat, naming)),
            cards=tuple(_cards(base, faces)),
            active=awaited(seat),
            winner=seat in view["result"]["winners"],
        )
        for seat, base in view["seats"].items()
    )


def _lines(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    base, result = view["seats"][seat], view["result"]["scores"][seat]
    if base["resources"] is not None:
        for what in RESOURCES:
            number = base["resources"][what]
            yield Line(
                RESOURCE_NAMES[what] + ("s" if what == "gems" else ""), str(number), RESOURCE_ICONS[what]
            )
    waiting = [str(value) for value in garage_dice(base) if value is not None]
    if waiting:
        yield Line("Dice in Garages", " ".join(waiting), "dices", short=True)
    elif view["phase"] in PLAN_PHASES:
        yield Line("Plan", _plan(base), "dices", short=True)
    else:
        yield Line("Dice in reserve", str(base["reserve"]), "dices", short=True)
    yield Line("Items in hand", str(base["hand_size"]), "gallery-horizontal-end", short=True)
    yield Line("Items acquired", str(len(base["acquired"])), "package-check")
    yield Line("Dice in the supply", str(base["dice_supply"]))
    yield Line("Harvester", naming.name(base["harvester"]), "map-pin")
    if base["character"] is not None:
        yield Line("Character", naming.name(base["character"]), "user")
    elif base["character_chosen"]:
        yield Line("Character", "chosen, not shown yet", "user")
    if result["partial"]:
        yield Line("Score", "without Gems and what counts resources", "star")


def _plan(base: Json) -> str:
    if base["ready"]:
        return "ready"
    if base["has_rolled"]:
        return f"{counted(base['rolled'], 'die').replace('dies', 'dice')} rolled"
    return f"{base['reserve']} to roll"


def _cards(base: Json, faces: Faces) -> Iterator[Card]:
    if "hand" in base:
        yield from faces.held(base["hand"])
    else:
        yield from (Card(None, "An Item", back=True) for _ in range(base["hand_size"]))


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


def acquired_zones(view: Json, rank: int, faces: Faces, naming: Naming) -> Iterator[Zone]:
    """FL-314: the character and the Items that are in force for a seat."""
    for seat, base in view["seats"].items():
        cards = [] if base["character"] is None else [faces.face(base["character"], icon="user")]
        cards += [faces.face(acquired["item"]) for acquired in base["acquired"]]
        if cards:
            title = f"In force for {naming.seat(seat).text}"
            yield Zone(f"acquired:{seat}", title, "cards", rank, of=seat, cards=tuple(cards))


def phase_name(phase: str) -> str:
    """`plan_event` → `Plan`."""
    return PHASES.get(phase, sentence(phase.replace("_", " ")))


PHASES = {
    "setup_stacks": "Setup",
    "setup_characters": "Setup",
    "setup_items": "Setup",
    "setup_start_player": "Setup",
    "plan_event": "Plan",
    "plan": "Plan",
    "headquarters": "Execute, Headquarters",
    "schemes": "Execute, Schemes",
    "garages": "Execute",
    "harvest": "Harvest",
    "rest": "Rest",
    "scoring": "Scoring",
}
