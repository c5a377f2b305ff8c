"""Measures that the end of a game shows next to their means, and questions in words."""

from domain.kernel import StatisticsQuestion

AT_THE_END = ("combats", "attack_wins", "envelopes_taken", "unused_actions", "ovoid_held", "cards_moved")
"""Measures of seats."""

QUESTIONS = (
    StatisticsQuestion(
        "Which alien is too strong?", ("win_share",), ("alien",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Does the first player win more?", ("win_share",), ("position",), {"difference": "0,1"}, makers=True
    ),
    StatisticsQuestion("Which planets are opened?", ("openings",), ("planet",)),
    StatisticsQuestion(
        "Which combat cards win?", ("combat_play_wins",), ("card",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Which combat cards does nobody play?",
        ("combat_plays",),
        ("card",),
        {"order_by": "value"},
        makers=True,
    ),
    StatisticsQuestion("How does a game end?", ("ended_by",), ("cause",), {"order_by": "-value"}),
)
