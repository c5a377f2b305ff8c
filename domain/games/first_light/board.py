"""The board: where the game stands, what each seat holds, the AI, supplies.

The phase decides which zones are folded, never their order: those that its usual action needs are open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from domain.games.first_light.board_bases import (
    advancements_zone,
    base_zone,
    farm_dice,
    garage_dice,
    negotiation_zone,
    print_zone,
    setbacks_zone,
    stacks_zone,
    stores_zone,
)
from domain.games.first_light.board_planet import locations_zone, owner_name, planet_zone
from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.drawing import drawings, faults, read_drawing
from domain.games.first_light.places import seat_line
from domain.games.first_light.scoring import SCORING
from domain.games.first_light.state import AI, ROUNDS, TILE_SLOTS
from domain.games.first_light.words.asking import phase_name
from domain.games.first_light.words.names import box_of, tile_name
from domain.games.first_light.words.printed import MANY_OF
from domain.kernel import (
    Board,
    Boards,
    Card,
    Json,
    Line,
    Naming,
    SeatPanel,
    Zone,
    counted,
    listed,
)

# What lies before each seat: resources, dice to place, Items, the character; what was dealt to it.

RESOURCE_ICONS = {"water": "waves", "algae": "sprout", "power": "zap", "gems": "gem"}


class Faces:
    """Cards of one board: a second copy of an Item has an id of its own, so that none is there twice."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.copies: Counter[str] = Counter()

    def face(self, id: str, before: str = "", icon: str | None = None) -> Card:
        """A card, face up. before: the text before the card's own."""
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
                MANY_OF[what],
                str(number),
                RESOURCE_ICONS[what],
                number=number,
                unit=MANY_OF[what],
                id=seat_line(what, seat),
            )
    yield _dice(view, base)
    hand, supply = base["hand_size"], base["dice_supply"]
    yield Line(
        "Items in hand",
        str(hand),
        "gallery-horizontal-end",
        short=True,
        number=hand,
        unit="Items",
    )
    yield Line(
        "Dice in the supply",
        str(supply),
        number=supply,
        unit="dice in the supply",
        one="die in the supply",
    )
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
    """The points of a seat by source."""
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
    reserve = base["reserve"]
    return Line(
        "Dice in reserve",
        str(reserve),
        "dices",
        short=True,
        number=reserve,
        unit="dice in reserve",
        one="die in reserve",
    )


def _cards(base: Json, faces: Faces) -> Iterator[Card]:
    """The hand, if the viewer knows it (else its size is in the lines); then the cards in force (FL-314)."""
    yield from faces.held(base.get("hand", ()))
    if base["character"] is not None:
        yield faces.in_force(base["character"], "character")
    for acquired in base["acquired"]:
        yield faces.in_force(acquired["item"], "acquired")


def dealt_zones(view: Json, rank: int, faces: Faces, naming: Naming) -> Iterator[Zone]:
    """FL-114 … FL-118: the cards that a seat chooses from, if the viewer knows them."""
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


# Zones of lines: the state of the game, the Event, the AI, supplies, and the result.

FOLLOW_UP_NAMES = {
    "clan_ability": "the clan’s ability",
    "advancement": "an advancement",
    "setback": "a setback",
    "extra_reward": "a second reward of the Depository",
    "free_upgrade": "a free Upgrade Tile",
}


def now_zone(view: Json, rank: int, faces: Faces, naming: Naming) -> Zone:
    """The state of the game in short, for somebody who sees it for the first time; at the end the result."""
    finished = view["phase"] == "finished"
    event = view["event"]
    return Zone(
        "now",
        "Result" if finished else "Now",
        "list",
        rank,
        cards=() if event is None else (faces.face(event["id"], before="Event of this Round"),),
        lines=tuple(_result(view, naming) if finished else _now(view, naming)),
    )


def _now(view: Json, naming: Naming) -> Iterator[Line]:
    if view["round"]:
        yield Line("Round", f"{view['round']} of {ROUNDS}, {phase_name(view['phase'])}", "hourglass")
    if view["start_player"] is not None:
        yield Line("Start player", naming.seat(view["start_player"]).text, "flag")
    if any(score.get("partial") for score in view["result"]["scores"].values()):
        yield Line("Scores so far", "without Gems and resource scoring", "star")
    pending = view["pending"]
    if pending is not None:
        told = f"{naming.seat(pending['seat']).text}: {FOLLOW_UP_NAMES[pending['kind']]}"
        yield Line("To do", told, "user")
    order = list(_order(view))
    if order:
        yield Line("Turns", ", ".join(naming.seat(seat).text for seat in order), "users")


def _order(view: Json) -> Iterator[str]:
    """FL-235: who has dice in Garages, from the seat that acts."""
    seats = list(view["seats"])
    if view["phase"] == "garages" and view["active"] in seats:
        at = seats.index(view["active"])
        for seat in (*seats[at:], *seats[:at]):
            if any(value is not None for value in view["seats"][seat]["garages"]):
                yield seat


def rival_zone(view: Json, rank: int, folded: bool, faces: Faces, naming: Naming) -> Iterator[Zone]:
    """FL-401 … FL-405, where the AI plays."""
    ai = view["ai"]
    if ai is None:
        return
    opponent = box_of(naming).opponents[ai["opponent"]]
    unlocked = opponent.progress_order[: ai["unlocked"]]
    known, schemes = naming.components.get(ai["opponent"]), ai["schemes"]
    to_come = ai["schemes_left"]
    dice = seat_line("dice", AI)
    alarm = [Line("Schemes left", str(to_come), "hourglass", alarm=True)] if to_come else []
    lines = [
        *alarm,
        Line("Dice on its board", f"{ai['board_dice']} of {opponent.slots}", "dices", id=dice),
        Line("Gems", str(ai["gems"]), "gem", id=seat_line("gems", AI)),
        Line("Progress Tiles", listed([*unlocked]) or "none unlocked", "package-check"),
        Line("Dice in the supply", str(ai["dice_supply"])),
        Line("Score", str(view["result"]["scores"][AI]["total"]), "star"),
        Line("Schemes in the pile", str(schemes["pile"]), "layers"),
        Line("Scores", known.text if known else ""),
    ]
    yield Zone(
        "rival",
        f"AI, the {naming.name(ai['opponent'])}",
        "list",
        rank,
        note=f"{ai['gems']} Gems, {counted(ai['board_dice'], 'die', 'dice')}",
        folded=folded,
        cards=tuple(faces.face(scheme) for scheme in schemes["revealed"]),
        lines=tuple(lines),
    )


def supplies_zone(view: Json, rank: int, naming: Naming) -> Zone:
    """Piles, discards and what left the game."""
    lines = [Line("Items in the draw pile", str(view["item_deck"]), "layers")]
    discard = Counter(naming.name(item) for item in view["item_discard"])
    lines.append(Line("Discarded Items", _counted(discard) or "none", "archive"))
    for kind in TILE_SLOTS:
        removed = Counter(tile_name(naming, kind, tile) for tile in view["removed_tiles"][kind])
        if removed:
            lines.append(Line(f"{kind.capitalize()} Tiles out of the game", _counted(removed), "x"))
    played = [naming.name(event) for event in view["events"]]
    if played:
        lines.append(Line("Events so far", ", ".join(played), "clock"))
    return Zone(
        "supplies",
        "Piles",
        "list",
        rank,
        note=counted(view["item_deck"], "Item"),
        folded=True,
        lines=tuple(lines),
    )


def _counted(names: Counter[str]) -> str:
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in names.items())


def _result(view: Json, naming: Naming) -> Iterator[Line]:
    """FL-602 … FL-622: seats and the AI by score, with its sources."""
    result = view["result"]
    winners = [owner_name(naming, owner) for owner in result["winners"]]
    yield Line("Winner" if len(winners) == 1 else "Winners", listed(winners), "trophy")
    if result["decided_by"] is not None:
        yield Line("Decided by", SCORING.decided[result["decided_by"]], "scale")
    scores = sorted(result["scores"].items(), key=lambda one: -one[1]["total"])
    for owner, score in scores:
        rank = 1 + sum(other["total"] > score["total"] for _, other in scores)
        yield Line(
            f"{rank}. {owner_name(naming, owner)}", f"{score['total']} ★: {_sources_in_words(owner, score)}"
        )


def _sources_in_words(owner: str, score: Json) -> str:
    if owner == AI:
        parts = {
            "Negotiation": score["negotiation"],
            "Depository": score["depository"],
            "Harvester": score["harvester"],
            "Progress Tiles": score["progress"],
            "Gems": score["gems"],
        }
    else:
        parts = sources(score)
    return ", ".join(f"{name} {points}" for name, points in parts.items())


# The table as a picture: bases, Location Boards, the Negotiation Board, the planet, the AI.

FIRST = -10
"""The rank of the cards that are dealt, as long as they are."""
NEGOTIATED = frozenset({"clan_ability", "advancement", "setback"})
"""The choices that a negotiation leads to."""

OPEN: Mapping[str, frozenset[str]] = {
    "plan_event": frozenset({"planet", "now"}),
    "plan": frozenset({"base", "print"}),
    "headquarters": frozenset({"locations", "negotiation", "stores"}),
    "schemes": frozenset({"rival", "locations", "negotiation", "planet"}),
    "garages": frozenset({"locations", "negotiation", "stores"}),
    "harvest": frozenset({"base", "planet"}),
    "rest": frozenset({"planet"}),
    "scoring": frozenset({"planet"}),
    "finished": frozenset({"planet", "negotiation"}),
}
"""The zones that are open on a phone before anything is touched. The planet is while all is set up."""

FOLLOW_UPS: Mapping[str, frozenset[str]] = {
    "clan_ability": frozenset({"base", "planet"}),
    "advancement": frozenset({"advancements"}),
    "setback": frozenset({"setbacks", "negotiation"}),
    "extra_reward": frozenset({"stores", "planet"}),
    "free_upgrade": frozenset({"stacks", "base"}),
}
"""The same while a choice is owed."""

RANKS = {
    "base": 5,
    "planet": 8,
    "locations": 10,
    "negotiation": 20,
    "stores": 30,
    "stacks": 50,
    "advancements": 52,
    "setbacks": 54,
    "print": 56,
    "now": 60,
    "rival": 80,
    "supplies": 90,
}


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    faces = Faces(naming)
    seats = panels(view, lambda seat: seat in _awaited(view), faces, naming)
    return Board(_title(view), tuple(_zones(view, drawing, faces, naming)), seats)


def _zones(view: Json, drawing: Json | None, faces: Faces, naming: Naming) -> Iterator[Zone]:
    pending = view["pending"]["kind"] if view["pending"] is not None else None
    is_open = FOLLOW_UPS[pending] if pending else OPEN.get(view["phase"], frozenset({"planet"}))
    read = read_drawing(drawing)

    def drawn(zone: str) -> tuple[int, bool]:
        return RANKS[zone], zone not in is_open

    for seat in _shown_bases(view):
        yield base_zone(view, seat, *drawn("base"), read, naming)
    yield locations_zone(view, *drawn("locations"), read, naming)
    negotiation = negotiation_zone(view, *drawn("negotiation"), read, naming)
    if pending in NEGOTIATED:
        seat = view["pending"]["seat"]
        whose = f"{naming.seat(seat).text}’s negotiation"
        negotiation = replace(negotiation, folded=False, takes_screen=whose, parties=(seat,))
    yield negotiation
    yield stores_zone(view, *drawn("stores"), read, naming)
    yield planet_zone(view, *drawn("planet"), read, naming)
    yield stacks_zone(view, *drawn("stacks"), naming)
    yield advancements_zone(view, *drawn("advancements"))
    yield setbacks_zone(view, *drawn("setbacks"))
    yield print_zone(*drawn("print"), naming)
    yield from dealt_zones(view, FIRST, faces, naming)
    yield now_zone(view, RANKS["now"], faces, naming)
    yield from rival_zone(view, *drawn("rival"), faces, naming)
    yield supplies_zone(view, RANKS["supplies"], naming)


def _shown_bases(view: Json) -> list[str]:
    """The own base, where the view is somebody's own; of the others the panels tell. Elsewhere all."""
    own = [seat for seat, base in view["seats"].items() if "plan" in base]
    return own or list(view["seats"])


def _title(view: Json) -> str:
    if view["phase"] == "finished":
        return "The game is over"
    if not view["round"]:
        return phase_name(view["phase"])
    return f"Round {view['round']}, {phase_name(view['phase'])}"


def _awaited(view: Json) -> set[str]:
    """The seats that must act: one, or in Plan, Harvest and Rest all that are not done."""
    if view["pending"] is not None:
        return {view["pending"]["seat"]}
    if view["active"] is not None:
        return {view["active"]}
    seats = view["seats"]
    match view["phase"]:
        case "plan":
            return {seat for seat, base in seats.items() if not base["ready"]}
        case "harvest" | "rest":
            return {*seats} - {*view["done"]}
        case "setup_characters":
            return {seat for seat, base in seats.items() if not base["character_chosen"]}
        case "setup_items":
            most = max(base["packet_size"] for base in seats.values())
            return {seat for seat, base in seats.items() if most and base["packet_size"] == most}
    return set()


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
"""The pictures of First Light."""
