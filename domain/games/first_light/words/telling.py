"""Shared parts of the log's sentences: causes, gains, costs, dice, rewards and setbacks.

Advancements and setbacks follow FL-353 … FL-366.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import to_builtins

from domain.games.first_light import places
from domain.games.first_light.rules.negotiation import REWARD_ITEMS
from domain.games.first_light.state import ROWS
from domain.games.first_light.words.names import box_of, card_run, owner_run, space_run, tile_name
from domain.games.first_light.words.offering import (
    STACKS,
    TOKENS,
    comes,
    drawn,
    moves,
    new_top,
    numbers,
    removed,
    stack_value,
    texts,
)
from domain.games.first_light.words.printed import LOCATION_NAMES, amount, bundle, dice
from domain.kernel import (
    FactWords,
    Json,
    Named,
    Naming,
    Offer,
    ParameterWords,
    Run,
    Says,
    Sentences,
    ValueWords,
    by_value,
    capitalized,
    counted,
    listed,
    listed_runs,
    variant_key,
)

# Advancements and setbacks in words: conditions, rewards and punishments (FL-353 … FL-366).

REWARDS = {
    "farm": "a Farm Tile",
    "upgrade": "an Upgrade Tile",
    "move": "a move of the Harvester",
    "gem": "1 Gem",
    "die": "1 die",
    "items": "2 Items",
}
PUNISHMENTS = {
    "farm": "lose a Farm Tile",
    "upgrade": "lose an Upgrade Tile",
    "move": "move the Harvester closer to the centre",
    "gem": "lose 1 Gem",
    "die": "lose 1 die",
    "items": "discard 2 Items",
}
NOUNS = {
    "farm": "Farm Tile",
    "upgrade": "Upgrade Tile",
    "move": "move",
    "gem": "Gem",
    "die": "die",
    "items": "Items",
}


def condition_says(condition: Mapping[str, Json]) -> str:
    """`a sum of 8 or more`, `2 equal dice`."""
    if condition["kind"] == "sum":
        return f"a sum of {condition['at_least']} or more"
    return f"{condition['count']} matching dice"


def conditions_met(view: Json, clan: str, value: int | None = None) -> Iterator[int]:
    """FL-355: the conditions left that the dice below a clan meet, with one more of this value."""
    negotiation = view["negotiation"]
    values = [cell["die"]["value"] for cell in negotiation["cells"][clan] if cell["die"] is not None]
    values += [] if value is None else [value]
    for number in negotiation["left_conditions"]:
        condition = negotiation["conditions"][number]
        most = max((values.count(one) for one in values), default=0)
        reached = (
            sum(values) >= condition["at_least"] if condition["kind"] == "sum" else most >= condition["count"]
        )
        if reached:
            yield number


def setback_met(view: Json, clan: str, value: int) -> bool:
    """Whether a die of this value would bring a setback below the clan."""
    return any(True for _ in conditions_met(view, clan, value))


def conditions_listed(view: Json, numbers: list[int]) -> str:
    """`a sum of 8 or more and 2 equal dice`."""
    return listed([condition_says(view["negotiation"]["conditions"][number]) for number in numbers])


# Where a die is, in words, as a setback and its facts name it (FL-366).


def die_place(die: Mapping[str, Json]) -> str:
    """`in Garage 2`, `below Zcharo, row 1`, `at the Market`."""
    match die["at"]:
        case "reserve":
            return "in the reserve"
        case "cantina":
            return "in the Cantina"
        case "garage":
            return f"in Garage {die['slot']}"
        case "farm":
            return f"on Farm {die['slot']}"
        case "headquarters":
            return f"at the Headquarters, slot {die['slot']}"
        case "depository":
            return f"at the Depository, {die['row']} row of column {die['column']}"
        case "negotiation":
            return f"below {str(die['clan']).capitalize()}, row {die['row']}"
    return f"at the {LOCATION_NAMES.get(die['at'], die['at'])}, space {die.get('space')}"


def placed_die_says(view: Json, seat: str, die: Mapping[str, Json]) -> str:
    """With what it shows, and the points that go with it."""
    face = _face(view, seat, die)
    points = ""
    if die["at"] == "negotiation":
        cell = view["negotiation"]["cells"][die["clan"]][die["row"] - 1]
        points = f", {cell['points']} ★"
    return f"{f'the {face}' if face else 'a die'} {die_place(die)}{points}"


def _face(view: Json, seat: str, die: Mapping[str, Json]) -> int | None:
    base, spot = view["seats"][seat], None
    match die["at"]:
        case "garage" | "farm":
            face: int | None = base[f"{die['at']}s"][die["slot"] - 1]
            return face
        case "headquarters":
            spot = view["headquarters"][die["slot"] - 1]
        case "negotiation":
            spot = view["negotiation"]["cells"][die["clan"]][die["row"] - 1]["die"]
        case "depository":
            return int(die["column"])
        case "reserve" | "cantina":
            return None
        case _:
            spot = view["locations"][die["at"]][die["space"] - 1]
    return None if spot is None else int(spot["value"])


# What sentences of the log share: causes, what is gained and paid, dice and where they go.

Message = Mapping[str, Json]

CAUSES = {
    "planet": "the planet",
    "token": "a token of the planet",
    "cantina": "the Cantina",
    "advancement": "the advancement",
    "setback": "the setback",
    "clan_ability": "the clan",
    "garages": "the Garage",
    "item": "the Item",
    "relief": "the supply",
    "free_upgrade": "the Foundry",
    "move_after_harvest": "the move",
    "no_option": "a Scheme without a possible option",
    "harvest": "the Harvest",
    "rest": "the Rest",
    **{location: f"the {name}" for location, name in LOCATION_NAMES.items()},
}
"""The sources of gains and costs, by the `cause` of facts; a Farm goes by its number, a card by its id."""


def fact_of(facts: Iterable[Message], tag: str) -> Message | None:
    """The first fact of a kind."""
    return next((fact for fact in facts if fact["fact"] == tag), None)


def cause_says(naming: Naming, cause: str) -> str:
    """`the Market`, `Farm 3`, `Aqua Pack`."""
    if cause.startswith("farm_"):
        return f"Farm {cause.removeprefix('farm_')}"
    return CAUSES.get(cause) or naming.name(cause)


def saved_says(naming: Naming, saved: Mapping[str, int] | None) -> str:
    """The sources that lowered a price: ` (5 less: Aqua Cannon)`."""
    if not saved:
        return ""
    sources = [
        f"{less} less: {'Water tile' if source == 'water_discount' else naming.name(source)}"
        for source, less in saved.items()
    ]
    return f" ({'; '.join(sources)})"


def money_says(facts: Sequence[Message], seat: str, naming: Naming, own: Sequence[str] = ()) -> list[str]:
    """The costs and gains of an action, in order: `pays 1 Algae for the Garages`, `gains 5 Water`.

    own: the causes that the sentence names already. Trades at the Market are added up; a token picked up on
    the planet has a sentence from its own fact.
    """
    clauses: list[str] = []
    traded: dict[str, dict[str, int]] = {"resources_paid": {}, "resources_gained": {}}
    for fact in facts:
        tag, cause = fact["fact"], fact.get("cause", "")
        if fact.get("seat") != seat or cause == "token":
            continue
        if cause == "market" and tag in traded:
            for what, number in fact["costs" if tag == "resources_paid" else "gains"].items():
                traded[tag][what] = traded[tag].get(what, 0) + number
        elif tag == "resources_paid":
            what_for = "" if cause in own else f" for {cause_says(naming, cause)}"
            clauses.append(f"pays {bundle(fact['costs'])}{what_for}{saved_says(naming, fact.get('saved'))}")
        elif tag in ("resources_gained", "dice_gained"):
            gains = fact["gains"] if tag == "resources_gained" else {"dice": fact["count"]}
            source = "" if cause in own else f" from {cause_says(naming, cause)}"
            clauses.append(f"gains {bundle(gains)}{source}")
    if any(traded.values()):
        given, received = bundle(traded["resources_paid"]), bundle(traded["resources_gained"])
        clauses.append(f"gives {given} for {received}")
    return clauses


def after_colon(clauses: Sequence[str]) -> str:
    """`: pays 2 Power and gains 1 Gem`; a verb that comes again at once is said once."""
    said: list[str] = []
    for at, clause in enumerate(clauses):
        verb, _, rest = clause.partition(" ")
        said.append(rest if at and clauses[at - 1].startswith(f"{verb} ") else clause)
    return f": {listed(said)}" if said else ""


def die_says(placed: Message) -> str:
    """`a 4`, `a 4 that was a 3`, `a 2 that counts as 6`."""
    value, face, counts = placed["value"], placed.get("face"), placed.get("treated_as")
    told = [f"was a {face}"] if face not in (None, value) else []
    told += [f"counts as {counts}"] if counts is not None else []
    return f"a {value} that {listed(told)}" if told else f"a {value}"


def where_placed(naming: Naming, placed: Message) -> Says:
    """`at the Market`, `below Leyrien, row 2`, with a link to the place."""
    location, space = placed["location"], placed["space"]
    if location == "negotiation":
        clan = placed["clan"]
        return ("below ", Run(f"{naming.name(clan)}, row {space}", place=places.cell(clan, space)))
    if location == "depository":
        row, column = ROWS[space - 1] if 1 <= space <= len(ROWS) else str(space), placed["column"]
        told = f"column {column} of the Depository, {row} row"
        return ("in ", Run(told, place=places.shelf(column, row)))
    return ("at ", Run(f"the {LOCATION_NAMES.get(location, location)}", place=places.space(location, space)))


def placed_says(naming: Naming, placed: Message) -> Says:
    """`a 4 that was a 3 at the Market`."""
    return (f"{die_says(placed)} ", *where_placed(naming, placed))


def items_says(naming: Naming, items: Sequence[Json]) -> Says:
    """Items by name; those that were not seen are counted."""
    known: list[Run] = [card_run(naming, item) for item in items if item is not None]
    unseen = sum(item is None for item in items)
    if unseen:
        known.append(Run(counted(unseen, "unseen Item")))
    return listed_runs(known) if known else ("no Item",)


def _hands(naming: Naming, parts: Mapping[str, Json]) -> Says:
    """The cards that each seat gets in a deal; a reader knows only the number of other hands' cards."""
    says: list[str | Run] = []
    for seat, cards in parts.items():
        if isinstance(cards, list | tuple):
            says += [" ", naming.seat(seat), " gets ", *items_says(naming, cards), "."]
    return tuple(says)


def _leaders(naming: Naming, characters: Mapping[str, str]) -> Says:
    """`Blue leads with Dan Gautama; Black leads with Akira Hope`."""
    says: list[str | Run] = []
    for seat, character in characters.items():
        says += ["; " if says else "", naming.seat(seat), " leads with ", card_run(naming, character)]
    return tuple(says) or ("The characters are revealed",)


def _own_cards(naming: Naming, cards: Json) -> Says:
    """FL-117: each seat knows the card that it put under the pile."""
    own = cards.values() if isinstance(cards, Mapping) else ()
    known = [card_run(naming, card) for card in own if card is not None]
    return (", among them ", *listed_runs(known)) if known else ()


def _plan(plan: Message) -> str:
    """`1, 4 in the Garages; 5 on Farm 3`."""
    garages, farms = plan.get("garages") or (), plan.get("farms") or {}
    parts = [f"{', '.join(str(value) for value in garages)} in the Garages"] if garages else []
    parts += [f"{value} on Farm {slot}" for slot, value in sorted(farms.items())]
    return "; ".join(parts) or "no dice"


def _plans(naming: Naming, plans: Mapping[str, Message]) -> Says:
    says: list[str | Run] = []
    for seat, plan in plans.items():
        says += [" ", naming.seat(seat), f": {_plan(plan)}."]
    return tuple(says)


def _assigned(_naming: Naming, plan: Message) -> str:
    """`dice: 1, 4 in the Garages; 5 on Farm 3`, `no dice`; nothing but `dice` of a plan that is hidden."""
    if "garages" not in plan and "farms" not in plan:
        return "dice"
    return f"dice: {_plan(plan)}" if plan.get("garages") or plan.get("farms") else "no dice"


def _changed_by(_naming: Naming, count: int) -> str:
    """Dice gained, or given back by a text."""
    return f"gains {dice(count)}" if count >= 0 else f"gives {dice(-count)} back"


def _lost(tile: str, base: str) -> Named:
    """`an Upgrade Tile: Garage 2`, `2 Farm Tiles: Farm 4 and Farm 5`. tile: one of them."""

    def told(_naming: Naming, slots: Sequence[int]) -> str:
        number = tile if len(slots) == 1 else counted(len(slots), tile.partition(" ")[2])
        return f"{number}: {listed([f'{base} {slot}' for slot in slots])}"

    return told


def _tile(kind: str) -> Named:
    return lambda naming, tile: tile_name(naming, kind, tile)


def _tiles(kind: str) -> Named:
    return lambda naming, tiles: listed([tile_name(naming, kind, tile) for tile in tiles])


def _caches(naming: Naming, caches: Mapping[str, str]) -> Says:
    """`Gem Cache of 3 ★ at the far north`."""
    says: list[str | Run] = []
    for space, cache in caches.items():
        says += [f"{', ' if says else ''}{naming.name(cache)} at ", space_run(naming, space)]
    return tuple(says) or ("No Gem Cache is revealed",)


def _worth(naming: Naming, card: str) -> str:
    known = naming.components.get(card)
    return f": {known.value} ★" if known is not None and known.value else ""


def _text(naming: Naming, card: str) -> str:
    known = naming.components.get(card)
    return f": {known.text}" if known is not None and known.text else ""


def _winners(naming: Naming, winners: Sequence[str]) -> Says:
    """`Blue wins`, `Blue and the AI share the victory`."""
    runs = listed_runs([owner_run(naming, owner, "the AI") for owner in winners])
    return (*runs, " wins" if len(winners) == 1 else " share the victory")


SETBACKS = ("the lowest sum", "the second sum", "the third sum", "the highest sum")
"""The first setback tokens, where what they ask for hangs on the side of the board."""


def setback_token(naming: Naming, condition: int) -> str:
    """`the setback of a sum of 8 or more`, as the sides of the board that may lie there have it."""
    sides = box_of(naming).document.negotiation
    humans = max(1, len(naming.seats))
    sizes = {1} if humans == 1 else {humans, humans + 1} & set(map(int, sides.by_table_size))
    asked = dict.fromkeys(
        condition_says(to_builtins(side.conditions[condition]))
        for side in map(sides.at, sizes)
        if 0 <= condition < len(side.conditions)
    )
    if len(asked) == 1:
        return f"the setback of {next(iter(asked))}"
    return f"the setback of {SETBACKS[condition]}" if 0 <= condition < len(SETBACKS) else "a setback"


def _one_of(called: Mapping[Json, str], otherwise: str | None = None) -> Named:
    """The name of a value; a value without a name is called by itself, or `otherwise`."""
    return lambda _, value: called.get(value, str(value) if otherwise is None else otherwise)


DECIDED = {
    "score": " by score",
    "dice": " with the most dice",
    "resources": " with the most resources",
    "shared": " after a tie",
}
BONUSES = {
    "harvest": "1 more Gem in each Harvest",
    "rest": "1 more die in each Rest",
    "execute": "1 more Scheme in each Round",
}

SENTENCES = Sentences(
    {
        **dict.fromkeys(("character", "effect", "event", "item", "scheme"), card_run),
        **dict.fromkeys(("gains", "costs"), lambda _, amounts: bundle(amounts)),
        "assigned": _assigned,
        "bonus": _one_of(BONUSES),
        "caches": _caches,
        "cause": cause_says,
        "clan": Naming.name,
        "condition": setback_token,
        "decided_by": _one_of(DECIDED, ""),
        "dice": lambda _, number: dice(number),
        "Dice": lambda _, number: capitalized(dice(number)),
        "dice_changed": _changed_by,
        "die": lambda _, die: die_place(die),
        "farm_tile": _tile("farm"),
        "farm_tops": _tiles("farm"),
        "gems": lambda _, number: amount(number, "gems"),
        "go": lambda _, number: "goes" if number == 1 else "go",
        "hands": _hands,
        "items": items_says,
        "item_count": lambda _, number: amount(number, "items"),
        "leaders": _leaders,
        "lost_farms": _lost("a Farm Tile", "Farm"),
        "lost_upgrades": _lost("an Upgrade Tile", "Garage"),
        "option": _one_of({1: "first", 2: "second", 3: "third"}),
        "owner": owner_run,
        "own_cards": _own_cards,
        "placed": placed_says,
        "plans": _plans,
        "punishment": _one_of(PUNISHMENTS),
        "return": lambda _, number: "returns" if number == 1 else "return",
        "reward": _one_of(REWARDS),
        "saved": saved_says,
        "schemes": lambda _, number: counted(number, "Scheme"),
        "slots": lambda _, slots: dice(len(slots)),
        "space": space_run,
        "spaces": lambda naming, spaces: listed_runs([space_run(naming, space) for space in spaces]),
        "stack": _one_of({at: f"the {name.lower()}" for at, name in enumerate(STACKS)}, "a stack"),
        "text": _text,
        "token": _one_of({token: bundle(gains) for token, gains in TOKENS.items()}, "what is there"),
        "upgrade_tile": _tile("upgrade"),
        "upgrade_tops": _tiles("upgrade"),
        "values": lambda _, values: listed([str(value) for value in values]) or "no dice",
        "winners": _winners,
        "worth": _worth,
    }
)
"""The names that the sentences of facts and actions may use."""


def by_setback(template: str) -> FactWords:
    """A fact that does harm if a setback caused it."""
    told = SENTENCES.fact
    return by_value("cause", {"setback": told(template, "chaos")}, told(template))


# Shared by the words of advancements and setbacks: the gains, and which offers ask what.

REWARD_DICE = 1


def kinds_told(offers: Sequence[Offer], told: Mapping[str, str]) -> Mapping[str, str]:
    """The words that distinguish offers with different questions."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: told[kind] for kind in kinds if kind in told}


def gained(view: Json, offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    """The questions of a reward: its tile, its move, its Items."""
    kinds = dict.fromkeys(
        kind
        for offer in offers
        if "stack" in offer.parameters
        for kind in (*texts([offer], "reward"), *texts([offer], "punishment"))
    )
    found = tuple(kinds)
    stack = {}
    for number in numbers(offers, "stack"):
        known = [
            stack_value(view, naming, kind, number) for kind in found if view[f"{kind}_stacks"][number]["top"]
        ]
        stack[str(number)] = known[0] if len(known) == 1 else ValueWords(STACKS[number])
    return {
        "stack": ParameterWords("Which tile?", values=stack),
        **removed(view, offers, naming, *found),
        **new_top(offers, naming, *found),
        "move_to": moves(view, offers, naming),
        **drawn(offers, naming),
    }


def rewards_now(view: Json, seat: str) -> Mapping[str, str]:
    """The gain of the seat from each reward now."""
    drawn = comes(view, seat, {"items": REWARD_ITEMS})
    return {**REWARDS, "die": comes(view, seat, {"dice": REWARD_DICE}), "items": drawn}


def of_kinds(offers: Sequence[Offer], parameter: str, names: Mapping[str, str]) -> Mapping[str, str]:
    """Offers that ask different things, by what is gained or lost with them."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        told = found.setdefault(variant_key(offer), [])
        told += [names[one] for one in texts([offer], parameter) if names[one] not in told]
    return {kind: listed(told, " or ") for kind, told in found.items()}
