"""Words of the setup's offers (1xx)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.places import leader_card
from domain.games.chaos_order.words.names import called, told
from domain.games.chaos_order.words.offering import figures, regions, variants
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
)


def _prepare_table(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-114; places and tiles alike are values."""
    known = {
        id: ValueWords(called(naming, id), told(naming, id)) for id in offered_values(offers, "land_tiles")
    }
    return OfferWords(
        "Set up the table",
        "place land tiles on their sites" if known else "setup of each faction",
        "layout-grid",
        rank=0,
        parameters={"land_tiles": ParameterWords("Which land tile goes where?", values=known)},
    )


def _place_base(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-116 … CO-120: two regions next to the base stay open; mountains close the others."""
    locations, borders, layouts, named = {}, {}, {}, set[str]()
    for place in offered_values(offers, "location"):
        open_to = [
            called(naming, region)
            for offer in offers
            if place in offered_values((offer,), "location")
            for region in next(iter(offered_values((offer,), "starting_foundations")), {})
        ]
        beside = f"next to {listed(list(dict.fromkeys(open_to)))}" if open_to else ""
        locations[place] = ValueWords(called(naming, place), details=beside, place=place)
    for border in offered_values(offers, "mountains"):
        borders[border] = ValueWords(f"A mountain {called(naming, border)}")
    for layout in offered_values(offers, "starting_foundations"):
        gives = "; ".join(
            f"{called(naming, at)}: {told(naming, tile) or 'nothing'}" for at, tile in layout.items()
        )
        names = "; ".join(f"{called(naming, at)}: {called(naming, tile)}" for at, tile in layout.items())
        layouts[value_key(layout)] = ValueWords(names if gives in named else gives)
        named.add(gives)
    return OfferWords(
        "Place your base",
        "you start in the two land regions next to it",
        "house",
        rank=0,
        parameters={
            "location": ParameterWords("Where is your base?", values=locations),
            "mountains": ParameterWords(
                "Which borders do mountains close?", values=borders, hint="the other two stay open"
            ),
            "starting_foundations": ParameterWords("Where do your starting foundations go?", values=layouts),
        },
        variants=variants(
            offers, lambda names: "mountains close it" if "mountains" in names else "no mountain is needed"
        ),
    )


def _lay_neutral_foundations(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-122 … CO-124."""
    tiles = {id: ValueWords(called(naming, id), told(naming, id)) for id in offered_values(offers, "layout")}
    back = {id: ValueWords(called(naming, id), told(naming, id)) for id in offered_values(offers, "returned")}
    return OfferWords(
        "Place the neutral foundations",
        "one in each free land region; place relics on the numbered ones",
        "layers",
        rank=0,
        parameters={
            "returned": ParameterWords("Which return to the box?", values=back),
            "layout": ParameterWords("Which foundation goes where?", values=tiles),
        },
    )


def _deploy_starting_leader(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-126."""
    seat = acting_seat(offers)
    leaders = {
        leader: ValueWords(
            called(naming, leader), _leader(naming, f"{leader}:basic"), piece=leader_card(leader)
        )
        for leader in offered_values(offers, "leader")
    }
    places = regions(view, offered_values(offers, "region"), seat, naming)
    return OfferWords(
        "Deploy your first leader",
        f"you have {counted(view['seats'][seat]['gems'], 'gem')}",
        "user",
        rank=0,
        parameters={
            "leader": ParameterWords("Which leader?", values=leaders),
            "region": ParameterWords("Where?", values=places),
        },
    )


def _leader(naming: Naming, side: str) -> str:
    cost = figures(naming, side)[:1]
    return f"costs {counted(cost[0], 'gem')}; {told(naming, side)}" if cost else told(naming, side)


def _place_starting_fighters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-127."""
    seat = acting_seat(offers)
    places = regions(view, offered_values(offers, "fighters"), seat, naming)
    return OfferWords(
        "Place your fighters",
        f"{view['seats'][seat]['aside']} of them, at least one in each region",
        "users",
        rank=0,
        parameters={"fighters": ParameterWords("How many in each region?", values=places)},
    )


SETUP: Mapping[str, OfferTold] = {
    "prepare_table": _prepare_table,
    "place_base": _place_base,
    "lay_neutral_foundations": _lay_neutral_foundations,
    "deploy_starting_leader": _deploy_starting_leader,
    "place_starting_fighters": _place_starting_fighters,
}
