"""The constraints of a component set beyond its types, and its differences from the rulebook's box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import asdict

from domain.games.time_of_chaos.components.box import ERAS, GRID, REFRESHING_POINTS, tile_id
from domain.games.time_of_chaos.components.document import (
    MOST_SEATS,
    PRINTED,
    Document,
    PrintedCard,
    Rows,
)
from domain.kernel import UNKNOWN, ComponentFault, Json, Seat, told_of

CITIES = GRID * GRID
FEWEST_IN_A_DECK = 3
"""Each display has three cards (TC-106)."""
FEWEST_CARDS = 25
"""Four players can hold three each and have delivered three each, and the game goes on (TC-505, TC-601)."""

CARDS_PER_DECK = 18
COUNTS = {
    "cubes_per_color": (12, "cubes of each colour"),
    "minus_one_tokens": (12, "−1 tokens"),
    "cloaking_tokens": (4, "cloaking tokens"),
    "pawns": (4, "pawns"),
    "player_aids": (4, "player aids"),
}
"""The rulebook's box: a set may have other numbers."""

Faults: TypeAlias = Iterator[ComponentFault]
Constraint: TypeAlias = Callable[[Document], Faults]
T = TypeVar("T", bound=Hashable)


def eras(document: Document) -> Faults:
    """TC-C02."""
    if document.eras != ERAS:
        told = ", ".join(document.eras) or "none"
        message = f"The eras are {', '.join(ERAS)}, in this order. Here are {told}."
        yield ComponentFault("TC-C02", message, "/eras")


def cities(document: Document) -> Faults:
    """TC-C03: as many as a grid has places (TC-103)."""
    found = len(document.cities)
    if found != CITIES:
        message = f"A grid has {GRID} rows of {GRID} tiles: it needs {CITIES} cities. Here are {found}."
        yield ComponentFault("TC-C03", message, "/cities")
    for first, again in _repeated([city.id for city in document.cities]):
        message = f"Two cities have the id {document.cities[again].id}: each needs its own."
        yield ComponentFault("TC-C03", message, f"/cities/{again}/id", (f"/cities/{first}/id",))


def tiles(document: Document) -> Faults:
    """TC-C04."""
    called = _city_names(document)
    for place, tile in enumerate(document.tiles):
        asked = tile_id(tile.era, tile.city)
        if tile.city not in called:
            message = f"This tile shows {tile.city}, which is not the id of a city."
            yield ComponentFault("TC-C04", message, f"/tiles/{place}/city")
        elif tile.id != asked:
            message = f"The tile of {called[tile.city]} in the {tile.era} has the id {asked}, not {tile.id}."
            yield ComponentFault("TC-C04", message, f"/tiles/{place}/id")
    pairs = [(tile.era, tile.city) for tile in document.tiles]
    for first, again in _repeated(pairs):
        era, city = pairs[again]
        message = f"{called.get(city, city)} has two tiles in the {era}; there is one for each era."
        yield ComponentFault("TC-C04", message, f"/tiles/{again}", (f"/tiles/{first}",))
    for place, printed in enumerate(document.cities):
        lacking = [era for era in ERAS if (era, printed.id) not in pairs]
        at = f"/cities/{place}/id"
        if len(lacking) == len(ERAS):
            message = f"{printed.name} has no tiles: none shows a city with the id {printed.id}."
            yield ComponentFault("TC-C04", message, at, ("/tiles",))
        elif lacking:
            message = f"{printed.name} has no tile in the {' and the '.join(lacking)}."
            yield ComponentFault("TC-C04", message, "/tiles", (at,))


def cards(document: Document) -> Faults:
    """TC-C05."""
    found = len(document.cards)
    if found < FEWEST_CARDS:
        message = f"At least {FEWEST_CARDS} cards are needed, so that a game can end. Here are {found}."
        yield ComponentFault("TC-C05", message, "/cards")
    for first, again in _repeated([card.id for card in document.cards]):
        message = f"Two cards have the id {document.cards[again].id}: each needs its own."
        yield ComponentFault("TC-C05", message, f"/cards/{again}/id", (f"/cards/{first}/id",))
    for place, card in enumerate(document.cards):
        if card.id == UNKNOWN:
            message = f"A card cannot have the id {UNKNOWN}: it stands for a card that nobody has seen."
            yield ComponentFault("TC-C05", message, f"/cards/{place}/id")


def decks(document: Document) -> Faults:
    """TC-C06."""
    for era, size in _deck_sizes(document).items():
        if size < FEWEST_IN_A_DECK:
            message = f"The deck of the {era} needs at least {FEWEST_IN_A_DECK} cards. Here are {size}."
            yield ComponentFault("TC-C06", message, "/cards")


def destinations(document: Document) -> Faults:
    """TC-C07, which TC-501 rests on."""
    called = _city_names(document)
    for place, card in enumerate(document.cards):
        at, goal = f"/cards/{place}/destination", card.destination
        if goal.city not in called:
            message = f"{_called(card)} belongs to {goal.city}, which is not the id of a city."
            yield ComponentFault("TC-C07", message, f"{at}/city")
        if goal.era == card.deck:
            message = f"{_called(card)} is found in the {card.deck}: it must belong to another era."
            yield ComponentFault("TC-C07", message, f"{at}/era", (f"/cards/{place}/deck",))


def colors(document: Document) -> Faults:
    """TC-C09: each player has one of their own (TC-109)."""
    found = len(document.colors)
    if found < MOST_SEATS:
        message = f"{MOST_SEATS} players need {MOST_SEATS} colours. Here are {found}."
        yield ComponentFault("TC-C09", message, "/colors")
    for first, again in _repeated(document.colors):
        message = f"The colour {document.colors[again]} stands here twice."
        yield ComponentFault("TC-C09", message, f"/colors/{again}", (f"/colors/{first}",))


def color_words(document: Document) -> Faults:
    """TC-C09: seats are called by their colours."""
    for place, color in enumerate(document.colors):
        try:
            msgspec.convert(color, Seat)
        except msgspec.ValidationError:
            message = f"A colour is a word of small letters, such as “dark-red”. Here is “{color}”."
            yield ComponentFault("TC-C09", message, f"/colors/{place}")


def layout(document: Document) -> Faults:
    """TC-C12."""
    called = _city_names(document)
    if document.demo_layout and document.demo_layout.keys() != set(ERAS):
        lacking = " and the ".join(era for era in ERAS if era not in document.demo_layout)
        yield ComponentFault("TC-C12", f"The layout has no grid of the {lacking}.", "/demo_layout")
    for era, grid in document.demo_layout.items():
        yield from _grid(f"/demo_layout/{era}", era, grid, called)


def _grid(at: str, era: str, grid: Rows, called: Mapping[str, str]) -> Faults:
    lying = [
        (f"{at}/{row}/{column}", city) for row, line in enumerate(grid) for column, city in enumerate(line)
    ]
    for place, city in lying:
        if city not in called:
            yield ComponentFault("TC-C12", f"{city} is not the id of a city.", place)
    for first, again in _repeated([city for _, city in lying]):
        place, city = lying[again]
        message = f"{called.get(city, city)} lies twice in the {era}."
        yield ComponentFault("TC-C12", message, place, (lying[first][0],))


CONSTRAINTS: tuple[Constraint, ...] = (
    eras,
    cities,
    tiles,
    cards,
    decks,
    destinations,
    colors,
    layout,
)
"""What is asked of every set, in the order of a report."""


# What is asked of new sets alone.


def names(document: Document) -> Faults:
    """TC-C03: people tell cities by their names; no rule does."""
    for first, again in _repeated([city.name for city in document.cities]):
        message = f"Two cities are called {document.cities[again].name}."
        yield ComponentFault("TC-C03", message, f"/cities/{again}/name", (f"/cities/{first}/name",))


def invented(document: Document) -> Faults:
    """TC-C11: each is a part of the document, or lies in one (`cards/PN-A`)."""
    for place, part in enumerate(document.invented):
        if part.partition("/")[0] not in Document.__struct_fields__:
            yield ComponentFault("TC-C11", f"{part} is not a part of this box.", f"/invented/{place}")


CONSTRAINTS_OF_NEW: tuple[Constraint, ...] = (names, invented, color_words)


# Warnings: what differs from the rulebook's box, and what pages leave out.


def other_counts(document: Document) -> Faults:
    """TC-C06, TC-C09, TC-C10: other numbers than the rulebook's."""
    for era, size in _deck_sizes(document).items():
        if size != CARDS_PER_DECK:
            yield _differs("TC-C06", "/cards", CARDS_PER_DECK, f"cards of the {era}", size)
    if len(document.colors) != MOST_SEATS:
        yield _differs("TC-C09", "/colors", MOST_SEATS, "colours", len(document.colors))
    for name, found in asdict(document.counts).items():
        number, what = COUNTS[name]
        if found != number:
            yield _differs("TC-C10", f"/counts/{name}", number, what, found)


def no_refreshing_card(document: Document) -> Faults:
    """TC-C08: without one, cloaks stay exhausted (TC-414)."""
    if all(card.points != REFRESHING_POINTS for card in document.cards):
        message = f"No card is worth {REFRESHING_POINTS} points: nothing refreshes a cloak."
        yield ComponentFault("TC-C08", message, "/cards")


def uneven_destinations(document: Document) -> Faults:
    """TC-C13: within each deck each tile of another era should be the destination of one card."""
    seen: Counter[tuple[str, str, str]] = Counter(
        (card.deck, card.destination.era, card.destination.city) for card in document.cards
    )
    uneven = [
        f"{city.name} in the {era}: {seen[deck, era, city.id]} from the {deck}"
        for deck in ERAS
        for era in ERAS
        if era != deck
        for city in document.cities
        if seen[deck, era, city.id] != 1
    ]
    if uneven:
        message = "An even spread has one card of each deck for each tile of another era. "
        yield ComponentFault("TC-C13", message + "; ".join(uneven) + ".", "/cards")


def unshown_texts(document: Mapping[str, Json]) -> Faults:
    """Names and texts of cities, tiles and cards that are not text, or too long: pages leave them out.

    A stored set may hold them: only the type of a new one refuses them.
    """
    for part in PRINTED:
        for index, thing in enumerate(document[part]):
            for member, told in zip(("name", "text"), told_of(thing), strict=True):
                if member in thing and thing[member] != told:
                    pointer = f"/{part}/{index}/{member}"
                    yield ComponentFault("texts", "This is not a text, or too long to be shown.", pointer)


def _differs(constraint: str, pointer: str, number: int, what: str, found: int) -> ComponentFault:
    return ComponentFault(constraint, f"The rulebook has {number} {what}. Here are {found}.", pointer)


def _repeated(values: Sequence[T]) -> Iterator[tuple[int, int]]:
    """The places of each value that stood before: where it stood first, and where it stands again."""
    first: dict[T, int] = {}
    for place, value in enumerate(values):
        if first.setdefault(value, place) != place:
            yield first[value], place


def _city_names(document: Document) -> dict[str, str]:
    return {city.id: city.name for city in document.cities}


def _deck_sizes(document: Document) -> dict[str, int]:
    sizes: Counter[str] = Counter(card.deck for card in document.cards)
    return {era: sizes[era] for era in ERAS}


def _called(card: PrintedCard) -> str:
    return card.name or card.id
