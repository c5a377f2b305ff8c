"""The words for editing a box of A Time of Chaos, and the tiles that follow from its cities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from domain.games.time_of_chaos.components.box import ERAS, is_layout, tile_id
from domain.games.time_of_chaos.components.constraints import CARDS_PER_DECK, CITIES
from domain.games.time_of_chaos.components.document import Document, Era, Rows
from domain.kernel import Editing, Json, Total


def derive(document: Json) -> Json:
    """The document with a tile for each city in each era; a tile keeps its name and text.

    A layout that shows other cities goes. A document without a list of cities is returned as it is.
    """
    cities, tiles = document.get("cities"), document.get("tiles")
    if not isinstance(cities, list | tuple):
        return document
    ids = {
        city["id"]: None for city in cities if isinstance(city, Mapping) and isinstance(city.get("id"), str)
    }
    rows = tiles if isinstance(tiles, list | tuple) else ()
    known = {str(tile["id"]): tile for tile in rows if isinstance(tile, Mapping) and "id" in tile}
    asked = [(tile_id(era, city), era, city) for era in ERAS for city in ids]
    derived = document | {
        "tiles": [{**known.get(id, {}), "id": id, "era": era, "city": city} for id, era, city in asked]
    }
    if not _shows(document.get("demo_layout"), ids):
        derived.pop("demo_layout", None)
    return derived


def _shows(layout: Json, cities: Iterable[str]) -> bool:
    try:
        return is_layout(msgspec.convert(layout, dict[Era, Rows]), sorted(cities))
    except msgspec.ValidationError:
        return False


EDITING = Editing(
    document=Document,
    order=("edition", "cards", "cities", "colors", "counts", "tiles"),
    hidden=frozenset({"schema", "game", "invented", "eras", "demo_layout"}),
    titles={
        "cards/*/deck": "Found in",
        "cards/*/destination": "Belongs to",
        "cards/*/name": "Artifact",
        "colors": "Colours",
        "counts": "Pieces",
        "counts/cubes_per_color": "Cubes of each colour",
        "counts/minus_one_tokens": "−1 tokens",
    },
    hints={
        "edition": "The name of your box in the list from which you open a table.",
        "cards": "The artifacts of the three decks.",
        "cards/*/name": "The artifact’s name. A card without a name goes by its id.",
        "cards/*/text": "Anything else printed on the card. It has no effect.",
        "cards/*/deck": "The era on the back of the card: the deck that it is drawn from.",
        "cards/*/destination": "Printed at the bottom of the card: where it is delivered.",
        "cards/*/points": "Scored when the card is delivered. A card worth 3 refreshes every cloak.",
        "cities": "Nine cities. Each has a tile in the past, the present and the future.",
        "cities/*/name": "As printed on its three tiles.",
        "cities/*/text": "Anything else printed for the city. It has no effect.",
        "colors": "The colours of pawns and cubes, four or more, such as red or purple.",
        "counts": "How many pieces of each kind lie in the box.",
        "counts/cubes_per_color": "12 or more. With fewer, a game may never end.",
        "counts/minus_one_tokens": "They never run out: a player takes a penalty even without a token.",
        "counts/cloaking_tokens": "Each player has one, so four or more.",
        "counts/pawns": "Each player has one, so four or more.",
        "counts/player_aids": "Reminder cards. They have no effect.",
        "tiles": "One tile for each city in each era. Enter only what differs from the city.",
        "tiles/*/name": "Only if the tile has a name of its own, such as “The Old Ford”.",
        "tiles/*/text": "Anything else printed on the tile. It has no effect.",
    },
    units={"cards/*/points": "points"},
    refs={
        "cards/*/destination/city": "cities",
        "tiles/*/city": "cities",
    },
    totals={
        "cards": Total(CARDS_PER_DECK * len(ERAS)),
        "cities": Total(CITIES),
        "tiles": Total(CITIES * len(ERAS)),
    },
    derived=frozenset({"tiles/*/id", "tiles/*/era", "tiles/*/city"}),
    derive=derive,
    blanks={
        "cards": {"deck": "past", "destination": {"era": "present", "city": "A"}, "points": 1},
        "cities": {"name": "New city"},
    },
    parts={"tiles": "whole"},
)
