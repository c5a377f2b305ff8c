"""Rows of a session: what was counted along the way, and what the table shows in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.first_light.components.document import LOCATIONS
from domain.games.first_light.scoring import ai_breakdown, breakdown, places, standing
from domain.games.first_light.state import VALUES, State
from domain.games.first_light.statistics import luck
from domain.games.first_light.statistics.tally import Tally
from domain.kernel import Row, clockwise_from

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
        yield Row("roll_chi_square", rolls.count(value), count / luck.FACES, seat, {"value": str(value)})
    yield Row("roll_as_low", luck.as_low(rolls), 1, seat)
    yield Row("roll_as_high", luck.as_high(rolls), 1, seat)


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
    yield Row("win", float(won), 1, seat, who)
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
