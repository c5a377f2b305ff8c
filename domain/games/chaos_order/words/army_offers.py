"""Words of the offers that recruit, deploy and upgrade units and attributes (34x, 37x, 47x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.places import leader_card
from domain.games.chaos_order.words.names import called, told, value_of
from domain.games.chaos_order.words.offering import counts, regions
from domain.games.chaos_order.words.table import (
    figures,
    pending_told,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    Optional,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    offered_values,
)
from domain.kernel.offers import Domain

HOW_MANY = "How many fighters?"


def _count(offers: Sequence[Offer], thing: str = "fighter") -> ParameterWords:
    """Asked where one would not be all; left out, it is one."""
    found = [offer.parameters["count"] for offer in offers if "count" in offer.parameters]
    return ParameterWords(
        HOW_MANY, "always" if any(map(_is_a_choice, found)) else "never", counts(offers, "count", thing)
    )


def _is_a_choice(domain: Domain) -> bool:
    return not isinstance(domain, Optional) or domain.usual


def _advance_fighter(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-346: the last sector leads to the base."""
    seat = acting_seat(offers)
    track = view["seats"][seat]["recruitment"]
    sectors = {}
    for sector in offered_values(offers, "sector"):
        to = f"sector {sector + 1}" if sector < len(track) else "the base"
        hint = f"{counted(track[sector - 1], 'fighter')} there; 1 recruitment point each"
        sectors[str(sector)] = ValueWords(f"From sector {sector} to {to}", hint)
    return OfferWords(
        "Advance fighters",
        f"{pending_told(view, seat, naming)} left",
        "footprints",
        rank=5,
        parameters={"sector": ParameterWords("From which sector?", values=sectors), "count": _count(offers)},
    )


def _fast_track_fighter(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-347."""
    seat = acting_seat(offers)
    key = f"{view['seats'][seat]['faction']}:fast"
    cost = f"{value_of(naming, key)} energy and 1 recruitment point each"
    return OfferWords(
        f"Fast track to {called(naming, key)}",
        f"{cost}; you have {view['seats'][seat]['energy']} energy",
        "send",
        rank=10,
        parameters={"count": _count(offers)},
    )


def _exchange_recruitment_points(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-348."""
    seat = acting_seat(offers)
    faction, options = view["seats"][seat]["faction"], {}
    for number in offered_values(offers, "option"):
        known = naming.components.get(f"{faction}:exchange:{number}")
        if known is not None:
            options[str(number)] = ValueWords(
                known.name, f"for {counted(int(known.value), 'recruitment point')}"
            )
    return OfferWords(
        "Exchange points",
        f"{pending_told(view, seat, naming)} left",
        "refresh-cw",
        rank=15,
        parameters={"option": ParameterWords("For what?", values=options)},
    )


def _deploy_leader(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-349."""
    return _leaders("Deploy a leader", "on your base", view, offers, naming)


def _upgrade_leader(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-370."""
    return _leaders("Upgrade a leader", "permanent", view, offers, naming, becomes=True)


def _leaders(
    label: str, hint: str, view: Json, offers: Sequence[Offer], naming: Naming, *, becomes: bool = False
) -> OfferWords:
    """The cost is the one on the side that shows (CO-350)."""
    seat, leaders = acting_seat(offers), {}
    for leader in offered_values(offers, "leader"):
        side = f"{leader}:{view['seats'][seat]['leaders'][leader]['side']}"
        cost = figures(naming, side)[:1] or [0]
        then = f"; becomes {told(naming, f'{leader}:upgraded')}" if becomes else ""
        leaders[leader] = ValueWords(
            called(naming, leader),
            f"costs {counted(cost[0], 'gem')}; {told(naming, side)}{then}",
            piece=leader_card(leader),
        )
    return OfferWords(
        label,
        f"{hint}; you have {counted(view['seats'][seat]['gems'], 'gem')}",
        "user",
        rank=5,
        parameters={"leader": ParameterWords("Which leader?", values=leaders)},
    )


def attributes(offers: Sequence[Offer], parameter: str, naming: Naming) -> dict[str, ValueWords]:
    """Attributes with their gem cost and what they give once they are turned over (CO-470)."""
    found = {}
    for attribute in offered_values(offers, parameter):
        cost = counted(int(value_of(naming, f"{attribute}:upgraded") or "0"), "gem")
        label, hint = (
            f"Upgrade {called(naming, attribute)}",
            f"{cost}: {told(naming, f'{attribute}:upgraded')}",
        )
        found[attribute] = ValueWords(label, hint, piece=attribute)
    return {**found, "gem": ValueWords("1 gem", "free")} if "gem" in found else found


def _upgrade_attribute(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-470."""
    return OfferWords(
        "Upgrade an attribute",
        f"permanent; you have {counted(view['seats'][acting_seat(offers)]['gems'], 'gem')}",
        "star",
        rank=5,
        parameters={
            "attribute": ParameterWords("Which attribute?", values=attributes(offers, "attribute", naming))
        },
    )


def _land_fighters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-595."""
    seat = acting_seat(offers)
    return OfferWords(
        "Land fighters",
        f"{view['seats'][seat]['drop_ship_fighters']} in the drop ship; {pending_told(view, seat, naming)}",
        "send",
        rank=5,
        parameters={
            "region": ParameterWords(
                "Where?", values=regions(view, offered_values(offers, "region"), seat, naming)
            ),
            "count": ParameterWords(HOW_MANY, values=counts(offers, "count", "fighter")),
        },
    )


ARMY: Mapping[str, OfferTold] = {
    "advance_fighter": _advance_fighter,
    "fast_track_fighter": _fast_track_fighter,
    "exchange_recruitment_points": _exchange_recruitment_points,
    "deploy_leader": _deploy_leader,
    "upgrade_leader": _upgrade_leader,
    "upgrade_attribute": _upgrade_attribute,
    "land_fighters": _land_fighters,
}
