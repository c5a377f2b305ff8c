"""Measures of how a game ended, and of how it stood on the way."""

from __future__ import annotations

from domain.games.first_light.statistics.declaring import of_seat, of_session
from domain.kernel import Measure

WHO = ("character", "table_size", "opponent", "position")
"""What results of a seat can be split by; `position`: its place in the first round, 0 = start player."""

RESULTS = (
    of_seat("score", "Score", "Final score (FL-607).", "points", *WHO),
    of_seat(
        "score_by_source",
        "Score by source",
        "Final points of one of the five sources. Won: yes for every winner, of a shared win too.",
        "points",
        "source",
        "won",
    ),
    of_seat("negotiation_by_clan", "Negotiation by clan", "Final points of one column.", "points", "clan"),
    of_seat("items_printed", "Printed Item points", "Points printed on all acquired Items.", "points"),
    of_seat(
        "item_bonus",
        "Item bonus",
        "Bonus points of one acquired Item that has a bonus (FL-521..535); every copy counts.",
        "points",
        "item",
    ),
    of_seat(
        "item_points",
        "Item points",
        "Printed and bonus points of one acquired Item; every copy counts.",
        "points",
        "item",
    ),
    of_seat("rank", "Rank", "Final rank, 1 is best; the AI counts.", "rank", "character", "position"),
    of_seat("win", "Wins, shared or not", "1 for a winner, shared or not, else 0.", "share", *WHO),
    of_seat(
        "win_share",
        "Win share",
        "A win counts 1, a shared one 1 ÷ the number of winners, the AI among them.",
        "share",
        *WHO,
    ),
    of_seat(
        "win_with_item",
        "Wins with an Item",
        "Win share of the seats that acquired it; every copy acquired counts, a shared win 1 ÷ winners.",
        "share",
        "item",
    ),
    of_seat(
        "acquisition_rate",
        "Acquisition rate",
        "Copies acquired ÷ copies that came to the hand; one discarded and drawn again came twice. "
        "Cards that nobody ever named are left out.",
        "share",
        "item",
    ),
    of_seat(
        "standing_after_round",
        "Standing after a round",
        "Points of one source as if the game ended with that Rest; Gem Caches are unknown then and left out.",
        "points",
        "round",
        "source",
    ),
    of_session("winning_score", "Winning score", "Score of the winner, the AI too.", "points", "table_size"),
    of_session(
        "margin", "Margin", "Winner's score less the next one's; 0 where level.", "points", "table_size"
    ),
    Measure(
        "decided_by",
        "Decided by",
        "Games settled so (score, dice, resources or shared) ÷ finished games (FL-607..610).",
        "sessions",
        "session",
        ("by",),
        over="winning_score",
    ),
    of_session(
        "human_win",
        "Human win",
        "The humans' part of the win against the AI: 1, 0, or of a shared win their share of the winners.",
        "share",
        "opponent",
    ),
    of_session(
        "ai_score_by_source",
        "AI score",
        "The AI's final points of one of its five sources (FL-620).",
        "points",
        "source",
        "opponent",
    ),
)
