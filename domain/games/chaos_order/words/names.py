"""What the things of Chaos Order are called: regions, factions, abilities, tokens, cards, seats.

What a set gives no name is called after its id. What words need beside a thing's own name stands under keys
of its own: `discover:3` (a column), `jrayek:fame:4` (a space), `feint:play:0` (what a card does).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from domain.games.chaos_order.words.faction_names import faction_names
from domain.games.chaos_order.words.phrases import BUILDING_NAMES, titled
from domain.games.chaos_order.words.printed_names import printed_names
from domain.kernel import UNKNOWN, ComponentSet, Json, Name, Naming, Run, SeatName

COLORS = {
    "circadians": "blue",
    "leyrien": "green",
    "oxataya": "yellow",
    "zcharo": "purple",
    "jrayek": "orange",
    "ai": "black",
}
"""A faction is always shown in the same colour (CO-C1 closes the list of them)."""

SPOTS = {"base": "the base", "drop_ship": "the drop ship", "supply": "the supply", "aside": "not placed yet"}
MOST_SECTORS = 5
KEPT_SETS = 16
"""Sets whose names are kept at hand: there are hundreds of them, and each entry is told with them."""

KINDS = {
    **dict.fromkeys(
        ("seat", "opponent", "selector", "by", "other", "turns", "winners", "victor"),
        "seat",
    ),
    "flare_gun_passed.to": "seat",
    **dict.fromkeys(("declared[]", "plans[]", "dice", "strength", "attack", "shields", "wounds"), "seat"),
    **dict.fromkeys(("location", "region", "from", "origin", "to", "target", "bases"), "region"),
    **dict.fromkeys(("land_tiles[]", "tiles[]", "layout[]", "starting_foundations[]", "fighters"), "region"),
    **dict.fromkeys(("fighters[]", "effects"), "region"),
    **dict.fromkeys(("land_tiles", "tiles"), "tile"),
    **dict.fromkeys(
        ("foundation", "foundations", "layout", "returned", "starting_foundations"), "foundation"
    ),
    **dict.fromkeys(("mountains", "borders"), "border"),
    **dict.fromkeys(("leader", "leaders", "ability", "attribute", "reward", "pay_lock"), "ability"),
    **dict.fromkeys(("card", "cards", "draws", "plans"), "card"),
    **dict.fromkeys(("token", "tokens"), "price"),
    **{
        f"{tag}.token": "production"
        for tag in (
            "place_production_token",
            "upgrade_production_token",
            "token_harvested",
            "production_token_placed",
            "production_token_upgraded",
        )
    },
    "building": "building",
    "counter": "counter",
    "pair": "pair",
    "text_id": "text",
}
"""What the members of actions and facts name, and the keys of objects.

Phases, research tracks and sections of the wheel have words for ids that causes and steps share: no list.
A choice of its own, like `pay_lock`, needs none: its kind only says whose word it shares.
Leaders, attributes and abilities may have one id (CO-C30), so that they are of one kind.
"""


@dataclass(frozen=True)
class _Known:
    """A set by its name: two with one hash hold the same."""

    hash: str
    components: ComponentSet = field(compare=False)


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Everything of the set that words and board call by a name; it is the same for ever."""
    return _names(_Known(components.hash, components))


@lru_cache(maxsize=KEPT_SETS)
def _names(known: _Known) -> Mapping[str, Name]:
    return {
        **{spot: Name("region", called) for spot, called in SPOTS.items()},
        **{str(n): Name("region", f"sector {n}") for n in range(1, MOST_SECTORS + 1)},
        **{kind: Name("building", name) for kind, name in BUILDING_NAMES.items()},
        **faction_names(known.components),
        **printed_names(known.components),
    }


def seat_name(seat: Mapping[str, Json], names: Mapping[str, Name]) -> SeatName:
    """A seat is called by its faction, which is nobody else's (CO-101)."""
    faction = str(seat["faction"])
    known = names.get(faction)
    return SeatName(titled(faction) if known is None else known.name, COLORS.get(faction))


def called(naming: Naming, id: str) -> str:
    """The name of a thing; after its id where the set has none."""
    known = naming.components.get(id)
    return titled(id) if known is None else known.name


def told(naming: Naming, key: str) -> str:
    """What stands on a thing."""
    known = naming.components.get(key)
    return "" if known is None else known.text


def value_of(naming: Naming, key: str) -> str:
    """The figures of a thing, as its maker wrote them."""
    known = naming.components.get(key)
    return "" if known is None else known.value


def region_run(naming: Naming, place: str) -> Run:
    """`Ember Fen`."""
    return Run(called(naming, place), place=place)


def card_run(naming: Naming, card: str) -> Run:
    """A tactics card; it has copies, so that no one piece is meant."""
    return Run("an unknown card" if card == UNKNOWN else called(naming, card))


def is_base(naming: Naming, place: str) -> bool:
    """Whether a place is a site for a base."""
    known = naming.components.get(place)
    return known is not None and known.value == "base"


def ability_name(naming: Naming, seat: str, ability: str) -> Name:
    """An ability of the seat's faction; its ids may be another faction's as well."""
    found = naming.components.get(f"{naming.seat(seat).text}/{ability}") or naming.components.get(ability)
    return found or Name("ability", titled(ability))


def called_by(naming: Naming, seat: str) -> Callable[[str], str]:
    """What the effects of a seat call an id: a counter, else an ability or a text of its faction."""

    def name(id: str) -> str:
        known = naming.components.get(id)
        return (
            known.name
            if known is not None and known.kind == "counter"
            else ability_name(naming, seat, id).name
        )

    return name


def counter_name(naming: Naming, counter: str) -> str:
    """What a counter of a faction is called within a sentence."""
    return called(naming, counter).lower()
