"""Measures that every game has alike, from its standing, its moments and its series.

A game that declares a measure of the same key means the same by it, and its own figures count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.statistics import PLAYING_TIME, WHOLE, Measure, Series

WINS, WIN_SHARE = "wins", "win_share"

RESULT = (
    Measure(WINS, "Wins", "1 for a winner, including those who share the win, otherwise 0.", "share"),
    Measure("rank", "Rank", "Final rank: 1 is best, and tied seats share the better rank.", "rank"),
)
ROUNDS = Measure("rounds", "Rounds", "Number of rounds begun.", "rounds", per="session")
TURNS = Measure("turns", "Turns", "Turns of all seats.", "turns", per="session")

EXPECTED_WINS = Measure(
    "expected_wins",
    "Expected wins",
    "1 ÷ the number of teams at the table; a seat without a team is one.",
    "share",
)
EXPECTED_WIN_SHARE = Measure(
    "expected_win_share",
    "Expected win share",
    "1 ÷ the number of teams at the table ÷ the seats of its team.",
    "share",
)

OFFERED = Measure(
    "decision_offered",
    "Actions offered",
    "Times that the rules allowed this type of action when the seat took one, per seat. Steps that a session "
    "took by itself are not included.",
    "times",
    dimensions=("action",),
    over=WINS,
)
TAKEN = Measure(
    "decision_taken",
    "Actions taken",
    "Times that the seat took this type of action ÷ times that it was offered.",
    "share",
    dimensions=("action",),
)
WON_AFTER = Measure(
    "decision_win_share",
    "Wins after an action",
    "Share of the times that this type of action was taken by a seat that won in the end.",
    "share",
    dimensions=("action",),
)
DECISIONS = (OFFERED, TAKEN, WON_AFTER)

EXPECTED: Mapping[str, Measure] = {
    WINS: EXPECTED_WINS,
    WIN_SHARE: EXPECTED_WIN_SHARE,
    WON_AFTER.key: EXPECTED_WINS,
}
"""By the measure that counts wins: what it would be if every team won equally often."""

SCORE, SCORES = "score", "scores"
SCORE_BY_ROUND = "score_by_round"


def _score(unit: str) -> Measure:
    return Measure(SCORE, "Score", "Final score.", unit)


ALIKE: Mapping[str, Measure] = {
    measure.key: measure
    for measure in (
        *RESULT,
        _score("points"),
        *(measure for measure in PLAYING_TIME if measure.key == WHOLE),
        ROUNDS,
        TURNS,
        EXPECTED_WINS,
        EXPECTED_WIN_SHARE,
    )
}
"""What can be asked of all games together: a game that has a measure of this key means this one."""


def measures_of_result(score: str | None, *, counts_turns: bool) -> Iterator[Measure]:
    """The measures of the standing and the moments. score: what a score counts; None: there is none.

    counts_turns: whether the game counts the turns of its seats.
    """
    yield from RESULT
    if score is not None:
        yield _score(score)
    yield ROUNDS
    if counts_turns:
        yield TURNS
    yield from (EXPECTED_WINS, EXPECTED_WIN_SHARE)


def measures_by_round(series: Iterable[Series], score: str | None) -> Iterator[tuple[str, Measure]]:
    """A measure for each curve, with the key of its series: the value at the end of each round."""
    if score is not None:
        meaning = "Score at the end of the round, as far as it was public then."
        yield SCORES, Measure(SCORE_BY_ROUND, "Score by round", meaning, score, dimensions=("round",))
    for one in series:
        if one.by_round is not None and one.key != SCORES:
            key = f"{one.key.replace('-', '_')}_by_round"
            meaning = f"Value at the end of the round. {one.meaning}"
            title = f"{one.title} by round"
            yield one.key, Measure(key, title, meaning, one.unit, one.by_round, ("round", "subject"))


def expected_wins(teams: Mapping[str, str]) -> Mapping[str, tuple[float, float]]:
    """By contender: its part of the wins, and of the win shares, if every team won equally often.

    teams: the team of each contender.
    """
    sizes: dict[str, int] = {}
    for team in teams.values():
        sizes[team] = sizes.get(team, 0) + 1
    return {one: (1 / len(sizes), 1 / len(sizes) / sizes[team]) for one, team in teams.items()}
