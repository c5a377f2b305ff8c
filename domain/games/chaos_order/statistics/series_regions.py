"""The curves of regions and of the relics that stand in them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order import facts
from domain.games.chaos_order.reading.regions import (
    controlled,
    controlled_by_each,
    controller,
    count_of,
    is_land,
    presence,
    region_count,
    relic_places,
)
from domain.games.chaos_order.rules.income import row_of
from domain.games.chaos_order.state import State
from domain.games.chaos_order.statistics.points import Kinds, at_facts, begun
from domain.kernel import Fact, Json, Point

READ: Kinds = (facts.RegionIncomeTaken, facts.PhaseBegan)


def standing(state: State, place: str) -> tuple[str | None, list[str]]:
    """The controller of a region, and who contests it."""
    region = state.regions.get(place)
    if region is None:
        return None, []
    seats = presence(region)
    return controller(region), sorted(seats) if len(seats) > 1 else []


def _cause(told: tuple[Fact, ...], place: str) -> str:
    """The last fact about the region, with its cause where it says one: `units_moved: retreat`."""
    for fact in reversed(told):
        if place in (getattr(fact, name, None) for name in ("region", "origin", "target")):
            tag, cause = str(fact.__struct_config__.tag), getattr(fact, "cause", None)
            return tag if cause is None else f"{tag}: {cause}"
    return "opening"


def region_counts(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Counts of seats with their bases and changes of control by an entry, and the income rows earned."""
    if before is None or before.regions is not after.regions or before.seats is not after.seats:
        yield from _changed_counts(before, after)
    if before is None or before.regions is not after.regions:
        for place in after.regions:
            now, rivals = standing(after, place)
            had, crowd = (None, []) if before is None else standing(before, place)
            if before is None or place not in before.regions or (now, rivals) != (had, crowd):
                change = "contested" if rivals else "gained" if now else "lost" if had else "empty"
                yield Point(
                    place,
                    now,
                    {"change": change, "before": had, "contested_by": rivals, "by": _cause(told, place)},
                )
    for fact, state in at_facts(before, told, READ):
        if isinstance(fact, facts.RegionIncomeTaken):
            count = fact.land + fact.lakes + fact.base + fact.modifiers
            read: dict[str, Json] = {
                "land": fact.land,
                "lakes": fact.lakes,
                "base": fact.base,
                "modifiers": fact.modifiers,
                "round": state.round,
                "income_row": fact.row,
            }
            yield Point(fact.seat, count, read)
        if isinstance(fact, facts.PhaseBegan) and fact.phase == "gain_income":
            for place in state.regions:
                now, _ = standing(state, place)
                yield Point(place, now, {"change": "end_of_combat", "round": state.round})


def _changed_counts(before: State | None, after: State) -> Iterator[Point]:
    counts, former = _counts(after), {} if before is None else _counts(before)
    for seat in after.clockwise:
        if former.get(seat) != counts[seat]:
            yield Point(seat, counts[seat], _parts(after, seat))


def _counts(state: State) -> dict[str, int]:
    return {seat: count_of(state, seat, held) for seat, held in controlled_by_each(state).items()}


def _parts(state: State, seat: str) -> dict[str, Json]:
    regions = controlled(state, seat)
    land = sum(is_land(state, place) for place in regions)
    return {
        "land": land,
        "lakes": len(regions) - land,
        "base": 1,
        "modifiers": state.seats[seat].region_bonus,
        "row": row_of(region_count(state, seat)),
    }


RELICS: Kinds = (facts.RelicPlaced, facts.PhaseBegan, facts.RelicTaken, facts.RelicRemoved)


def relic_history(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Who controlled each relic's region at the end of combat, who took it and when, or that it left."""
    if before is None:
        yield begun(after)
    for fact, state in at_facts(before, told, RELICS):
        detail: dict[str, Json] = {"round": state.round}
        if isinstance(fact, facts.RelicPlaced):
            yield Point(f"relic_{fact.relic}", None, detail | {"change": "placed", "region": fact.region})
        elif isinstance(fact, facts.PhaseBegan) and fact.phase == "gain_income":
            for relic, place in sorted(relic_places(state).items()):
                now = controller(state.regions[place])
                yield Point(f"relic_{relic}", now, detail | {"change": "end_of_combat", "region": place})
        elif isinstance(fact, facts.RelicTaken):
            yield Point(f"relic_{fact.relic}", fact.seat, detail | {"change": "taken", "region": fact.region})
        elif isinstance(fact, facts.RelicRemoved):
            yield Point(f"relic_{fact.relic}", None, detail | {"change": "out", "region": fact.region})
