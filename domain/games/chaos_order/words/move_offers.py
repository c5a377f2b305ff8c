"""Words of the offers that move and redeploy units (36x, 38x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaos_order.words.names import called, told
from domain.games.chaos_order.words.offering import counts, regions, variants
from domain.games.chaos_order.words.phrases import units
from domain.games.chaos_order.words.table import (
    left_told,
    pending_told,
    present,
    unit_count,
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
    counted,
    offered_values,
)


def _move_units(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-364 … CO-368, CO-390."""
    seat = acting_seat(offers)
    return OfferWords(
        "Move",
        f"any units to an adjacent region; {pending_told(view, seat, naming)} left",
        "footprints",
        rank=5,
        parameters=_way(view, offers, naming),
        variants=variants(offers, _party),
    )


def _redeploy_units(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-380 … CO-384."""
    left = left_told(view, acting_seat(offers), naming)
    return OfferWords(
        "Redeploy",
        f"to a region where you have presence; {left}",
        "map",
        rank=6,
        parameters=_way(view, offers, naming),
        variants=variants(offers, _party),
    )


def _party(names: frozenset[str]) -> str:
    """Fighters, leaders, or both of them."""
    if "leaders" not in names:
        return "fighters only"
    return "with leaders" if "fighters" in names else "leaders only"


def _way(view: Json, offers: Sequence[Offer], naming: Naming) -> dict[str, ParameterWords]:
    seat = acting_seat(offers)
    origins = regions(
        view, offered_values(offers, "from"), seat, naming, lambda place: _leaving(view, place, seat, naming)
    )
    targets = regions(view, offered_values(offers, "to"), seat, naming)
    leaders = {
        leader: ValueWords(called(naming, leader), _showing(view, seat, leader, naming), piece=leader)
        for leader in offered_values(offers, "leaders")
    }
    return {
        "from": ParameterWords("From where?", values=origins),
        "to": ParameterWords("Where to?", values=targets),
        "fighters": ParameterWords("How many fighters?", values=counts(offers, "fighters", "fighter")),
        "leaders": ParameterWords("Which leaders?", values=leaders),
    }


def _showing(view: Json, seat: str, leader: str, naming: Naming) -> str:
    return told(naming, f"{leader}:{view['seats'][seat]['leaders'][leader]['side']}")


def _leaving(view: Json, place: str, seat: str, naming: Naming) -> str:
    """Who stands there, and how many are pinned (CO-390, CO-391)."""
    region = view["regions"].get(place)
    if region is None:
        player = view["seats"][seat]
        leaders = [called(naming, one) for one, of in player["leaders"].items() if of["at"] == "base"]
        return ", ".join([counted(player["base_fighters"], "fighter"), *leaders])
    pinned = max((unit_count(region, other) for other in present(region) if other != seat), default=0)
    leaders = [called(naming, leader) for leader in region["leaders"].get(seat, ())]
    stays = f"; {pinned} must stay" if pinned else ""
    return f"{units(region['fighters'].get(seat, 0), leaders)}{stays}"


MOVES: Mapping[str, OfferTold] = {"move_units": _move_units, "redeploy_units": _redeploy_units}
