"""Labels of offers: setup (1xx), Plan (21x), Harvest and Rest (25x, 27x), AI (410), end (601)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.state import GARAGES, HAND_LIMIT
from domain.games.first_light.words.names import tile_name
from domain.games.first_light.words.offering import (
    Values,
    ability,
    farm_keys,
    farm_says,
    farm_yields,
    garage_algae,
    harvest_says,
    items,
    moves,
    said,
    texts,
    when,
)
from domain.games.first_light.words.printed import amount, bundle, dice
from domain.kernel import (
    KEYS,
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

# Words of the AI’s Schemes, of Harvest and Rest, and of the end (25x, 27x, 410, 601).


def _reveal_scheme(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    ai = view["ai"]
    first = "" if ai["schemes"]["revealed"] else "its Harvester moves first"
    schemes = {
        scheme: ValueWords(naming.name(scheme), naming.components[scheme].text)
        for scheme in texts(offers, "scheme")
    }
    return OfferWords(
        "Reveal a Scheme",
        said(
            first,
            f"{counted(ai['schemes_left'], 'Scheme')} left this Round",
            f"the AI has {amount(ai['gems'], 'gems')} and {dice(ai['board_dice'])}",
        ),
        "zap",
        rank=0,
        parameters={"scheme": ParameterWords("Which Scheme is revealed?", values=schemes)},
    )


def _harvest(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-250 … FL-257: what is chosen and what comes in any case."""
    seat = acting_seat(offers)
    effect = ability(view, naming, seat)
    farms = [value for value in texts(offers, "choices") if value.isdigit()]
    chosen = {
        KEYS: {slot: ValueWords(f"Farm {slot}", place=places.farm(seat, int(slot))) for slot in farms},
        **{slot: farm_yields(view, naming, seat, int(slot)) for slot in farms},
    }
    return OfferWords(
        "Harvest",
        harvest_says(view, naming, seat),
        "sparkles",
        rank=0,
        parameters={
            "choices": ParameterWords("What do your Farms produce?", when(offers, "choices"), members=chosen),
            "raise": ParameterWords(
                "Raise each die by how much?",
                when(offers, "raise"),
                members=farm_keys(texts(offers, "raise")),
            ),
            "move_to": moves(view, offers, naming, f"Where to, for {bundle(effect.cost)}?"),
        },
        variants=_harvests(offers, bundle(effect.cost)),
    )


def _harvests(offers: Sequence[Offer], price: str) -> Mapping[str, str]:
    """FL-547: with Sable Lesedi's move or without."""
    kinds = dict.fromkeys(variant_key(offer) for offer in offers)
    return {kind: f"and move for {price}" if "move_to" in kind.split(",") else "and stay" for kind in kinds}


def _rest(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-270 … FL-274: dice that come home, and what is too much."""
    seat = acting_seat(offers)
    base = view["seats"][seat]
    home = base["cantina"] + sum(die is not None for die in base["farms"])
    home += sum(
        spot.get("dice", 1)
        for spots in view["locations"].values()
        for spot in spots
        if spot is not None and spot["owner"] == seat
    )
    waiting = sum(die is not None and die["owner"] == seat for die in view["headquarters"])
    limit = ability(view, naming, seat).limit or 5
    excess = min(base["reserve"] + home, max(0, base["reserve"] + home + waiting - limit))
    cards = max(0, base["hand_size"] - HAND_LIMIT)
    return OfferWords(
        "Rest",
        said(
            f"{dice(home)} return" if home != 1 else "1 die returns",
            f"return {dice(excess)} over the limit of {limit} to the supply" if excess else "",
            f"discard {amount(cards, 'items')}" if cards else "",
        ),
        "moon",
        "end",
        90,
        ends=True,
        parameters={
            "discard": ParameterWords(
                f"Discard which {amount(cards, 'items')}?",
                when(offers, "discard"),
                items(offers, "discard", naming, base.get("hand") or ()),
            )
        },
    )


def _reveal_gem_caches(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    found = {
        value: ValueWords(naming.name(value), place=value if value in view["planet"]["caches"] else None)
        for value in texts(offers, "caches")
    }
    return OfferWords(
        "Reveal the Gem Caches",
        "the game ends and scores are counted",
        "gem",
        rank=0,
        parameters={"caches": ParameterWords("Which Gem Cache is where?", values=found)},
    )


ROUND: Mapping[str, OfferTold] = {
    "reveal_scheme": _reveal_scheme,
    "harvest": _harvest,
    "rest": _rest,
    "reveal_gem_caches": _reveal_gem_caches,
}


# Words of the Plan phase: the Event, texts carried out by hand, dice rolled and assigned (21x).


def _reveal_event(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    events = {
        event: ValueWords(naming.name(event), naming.components[event].text)
        for event in texts(offers, "event")
    }
    return OfferWords(
        "Reveal the Event",
        f"Round {view['round'] + 1} begins",
        "star",
        rank=0,
        parameters={"event": ParameterWords("Which Event is revealed?", values=events)},
    )


def _take_die(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords("Take a die", "from the supply: you have none left", "plus", rank=5)


def _roll_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    reserve = view["seats"][acting_seat(offers)]["reserve"]
    return OfferWords(
        "Roll the dice",
        f"{dice(reserve)} from the reserve",
        "dices",
        rank=0,
        parameters={"values": ParameterWords(f"What do the {dice(reserve)} show?")},
    )


def _assign_dice(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-216 … FL-219."""
    seat = acting_seat(offers)
    rolled = sorted(view["seats"][seat].get("dice", ()))
    costs = [garage_algae(view, naming, seat, slot) for slot in range(1, 6)]
    slots, garages = [int(slot) for slot in texts(offers, "farms")], range(1, GARAGES + 1)
    stock = places.reserve(seat) if "plan" in view["seats"][seat] else None
    farms = "; ".join(f"{slot} {farm_says(view, naming, seat, slot)}" for slot in slots)
    return OfferWords(
        "Assign dice",
        said(
            f"you rolled {listed([str(face) for face in rolled])}" if rolled else "", "hidden from the others"
        ),
        "layout-grid",
        rank=10 if _is_assigned(view, seat) else 0,
        leads=not _is_assigned(view, seat),
        parameters={
            "farms": ParameterWords(
                "On Farms",
                when(offers, "farms"),
                hint=farms,
                members=farm_keys(texts(offers, "farms")),
                stock=stock,
                places={str(slot): places.farm(seat, slot) for slot in slots} if stock else {},
            ),
            "garages": ParameterWords(
                "or in Garages, from the left?",
                when(offers, "garages"),
                hint=f"Algae {', '.join(map(str, costs))}",
                stock=stock,
                places={str(slot): places.garage(seat, slot) for slot in garages} if stock else {},
            ),
        },
    )


def _is_assigned(view: Json, seat: str) -> bool:
    plan = view["seats"][seat].get("plan", {"garages": (), "farms": {}})
    return bool(plan["garages"] or plan["farms"])


def _confirm_plan(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    waiting = [
        naming.seat(other).text
        for other, base in view["seats"].items()
        if other != seat and not base["ready"]
    ]
    hint = f"still planning: {listed(waiting)}" if waiting else "then all plans are revealed"
    return OfferWords(
        "Confirm plan", hint, "check", "end", 90 if not _is_assigned(view, seat) else 5, ends=True
    )


def _apply_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-R37: what a text did that the set leaves to the table."""
    changed = {
        value_key(value): _change(value, naming)
        for value in offered_values(offers, "changes")
        if not isinstance(value, int)
    }
    effects = {effect: ValueWords(naming.name(effect)) for effect in texts(offers, "effect")}
    return OfferWords(
        "Resolve a text",
        "a card or character whose text Tablelog does not automate",
        "hand",
        rank=70,
        parameters={
            "effect": ParameterWords("Which text?", values=effects),
            "changes": ParameterWords("What changed for each player?", values=changed),
        },
    )


CHANGED = {
    "water": "Water",
    "algae": "Algae",
    "power": "Power",
    "gems": "Gems",
    "dice": "Dice",
    "items": "Items drawn",
    "discard": "Items discarded",
    "move_to": "Harvester to",
}


def _change(value: Json, naming: Naming) -> ValueWords:
    if value is None:
        return ValueWords("Not seen")
    if not isinstance(value, str):
        return ValueWords(str(value))
    if value in naming.seats:
        return ValueWords(naming.seat(value).text)
    return ValueWords(CHANGED.get(value) or naming.name(value))


PLAN: Mapping[str, OfferTold] = {
    "reveal_event": _reveal_event,
    "apply_effect": _apply_effect,
    "take_die": _take_die,
    "roll_dice": _roll_dice,
    "assign_dice": _assign_dice,
    "confirm_plan": _confirm_plan,
}


# Words of the setup's offers (1xx): stacks, characters, the draft of Items, the start player.


def _reveal_stacks(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    def tops(parameter: str, kind: str, named: str) -> ParameterWords:
        return ParameterWords(
            f"Which {named} Tiles are on top, from the left?",
            values={tile: ValueWords(tile_name(naming, kind, tile)) for tile in texts(offers, parameter)},
        )

    return OfferWords(
        "Lay out the tiles",
        "three stacks of Farm Tiles and three of Upgrade Tiles, top tiles face up",
        "layers",
        rank=0,
        parameters={
            "farm_tops": tops("farm_tops", "farm", "Farm"),
            "upgrade_tops": tops("upgrade_tops", "upgrade", "Upgrade"),
        },
    )


def _deal_characters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Deal the characters",
        "two to each player, to keep one",
        "users",
        rank=0,
        parameters={
            "characters": ParameterWords(
                "Which characters are dealt?", values=_characters(texts(offers, "characters"), naming)
            )
        },
    )


def _characters(ids: Sequence[str], naming: Naming) -> Values:
    return {
        id: ValueWords(naming.seat(id).text)
        if id in naming.seats
        else ValueWords(naming.name(id), details=naming.components[id].text)
        for id in ids
    }


def _choose_character(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    is_open = view["config"]["character_mode"] != "deal"
    return OfferWords(
        "Choose a character",
        "everyone sees it at once" if is_open else "the other goes back unseen; all are revealed together",
        "user",
        rank=0,
        parameters={
            "character": ParameterWords(
                "Which character do you choose?", values=_characters(texts(offers, "character"), naming)
            )
        },
    )


def _deal_items(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    alone = view["config"]["humans"] == 1
    seats = {seat: ValueWords(naming.seat(seat).text) for seat in naming.seats}
    return OfferWords(
        "Deal the Items",
        "five, to keep three" if alone else "four to each player, for the draft",
        "gallery-horizontal-end",
        rank=0,
        parameters={
            "hands": ParameterWords(
                "Which Items are dealt?", values={**items(offers, "hands", naming), **seats}
            )
        },
    )


def _packet(view: Json, seat: str) -> list[str]:
    known = view["seats"][seat]
    return [item for item in (*known.get("packet", ()), *known.get("hand", ())) if item is not None]


def _draft_item(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-116, FL-117; an unseen card is kept by leaving it out (FL-718)."""
    seat = acting_seat(offers)
    last = view["seats"][seat]["packet_size"] == 2
    packet = _packet(view, seat)
    return OfferWords(
        "Keep an Item",
        "the other one goes under the draw pile" if last else "the others go to the left",
        "hand-grab",
        rank=0,
        parameters={
            "keep": ParameterWords(
                "Which one? Points, price:",
                when(offers, "keep"),
                items(offers, "keep", naming, packet, is_priced=True),
            ),
            "bottom": ParameterWords(
                "Which Item goes under the pile?",
                when(offers, "bottom"),
                items(offers, "bottom", naming, packet),
            ),
        },
        variants={
            "keep": "name the Item kept",
            "bottom": "name the Item that goes under the pile",
            "bottom,keep": "name both Items",
        },
    )


def _keep_items(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    packet = _packet(view, acting_seat(offers))
    return OfferWords(
        "Keep three Items",
        "the other two are discarded",
        "hand-grab",
        rank=0,
        parameters={"items": ParameterWords("Which ones?", values=items(offers, "items", naming, packet))},
    )


def _set_start_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seats = {seat: ValueWords(naming.seat(seat).text) for seat in texts(offers, "start_player")}
    return OfferWords(
        "Draw the start player",
        "turns go clockwise from there",
        "flag",
        rank=0,
        parameters={"start_player": ParameterWords("Who is the start player?", values=seats)},
    )


def _name_item(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    known = view["seats"][seat]
    unseen = sum(card is None for card in (*known.get("hand", ()), *known.get("packet", ())))
    return OfferWords(
        "Name an Item",
        f"you have {counted(unseen, 'unnamed Item')}" if unseen else "an unnamed one",
        "search",
        rank=80,
        parameters={
            "item": ParameterWords("Which Item is it?", values=items(offers, "item", naming)),
        },
    )


SETUP: Mapping[str, OfferTold] = {
    "reveal_stacks": _reveal_stacks,
    "deal_characters": _deal_characters,
    "choose_character": _choose_character,
    "deal_items": _deal_items,
    "draft_item": _draft_item,
    "keep_items": _keep_items,
    "set_start_player": _set_start_player,
    "name_item": _name_item,
}
