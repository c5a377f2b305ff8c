"""The statistics rows of a session, and its public series: scores by source, Harvesters' ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from domain.games.first_light.components.document import LOCATIONS
from domain.games.first_light.scoring import ai_breakdown, breakdown, open_parts, places, shows_all, standing
from domain.games.first_light.state import AI, VALUES, State
from domain.games.first_light.statistics.tally import Tally
from domain.kernel import Fact, Point, Row, Series, clockwise_from

# How likely a seat's rolls were, under fair dice.

FACES = 6


@cache
def ways(dice: int) -> tuple[float, ...]:
    """The probability of each total of so many fair dice, from the total `dice` upwards."""
    totals = [1.0]
    for _ in range(dice):
        totals = [
            sum(totals[max(0, place - FACES + 1) : place + 1]) / FACES
            for place in range(len(totals) + FACES - 1)
        ]
    return tuple(totals)


def as_low(rolls: list[int]) -> float:
    """The chance of a total this low or lower."""
    return sum(ways(len(rolls))[: sum(rolls) - len(rolls) + 1])


def as_high(rolls: list[int]) -> float:
    """The chance of a total this high or higher."""
    return sum(ways(len(rolls))[sum(rolls) - len(rolls) :])


# Rows of a session: what was counted along the way, and what the table shows in the end.

MEAN_OF_A_DIE = 3.5
DESTINATIONS = ("negotiation", "depository", "headquarters", *LOCATIONS, "farms", "cantina")


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """All rows of the session as it stands."""
    yield from tally.rows()
    for seat in state.seats:
        yield from _luck(tally, seat)
        yield from _use(tally, seat)
        yield from _result(tally, state, seat)
    yield from _of_the_session(state)


def _luck(tally: Tally, seat: str) -> Iterator[Row]:
    rolls = tally.rolls[seat]
    if not rolls:
        return
    count = len(rolls)
    yield Row("roll_luck", sum(rolls) - MEAN_OF_A_DIE * count, count, seat)
    for value in VALUES:
        yield Row("roll_histogram", rolls.count(value), count, seat, {"value": str(value)})
        yield Row("roll_chi_square", rolls.count(value), count / FACES, seat, {"value": str(value)})
    yield Row("roll_as_low", as_low(rolls), 1, seat)
    yield Row("roll_as_high", as_high(rolls), 1, seat)


def _use(tally: Tally, seat: str) -> Iterator[Row]:
    """Shares of the dice used; a Headquarters die is used in the round it is placed and in the next."""
    used = sum(tally.used[seat].values())
    for destination in DESTINATIONS if used else ():
        yield Row("die_use", tally.used[seat][destination], used, seat, {"destination": destination})
    garages = tally.garage_dice[seat]
    if garages:
        unplaced = tally.unplaced[seat]
        yield Row("cantina_rate", unplaced.total(), garages, seat)
        for reason in ("unable", "unwilling"):
            yield Row(f"cantina_{reason}", unplaced[reason], garages, seat)


def _who(tally: Tally, state: State, seat: str) -> dict[str, str]:
    first = state.began
    position = clockwise_from(state.seats, first).index(seat) if first in state.seats else 0
    return {
        "character": state.seats[seat].character or "none",
        "table_size": str(state.box.table_size),
        "opponent": state.ai.opponent if state.ai is not None else "none",
        "position": str(position),
    }


def _result(tally: Tally, state: State, seat: str) -> Iterator[Row]:
    score, won = breakdown(state, seat), seat in state.winners
    share = 1 / len(state.winners) if won else 0.0
    who = _who(tally, state, seat)
    yield Row("score", score.total, 1, seat, who)
    yield Row("wins", float(won), 1, seat, who)
    yield Row("win_share", share, 1, seat, who)
    rank = next(place.rank for place in standing(state).seats if place.seat == seat)
    yield Row("rank", rank, 1, seat, {name: who[name] for name in ("character", "position")})
    for source, points in score.parts.items():
        yield Row("score_by_source", points, 1, seat, {"source": source, "won": "yes" if won else "no"})
    for clan, points in score.negotiation.items():
        yield Row("negotiation_by_clan", points, 1, seat, {"clan": clan})
    yield Row("items_printed", score.items_printed, 1, seat)
    yield from _items(tally, state, seat, score.bonuses, share)
    for tile, taken in tally.farms_taken[seat].items():
        kept = state.seats[seat].farm_tiles.count(tile)
        yield Row("farm_tiles_kept", kept, taken, seat, {"tile": tile})


def _items(tally: Tally, state: State, seat: str, bonuses: dict[str, int], share: float) -> Iterator[Row]:
    """Every copy counts: those acquired, and each time that one came to the hand, however it left it."""
    base = state.seats[seat]
    acquired = Counter(item.item for item in base.acquired)
    for item, copies in acquired.items():
        points = copies * state.box.box.items[item].points + bonuses.get(item, 0)
        yield Row("item_points", points, copies, seat, {"item": item})
        yield Row("win_with_item", copies * share, copies, seat, {"item": item})
    for item, points in bonuses.items():
        yield Row("item_bonus", points, acquired[item], seat, {"item": item})
    kept = Counter(item for item in base.hand if item is not None)
    for item, held in (acquired + tally.discarded[seat] + kept).items():
        yield Row("acquisition_rate", acquired[item], held, seat, {"item": item})


def _of_the_session(state: State) -> Iterator[Row]:
    table = {"table_size": str(state.box.table_size)}
    totals = sorted((place[0] for place in places(state).values()), reverse=True)
    if state.winners:
        yield Row("winning_score", totals[0], 1, None, table)
        if len(totals) > 1:
            yield Row("margin", totals[0] - totals[1], 1, None, table)
        yield Row("decided_by", 1, 1, None, {"by": state.decided_by or "none"})
    if state.ai is not None:
        opponent = {"opponent": state.ai.opponent}
        for source, points in ai_breakdown(state).parts.items():
            yield Row("ai_score_by_source", points, 1, None, {"source": source, **opponent})
        if state.winners:
            humans = sum(winner in state.seats for winner in state.winners)
            yield Row("human_win", humans / len(state.winners), 1, None, opponent)


# Curves of one session: scores by source, and the Harvesters' ways. All that they tell lies open.


def _score_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    now = open_parts(after)
    then = open_parts(before) if before is not None else {}
    partial = not shows_all(after)
    for owner, parts in now.items():
        if parts != then.get(owner) or (before is not None and shows_all(before) == partial):
            detail = {**parts, "partial": partial and owner != AI}
            yield Point(owner, sum(parts.values()), detail)


def _harvester_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    now = _harvesters(after)
    then = _harvesters(before) if before is not None else {}
    for owner, space in now.items():
        if space != then.get(owner):
            yield Point(owner, space, {"ring": after.box.rings[space], "cache": space in after.box.caches})


def _harvesters(state: State) -> dict[str, str]:
    spaces = {seat: base.harvester for seat, base in state.seats.items()}
    return spaces if state.ai is None else {**spaces, AI: state.ai.harvester}


SERIES = (
    Series(
        "scores",
        "Scores",
        "Score of each seat by its five sources, as if the game ended now. Gem Caches count once they are "
        "turned over. Where resources are private, Gems and bonuses for resources are added at the end.",
        "points",
        _score_points,
    ),
    Series("harvesters", "Harvesters", "The space of each Harvester.", "space", _harvester_points),
)
