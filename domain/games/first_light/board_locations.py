"""The six Location Boards: what each asks and gives, and whose dice stand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.first_light import places
from domain.games.first_light.board_kept import drawn_once
from domain.games.first_light.board_pieces import LEGEND, code, spot_die
from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import LOCATIONS, Bundle
from domain.games.first_light.drawing import Drawing, Tone
from domain.games.first_light.rules.prices import CONTROL_ROOM, FOUNDRY, LABORATORY
from domain.games.first_light.words.counting import amount, bundle
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.printed import LOCATION_NAMES
from domain.kernel import Json, Naming, Piece, Place, Zone, listed

TONES: Mapping[str, Tone] = {
    "mining_camp": "cold",
    "laboratory": "land",
    "foundry": "warm",
    "control_room": "cold",
    "market": "goal",
    "academy": "water",
}


def locations_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """FL-320 … FL-347: each board's plate with its price, and below it its spaces."""
    shown = {"locations": view["locations"], "table_size": view["config"]["table_size"]}
    return _locations(shown, naming, rank, folded, drawing)


@drawn_once
def _locations(shown: Json, naming: Naming, rank: int, folded: bool, drawing: Drawing) -> Zone:
    box, mat = box_of(naming), drawing.locations
    return Zone(
        "locations",
        "Location Boards",
        "grid",
        rank,
        note=_standing(shown) if folded else LEGEND,
        size=mat.size,
        folded=folded,
        places=tuple(
            place for location in LOCATIONS for place in _location(shown, location, box, drawing, naming)
        ),
    )


def _standing(shown: Json) -> str:
    spots = [spot for spots in shown["locations"].values() for spot in spots if spot is not None]
    return f"{len(spots)} taken" if spots else "all free"


def _location(shown: Json, location: str, box: Box, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    name, (short, price), mat = LOCATION_NAMES[location], _price(location, box), drawing.locations
    yield Place(
        places.sign(location),
        f"{name}: {price}",
        mat.frame(f"{location}:sign"),
        short=f"{name}{short}",
        tone=TONES[location],
    )
    spots = shown["locations"][location]
    for number, (spot, shape) in enumerate(zip(spots, mat.split(location, len(spots)), strict=True), 1):
        id, (short, asks) = places.space(location, number), _space(shown["table_size"], location, number, box)
        yield Place(
            id,
            f"{name}, space {number}{asks and ': '}{asks}",
            shape,
            short=short,
            tone="neutral" if spot is None else "closed",
            pieces=spot_die(spot, id, naming) or _gems(shown["table_size"], location, number, box),
        )


def _price(location: str, box: Box) -> tuple[str, str]:
    """What a die pays there, in short and in full."""
    match location:
        case "mining_camp":
            return " − die", "Water for Gems, minus the die value"
        case "laboratory":
            return f" {_either(LABORATORY)}", f"a Farm Tile for {_or(LABORATORY)}"
        case "foundry":
            return f" {_either(FOUNDRY)}", f"an Upgrade Tile for {_or(FOUNDRY)}"
        case "control_room":
            return f" {_either(CONTROL_ROOM)}", f"move the Harvester for {_or(CONTROL_ROOM)}"
        case "market":
            return ", trades by value", "as many trades as the die shows"
        case _:
            costs = box.document.academy.costs
            told = [f"{bundle({'dice': int(number)})} for {bundle(cost)}" for number, cost in costs.items()]
            return f" {_either(costs)}", listed(told, " or ")


def _either(costs: Mapping[str, Bundle]) -> str:
    return "/".join(code(cost) for cost in costs.values())


def _or(costs: Mapping[str, Bundle]) -> str:
    return listed([bundle(cost) for cost in costs.values()], " or ")


def _space(size: int, location: str, number: int, box: Box) -> tuple[str, str]:
    """What a space asks or gives, in short and in full."""
    at = number - 1
    match location:
        case "mining_camp":
            space = box.document.mining_camp.at(size)[at]
            gems = {"gems": space.gems}
            return f"{space.sum}W", f"{space.sum} Water minus the die for {bundle(gems)}"
        case "laboratory":
            return "pair", "two matching dice"
        case "market":
            lots = box.document.market.at(size)[at].lots
            told = [bundle({what: number}) for what, number in lots.items()]
            return ":".join(code({what: number}) for what, number in lots.items()), f"{' for '.join(told)}"
        case "academy":
            values = [str(value) for value in box.document.academy.spaces[at].values]
            return " ".join(values), f"a {listed(values, ' or ')}"
        case _:
            return "any", ""


def _gems(size: int, location: str, number: int, box: Box) -> tuple[Piece, ...]:
    """FL-320: the Gems that a free space of the Mining Camp gives."""
    if location != "mining_camp":
        return ()
    gems = box.document.mining_camp.at(size)[number - 1].gems
    return (Piece(f"gems:{number}", "token", amount(gems, "gems"), count=gems, face="G"),)
