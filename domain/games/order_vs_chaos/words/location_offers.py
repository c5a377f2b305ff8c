"""Labels of offers: setup (OC-103 … OC-114), turn (OC-201 … OC-325), location actions.

Location actions follow OC-330 … OC-338 and OC-361.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.order_vs_chaos.components.document import BLUE, YELLOW
from domain.games.order_vs_chaos.rules.turn import TOKEN
from domain.games.order_vs_chaos.state import MOST_CARRIED, MOST_DOOM, MOST_ON_DISPLAY, MOST_STAMINA
from domain.games.order_vs_chaos.words.names import SIDES, box_of, dice
from domain.games.order_vs_chaos.words.offering import (
    Values,
    cards,
    dice_asked,
    fighters,
    location_cards,
    locations,
    next_cards,
    seats,
)
from domain.games.order_vs_chaos.words.table import chance, foes_at, gained, near, odds_words
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    listed,
    offered_values,
    value_key,
    variant_key,
)

# Words of location actions (OC-330 … OC-338, OC-361).

SHRINE_HEALTH = 5
SHRINE_STAMINA = 2
SHRINE_DOOM = 2
NOW = ("own_turn", "any")
"""When a text can be used in a turn outside battles."""
AWAY = ("hero_move", "swap_cards", "open", "remove_card", "token_place", "token_discard", "token_gain")
"""Effects after which another location action can be the better one (OC-520)."""


def here(view: Json, offers: Sequence[Offer]) -> Json:
    """The location of the acting seat's hero, in the view."""
    return view["locations"][view["seats"][acting_seat(offers)]["location"]]


def doom(view: Json, side: str, number: int) -> str:
    """`Chaos doom 5 → 7 of 13`."""
    before = view["doom"][side]
    final = "; the final battle begins" if side == "chaos" and before + number >= MOST_DOOM else ""
    return f"{side.capitalize()} doom {gained(before, number, MOST_DOOM)}{final}"


def _visit_quartermaster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    free = hero["equipment_slots"] - len(hero["equipment"])
    slots = f"{free} of {counted(hero['equipment_slots'], 'slot')} free"
    return OfferWords(
        "Visit the quartermaster",
        f"1 weapon and any equipment, {slots}",
        "package-check",
        rank=3,
        parameters={
            "take": ParameterWords(
                "What do you take?", values=cards(offered_values(offers, "take"), naming, on_board=True)
            ),
            "discard": ParameterWords(
                "Discard which one for it?",
                "never",
                cards(offered_values(offers, "discard"), naming, on_board=True),
            ),
            "refill": ParameterWords(
                "Which items are drawn?", values=cards(offered_values(offers, "refill"), naming, told=False)
            ),
        },
    )


def _discard_display_item(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Discard an item",
        "from the quartermaster; it is not replaced",
        "x",
        rank=4,
        parameters={
            "item": ParameterWords(
                "Which item?", values=cards(offered_values(offers, "item"), naming, on_board=True)
            )
        },
    )


def _use_order_shrine(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    return OfferWords(
        "Use the shrine",
        f"{SHRINE_STAMINA} stamina or {SHRINE_HEALTH} health",
        "sparkles",
        rank=3,
        parameters={
            "gain": ParameterWords(
                "What do you gain?",
                values={
                    "stamina": ValueWords("Stamina", gained(hero["stamina"], SHRINE_STAMINA, MOST_STAMINA)),
                    "health": ValueWords("Health", gained(hero["health"], SHRINE_HEALTH, hero["max_health"])),
                },
            )
        },
    )


def _use_healing_shrine(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    told: dict[str, ValueWords] = {}
    for value in offered_values(offers, "cancelled_by"):
        card, seat = naming.name(value["card"]), naming.seat(value["seat"]).text
        copies = sum(words.label.startswith(f"{seat}: {card}") for words in told.values())
        label = f"{seat}: {card}" + (f" ({copies + 1})" if copies else "")
        told[value_key(value)] = ValueWords(label, "gain no health; the card is discarded")
    return OfferWords(
        "Use the shrine",
        f"{SHRINE_HEALTH} health: {gained(hero['health'], SHRINE_HEALTH, hero['max_health'])}",
        "sparkles",
        rank=3,
        parameters={"cancelled_by": ParameterWords("Does a kept card cancel it?", "more", told)},
    )


def _attack_healing_shrine(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    box = box_of(naming)
    number = box.cards[here(view, offers)["card"]].number or 0
    likely = chance(box.die_faces, YELLOW, number)
    return OfferWords(
        "Attack the shrine",
        f"{likely} to destroy it with {dice(number)}; {doom(view, 'chaos', SHRINE_DOOM)}",
        "dices",
        rank=3,
        parameters={"dice": dice_asked(naming)},
    )


def _attack_rift(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    box, place = box_of(naming), here(view, offers)
    number = box.cards[place["card"]].number or 0
    likely = chance(box.die_faces, BLUE, number)
    tokens = f", removes {counted(place['tokens'], 'token')}" if place["tokens"] else ""
    return OfferWords(
        "Attack the rift",
        f"{likely} to close it with {dice(number)}; {doom(view, 'order', 1)}, each Order hero 1 XP{tokens}",
        "dices",
        rank=3,
        parameters={"dice": dice_asked(naming)},
    )


def picked(view: Json, offers: Sequence[Offer]) -> str:
    """`1 of 2 tokens here; you carry 1 of 2`."""
    carried, lying = view["seats"][acting_seat(offers)]["tokens"], here(view, offers)["tokens"]
    taken = min(MOST_CARRIED - carried, lying)
    return f"{taken} of {counted(lying, 'token')} here; you carry {carried} of {MOST_CARRIED}"


ACTED_ON = ("quartermaster", "healing_shrine", "chaos_rift", "wandering_monster", "arch_enemy")
"""Locations at which Chaos has other location actions."""


def _nothing_is_lost(view: Json, seat: str, naming: Naming) -> bool:
    """Whether picking up takes nothing away (OC-204, OC-206), and nothing can lead to a better action first.

    What a hero carries is safe, even if it dies (OC-362).
    """
    box, hero = box_of(naming), view["seats"][seat]
    location = hero["location"]
    card = box.cards.get(view["locations"][location]["card"])
    kind = box.maps[view["map"]].kinds[location] if card is None else card.kind
    may_move = view["step"] == "move" and view["moves_used"] < hero["move"]
    able = any(
        ability.timing in NOW and ability.stamina <= hero["stamina"] and _leads_away(ability.effects)
        for ability in box.heroes[hero["hero"]].abilities
    )
    return kind not in ACTED_ON and not (may_move or able or hero["kept"])


def _leads_away(effects: Sequence[Mapping[str, Json]] | None) -> bool:
    """Whether a text may bring the hero to another action, or change the tokens; one in words alone may."""
    return effects is None or any(effect["op"] in AWAY for effect in effects)


def _pick_up_tokens(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    leads = _nothing_is_lost(view, acting_seat(offers), naming)
    return OfferWords("Pick up tokens", picked(view, offers), "hand-grab", rank=3, leads=leads)


def placeable(ids: Sequence[str], naming: Naming) -> Values:
    """Monster types; the token that stands for one (OC-341)."""
    told = dict(fighters([id for id in ids if id != TOKEN], naming))
    if TOKEN in ids:
        told[TOKEN] = ValueWords("A token", "no figures left: place a Chaos token instead")
    return told


YES = {"true": ValueWords("Yes")}


def _use_chaos_rift(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    told = {
        "pick_up": "Pick up tokens",
        "place": "Place a monster",
        "pick_up,place": "Pick up tokens and place a monster",
    }
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    hints = []
    if picking := [kind for kind in kinds if "pick_up" in kind]:
        hints.append(f"{'' if len(picking) == len(kinds) else 'you may pick up '}{picked(view, offers)}")
    if placing := [kind for kind in kinds if "place" in kind]:
        hints.append("place a monster here" if len(placing) == len(kinds) else "you may place a monster")
    return OfferWords(
        "Use the Chaos rift",
        "; ".join(hints),
        "waves",
        rank=3,
        parameters={
            "pick_up": ParameterWords("Pick up tokens?", "never", YES),
            "place": ParameterWords(
                "Which monster?", values=placeable(offered_values(offers, "place"), naming)
            ),
        },
        variants={kind: words for kind, words in told.items() if kind in kinds},
    )


def _use_wandering_monster(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """OC-308, OC-335: a monster that is shoved to an Order hero fights it."""
    seat = acting_seat(offers)
    there = here(view, offers)["monsters"]
    shove = locations(view, offered_values(offers, "shove_to"), None, naming)
    hint = f"push the {naming.name(there[0])} away first" if there else "place a monster here"
    return OfferWords(
        "Place a monster",
        hint,
        "plus",
        rank=3,
        parameters={
            "shove_to": ParameterWords(
                "Where is the monster pushed?",
                values={
                    id: replace(words, hint=_fights(view, id, words.hint)) for id, words in shove.items()
                },
                hint=f"next to {naming.name(view['seats'][seat]['location'])}",
            ),
            "place": ParameterWords(
                "Which monster?", values=placeable(offered_values(offers, "place"), naming)
            ),
        },
    )


def _fights(view: Json, location: str, hint: str) -> str:
    met = any(hero["location"] == location and hero["side"] == "order" for hero in view["seats"].values())
    return f"{hint}; a battle begins" if met else hint


def _deliver_tokens(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    number = view["seats"][acting_seat(offers)]["tokens"]
    told = f"{counted(number, 'token')}: {doom(view, 'chaos', number)}"
    if view["doom"]["chaos"] + number < MOST_DOOM:
        told += f"; you draw {counted(number, 'event card')}"
    return OfferWords("Deliver tokens", told, "send", rank=3)


LOCATION: Mapping[str, OfferTold] = {
    "visit_quartermaster": _visit_quartermaster,
    "discard_display_item": _discard_display_item,
    "use_order_shrine": _use_order_shrine,
    "use_healing_shrine": _use_healing_shrine,
    "attack_healing_shrine": _attack_healing_shrine,
    "attack_rift": _attack_rift,
    "pick_up_tokens": _pick_up_tokens,
    "use_chaos_rift": _use_chaos_rift,
    "use_wandering_monster": _use_wandering_monster,
    "deliver_tokens": _deliver_tokens,
}


# Words of moving, fighting, opening and ending the turn (OC-201 … OC-325).

FOR_ORDER = ("quartermaster", "order_shrine", "healing_shrine", "wormhole")
"""OC-321: cards whose opening gives XP to Order; the others give it to Chaos."""


def _move(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    hero = view["seats"][seat]
    left = hero["move"] - view["moves_used"]
    told = {}
    for id, words in locations(view, offered_values(offers, "to"), seat, naming).items():
        odds = odds_words(view, id, hero["side"], naming)
        told[id] = replace(words, details="; ".join(filter(None, (words.details, odds))))
    return OfferWords(
        "Move",
        f"one step; {left} of {hero['move']} left",
        "footprints",
        rank=10,
        parameters={"to": ParameterWords("Where to?", values=told)},
    )


def _fight(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    foes = listed(foes_at(view, hero["location"], hero["side"], naming))
    own = f"you: {hero['health']} health, armor {hero['armor']}, attack {hero['attack']}"
    return OfferWords("Fight", f"{foes}; {own}; ends your move", "zap", rank=5)


def _open_location(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    here = naming.name(view["seats"][acting_seat(offers)]["location"])
    return OfferWords(
        f"Reveal {here}",
        f"{_likely(view, naming)}; ends your move",
        "search",
        rank=5,
        parameters={
            "card": ParameterWords(
                "Which card is revealed?", values=location_cards(offered_values(offers, "card"), naming)
            ),
            "cascade": next_cards(view, offers, "cascade", naming),
        },
    )


def _likely(view: Json, naming: Naming) -> str:
    """OC-323: what can still be face down follows from what lies open or is gone."""
    known = {place["card"] for place in view["locations"].values()} | set(view["removed_cards"])
    kinds = [card.kind for card in box_of(naming).cards.values() if card.id not in known]
    order = sum(kind in FOR_ORDER for kind in kinds)
    return f"{order} of {len(kinds)} give Order XP, {len(kinds) - order} Chaos"


def _end_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    hero = view["seats"][acting_seat(offers)]
    left = hero["move"] - view["moves_used"]
    unused = []
    if not view["lost"]:
        if view["step"] == "move" and left:
            unused.append(counted(left, "move"))
        if not view["acted"]:
            unused.append("the location action")
    seats = list(view["seats"])
    after = seats[(seats.index(acting_seat(offers)) + 1) % len(seats)]
    following = f"{naming.seat(after).text} is next"
    hint = f"{listed(unused)} unused; {following}" if unused else following
    return OfferWords("End the turn", hint, "corner-down-left", rank=90, ends=True)


TURN: Mapping[str, OfferTold] = {
    "move": _move,
    "fight": _fight,
    "open_location": _open_location,
    "end_turn": _end_turn,
}


# Words of the setup's offers (OC-103 … OC-114).

METHODS = {
    "agreed": ValueWords("Agreed", "everyone agreed on it"),
    "chosen": ValueWords("Chosen", "pick one"),
    "random": ValueWords("Drawn", "at random"),
}


def _choose_map(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the map",
        "30 face-down cards on either",
        "map",
        "setup",
        10,
        parameters={"map": ParameterWords("Which map?", values=_maps(offers, naming))},
    )


def _maps(offers: Sequence[Offer], naming: Naming) -> Values:
    box = box_of(naming)
    return {
        side: ValueWords(naming.name(side), f"{len(box.maps[side].starts['order'])} starts for each side")
        for side in offered_values(offers, "map")
    }


def _set_arch_enemy(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the arch enemy",
        "Order must kill it in the final battle",
        "flag",
        "setup",
        20,
        parameters={
            "method": ParameterWords("How?", values={one: METHODS[one] for one in ("agreed", "random")}),
            "arch_enemy": ParameterWords(
                "Which arch enemy?", values=_enemies(view, offered_values(offers, "arch_enemy"), naming)
            ),
        },
    )


def _enemies(view: Json, ids: Sequence[str], naming: Naming) -> Values:
    """With the health that counts at this table (OC-614)."""
    order = sum(hero["side"] == "order" for hero in view["seats"].values())
    told = {}
    for id in ids:
        card = box_of(naming).arch_enemies[id]
        attacks = listed([f"{one.name} ({one.segment}, {one.dice} dice)" for one in card.attacks])
        told[id] = ValueWords(
            card.name, f"armor {card.armor}, {card.health_against(order)} health; {attacks}"
        )
    return told


def _choose_hero(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    side = view["seats"][acting_seat(offers)]["side"]
    heroes = offered_values(offers, "hero")
    return OfferWords(
        "Choose a hero",
        f"one of {len(heroes)} heroes of {SIDES[side]}",
        "user",
        "setup",
        10,
        parameters={
            "method": ParameterWords("How?", values={one: METHODS[one] for one in ("chosen", "random")}),
            "hero": ParameterWords("Which hero?", values=fighters(heroes, naming)),
        },
    )


def _draw_monster_type(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    monsters = offered_values(offers, "monster")
    return OfferWords(
        "Draw a monster type",
        "six figures; you roll for them",
        "layers",
        "setup",
        20,
        parameters={"monster": ParameterWords("Which type did you draw?", values=fighters(monsters, naming))},
    )


def _fill_display(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    items = cards(offered_values(offers, "items"), naming, told=False)
    return OfferWords(
        "Fill the quartermaster",
        f"{MOST_ON_DISPLAY} of {view['item_deck']} items",
        "gallery-horizontal-end",
        "setup",
        30,
        parameters={"items": ParameterWords("Which items are drawn?", values=items)},
    )


def _choose_first_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the first player",
        "turns go clockwise from there",
        "users",
        "setup",
        40,
        parameters={
            "seat": ParameterWords(
                "Who goes first?", values=seats(view, offered_values(offers, "seat"), naming)
            )
        },
    )


def _place_hero(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Place your hero",
        "on a free start space",
        "map-pin",
        "setup",
        10,
        parameters={
            "location": ParameterWords(
                "Where?", values=starts(view, offered_values(offers, "location"), naming)
            )
        },
    )


def starts(view: Json, ids: Sequence[str], naming: Naming) -> Values:
    """Start spaces, each with the locations next to it."""
    return {
        id: ValueWords(naming.name(id), f"next to {listed(near(view, id, naming))}", place=id) for id in ids
    }


SETUP: Mapping[str, OfferTold] = {
    "choose_map": _choose_map,
    "set_arch_enemy": _set_arch_enemy,
    "choose_hero": _choose_hero,
    "draw_monster_type": _draw_monster_type,
    "fill_display": _fill_display,
    "choose_first_player": _choose_first_player,
    "place_hero": _place_hero,
}
