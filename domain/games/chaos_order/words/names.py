"""Names of regions, factions, abilities, tokens, cards, seats and everything else on the table.

A thing that a set does not name is named after its id. Other texts about a thing have keys of their own:
`discover:3` (a column), `jrayek:fame:4` (a space), `feint:play:0` (what a card does).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from domain.games.chaos_order.components.box import BUILDING_TYPES, Ability, Box, Effect, Faction
from domain.games.chaos_order.words.phrases import (
    BEGINNINGS,
    BUILDING_NAMES,
    GUN_REASONS,
    PHASE_NAMES,
    SETUP_STEPS,
    SIDES,
    VICTORIES,
    Tell,
    ability_trees,
    article,
    battle_values,
    building_name,
    changed,
    effect_told,
    icon_of,
    ordinal,
    phase_name,
    possessive,
    teller,
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
    capitalized,
    counted,
    listed,
    listed_runs,
    signed,
    told_of,
    with_text,
)

# Names of what belongs to a faction: leaders, attributes, abilities, buildings, foundations and tokens.

FOUNDATION_ABILITIES = {
    "stronghold_gems_as_research": "stronghold gems as research",
    "gem_lock_for_energy": "2 energy for a gem lock",
    "harvest_from_any_building": "harvest at any own building",
    "hand_limit_six": "hand limit 6",
    "base_adjacent_to_any_building": "base adjacent to own buildings",
}
TRIGGERS = {
    "income": "income",
    "relic_taken": "with a relic",
    "any_time": "at any time",
    "battle": "in battle",
    "battle_victor": "when you win a battle",
    "battle_loser": "when you lose a battle",
    "own_fighter_wounded": "for each own fighter wounded",
    "opposing_fighter_wounded": "for each opposing fighter wounded",
    "region_control_gained": "when you gain control of a region",
    "region_control_lost": "when you lose control of a region",
}


def trigger_text(trigger: str) -> str:
    """`income`; `acting in Move` of `act:move`."""
    turn, _, phase = trigger.partition(":")
    usual = f"{'acting' if turn == 'act' else 'passing'} in {PHASE_NAMES.get(phase, phase)}"
    return TRIGGERS.get(trigger) or usual


def faction_names(components: ComponentSet) -> dict[str, Name]:
    """Everything of all factions. A leader or an attribute keeps its id where an ability has the same."""
    named: dict[str, Name] = {"gem": Name("ability", "1 gem")}
    tell = teller(components.document)
    for tree in components.document["factions"]:
        faction = components.box.factions[tree["id"]]
        for key, name in _of_faction(tell, components.box, faction, tree):
            if name.kind != "ability" or key not in named or "/" in key:
                named[key] = name
    return named


def _of_faction(tell: Tell, box: Box, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    end = "immediately" if faction.wins_at_once else "after checking relics"
    text = f"{faction.fame_length} fame wins {end}"
    yield faction.id, Name("faction", faction.name, told_of(tree)[1] or text, str(faction.fame_length))
    for counter in tree["counters"]:
        name, text = told_of(counter)
        yield counter["id"], Name("counter", name or titled(counter["id"]), text)
    yield from _leaders(tell, faction, tree)
    yield from _attributes(tell, faction, tree)
    yield from _abilities(tell, faction, tree)
    yield from _buildings(tell, faction)
    yield from _faction_foundations(tell, box, faction, tree)
    yield from _tokens(tell, box, faction, tree)
    yield from _board(tell, faction)


def abilities_text(tell: Tell, faction: Faction, ids: list[str]) -> str:
    """`income: +1 fame; in battle: +1 shields`."""
    found: list[Ability] = [faction.abilities[id].ability for id in ids]
    return "; ".join(f"{trigger_text(one.trigger)}: {tell(one.effects)}" for one in found)


def _ids(side: Json) -> list[str]:
    return [ability["id"] for ability in side["abilities"]]


def _leaders(tell: Tell, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    for leader in tree["leaders"]:
        parts, name = [], leader["name"] or titled(leader["id"])
        for side in SIDES:
            card = faction.leaders[leader["id"]][side]
            values = battle_values(card.strength, card.attack, card.shields) or "nothing in battle"
            does = abilities_text(tell, faction, _ids(leader[side]))
            text = f"{values}; {does}" if does else values
            figures = f"{card.gem_cost}/{card.strength}/{card.attack}/{card.shields}"
            yield f"{leader['id']}:{side}", Name("leader side", name, text, figures)
            parts.append(f"{capitalized(side)}, {counted(card.gem_cost, 'gem')}: {text}")
        text = told_of(leader)[1] or f"{'. '.join(parts)}."
        strength = str(faction.leaders[leader["id"]]["basic"].strength)
        yield leader["id"], Name("ability", name, text, strength, of=faction.id)


def _attributes(tell: Tell, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    for attribute in tree["attributes"]:
        id, cost = attribute["id"], str(attribute["gem_cost"])
        name = attribute["name"] or titled(id)
        basic = abilities_text(tell, faction, _ids(attribute["basic"]))
        upgraded = abilities_text(tell, faction, _ids(attribute["upgraded"]))
        at_once = tell(faction.attributes[id].on_upgrade)
        upgraded = "; ".join(part for part in (f"immediately {at_once}" if at_once else "", upgraded) if part)
        text = f"Basic: {basic or 'nothing'}. Upgraded: {upgraded or 'nothing'}."
        yield id, Name("ability", name, told_of(attribute)[1] or text, cost, of=faction.id)
        yield f"{id}:basic", Name("attribute side", name, basic, cost)
        yield f"{id}:upgraded", Name("attribute side", name, upgraded, cost)


def _abilities(tell: Tell, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    """Names by ability id, which factions may share, and by faction and id, which is unique."""
    named = {one["id"]: told_of(one) for one in ability_trees(tree)}
    carriers = {
        attribute["id"]: attribute["name"] or titled(attribute["id"]) for attribute in tree["attributes"]
    }
    for id, source in faction.abilities.items():
        name, text = named[id]
        name = name or carriers.get(source.key) or titled(id)
        does = text or tell(source.ability.effects) or "nothing"
        one = Name("ability", name, does, source.ability.trigger, of=faction.id)
        yield f"{faction.name}/{id}", one
        yield id, one
        for text_id in _by_hand(source.ability.effects):
            yield text_id, Name("text", name if named[id][0] else titled(text_id), text, of=faction.id)


def _by_hand(effects: tuple[Effect, ...]) -> Iterator[str]:
    for effect in effects:
        if effect.do == "manual" and effect.name:
            yield effect.name
        for inner in (effect.effects, *effect.branches):
            yield from _by_hand(inner)


def _buildings(tell: Tell, faction: Faction) -> Iterator[tuple[str, Name]]:
    """`zcharo:outpost` with what it adds in battle; `zcharo:outpost:0`: its left-most space."""
    for kind in BUILDING_TYPES:
        building = faction.buildings[kind]
        values = battle_values(building.strength, building.attack, building.shields)
        figures = f"{building.strength}/{building.attack}/{building.shields}"
        yield f"{faction.id}:{kind}", Name("faction building", BUILDING_NAMES[kind], values, figures)
        for number, space in enumerate(building.spaces):
            lock = "lock" if space.gem_lock else ""
            key = f"{faction.id}:{kind}:{number}"
            yield key, Name("space", BUILDING_NAMES[kind], tell(space.income), lock)


def _faction_foundations(tell: Tell, box: Box, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    for place, one in enumerate(tree["starting_foundations"]):
        name, text = told_of(one)
        usual = f"{possessive(faction.name)} {ordinal(place)} starting foundation"
        reward = tell(box.foundations[one["id"]].reward)
        yield one["id"], Name("foundation", name or usual, text or reward, of=faction.id)
    for one in tree["board_foundations"]:
        name, text = told_of(one)
        usual = f"{possessive(faction.name)} {titled(one['id'])}"
        lock, does = "lock" if one["gem_lock"] else "", FOUNDATION_ABILITIES[one["ability"]]
        yield one["id"], Name("foundation", name or usual, text, lock, of=faction.id)
        yield f"{one['id']}:ability", Name("foundation ability", titled(one["id"]), text or does)


def _tokens(tell: Tell, box: Box, faction: Faction, tree: Json) -> Iterator[tuple[str, Name]]:
    seen: dict[str, int] = {}
    for one in tree["pricing_tokens"]:
        token = box.tokens[one["id"]]
        costs = f"{token.to_owner}+{token.to_supply}"
        seen[costs] = seen.get(costs, 0) + 1
        number = f" no. {seen[costs]}" if seen[costs] > 1 else ""
        paid = [f"{token.to_owner} energy to {faction.name}"] if token.to_owner else []
        paid += [f"{token.to_supply} energy to the supply"] if token.to_supply else []
        besides = [tell(token.on_place)] if token.on_place else []
        besides += ["leaves the game after use"] if token.removed else []
        name, text = told_of(one)
        told = with_text("; ".join([listed(paid) or "free for everyone", *besides]), text, "; ")
        yield f"{one['id']}:besides", Name("besides", costs, with_text("; ".join(besides), text, "; "))
        yield one["id"], Name("price", name or f"the {costs} token{number}", told, costs, of=faction.id)


def _board(tell: Tell, faction: Faction) -> Iterator[tuple[str, Name]]:
    """Spaces of fame and relics, the fast track, what recruitment points buy, what the base yields."""
    for at, effects in faction.fame_spaces.items():
        yield f"{faction.id}:fame:{at}", Name("fame space", f"{at} fame", tell(effects))
    for number, effects in enumerate(faction.relic_spaces):
        key = f"{faction.id}:relic:{number}"
        yield key, Name("relic space", f"{ordinal(number)} relic", tell(effects))
    for number, option in enumerate(faction.exchanges):
        key = f"{faction.id}:exchange:{number}"
        yield key, Name("exchange", tell(option.effects), value=str(option.rp))
    if (fast := faction.fast_track) is not None:
        to = "the drop ship" if fast.to == "drop_ship" else "the base"
        yield f"{faction.id}:fast", Name("fast track", to, value=str(fast.energy))
    yield (
        f"{faction.id}:base",
        Name("base", "the base", tell(faction.base_production), icon=icon_of(faction.base_production)),
    )


# The names of the things of Chaos Order: regions, factions, abilities, tokens, cards, seats.

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
"""Sets whose names are cached: each has hundreds of names, and rendering any entry needs them."""

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
"""The kinds of things that the members of actions and facts, and the keys of objects, name.

Phases, research tracks and sections of the wheel have words for ids that causes and steps share: no list.
A choice of its own, like `pay_lock`, needs none: its kind only says whose word it shares.
Leaders, attributes and abilities may have one id (CO-C30), so that they are of one kind.
"""


class Names(dict[str, Name]):
    """The names of a component set, and the set itself as the rules read it: what is printed is public."""

    def __init__(self, names: Mapping[str, Name], box: Box) -> None:
        super().__init__(names)
        self.box = box


def box_of(naming: Naming) -> Box:
    """The typed box of the set: its map, its printed cards and boards."""
    known = naming.components
    assert isinstance(known, Names)
    return known.box


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
    named = {
        **{spot: Name("region", called) for spot, called in SPOTS.items()},
        **{str(n): Name("region", f"sector {n}") for n in range(1, MOST_SECTORS + 1)},
        **{kind: Name("building", name) for kind, name in BUILDING_NAMES.items()},
        **faction_names(known.components),
        **printed_names(known.components),
    }
    return Names(named, known.components.box)


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
    """The text of a thing."""
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
    """A function that names an id in a seat's effects: an ability, a text or a counter of its faction."""
    return lambda id: ability_name(naming, seat, id).name


def counter_name(naming: Naming, counter: str) -> str:
    """The name of a faction's counter within a sentence."""
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
    """The text of a thing, or of a side of it; empty if it has none. key: after the thing's id."""

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
"""The values that templates name. A kind in brackets puts its text in brackets."""
