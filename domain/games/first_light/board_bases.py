"""The board's Research Bases, Depository, Headquarters and Negotiation Board, and its tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.board_planet import (
    CODES,
    SYMBOLS,
    code,
    dice_lying,
    die,
    drawn_once,
    printed,
    spot_die,
)
from domain.games.first_light.components.box import Box as Set
from domain.games.first_light.components.document import CLANS, RESOURCES
from domain.games.first_light.drawing import GAP, Drawing, Tone
from domain.games.first_light.state import FARMS, FIRST_TILE_SLOT, GARAGES, PRINTED_FARMS, ROWS
from domain.games.first_light.words.names import box_of, tile_name, tile_text
from domain.games.first_light.words.printed import RESOURCE_NAMES, amount, bundle, effect
from domain.kernel import Amount, Box, Card, Json, Line, Naming, Piece, Place, Zone, counted, listed

# Each seat's Research Base: Garages, Farms, reserve and Cantina; the plan, if the viewer knows it.

VEHICLE = "±1"
"""FL-240."""

SHOWN = {
    *("resources", "plan", "garages", "farms", "upgrades", "farm_tiles", "character"),
    *("reserve", "cantina", "has_rolled", "rolled", "dice"),
}
"""The members of a seat that its base shows."""


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
    """The resources that a seat can pay with, if they may be shown."""
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
            costs=printed({"algae": cost}),
            caption=parts[1] if cost else " ".join(part for part in dict.fromkeys(parts) if part),
            holds="die",
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
            gives=_grown(slot, box),
            caption=f"Farm {slot}" if _grown(slot, box) else None,
            holds="die",
            tone=tone,
            pieces=() if value is None else (die(seat, value, id, naming),),
            note=note,
        )


def _farm(base: Json, slot: int, box: Set, naming: Naming) -> tuple[str, str, str, Tone]:
    """A Farm's name in full and in short, its effect, and its look."""
    if slot <= PRINTED_FARMS:
        farm = box.base.printed_farms[slot - 1]
        if farm.choices:
            name = listed([RESOURCE_NAMES[what] for what in farm.choices], " or ")
            return name, " or ".join(CODES[what] for what in farm.choices), "with a die", "land"
        return "raises others", "others +3", "with a die, raise other Farm dice by up to 3", "water"
    tile = base["farm_tiles"][slot - PRINTED_FARMS - 1]
    name = tile_name(naming, "farm", tile)
    return name, name.removesuffix(" tile"), tile_text(naming, "farm", tile), "land"


def _grown(slot: int, box: Set) -> tuple[Amount, ...]:
    """The resources that a printed Farm gives one of, without their number, which the die decides."""
    choices = box.base.printed_farms[slot - 1].choices if slot <= PRINTED_FARMS else ()
    return tuple(Amount(SYMBOLS[what], either=True) for what in choices)


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
    """The zone of the texts that are printed on every base."""
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


# The Depository and the Headquarters, which are one board.

SHELF_REWARDS = {
    "top": ("move", "a move", Amount("footprints")),
    "middle": ("+1D", "1 die", Amount("dices", 1)),
    "bottom": ("+2I", "2 Items", Amount("gallery-horizontal-end", 2)),
}
"""FL-312: in short, in full, and as a figure."""


def stores_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """The Depository, a column for each value, and below it the Headquarters, whose dice act first."""
    shown = {store: view[store] for store in ("depository", "headquarters")}
    return _stores(shown, naming, rank, folded, drawing)


@drawn_once
def _stores(shown: Json, naming: Naming, rank: int, folded: bool, drawing: Drawing) -> Zone:
    return Zone(
        "stores",
        "Depository and Headquarters",
        "grid",
        rank,
        note=_waiting(shown),
        size=drawing.stores.size,
        folded=folded,
        places=(*_depository(shown, drawing, naming), *_headquarters(shown, drawing, naming)),
    )


def _waiting(shown: Json) -> str:
    """FL-230."""
    dice = sum(slot is not None for slot in shown["headquarters"])
    return f"{bundle({'dice': dice})} to act first" if dice else ""


def _depository(shown: Json, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    """FL-107, FL-310 … FL-312."""
    mat, shelves = drawing.stores, shown["depository"]
    columns = sorted(int(column) for column in shelves if column != "closed")
    for row, shape in zip(ROWS, mat.split("depository:sign", 1, len(ROWS)), strict=True):
        short, reward, given = SHELF_REWARDS[row]
        yield Place(
            places.sign(f"depository:{row}"),
            f"Depository, {row} row: {reward}",
            shape,
            short=short,
            tone="goal",
            gives=(given,),
            caption="",
        )
    shapes = iter(mat.split("depository", len(columns), len(ROWS)))
    for row in ROWS:
        for column in columns:
            id, owner = places.shelf(column, row), shelves[str(column)][row]
            closed = column == shelves["closed"]
            yield Place(
                id,
                f"Depository, {row} row, a {column}",
                next(shapes),
                short="–" if closed else str(column),
                tone="closed" if closed or owner is not None else "neutral",
                holds=None if closed else "die",
                pieces=() if owner is None else (die(owner, column, id, naming),),
                note="closed for this game" if closed else "",
            )


def _headquarters(shown: Json, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    """FL-230, FL-301: from left to right."""
    mat, slots = drawing.stores, shown["headquarters"]
    yield Place(
        places.sign(places.HEADQUARTERS),
        "Headquarters: 2 Items or 5 Water, and the die acts first in the next Round",
        mat.frame("headquarters:sign"),
        short="HQ 2I/5W",
        tone="cold",
        gives=(*printed({"items": 2}), *printed({"water": 5}, either=True)),
        caption="HQ",
    )
    for number, (slot, shape) in enumerate(zip(slots, mat.split("headquarters", len(slots)), strict=True), 1):
        id = places.space(places.HEADQUARTERS, number)
        yield Place(
            id,
            f"Headquarters, slot {number}",
            shape,
            short=str(number),
            holds="die",
            tone="neutral" if slot is None else "closed",
            pieces=() if slot is None else (die(slot["owner"], slot["value"], id, naming),),
            note="" if slot is None else f"since Round {slot['round_placed']}",
        )


# The Negotiation Board: cells with prices and points, and the tokens of advancements and setbacks.

SIGN = 34
"""The height of a clan's plate, which can be tapped: 24 pixels also on a small phone."""

CLAN_TONES: Mapping[str, Tone] = {"leyrien": "land", "zcharo": "warm", "jrayek": "cold"}


def negotiation_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """A column for each clan: above it what its dice come to, which is what setbacks ask for (FL-355)."""
    told = view["negotiation"]
    shown = {what: told[what] for what in ("cells", "conditions", "left_conditions")}
    shown["clan_sides"] = view["config"]["clan_sides"]
    return _negotiation(shown, naming, rank, folded, drawing)


@drawn_once
def _negotiation(shown: Json, naming: Naming, rank: int, folded: bool, drawing: Drawing) -> Zone:
    cells, mat = shown["cells"], drawing.negotiation
    rows = max((len(column) for column in cells.values()), default=0)
    width, height = mat.size
    return Zone(
        "negotiation",
        "Negotiation Board",
        "grid",
        rank,
        note=next_setbacks(shown),
        size=(width, SIGN + rows * (height + GAP)),
        folded=folded,
        places=tuple(place for clan in CLANS for place in _column(shown, clan, mat.frame(clan), naming)),
    )


def next_setbacks(negotiation: Json) -> str:
    """The least that a column must come to: of the sums, and of equal dice."""
    asked = [negotiation["conditions"][at] for at in left_conditions(negotiation)]
    least = {condition["kind"]: condition for condition in reversed(asked)}
    told = [condition_told(least[kind]) for kind in ("sum", "equal") if kind in least]
    return f"setback at {listed(told, ' or ')}" if told else "no setbacks left"


def left_conditions(negotiation: Json) -> list[int]:
    """The conditions whose tokens are still on the left, in their printed order."""
    return sorted(negotiation["left_conditions"])


def _column(shown: Json, clan: str, frame: Box, naming: Naming) -> Iterator[Place]:
    cells = shown["cells"][clan]
    dice = [cell["die"]["value"] for cell in cells if cell["die"] is not None]
    alike = max(Counter(dice).values(), default=0)
    told = f", sum {sum(dice)}" + (f", {alike} matching" if alike > 1 else "")
    ability = effect(box_of(naming).document.clans[clan][shown["clan_sides"][clan]])
    name = naming.name(clan)
    yield Place(
        places.sign(clan),
        f"{name}, dice total {sum(dice)}" if dice else f"{name}, no dice",
        Box(frame.x, frame.y, frame.width, SIGN - GAP),
        short=f"{name}{told if dice else ''}",
        tone=CLAN_TONES[clan],
        note=f"{f'{alike} matching dice, ' if alike > 1 else ''}ability: {ability}",
    )
    for row, cell in enumerate(cells, 1):
        id, spot = places.cell(clan, row), cell["die"]
        yield Place(
            id,
            f"{name}, row {row}: {bundle(cell['cost'])} for {cell['points']} ★",
            Box(frame.x, SIGN + (row - 1) * (frame.height + GAP), frame.width, frame.height),
            short=f"{code(cell['cost'])} · {cell['points']}★",
            costs=printed(cell["cost"]),
            gives=(Amount("star", cell["points"]),),
            caption="",
            holds="die",
            tone="neutral" if spot is None else "closed",
            pieces=spot_die(spot, id, naming),
        )


def condition_told(condition: Json) -> str:
    """The condition that the dice of a column must meet."""
    return str(condition["at_least"]) if condition["kind"] == "sum" else f"{condition['count']} matching"


# Further gains and costs of a placement: tiles of the stacks, advancements, setbacks; as cards.

GAINS = {
    "farm": ("Farm Tile", "of any stack"),
    "upgrade": ("Upgrade Tile", "of any stack"),
    "move": ("Move", "the Harvester to an adjacent space"),
    "gem": ("1 Gem", ""),
    "die": ("1 die", "from the supply"),
    "items": ("2 Items", "from the pile"),
}
LOSSES = {
    "farm": ("Lose a Farm Tile", ""),
    "upgrade": ("Lose an Upgrade Tile", ""),
    "move": ("Move in", "the Harvester, towards the centre"),
    "gem": ("Lose 1 Gem", ""),
    "die": ("Lose a die", "from anywhere"),
    "items": ("Discard 2 Items", ""),
}
"""FL-354, FL-361 … FL-366."""


def stacks_zone(view: Json, rank: int, folded: bool, naming: Naming) -> Zone:
    """FL-110, FL-111, FL-335: the tops of the stacks, and which values reach an Upgrade Tile."""
    by_value = box_of(naming).document.foundry.stack_by_value
    reached = [
        [str(value) for value, of in enumerate(by_value, 1) if of == at] for at in range(len(by_value))
    ]
    cards = [
        *_tops(view, "farm", ["Farm Tile"] * len(view["farm_stacks"]), naming),
        *_tops(
            view, "upgrade", [f"Upgrade Tile for a {listed(values, ' or ')}" for values in reached], naming
        ),
    ]
    left = [sum(stack["size"] for stack in view[f"{kind}_stacks"]) for kind in ("farm", "upgrade")]
    note = f"{left[0]} Farm Tiles, {left[1]} Upgrade Tiles"
    return Zone("stacks", "Tiles", "cards", rank, note=note, folded=folded, cards=tuple(cards))


def _tops(view: Json, kind: str, titles: Sequence[str], naming: Naming) -> Iterator[Card]:
    for number, stack in enumerate(view[f"{kind}_stacks"]):
        if stack["size"] > 0:
            top, left = stack["top"], counted(stack["size"], "tile")
            name = "not seen yet" if top is None else tile_name(naming, kind, top)
            text = "" if top is None else f"; {tile_text(naming, kind, top)}"
            yield Card(places.stack(kind, number), name, text=f"{titles[number]}, {left}{text}")


def advancements_zone(view: Json, rank: int, folded: bool) -> Zone:
    """FL-353, FL-354: what the first die of a value on the Negotiation Board may still take."""
    values, free = sorted(view["negotiation"]["left_values"]), view["negotiation"]["free_rewards"]
    return Zone(
        "advancements",
        "Advancements",
        "cards",
        rank,
        note=f"for a {listed([str(value) for value in values], ' or ')}" if values else "none left",
        folded=folded,
        cards=tuple(Card(places.reward(kind), GAINS[kind][0], text=GAINS[kind][1]) for kind in free),
    )


def setbacks_zone(view: Json, rank: int, folded: bool) -> Zone:
    """FL-355 … FL-358: what a column may still bring about, and at what cost."""
    conditions = view["negotiation"]["conditions"]
    asked = [(number, condition_told(conditions[number])) for number in left_conditions(view["negotiation"])]
    free = view["negotiation"]["free_punishments"]
    return Zone(
        "setbacks",
        "Setbacks",
        "cards",
        rank,
        note="by the dice in a column" if asked else "none left",
        folded=folded,
        cards=(
            *(Card(places.condition(number), f"At {_sum(short)}") for number, short in asked),
            *(Card(places.punishment(kind), LOSSES[kind][0], text=LOSSES[kind][1]) for kind in free),
        ),
    )


def _sum(told: str) -> str:
    return f"a sum of {told}" if told.isdigit() else told
