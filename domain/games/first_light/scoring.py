"""Scores from five sources, ranks and winners. FL-602..622."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.games.first_light.components.document import CLANS, AsPrinted, PerRow, Points
from domain.games.first_light.reading import held
from domain.games.first_light.state import AI, ROWS, State
from domain.kernel import (
    Scoring,
    SeatStanding,
    Standing,
    evolve_with_result,
    final_ranks,
    ranks_so_far,
    settled_by,
)

POINTS_PER_PROGRESS = 2
"""FL-620."""

SCORING = Scoring(
    score="points",
    highest_wins=True,
    ranks="More points rank first; of equal ones more dice in reserve and at the Headquarters, then more "
    "Water, Algae and Power. The AI ranks with the seats.",
    decided={
        "score": "the higher score",
        "dice": "tie-break: more dice in reserve and at the Headquarters",
        "resources": "tie-break: more Water, Algae and Power left",
        "shared": "a full tie: a shared victory",
    },
)
TIE_BREAKS = ("score", "dice", "resources")
PRIVATE_COUNTS = frozenset({"water", "algae", "power", "gems"})
"""The resources that a bonus may count and others do not see before the end, if private (FL-123)."""


class Breakdown(Struct, frozen=True):
    """A seat's score: Negotiation by clan, Items, Harvester, Research Base, Gems."""

    negotiation: dict[str, int]
    items_printed: int
    items_bonus: int
    harvester: int
    garages: int
    farms: int
    gems: int
    bonuses: dict[str, int] = {}

    @property
    def parts(self) -> dict[str, float]:
        """FL-602..606: the five sources."""
        return {
            "negotiation": sum(self.negotiation.values()),
            "items": self.items_printed + self.items_bonus,
            "harvester": self.harvester,
            "research_base": self.garages + self.farms,
            "gems": self.gems,
        }

    @property
    def total(self) -> int:
        """FL-607."""
        return int(sum(self.parts.values()))


class AiBreakdown(Struct, frozen=True):
    """FL-620: the AI's score."""

    negotiation: int
    depository: int
    harvester: int
    progress: int
    gems: int

    @property
    def parts(self) -> dict[str, float]:
        """The five figures by name."""
        return {
            "negotiation": self.negotiation,
            "depository": self.depository,
            "harvester": self.harvester,
            "progress": self.progress,
            "gems": self.gems,
        }

    @property
    def total(self) -> int:
        """Their sum."""
        return int(sum(self.parts.values()))


def negotiation_dice(state: State, owner: str, clan: str) -> int:
    """The owner's dice in a column."""
    return sum(spot is not None and spot.owner == owner for spot in state.cells[clan])


def depository_dice(state: State, owner: str) -> int:
    """The owner's dice at the Depository."""
    return sum(row == owner for rows in state.depository.values() for row in rows)


def loose_dice(state: State, seat: str) -> int:
    """FL-530, FL-608: the dice in reserve and at the Headquarters, the last round's too (FL-715)."""
    return state.seats[seat].reserve + held(state, seat)


def counted(state: State, seat: str, what: str) -> int:
    """The number of the things that an end-game Item counts (FL-521..535)."""
    base, box = state.seats[seat], state.box.box
    if what in base.resources:
        return base.resources[what]
    match what:
        case "negotiation_dice":
            return sum(negotiation_dice(state, seat, clan) for clan in CLANS)
        case "depository_dice":
            return depository_dice(state, seat)
        case "hand":
            return len(base.hand)
        case "upgrade_tiles":
            return len(base.upgrades)
        case "farm_tiles":
            return len(base.farm_tiles)
        case "loose_dice":
            return loose_dice(state, seat)
        case "in_game_items" | "end_game_items":
            kind = what.removesuffix("_items")
            return sum(box.items[item.item].kind == kind for item in base.acquired)
        case _:
            return negotiation_dice(state, seat, what.removesuffix("_dice"))


def cache_points(state: State, space: str) -> int:
    """FL-604, FL-375: the points of the Gem Cache stood on, once they are turned; elsewhere 0."""
    points = {tile.id: tile.points for tile in state.box.box.document.gem_caches}
    return points[state.caches[space]] if space in state.caches else 0


def breakdown(state: State, seat: str, *, openly: bool = False) -> Breakdown:
    """A seat's score as if the game ended now, FL-602 … FL-606, with the points of FL-557 and FL-566.

    openly: without what others may not know of it.

    FL-603, FL-605.
    """
    base, box = state.seats[seat], state.box.box
    bonuses: dict[str, int] = {}
    for acquired in base.acquired:
        bonus = box.bonuses.get(acquired.item)
        if bonus is not None and not (openly and bonus.counts in PRIVATE_COUNTS):
            points = bonus.points * (counted(state, seat, bonus.counts) // bonus.per)
            bonuses[acquired.item] = bonuses.get(acquired.item, 0) + points
    return Breakdown(
        negotiation={
            clan: sum(
                cell.points
                for cell, spot in zip(state.box.cells[clan], state.cells[clan], strict=True)
                if spot is not None and spot.owner == seat
            )
            for clan in CLANS
        },
        items_printed=sum(box.items[acquired.item].points for acquired in base.acquired),
        items_bonus=sum(bonuses.values()),
        harvester=cache_points(state, base.harvester),
        garages=box.base.garage_points[len(base.upgrades)]
        + sum(box.upgrade_tiles[tile].points for tile in base.upgrades),
        farms=box.base.farm_points[len(base.farm_tiles)]
        + sum(box.farm_tiles[tile].points for tile in base.farm_tiles),
        gems=0 if openly else base.resources["gems"],
        bonuses=bonuses,
    )


def ai_breakdown(state: State) -> AiBreakdown:
    """FL-445, FL-620."""
    ai = state.ai
    assert ai is not None
    opponent = state.box.box.opponents[ai.opponent]
    cells = [
        (row, cell.points)
        for clan in CLANS
        for row, (cell, spot) in enumerate(zip(state.box.cells[clan], state.cells[clan], strict=True))
        if spot is not None and spot.owner == AI
    ]
    stored = [
        row
        for rows in state.depository.values()
        for row, owner in enumerate(rows[: len(ROWS)])
        if owner == AI
    ]
    return AiBreakdown(
        negotiation=sum(_points(opponent.negotiation_points, row, printed) for row, printed in cells),
        depository=sum(_points(opponent.depository_points, row, 0) for row in stored),
        harvester=cache_points(state, ai.harvester),
        progress=POINTS_PER_PROGRESS * ai.unlocked,
        gems=ai.gems,
    )


def _points(rule: Points, row: int, printed: int) -> int:
    match rule:
        case AsPrinted():
            return printed
        case PerRow():
            return rule.points[row]
    return rule.points


def tie_break(state: State, owner: str) -> tuple[int, int]:
    """FL-608 dice and FL-609 resources; FL-622 for the AI."""
    if owner == AI and state.ai is not None:
        return state.ai.board_dice, 0
    resources = state.seats[owner].resources
    return loose_dice(state, owner), sum(resources[name] for name in ("water", "algae", "power"))


def places(state: State) -> dict[str, tuple[int, int, int]]:
    """Score and both tie-breaks of every seat and of the AI."""
    keys = {seat: (breakdown(state, seat).total, *tie_break(state, seat)) for seat in state.seats}
    if state.ai is not None:
        keys[AI] = (ai_breakdown(state).total, *tie_break(state, AI))
    return keys


def outcome(state: State) -> tuple[tuple[str, ...], str]:
    """FL-607 … FL-610, FL-622: who wins, and what decided it."""
    keys = places(state)
    best = max(keys.values())
    winners = tuple(owner for owner, key in keys.items() if key == best)
    if len(winners) > 1:
        return winners, "shared"
    others = [key for owner, key in keys.items() if owner not in winners]
    level = next((n for n in range(len(best)) if all(key[: n + 1] < best[: n + 1] for key in others)), 0)
    return winners, TIE_BREAKS[level]


def result_of(state: State) -> tuple[tuple[str, ...], str] | None:
    """The result that the state keeps; None until the game is decided."""
    return (state.winners, state.decided_by) if state.decided_by is not None else None


def _with_result(state: State, result: tuple[tuple[str, ...], str] | None) -> State:
    winners, decided_by = result or ((), None)
    return replace(state, winners=winners, decided_by=decided_by)


evolve = evolve_with_result(result_of, outcome, _with_result, lambda state: state.phase == "finished")
"""A correction after the end that leads to another result changes the result."""

unsettled = settled_by(result_of, outcome, "The scores cannot be counted on this table.")
"""A correction may not name a result that the scores do not give (FL-607 … FL-610, FL-622)."""


def shows_all(state: State) -> bool:
    """Whether a score may be shown in full: at the end, or where resources are public."""
    return state.phase == "finished" or state.resources_public


def open_parts(state: State) -> dict[str, Mapping[str, float]]:
    """The scores that everybody may know, by seat and for the AI, by source."""
    openly = not shows_all(state)
    parts: dict[str, Mapping[str, float]] = {
        seat: breakdown(state, seat, openly=openly).parts for seat in state.seats
    }
    if state.ai is not None:
        parts[AI] = ai_breakdown(state).parts
    return parts


def standing(state: State) -> Standing:
    """Ranks so far by what lies open; at the end the full scores, tie-breaks and winners."""
    parts = open_parts(state)
    finished = state.phase == "finished"
    keys: Mapping[str, tuple[float, ...]] = (
        places(state) if finished else {owner: (sum(row.values()),) for owner, row in parts.items()}
    )
    ranks = final_ranks(keys, state.winners) if finished else ranks_so_far(keys)
    return Standing(
        finished,
        tuple(
            SeatStanding(
                owner,
                sum(row.values()),
                ranks[owner],
                owner in state.winners,
                row,
            )
            for owner, row in parts.items()
        ),
        state.winners,
        state.decided_by,
    )
