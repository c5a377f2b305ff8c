"""What the things of Chaos Order are called: regions, factions, abilities, tokens, cards, seats.

What a set gives no name is called after its id. What words need beside a thing's own name stands under keys
of its own: `discover:3` (a column), `jrayek:fame:4` (a space), `feint:play:0` (what a card does).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from domain.games.chaos_order.words.effects_told import effect_told
from domain.games.chaos_order.words.faction_names import faction_names
from domain.games.chaos_order.words.phrases import (
    BEGINNINGS,
    BUILDING_NAMES,
    GUN_REASONS,
    SETUP_STEPS,
    VICTORIES,
    article,
    battle_values,
    building_name,
    changed,
    phase_name,
    possessive,
    titled,
    units,
)
from domain.games.chaos_order.words.printed_names import printed_names
from domain.kernel import (
    UNKNOWN,
    ComponentSet,
    Json,
    Name,
    Named,
    Naming,
    Run,
    Says,
    SeatName,
    Sentences,
    counted,
    listed,
    listed_runs,
    signed,
)

Message = Mapping[str, Json]

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


def card_names(naming: Naming, cards: Sequence[str]) -> str:
    """`Feint and Ambush`; empty for no card."""
    return listed([card_run(naming, card).text for card in cards])


def is_base(naming: Naming, place: str) -> bool:
    """Whether a place is a site for a base."""
    known = naming.components.get(place)
    return known is not None and known.value == "base"


def own_run(naming: Naming, place: str) -> Run:
    """`Ember Fen`, `its base`."""
    return Run("its base", place=place) if is_base(naming, place) else region_run(naming, place)


def spot_run(naming: Naming, spot: str | int) -> Run:
    """`Ember Fen`, `the base`, `sector 2`."""
    if isinstance(spot, int):
        return Run(f"sector {spot}")
    if spot in SPOTS:
        return Run("next to the board" if spot == "aside" else SPOTS[spot])
    return Run("the base", place=spot) if is_base(naming, spot) else region_run(naming, spot)


def owner_run(naming: Naming, seat: str) -> Run:
    """`Zcharo’s`."""
    return Run(possessive(naming.seat(seat).text), seat=seat)


def group(naming: Naming, message: Message) -> str:
    """`2 fighters and Elder`."""
    return units(
        message.get("fighters", 0), [called(naming, leader) for leader in message.get("leaders", ())]
    )


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


def awaited(naming: Naming, fact: Message) -> str:
    """What a seat may still settle: `2 build points, intel +1`."""
    return ", ".join(
        effect_told(item["effect"], called_by(naming, fact["seat"]), left=item["left"])
        for item in fact["effects"]
    )


def drawn(naming: Naming, fact: Message) -> str:
    """The cards by name to who may know them, else how many."""
    cards = fact.get("cards")
    return counted(fact["count"], "card") if cards is None else card_names(naming, cards) or "no card"


def plan_card(naming: Naming, plan: Message) -> Says:
    """`with Feint`, `no card`; a bluffed card is named to nobody."""
    if plan.get("card") is not None:
        return ("with ", card_run(naming, plan["card"]))
    return ("a bluff" if plan.get("tactics") == "bluff" else "no card",)


def joined(between: str, parts: Iterable[Says]) -> Says:
    """The parts one after another; `between` stands before each but the first."""
    says: list[str | Run] = []
    for part in parts:
        says += [between, *part] if says else part
    return tuple(says)


def _plan(naming: Naming, side: str, plan: Message) -> Says:
    section = called(naming, f"section:{plan['section']}")
    return (naming.seat(side), f": {section}, ", *plan_card(naming, plan))


def _declared(side: str) -> Named:
    """What a side of a battle has before the plans (CO-404): `5 strength, 1 shield (2 gems, 1 card)`."""

    def named(naming: Naming, battle: Json) -> str:
        has = battle["declared"].get(battle[side], {})
        values = battle_values(has.get("strength", 0), has.get("attack", 0), has.get("shields", 0))
        purse = f"{counted(has.get('gems', 0), 'gem')}, {counted(has.get('cards', 0), 'card')}"
        return f"{values or 'no strength'} ({purse})"

    return named


def _bonus(naming: Naming, totals: Message) -> str:
    changes = [(name, totals.get(name, 0)) for name in ("strength", "attack", "shields")]
    return listed([changed(number, name) for name, number in changes if number]) or "nothing"


def _things(naming: Naming, ids: Sequence[str]) -> str:
    return listed([called(naming, id) for id in ids])


def _in_turn(naming: Naming, seats: Sequence[str]) -> Says:
    return (": ", *listed_runs([naming.seat(seat) for seat in seats])) if seats else ()


def _placed(naming: Naming, spot: str | int) -> Says:
    run = spot_run(naming, spot)
    return ("in " if run.place else "on ", run)


def _plain(say: Callable[[Json], str]) -> Named:
    """A kind that calls nothing by a name."""
    return lambda naming, value: say(value)


def _one_of(words: Mapping[str, str], other: str = "") -> Named:
    return _plain(lambda value: words.get(value, other))


def _agrees(one: str, several: str) -> Named:
    """A verb, as many units do it."""
    return _plain(lambda fact: one if fact["fighters"] + len(fact.get("leaders", ())) == 1 else several)


def _text(key: str, written: str) -> Named:
    """What stands on a thing, or a side of it; nothing for what stands nowhere. key: after the thing's id."""

    def named(naming: Naming, id: str) -> str:
        text = told(naming, f"{id}:{key}")
        return written.format(text) if text else ""

    return named


def _column(written: str) -> Named:
    """The column of a research track, and what it gives."""

    def named(naming: Naming, fact: Json) -> str:
        gives = told(naming, f"{fact['track']}:{fact['column']}")
        return f" {fact['column']}{written.format(gives) if gives else ''}"

    return named


def _ability_does(naming: Naming, fact: Message) -> str:
    does = ability_name(naming, fact["seat"], fact["ability"]).text
    return f": {does}" if does else ""


def _regions(parts: Json) -> str:
    return counted(parts["land"] + parts["lakes"] + parts["base"] + parts["modifiers"], "region")


SENTENCES = Sentences(
    {
        **dict.fromkeys(("region", "location"), region_run),
        **dict.fromkeys(("leader", "attribute", "reward", "foundation", "token", "pair", "text_id"), called),
        **dict.fromkeys(("foundations", "borders"), _things),
        "owner": owner_run,
        "own": own_run,
        "own_place": lambda naming, place: (
            "on " if is_base(naming, place) else "in ",
            own_run(naming, place),
        ),
        "spot": spot_run,
        "placed": _placed,
        "pairs": lambda naming, pairs: joined(
            "; ", ((region_run(naming, at), f": {called(naming, thing)}") for at, thing in pairs.items())
        ),
        "mountains": lambda naming, borders: f"; mountains {_things(naming, borders)}" if borders else "",
        "phase": _plain(phase_name),
        "setup_step": _one_of(SETUP_STEPS, "Setup continues"),
        "beginning": _plain(lambda phase: BEGINNINGS.get(phase) or phase),
        "in_turn": _in_turn,
        "price": lambda naming, token: told(naming, token) or called(naming, token),
        "tokens": _plain(lambda tokens: counted(len(tokens), "pricing token")),
        "on_spot": _plain(lambda spot: f" on the {spot} spot"),
        "then_on_spot": _plain(lambda spot: f", on the {spot} spot"),
        "gun_reason": _one_of(GUN_REASONS),
        "able": _plain(lambda able: "" if able else ", unable to pay"),
        "win": _plain(lambda winners: "wins" if len(winners) == 1 else "win together"),
        "victory": _one_of(VICTORIES),
        "building": _plain(building_name),
        "a_building": _plain(lambda kind: article(building_name(kind))),
        "board_foundation": lambda naming, id: called(
            naming, f"{id}:ability" if f"{id}:ability" in naming.components else id
        ),
        "ability_text": _text("ability", ": {}"),
        "(ability_text)": _text("ability", " ({})"),
        "upgraded": _text("upgraded", ": {}"),
        "(upgraded)": _text("upgraded", " ({})"),
        "(basic)": _text("basic", " ({})"),
        "column": _column(": {}"),
        "(column)": _column(" ({})"),
        "count": _plain(lambda number: counted(number, "fighter")),
        "fighters": lambda naming, fighters: joined(
            " and ",
            (
                (f"{counted(number, 'fighter')} in ", region_run(naming, at))
                for at, number in fighters.items()
            ),
        ),
        "units": group,
        "are": _agrees("is", "are"),
        "retreat": _agrees("retreats", "retreat"),
        "bring": _agrees("brings", "bring"),
        "card": card_run,
        "drawn": drawn,
        "discarded": lambda naming, cards: (
            f"; {card_names(naming, cards)} to the discard pile" if cards else ""
        ),
        "counter": counter_name,
        "ability": lambda naming, of: ability_name(naming, of["seat"], of["ability"]).name,
        "ability_does": _ability_does,
        "awaited": awaited,
        "more_regions": _plain(lambda delta: f"{signed(delta)} {'region' if abs(delta) == 1 else 'regions'}"),
        "regions": _plain(_regions),
        "gems_as_research": _plain(
            lambda gems: f", {counted(gems, 'gem')} of it as research" if gems else ""
        ),
        "section": lambda naming, section: called(naming, f"section:{section}"),
        "plan_card": plan_card,
        "plans": lambda naming, plans: joined(
            "; ", (_plan(naming, side, plan) for side, plan in plans.items())
        ),
        "selectors": _declared("selector"),
        "opponents": _declared("opponent"),
        "face": lambda naming, face: called(naming, f"die:{face}"),
        "bonus": _bonus,
    }
)
"""What templates name. A kind in brackets puts its text in brackets."""
