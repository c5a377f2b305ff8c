"""Labels of offers: prices and turns (2xx), research, building, harvest (25x, 31x, 33x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.chaos_order.places import phase_place
from domain.games.chaos_order.words.names import called, told, value_of
from domain.games.chaos_order.words.offering import (
    act_costs,
    auxiliary_options,
    column_key,
    foundation_place,
    head_of,
    in_its_phase,
    left_told,
    may_pay_auxiliary,
    next_space,
    pending_told,
    place_called,
    purse,
    regions,
    research_at_once,
    research_told,
    unlocked,
    variants,
    yield_told,
)
from domain.games.chaos_order.words.phrases import BUILDING_NAMES, PHASE_NAMES
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    offered_values,
)

# Words of the offers of research, building and harvest (25x, 31x, 33x).


def _advance_research(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-250 … CO-254."""
    seat = acting_seat(offers)
    tracks = {}
    for track in offered_values(offers, "track"):
        key = column_key(view, seat, track, further=1)
        lock = "gem lock; " if value_of(naming, key) else ""
        tracks[track] = ValueWords(
            f"{PHASE_NAMES[track]} {key.partition(':')[2]}",
            f"{lock}{research_told(view, seat, track, naming)}",
            details=research_at_once(view, seat, track, naming),
            place=f"research:{track}",
        )
    return OfferWords(
        "Research",
        f"{pending_told(view, seat, naming)} to place",
        "search",
        rank=5,
        parameters={"track": ParameterWords("Which marker advances?", values=tracks)},
        variants=variants(offers, unlocked),
    )


def _construct_foundation(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-313 … CO-316."""
    seat = acting_seat(offers)
    tiles = {}
    for tile in offered_values(offers, "foundation"):
        lock = "gem lock; " if value_of(naming, tile) == "lock" else ""
        known = naming.components.get(f"{tile}:ability")
        label = called(naming, tile) if known is None else known.name
        tiles[tile] = ValueWords(label, f"{lock}{'' if known is None else known.text}", piece=tile)
    places = regions(view, offered_values(offers, "region"), seat, naming, lambda place: _laid(view, place))
    return OfferWords(
        "Construct a foundation",
        f"reveals its ability; {left_told(view, seat, naming)}",
        "layers",
        rank=15,
        parameters={
            "foundation": ParameterWords("Which foundation?", values=tiles),
            "region": ParameterWords("In which region?", values=places),
        },
        variants=variants(offers, unlocked),
    )


def _laid(view: Json, place: str) -> str:
    foundations = view["regions"][place]["foundations"]
    free = sum(not one["building"] for one in foundations)
    return f"{free}/{len(foundations)} free"


def _construct_building(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-317 … CO-323."""
    seat = acting_seat(offers)
    faction = view["seats"][seat]["faction"]
    kinds = {}
    for kind in offered_values(offers, "building"):
        space = next_space(view, seat, kind, naming)
        lock = "gem lock; " if space and value_of(naming, space) else ""
        income = f"income {told(naming, space)}" if space and told(naming, space) else ""
        parts = [part for part in (told(naming, f"{faction}:{kind}"), income) if part]
        kinds[kind] = ValueWords(BUILDING_NAMES[kind], f"{lock}{'; '.join(parts)}")
    tiles, named = {}, set[str]()
    for tile in offered_values(offers, "foundation"):
        place = foundation_place(view, tile)
        where = called(naming, tile) if place is None else place_called(view, place, seat, naming)
        known = naming.components.get(f"{tile}:ability")
        names = [called(naming, tile)] if known is None else [known.name, called(naming, tile)]
        labels = [where, *(f"{where}: {name}" for name in names)]
        label = next((one for one in labels if one not in named), labels[-1])
        tiles[tile] = ValueWords(label, told(naming, tile), place=place)
        named.add(label)
    return OfferWords(
        "Construct a building",
        f"on an empty foundation; {left_told(view, seat, naming)}",
        "house",
        rank=10,
        parameters={
            "building": ParameterWords("Which building?", values=kinds),
            "foundation": ParameterWords("On which foundation? Reward:", values=tiles),
        },
        variants=variants(offers, unlocked),
    )


def _harvest_region(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-332 … CO-335."""
    seat = acting_seat(offers)
    places = regions(
        view,
        offered_values(offers, "region"),
        seat,
        naming,
        lambda place: yield_told(view, place, naming) or "nothing",
    )
    return OfferWords(
        "Harvest",
        f"{pending_told(view, seat, naming)} left",
        "package-check",
        rank=5,
        parameters={"region": ParameterWords("Where?", values=places)},
    )


def _place_production_token(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-336, CO-577."""
    seat = acting_seat(offers)
    tokens = {
        token: ValueWords(_token(naming, token), told(naming, f"{token}:basic"), piece=token)
        for token in offered_values(offers, "token")
    }
    places = regions(
        view,
        offered_values(offers, "region"),
        seat,
        naming,
        lambda place: f"instead of {yield_told(view, place, naming) or 'nothing'}",
    )
    places = {place: replace(one, hint="", details=one.hint) for place, one in places.items()}
    return OfferWords(
        "Place a production token",
        "over a printed one in a region you control",
        "map-pin",
        rank=5,
        parameters={
            "token": ParameterWords("Which token?", values=tokens),
            "region": ParameterWords("Where?", values=places),
        },
    )


def _token(naming: Naming, token: str) -> str:
    known = naming.components.get(f"{token}:basic")
    return called(naming, token) if known is None else known.name


def _upgrade_production_token(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-337."""
    at = {loose["id"]: place for place, loose in view["loose_tokens"].items()}
    tokens = {
        token: ValueWords(
            _token(naming, token),
            f"{told(naming, f'{token}:basic')} becomes {told(naming, f'{token}:upgraded')}",
            place=at.get(token),
        )
        for token in offered_values(offers, "token")
    }
    return OfferWords(
        "Upgrade a production token",
        "flip it to its better side",
        "refresh-cw",
        rank=5,
        parameters={"token": ParameterWords("Which token?", values=tokens)},
    )


BUILDING: Mapping[str, OfferTold] = {
    "advance_research": _advance_research,
    "construct_foundation": _construct_foundation,
    "construct_building": _construct_building,
    "harvest_region": _harvest_region,
    "place_production_token": _place_production_token,
    "upgrade_production_token": _upgrade_production_token,
}


# Words of the offers of prices and turns (2xx).

REWARDS = {"build": "now +1 gem", "recruit": "now +2 energy"}
SPOTS = {
    "first": ValueWords("Move first", "draw 1 card and move first"),
    "last": ValueWords("Move last", "no card, move last"),
}


def _set_price(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-210 … CO-225."""
    seat = acting_seat(offers)
    phases = {
        phase: ValueWords(PHASE_NAMES[phase], _pricing(view, seat, phase, naming), place=phase_place(phase))
        for phase in offered_values(offers, "phase")
    }
    tokens = {
        token: ValueWords(
            capitalized(called(naming, token).removeprefix("the ")), _price(naming, token), piece=token
        )
        for token in offered_values(offers, "token")
    }
    return OfferWords(
        "Price a phase",
        "others pay you to act in it; you act for free",
        "scale",
        rank=0,
        parameters={
            "phase": ParameterWords("Which phase? Your action there:", values=phases),
            "token": ParameterWords("Which token? Energy to you + to the supply:", values=tokens),
            "spot": ParameterWords("Which spot?", values=SPOTS),
        },
        variants=variants(
            offers, lambda names: "Move, on one of two spots" if "spot" in names else "another phase"
        ),
    )


def _pricing(view: Json, seat: str, phase: str, naming: Naming) -> str:
    """The seat's action in the phase, and the immediate reward of pricing."""
    reward = REWARDS.get(phase, "")
    if phase == "move":
        reward = f"flare gun to {naming.seat(_flare_gun(view, seat)).text}"
    does = in_its_phase(phase, told(naming, column_key(view, seat, phase)))
    return "; ".join(part for part in (does, reward) if part)


def _price(naming: Naming, token: str) -> str:
    """The effects of a pricing token besides its costs; its costs too if its name does not say them."""
    costs, besides = value_of(naming, token), told(naming, f"{token}:besides")
    return besides if costs in called(naming, token) else told(naming, token)


def _flare_gun(view: Json, seat: str) -> str:
    """CO-223, CO-224."""
    order = list(view["seats"])
    left = order[(order.index(seat) + 1) % len(order)]
    holder = view["flare_gun"]
    return str(left if left != holder else order[(order.index(holder) + 1) % len(order)])


def _act(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-234 … CO-236."""
    seat = acting_seat(offers)
    costs, price = act_costs(view, seat, naming), view["prices"].get(view["phase"])
    by = None if price is None else price["by"]
    if sum(costs):
        part = f"{costs[0]} of it " if costs[1] else ""
        whom = f", {part}to {naming.seat(by).text}" if by and costs[0] else ""
        paid = f"for {sum(costs)} of your {view['seats'][seat]['energy']} energy{whom}"
    else:
        paid = "for free, your own price" if by == seat else "for free"
    does = told(naming, column_key(view, seat, view["phase"]))
    return OfferWords(f"Act in {PHASE_NAMES[view['phase']]}", f"{does} {paid}", "zap", rank=0, opens=True)


def _pass(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-237, CO-238."""
    seat = acting_seat(offers)
    cost, energy = sum(act_costs(view, seat, naming)), view["seats"][seat]["energy"]
    short = f"acting costs {cost}, you have {energy}" if cost > energy else "costs nothing"
    return OfferWords("Pass", short, "hourglass", rank=10)


def _begin_main_action(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-239."""
    does = told(naming, column_key(view, acting_seat(offers), view["phase"]))
    return OfferWords("Main action", does, "star", rank=0, leads=True)


def _lost(view: Json, seat: str, naming: Naming) -> str:
    head = head_of(view, seat)
    return f"{pending_told(view, seat, naming)} lost" if head is not None else ""


def _end_main_action(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-239, CO-243: then the auxiliary action may be taken."""
    seat = acting_seat(offers)
    lost, key = _lost(view, seat, naming), column_key(view, seat, view["phase"])
    then = f"then {_auxiliary(key, naming)}" if auxiliary_options(key, naming) else "nothing follows here"
    follows = may_pay_auxiliary(view, seat, naming) or view["seats"][seat]["hand"]
    return OfferWords(
        "End the main action",
        "; ".join(part for part in (lost, then) if part),
        "check",
        rank=80,
        leads=bool(follows) and not lost,
        opens=bool(follows),
    )


def _auxiliary(key: str, naming: Naming) -> str:
    options = auxiliary_options(key, naming)
    given = " or ".join(naming.components[option].name for option in options)
    return f"{given} for {value_of(naming, options[0])}"


def _auxiliary_action(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-241, CO-242."""
    seat = acting_seat(offers)
    key = column_key(view, seat, view["phase"])
    options = {}
    for number in offered_values(offers, "option"):
        known = naming.components.get(f"{key}:auxiliary:{number}")
        if known is not None:
            options[str(number)] = ValueWords(known.name, f"for {known.value}")
    hint = _auxiliary(key, naming) if auxiliary_options(key, naming) else ""
    return OfferWords(
        "Auxiliary action",
        f"{hint}; you have {purse(view, seat)}",
        "plus",
        rank=0,
        parameters={"option": ParameterWords("Which one?", values=options)},
    )


def _end_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-233: what was not used is gone."""
    seat, turn = acting_seat(offers), view["turn"]
    parts, missed = [], []
    if turn["stage"] == "acting":
        if turn["main"] == "open":
            missed.append("main")
        elif lost := _lost(view, seat, naming):
            parts.append(lost)
        if not turn["auxiliary_done"] and may_pay_auxiliary(view, seat, naming):
            missed.append("auxiliary")
    if missed:
        parts.append(f"without the {' and the '.join(missed)} action")
    return OfferWords(
        "End turn",
        "; ".join(parts),
        "corner-down-left",
        group="end",
        rank=90,
        ends=True,
        leads=turn["stage"] == "passing",
    )


TURN: Mapping[str, OfferTold] = {
    "set_price": _set_price,
    "act": _act,
    "pass": _pass,
    "begin_main_action": _begin_main_action,
    "end_main_action": _end_main_action,
    "auxiliary_action": _auxiliary_action,
    "end_turn": _end_turn,
}
