"""Scores, ranks and winners (TC-611 … TC-617)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.time_of_chaos.state import Result, State, chaos_tiles
from domain.kernel import (
    Scoring,
    SeatStanding,
    Standing,
    evolve_with_result,
    final_ranks,
    ranks_so_far,
    settled_by,
)

Place = tuple[int, int, int]

SCORING = Scoring(
    score="points",
    highest_wins=True,
    ranks="More points rank first; of equal ones fewer tiles in chaos with an own cube, then more cubes "
    "left.",
    decided={
        "score": "the higher score",
        "chaos_tiles": "tie-break: fewer chaos tiles with own cubes",
        "supply": "tie-break: more cubes left",
        "shared": "a full tie: a shared win",
    },
)


def card_points(state: State, seat: str) -> int:
    """The points in the seat's tableau."""
    cards = state.box.cards
    return sum(cards[card].points for card in state.seats[seat].tableau)


def score(state: State, seat: str) -> int:
    """TC-611: tableau minus penalties. TC-612: nothing else counts; TC-613: it may be negative."""
    return card_points(state, seat) - state.seats[seat].penalties


def places_of(state: State) -> dict[str, Place]:
    """By seat, what seats are ranked by, highest first: TC-614, then TC-615, then TC-616."""
    chaos = chaos_tiles(state)
    return {seat: (score(state, seat), -chaos[seat], state.seats[seat].supply) for seat in state.clockwise}


def result_of(state: State) -> Result:
    """The end of the game; seats equal on all three share the win (TC-617)."""
    places = places_of(state)
    best = max(places.values())
    return Result(
        scores={seat: place[0] for seat, place in places.items()},
        chaos_tiles={seat: -place[1] for seat, place in places.items()},
        supplies={seat: place[2] for seat, place in places.items()},
        winners=tuple(seat for seat, place in places.items() if place == best),
    )


def standing(state: State) -> Standing:
    """Scores and ranks so far, or in the end; equal on all three = the same rank."""
    places = places_of(state)
    finished = state.result is not None
    winners = state.result.winners if state.result is not None else ()
    ranks = final_ranks(places, winners) if finished else ranks_so_far(places)
    seats = tuple(
        SeatStanding(
            seat=seat,
            score=place[0],
            rank=ranks[seat],
            winner=seat in winners,
            parts={
                "cards": place[0] + state.seats[seat].penalties,
                "penalties": -state.seats[seat].penalties,
                "chaos_tiles": -place[1],
                "supply": place[2],
            },
        )
        for seat, place in places.items()
    )
    return Standing(finished, seats, winners, decided_by(list(places.values())) if finished else None)


evolve = evolve_with_result(
    lambda state: state.result,
    result_of,
    lambda state, result: replace(state, result=result),
    lambda state: state.phase == "finished",
)
"""A correction after the end that leads to another result changes the result."""

unsettled = settled_by(lambda state: state.result, result_of, "The game has no result.")
"""A correction may not name a result that the places do not give (TC-614 … TC-617)."""


def decided_by(places: list[Place]) -> str:
    """Which comparison settled the first place: `score`, `chaos_tiles`, `supply`, or `shared`."""
    contenders = places
    for index, breaker in enumerate(("score", "chaos_tiles", "supply")):
        best = max(place[index] for place in contenders)
        contenders = [place for place in contenders if place[index] == best]
        if len(contenders) == 1:
            return breaker
    return "shared"
