"""Each seat's Research Base: Garages, Farms, reserve and Cantina; the plan, for who knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.first_light import places
from domain.games.first_light.board_pieces import code, dice_lying, die
from domain.games.first_light.components.box import Box as Set
from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.drawing import Drawing
from domain.games.first_light.state import FARMS, FIRST_TILE_SLOT, GARAGES, PRINTED_FARMS
from domain.games.first_light.words.counting import RESOURCE_NAMES, amount, counted, listed
from domain.games.first_light.words.names import box_of, tile_name, tile_text
from domain.kernel import Json, Line, Naming, Piece, Place, Zone
from domain.kernel.board import PlaceTone

VEHICLE = "±1"
"""FL-240."""


def base_zone(view: Json, seat: str, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """The base of a seat, with what it has to pay with in its note."""
    box = box_of(naming)
    return Zone(
        f"base:{seat}",
        f"{naming.seat(seat).text}’s Research Base",
        "grid",
        rank,
        note=purse(view["seats"][seat]),
        of=seat,
        size=drawing.base.size,
        folded=folded,
        places=(
            *_garages(view, seat, drawing, box, naming),
            *_farms(view, seat, drawing, box, naming),
            *_loose(view, seat, drawing, naming),
        ),
    )


def purse(base: Json) -> str:
    """What a seat has to pay with, where it may be told."""
    if base["resources"] is None:
        return ""
    return ", ".join(amount(base["resources"][what], what) for what in RESOURCES)


def garage_dice(base: Json) -> list[int | None]:
    """The dice in the Garages; planned ones where no plan is revealed and the plan may be seen."""
    planned = base.get("plan", {}).get("garages", [])
    return [*planned, *[None] * (GARAGES - len(planned))] if planned else base["garages"]


def farm_dice(base: Json) -> list[int | None]:
    """The same of the Farms."""
    planned = base.get("plan", {}).get("farms", {})
    return [planned.get(str(slot)) for slot in range(1, FARMS + 1)] if planned else base["farms"]


def free_garage(base: Json, slot: int, box: Set) -> bool:
    """FL-563, FL-545: whether no Algae is paid there."""
    at = slot - FIRST_TILE_SLOT["upgrade"]
    tile = base["upgrades"][at] if 0 <= at < len(base["upgrades"]) else None
    character = box.characters.get(base["character"] or "")
    of_character = character is not None and character.effect.kind == "free_garages"
    return of_character or (tile is not None and box.upgrade_tiles[tile].kind == "free_garage")


def _garages(view: Json, seat: str, drawing: Drawing, box: Set, naming: Naming) -> Iterator[Place]:
    base = view["seats"][seat]
    first = FIRST_TILE_SLOT["upgrade"]
    shapes = drawing.base.split("garages", GARAGES)
    for slot, (value, shape) in enumerate(zip(garage_dice(base), shapes, strict=True), 1):
        id, at = places.garage(seat, slot), slot - first
        tile = base["upgrades"][at] if 0 <= at < len(base["upgrades"]) else None
        cost = 0 if free_garage(base, slot, box) else box.base.garage_costs[slot - 1]
        price = amount(cost, "algae") if cost else "free"
        name = "" if tile is None else tile_name(naming, "upgrade", tile)
        parts = [code({"algae": cost}) or "free", _brief(name) if slot > 1 else VEHICLE]
        note = "the die may be 1 higher or lower" if slot == 1 else ""
        yield Place(
            id,
            f"Garage {slot}, {price}{name and ', '}{name}",
            shape,
            short=" ".join(part for part in dict.fromkeys(parts) if part),
            tone="warm" if slot == 1 or tile is not None else "neutral",
            pieces=() if value is None else (die(seat, value, id, naming),),
            note=note if tile is None else tile_text(naming, "upgrade", tile),
        )


def _brief(name: str) -> str:
    """`Flip tile` → `Flip`; a free Garage says so by its price."""
    return "" if name.startswith("Free Garage") else name.removesuffix(" tile")


def _farms(view: Json, seat: str, drawing: Drawing, box: Set, naming: Naming) -> Iterator[Place]:
    base = view["seats"][seat]
    shapes = drawing.base.split("farms", FARMS // 2, 2)
    built = PRINTED_FARMS + len(base["farm_tiles"])
    for slot, (value, shape) in enumerate(zip(farm_dice(base)[:built], shapes, strict=False), 1):
        id, (name, note, tone) = places.farm(seat, slot), _farm(base, slot, box, naming)
        yield Place(
            id,
            f"Farm {slot}: {name}",
            shape,
            short=f"{slot} {name.removesuffix(' tile')}",
            tone=tone,
            pieces=() if value is None else (die(seat, value, id, naming),),
            note=note,
        )


def _farm(base: Json, slot: int, box: Set, naming: Naming) -> tuple[str, str, PlaceTone]:
    if slot <= PRINTED_FARMS:
        farm = box.base.printed_farms[slot - 1]
        if farm.choices:
            return listed([RESOURCE_NAMES[what] for what in farm.choices], "or"), "with a die", "land"
        return "+3 to others", "with a die, the other Farm dice are raised by up to 3", "water"
    tile = base["farm_tiles"][slot - PRINTED_FARMS - 1]
    return tile_name(naming, "farm", tile), tile_text(naming, "farm", tile), "land"


def _loose(view: Json, seat: str, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    base, mat = view["seats"][seat], drawing.base
    id = places.reserve(seat)
    rolled = _unassigned(base)
    pieces: Sequence[Piece] = dice_lying(seat, base["reserve"], id, naming)
    if rolled is None:
        unseen = dice_lying(seat, base["rolled"], id, naming)
        pieces = unseen or pieces
    elif base["has_rolled"]:
        pieces = tuple(die(seat, value, id, naming, number=at) for at, value in enumerate(rolled, 1))
    yield Place(
        id,
        "Reserve",
        mat.frame("reserve"),
        short="to assign" if base["has_rolled"] and rolled else "Reserve",
        pieces=tuple(pieces),
        note=f"{base['dice_supply']} in the supply",
    )
    if base["cantina"]:
        id = places.cantina(seat)
        dice = dice_lying(seat, base["cantina"], id, naming)
        yield Place(id, "Cantina", mat.frame("cantina"), pieces=dice)


def _unassigned(base: Json) -> list[int] | None:
    """FL-216: what was rolled and has no place yet; None for who may not see it."""
    if "dice" not in base:
        return None
    assigned = Counter([*base["plan"]["garages"], *base["plan"]["farms"].values()])
    return sorted((Counter(base["dice"]) - assigned).elements())


def print_zone(rank: int, naming: Naming) -> Zone:
    """What is printed on every base."""
    lines = tuple(_print(box_of(naming)))
    return Zone("print", "Farms and tiles", "list", rank, note="what they give", folded=True, lines=lines)


def _print(box: Set) -> Iterator[Line]:
    """FL-252, FL-605: what a Farm die gives, and what tiles are worth at the end."""
    for resource, amounts in box.base.production.items():
        yield Line(f"{RESOURCE_NAMES[resource]} for a 1 to 6", _row(amounts))
    garages, farms = box.base.garage_points, box.base.farm_points
    yield Line(f"★ for 0 to {counted(len(garages) - 1, 'Upgrade Tile')}", _row(garages))
    yield Line(f"★ for 0 to {counted(len(farms) - 1, 'Farm Tile')}", _row(farms))


def _row(figures: Sequence[int]) -> str:
    return " · ".join(map(str, figures))
