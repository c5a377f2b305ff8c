"""Each seat's Research Base: Garages, Farms, reserve and Cantina; the plan, for who knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.first_light import places
from domain.games.first_light.board_kept import drawn_once
from domain.games.first_light.board_pieces import CODES, code, dice_lying, die
from domain.games.first_light.components.box import Box as Set
from domain.games.first_light.components.document import RESOURCES
from domain.games.first_light.drawing import GAP, Drawing, Tone
from domain.games.first_light.state import FARMS, FIRST_TILE_SLOT, GARAGES, PRINTED_FARMS
from domain.games.first_light.words.counting import RESOURCE_NAMES, amount
from domain.games.first_light.words.names import box_of, tile_name, tile_text
from domain.kernel import Box, Json, Line, Naming, Piece, Place, Zone, counted, listed

VEHICLE = "±1"
"""FL-240."""

SHOWN = {
    *("resources", "plan", "garages", "farms", "upgrades", "farm_tiles", "character"),
    *("reserve", "cantina", "has_rolled", "rolled", "dice"),
}
"""What a base shows of its seat."""


def base_zone(view: Json, seat: str, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """The base of a seat, with what it has to pay with in its note."""
    base = {what: shown for what, shown in view["seats"][seat].items() if what in SHOWN}
    return _base(base, naming, seat, rank, folded, drawing)


@drawn_once
def _base(base: Json, naming: Naming, seat: str, rank: int, folded: bool, drawing: Drawing) -> Zone:
    box, (width, height) = box_of(naming), map(round, drawing.base.size)
    left_out = _left_out(base)
    return Zone(
        f"base:{seat}",
        f"{naming.seat(seat).text}’s Base",
        "grid",
        rank,
        note=purse(base),
        of=seat,
        size=(width, height - (drawing.base.frame("reserve").height + GAP) * sum(left_out)),
        folded=folded,
        places=(
            *_garages(base, seat, drawing, box, naming),
            *_farms(base, seat, drawing, box, naming),
            *_loose(base, seat, drawing, naming),
        ),
    )


def _left_out(base: Json) -> tuple[int, int]:
    """Rows that hold nothing: the second one of the Farms, and the one of the dice that lie loose."""
    loose = base["reserve"] or base["cantina"] or base["has_rolled"]
    return int(not base["farm_tiles"]), int(not loose)


def purse(base: Json) -> str:
    """What a seat has to pay with, where it may be told."""
    if base["resources"] is None:
        return ""
    held = base["resources"]
    return ", ".join(amount(held[what], what) for what in RESOURCES if held[what]) or "no resources"


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


def _garages(base: Json, seat: str, drawing: Drawing, box: Set, naming: Naming) -> Iterator[Place]:
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


def _farms(base: Json, seat: str, drawing: Drawing, box: Set, naming: Naming) -> Iterator[Place]:
    shapes = drawing.base.split("farms", FARMS // 2, 2)
    built = PRINTED_FARMS + len(base["farm_tiles"])
    for slot, (value, shape) in enumerate(zip(farm_dice(base)[:built], shapes, strict=False), 1):
        id, (name, short, note, tone) = places.farm(seat, slot), _farm(base, slot, box, naming)
        yield Place(
            id,
            f"Farm {slot}: {name}",
            shape,
            short=f"{slot}: {short}",
            tone=tone,
            pieces=() if value is None else (die(seat, value, id, naming),),
            note=note,
        )


def _farm(base: Json, slot: int, box: Set, naming: Naming) -> tuple[str, str, str, Tone]:
    """What a Farm is called, in full and in short, what it does, and its look."""
    if slot <= PRINTED_FARMS:
        farm = box.base.printed_farms[slot - 1]
        if farm.choices:
            name = listed([RESOURCE_NAMES[what] for what in farm.choices], " or ")
            return name, " or ".join(CODES[what] for what in farm.choices), "with a die", "land"
        return "raises others", "others +3", "with a die, raise other Farm dice by up to 3", "water"
    tile = base["farm_tiles"][slot - PRINTED_FARMS - 1]
    name = tile_name(naming, "farm", tile)
    return name, name.removesuffix(" tile"), tile_text(naming, "farm", tile), "land"


def _loose(base: Json, seat: str, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    """The reserve, and the Cantina where dice are in it; a row higher where the Farms have one row."""
    mat = drawing.base
    no_tiles, nothing_loose = _left_out(base)
    if nothing_loose:
        return
    up = no_tiles * (mat.frame("reserve").height + GAP)
    yield Place(
        places.reserve(seat),
        "Reserve",
        _moved_up(mat.frame("reserve"), up),
        short="to assign" if _unassigned(base) else "",
        pieces=tuple(_reserve(base, seat, naming)),
    )
    if base["cantina"]:
        id = places.cantina(seat)
        dice = dice_lying(seat, base["cantina"], id, naming)
        yield Place(id, "Cantina", _moved_up(mat.frame("cantina"), up), pieces=dice)


def _reserve(base: Json, seat: str, naming: Naming) -> Iterator[Piece]:
    """Dice that may be rolled; then those that have no place yet, for who may see them."""
    id, rolled = places.reserve(seat), _unassigned(base)
    lying = base["reserve"] + (base["rolled"] if rolled is None else 0)
    yield from dice_lying(seat, lying, id, naming)
    for number, value in enumerate(rolled or (), 1):
        yield die(seat, value, id, naming, number=number)


def _moved_up(box: Box, by: float) -> Box:
    return Box(box.x, box.y - by, box.width, box.height)


def _unassigned(base: Json) -> list[int] | None:
    """FL-216: what was rolled and has no place yet; None for who may not see it."""
    if "dice" not in base:
        return None
    assigned = Counter([*base["plan"]["garages"], *base["plan"]["farms"].values()])
    return sorted((Counter(base["dice"]) - assigned).elements())


def print_zone(rank: int, folded: bool, naming: Naming) -> Zone:
    """What is printed on every base."""
    lines = tuple(_print(box_of(naming)))
    return Zone(
        "print", "Farms and tiles", "list", rank, note="what they produce", folded=folded, lines=lines
    )


def _print(box: Set) -> Iterator[Line]:
    """FL-252, FL-605: what a Farm die gives, and what tiles are worth at the end."""
    for resource, amounts in box.base.production.items():
        yield Line(f"{RESOURCE_NAMES[resource]} for a 1 to 6", _row(amounts))
    garages, farms = box.base.garage_points, box.base.farm_points
    yield Line(f"★ for 0 to {counted(len(garages) - 1, 'Upgrade Tile')}", _row(garages))
    yield Line(f"★ for 0 to {counted(len(farms) - 1, 'Farm Tile')}", _row(farms))


def _row(figures: Sequence[int]) -> str:
    return " · ".join(map(str, figures))
