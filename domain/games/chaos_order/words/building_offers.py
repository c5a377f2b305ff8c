"""Words of the offers of research, building and harvest (25x, 31x, 33x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.places import phase_place
from domain.games.chaos_order.words.names import called, told, value_of
from domain.games.chaos_order.words.offering import regions, unlocked, variants
from domain.games.chaos_order.words.phrases import BUILDING_NAMES, PHASE_NAMES
from domain.games.chaos_order.words.table import (
    column_key,
    foundation_place,
    left_told,
    next_space,
    pending_told,
    place_called,
    research_told,
    yield_told,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
)


def _advance_research(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-250 … CO-254."""
    seat = acting_seat(offers)
    tracks = {}
    for track in offered_values(offers, "track"):
        key = column_key(view, seat, track, further=1)
        lock = "gem lock; " if value_of(naming, key) else ""
        hint = f"{lock}{research_told(view, seat, track, naming)}"
        tracks[track] = ValueWords(
            f"{PHASE_NAMES[track]} {key.partition(':')[2]}", hint, place=phase_place(track)
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
    return f"{len(foundations)} of 3 foundations there, {free} free"


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
        reward = told(naming, tile)
        gains = f"immediately {reward}" if reward else "no reward"
        label = where if where not in named else f"{where}: {called(naming, tile)}"
        tiles[tile] = ValueWords(label, gains, place=place)
        named.add(label)
    return OfferWords(
        "Construct a building",
        f"on an empty foundation; {left_told(view, seat, naming)}",
        "house",
        rank=10,
        parameters={
            "building": ParameterWords("Which building?", values=kinds),
            "foundation": ParameterWords("On which foundation?", values=tiles),
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
