"""Every measure of A Time of Chaos: key, what it means, its unit, what it can be split by."""

from __future__ import annotations

from domain.games.time_of_chaos.statistics.declaring import counted_of_seat, of_seat, of_session
from domain.games.time_of_chaos.statistics.measures_board import CHAOS, CUBES, MOVEMENT
from domain.games.time_of_chaos.statistics.measures_result import ACTIONS, RESULT
from domain.kernel import Measure

CARDS = (
    of_session(
        "card_seen",
        "Card seen",
        "Share of the sessions in which the card left its deck, of those in which that is known.",
        "share",
        "card",
    ),
    counted_of_seat(
        "card_taken", "Card taken", "Times that a seat took the card into its hand.", "times", "card", "via"
    ),
    counted_of_seat(
        "card_delivered", "Card delivered", "Times that a seat delivered the card.", "times", "card"
    ),
    of_seat(
        "card_win_share",
        "Card's win share",
        "Win share of the seat that delivered the card; a shared win counts 1 ÷ winners.",
        "share",
        "card",
    ),
    Measure(
        "draws_against_expectation",
        "Draws against expectation",
        "Draws of a card ÷ the draws expected of a well-shuffled deck (1 ÷ k for each of k undrawn cards), "
        "of cards known when they were drawn; χ² hints at mis-recording.",
        "ratio",
        "session",
        ("deck", "card"),
        cells="card",
    ),
)

MEASURES: tuple[Measure, ...] = (*RESULT, *ACTIONS, *CUBES, *CHAOS, *MOVEMENT, *CARDS)
