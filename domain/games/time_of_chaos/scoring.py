"""Scores, ranks and winners (TC-611 … TC-617)."""

from __future__ import annotations

from domain.games.time_of_chaos.state import Result, State, chaos_tiles
from domain.kernel import SeatStanding, Standing

Place = tuple[int, int, int]


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
    winners = state.result.winners if state.result is not None else ()
    seats = tuple(
        SeatStanding(
            seat=seat,
            score=place[0],
            rank=1 + sum(other > place for other in places.values()),
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
    finished = state.result is not None
    return Standing(finished, seats, winners, decided_by(list(places.values())) if finished else None)


def decided_by(places: list[Place]) -> str:
    """Which comparison settled the first place: `score`, `chaos_tiles`, `supply`, or `shared`."""
    contenders = places
    for index, breaker in enumerate(("score", "chaos_tiles", "supply")):
        best = max(place[index] for place in contenders)
        contenders = [place for place in contenders if place[index] == best]
        if len(contenders) == 1:
            return breaker
    return "shared"
