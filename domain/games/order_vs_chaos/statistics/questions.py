"""Measures that the end of a game shows next to their means, and questions in words."""

from domain.kernel import StatisticsQuestion

AT_THE_END = ("battles", "kills", "deaths", "luck", "damage", "path_length")
"""Measures of seats."""

QUESTIONS = (
    StatisticsQuestion(
        "Which hero is too strong?", ("win_share",), ("hero",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion("Which side wins?", ("win_share",), ("side",), {"order_by": "-value"}, makers=True),
    StatisticsQuestion(
        "Does the first player win more?", ("win_share",), ("position",), {"difference": "0,1"}, makers=True
    ),
    StatisticsQuestion("Where do heroes go?", ("visits",), ("location",)),
    StatisticsQuestion(
        "Which items win games?", ("item_win_share",), ("item",), {"order_by": "-value"}, makers=True
    ),
    StatisticsQuestion(
        "Which items does nobody take?", ("item_pick_rate",), ("item",), {"order_by": "value"}, makers=True
    ),
    StatisticsQuestion("How does experience grow?", ("xp_by_round",), ("round",)),
)
