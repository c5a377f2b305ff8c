"""Measures that the end of a game shows next to their means, and questions in words."""

from domain.kernel import StatisticsQuestion

AT_THE_END = (
    "card_points",
    "penalties",
    "deliveries",
    "points_per_action",
    "search_share",
    "penalties_inflicted",
)
"""Measures of seats."""

QUESTIONS = (
    StatisticsQuestion(
        "Does the first player win more?", ("win_share",), ("position",), {"difference": "0,1"}, makers=True
    ),
    StatisticsQuestion("Where on the board does most happen?", ("heat",), ("tile",)),
    StatisticsQuestion(
        "Which cards win games?", ("card_win_share",), ("card",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Which cards does nobody deliver?", ("card_delivered",), ("card",), {"order_by": "value"}, makers=True
    ),
    StatisticsQuestion(
        "How much chaos does a game have?", ("chaos_load",), (), {"histogram": "20"}, makers=True
    ),
    StatisticsQuestion("How do the scores spread?", ("score",), (), {"histogram": "20"}),
)
